"""The laws, as functions that raise AssertionError when a game breaks them."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from broadside.kernel.errors import IllegalAction, NotationError
from broadside.kernel.event import EVERYTHING, SPECTATOR, Seat, View
from broadside.kernel.pickling import facts
from broadside.kernel.replay import CLOSING, repeat, replay
from broadside.kernel.rng import FastRng

from .cases import LENGTH_USUAL, Play
from .comparing import finish, spoil, tried_actions, turns
from .knowledge import (
    l7_closing,
    l7_non_interference,
    l7_sealed_answers,
    l7_silent_answers,
    l7_sizes_and_moments,
    l8_sealed_answers,
    l8_worlds_differ,
    l8_worlds_look_alike,
    l9_events_tell_what_is_known,
)
from .policies import any_of
from .said_once import copied_attributes, l3_what_is_not_legal_is_denied

if TYPE_CHECKING:
    from broadside.kernel.action import Action
    from broadside.kernel.state import State

TINY = 1e-9
"""Shares of a victory add up to 1, but for what is lost in floating point."""
BESIDE_MAX = 4
"""How many asides are tried at once."""
COPIES_MAX = 24
"""So many tables of a game are copied with their logs: those of an endless game grow and grow."""
ASIDES_EVERY = 7
"""At one position in so many the asides are looked at: offers can be a great many."""


def l1_over_or_asked(play: Play) -> None:
    """L1: `result()` is given exactly when the game is over, and shares out 1 in all. Until then
    somebody is asked, or a window rests.
    """
    for table in play.positions():
        result = table.result()
        assert table.is_over() == (result is not None)
        assert (table.deciders() == []) == (table.is_over() or table.rests)
        assert not table.rests or (play.case.closes_apart and table.countdown_ms() > 0)
        if result is not None:
            assert len(result) == table.seats
            assert abs(sum(result) - 1.0) < TINY
            assert min(result) >= 0.0


def l2_legal_for_deciders(play: Play) -> None:
    """L2: `legal(seat)` is non-empty exactly for deciders, strictly ordered by code; the default
    is among it, as is what the clock may draw, and the question is one of the game's. Asides are
    ordered as well, and are other actions; who is nudged has some.
    """
    for place, table in enumerate(play.positions()):
        deciders = table.deciders()
        for seat in play.viewpoints():
            legal = table.legal(seat)
            codes = [action.code for action in legal]
            assert (legal != []) == (seat in deciders)
            assert codes == sorted(set(codes))
            if place % ASIDES_EVERY == 0:
                beside = [action.code for action in table.asides(seat)]
                assert beside == sorted(set(beside))
                assert not set(beside) & set(codes), "an aside is no answer to the question"
                assert not beside or not table.is_over(), "nothing is left to be done at the end"
                assert seat not in table.nudged() or beside
            if legal:
                prompt = table.prompt(seat)
                assert prompt.default in legal
                assert table.clock_answer(seat, FastRng(place)) in (prompt.lots or [prompt.default])
                assert all(lot in legal for lot in prompt.lots)
                assert prompt.question in play.case.game.questions


def refusal_of(table: State, seat: Seat, action: Action) -> IllegalAction:
    """Why an action is refused; that it is not is a fault."""
    try:
        table.play(seat, action)
    except IllegalAction as error:
        return error
    raise AssertionError(f"{action.text} of seat {seat} was taken, but is not legal")


def l3_play_takes_the_legal(play: Play) -> None:
    """L3: `play` takes exactly the legal actions and asides; a refusal leaves `write()` unchanged.

    What is denied with a reason is refused for that reason. Of a great many actions some are tried
    at one position and others at the next.
    """
    for place, table in enumerate(play.positions(every=9)):
        before = table.write()
        for seat in play.viewpoints():
            legal = table.legal(seat)
            beside = table.asides(seat)
            for action in tried_actions(play, place + seat, legal != []):
                if action not in legal and action not in beside:
                    refusal_of(table, seat, action)
            assert table.write() == before, f"a refusal of seat {seat} changed the table"
            for action in [*legal, *beside[:: 1 + len(beside) // BESIDE_MAX]]:
                table.clone().play(seat, action.text)
            for denial in table.denied(seat):
                assert refusal_of(table, seat, denial.action).code == denial.code
                assert denial.code in play.case.game.refusals
        assert table.write() == before, "an action of a copy changed the table"


def l4_clones_live_alone(play: Play) -> None:
    """L4: A clone writes the same text and has the same in every attribute, then lives its own
    life; no earlier copy ever changes.
    """
    copies: list[tuple[State, str]] = []
    for table in play.positions(every=3):
        text = table.write()
        copy = table.clone()
        assert copy.write() == text
        for name in copied_attributes(table):
            assert getattr(copy, name) == getattr(table, name), f"{name} is not copied"
        assert [copy.view(seat) for seat in play.viewpoints()] == [
            table.view(seat) for seat in play.viewpoints()
        ]
        copies.append((copy, text))
    for copy, text in copies:
        assert copy.write() == text, "a copy changed when the original played on"
    for copy, text in copies:
        twin = copy.clone()
        finish(twin, FastRng(play.seed), decisions_max=8)
        assert copy.write() == text, "a copy changed when its own copy played on"


def l4_pickles_and_deep_copies(play: Play) -> None:
    """L4: A table that was pickled or copied by `copy.deepcopy` is the same in every attribute,
    tells the same story, and goes on in the same way without the original.
    """
    rng = FastRng(play.seed + 4)
    for table in islice(play.positions(every=9), COPIES_MAX):
        original = table.clone()  # which may note that the two share something
        before = facts(table)
        for twin in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):  # noqa: S301
            assert facts(twin) == before
            assert [twin.legal(seat) for seat in play.viewpoints()] == [
                table.legal(seat) for seat in play.viewpoints()
            ]
            for seat in (0, SPECTATOR):  # the logs are the same: two viewpoints are enough
                assert twin.seen_events(seat) == table.seen_events(seat)
            ahead = original.clone()
            chance = rng.spawn()
            finish(ahead, chance.clone(), decisions_max=4)
            finish(twin, chance, decisions_max=4)
            assert twin.write() == ahead.write()
        assert facts(table) == before, "a copy is a part of the table"


def l5_same_seed_same_game(play: Play) -> None:
    """L5: Same seed, same actions: same text, same events; whether anybody records or not."""
    again, silent = play.deal(), play.deal()
    silent.log = None
    table = play.deal()
    assert again.write() == table.write()
    pace = max(1, play.case.length // LENGTH_USUAL)
    for place, (seat, text) in enumerate(play.run(table)):
        repeat(again, seat, text)
        repeat(silent, seat, text)
        if place % pace == 0 or table.is_over():
            assert again.write() == table.write()
            assert silent.write() == table.write(), "recording changes the game"
    assert again.seen_events(EVERYTHING) == table.seen_events(EVERYTHING)


def l6_nothing_vanishes(play: Play) -> None:
    """L6: Nothing appears or vanishes: the multiset of cards and tokens is constant."""
    pieces = play.deal().pieces()
    assert pieces
    for table in play.positions():
        assert table.pieces() == pieces


def l10_every_game_ends(play: Play) -> None:
    """L10: Every policy ends the game within `decisions_max(seats)`."""
    table = play.deal()
    decisions = len(list(play.run(table)))
    assert table.result() is not None
    assert 0 < decisions <= play.case.game.decisions_max(play.case.seats)


def l11_read_what_is_written(play: Play) -> None:
    """L11: `read(write(s))` is `s`: it looks the same to everybody and goes on in the same way."""
    rng = FastRng(play.seed + 11)
    viewpoints = [EVERYTHING, *play.viewpoints()]
    for table in play.positions(every=4):
        copy = play.case.game.read(table.write())
        copy.closes_apart = play.case.closes_apart  # whoever reads a table says so
        twin = table.clone()
        assert copy.write() == table.write()
        assert [copy.view(seat) for seat in viewpoints] == [twin.view(seat) for seat in viewpoints]
        assert copy.pieces() == twin.pieces()
        assert copy.rests == twin.rests
        for seat in twin.deciders():
            assert copy.legal(seat) == twin.legal(seat)
            assert copy.prompt(seat).default is twin.prompt(seat).default
        if twin.deciders():
            seat = any_of(twin.deciders(), rng)
            action = any_of(twin.legal(seat), rng)
            copy.apply(seat, action)
            twin.apply(seat, action)
        elif twin.rests:
            copy.close_window()
            twin.close_window()
        assert copy.write() == twin.write()


def l11_broken_text_is_refused(play: Play) -> None:
    """L11: Broken text raises NotationError, which names the line and the token."""
    rng = FastRng(play.seed + 12)
    for table in play.positions(every=9):
        lines = table.write().splitlines()
        place = int(rng.below(len(lines)))
        key = lines[place].split()[0]
        missing = lines[:place] + lines[place + 1 :]
        doubled = [*lines, lines[place]]
        unknown = [*lines[:place], "flotsam 1", *lines[place:]]
        garbled = [*lines[:place], f"{key} flotsam", *lines[place + 1 :]]
        for broken, line in (
            (missing, len(missing)),
            (doubled, len(doubled)),
            (unknown, place + 1),
            (garbled, place + 1),
        ):
            refused = reading_error(play, "\n".join(broken))
            assert refused.line == line
            assert refused.token in (f"{key} flotsam" if broken is not missing else key)
            assert str(refused).startswith(f"line {line}, at {refused.token!r}: ")


def reading_error(play: Play, text: str) -> NotationError:
    """Why a text is no table; that it is one is a fault."""
    try:
        play.case.game.read(text)
    except NotationError as error:
        return error
    raise AssertionError(f"broken text was read:\n{text}")


def l12_replay(play: Play) -> None:
    """L12: Replaying a log reproduces its events, as everybody may see them."""
    table = play.deal_live()
    record = play.case.record()
    for seat, text in play.run(table):
        record.add(seat, text)
    again = replay(play.case.game, record, play.live_rng())
    assert again.write() == table.write()
    for seat in [EVERYTHING, *play.viewpoints()]:
        assert again.seen_events(seat) == table.seen_events(seat)


def l13_turning_the_table(play: Play) -> None:
    """L13: Rotating the seats of a deal rotates the result."""
    seats = play.case.seats
    actions = play.case.game.actions
    start = play.deal()
    assert start.turned(seats).write() == start.write()
    for by in turns(play):
        table, turned = play.deal(), start.turned(by)
        assert turned.turned(seats - by).write() == start.write()
        for seat, text in play.run(table):
            if text == CLOSING:
                turned.close_window()
            else:
                moved = actions.turned(actions.find(text), by, seats)
                turned.play((seat + by) % seats, moved)
            assert turned.deciders() == sorted([(s + by) % seats for s in table.deciders()])
            for decider in table.deciders():
                legal = [actions.turned(action, by, seats) for action in table.legal(decider)]
                assert {action.code for action in legal} == {
                    action.code for action in turned.legal((decider + by) % seats)
                }
        for seat in range(seats):
            assert turned.scores()[(seat + by) % seats] == table.scores()[seat]
        result, moved_result = table.result(), turned.result()
        assert result is not None and moved_result is not None
        assert moved_result == [result[(seat - by) % seats] for seat in range(seats)]


def views_are_json(play: Play) -> None:
    """Views and events are ready for JSON, and nobody can change the table through them."""
    for table in play.positions(every=7):
        for seat in [EVERYTHING, *play.viewpoints()]:
            view = table.view(seat)
            assert json.loads(json.dumps(view)) == view
            text = json.dumps(view)
            spoil(view)
            assert json.dumps(table.view(seat)) == text, "a view is a part of the table"
    for seat in play.viewpoints():
        events = table.seen_events(seat)
        assert json.loads(json.dumps(events)) == events


def the_end_tells_what_faded(play: Play) -> None:
    """What only faded from the story is told again when the game is over: events that are still
    secret then were never everybody's.
    """
    table = play.deal()
    seen: list[View] = []
    for _ in play.run(table):
        seen += table.seen_events(SPECTATOR, len(seen))
    for live, after_end in zip(seen, table.seen_events(SPECTATOR), strict=True):
        assert live.items() <= after_end.items()


Law = Callable[[Play], None]
LAWS: list[Law] = [
    l1_over_or_asked,
    l2_legal_for_deciders,
    l3_play_takes_the_legal,
    l3_what_is_not_legal_is_denied,
    l4_clones_live_alone,
    l4_pickles_and_deep_copies,
    l5_same_seed_same_game,
    l6_nothing_vanishes,
    l7_non_interference,
    l7_sealed_answers,
    l7_sizes_and_moments,
    l7_silent_answers,
    l7_closing,
    l8_worlds_look_alike,
    l8_worlds_differ,
    l8_sealed_answers,
    l9_events_tell_what_is_known,
    l10_every_game_ends,
    l11_read_what_is_written,
    l11_broken_text_is_refused,
    l12_replay,
    l13_turning_the_table,
    views_are_json,
    the_end_tells_what_faded,
]
