"""The laws, as functions that raise AssertionError when a game breaks them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from broadside.kernel.errors import IllegalAction, NotationError
from broadside.kernel.event import EVERYTHING, SPECTATOR, View
from broadside.kernel.replay import CLOSING, repeat, replay
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

from .cases import LENGTH_USUAL, Play
from .comparing import (
    after,
    assert_goes_on_alike,
    assert_same_refusals,
    assert_same_sight,
    assert_views_differ,
    begun,
    cards_shown,
    finish,
    go_on_alike,
    known_by,
    knows,
    play_alike,
    sealed_answers,
    size,
    spoil,
    tried_actions,
    turns,
    without_chance,
)
from .policies import any_of
from .said_once import attributes, l3_what_is_not_legal_is_denied

WORLDS = 6
"""How many worlds are dealt where one must differ from the truth."""
ALTERNATIVES_MIN = 5
"""With so many hidden cards, that many worlds cannot all agree by chance (at most 1 in 15,000)."""


BESIDE_MAX = 4
"""How many asides are tried at once."""
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
            assert sum(result) == pytest.approx(1.0)
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
                    with pytest.raises(IllegalAction):
                        table.play(seat, action)
            assert table.write() == before, f"a refusal of seat {seat} changed the table"
            for action in [*legal, *beside[:: 1 + len(beside) // BESIDE_MAX]]:
                table.clone().play(seat, action.text)
            for denial in table.denied(seat):
                with pytest.raises(IllegalAction) as refused:
                    table.play(seat, denial.action)
                assert refused.value.code == denial.code
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
        for name in attributes(table):
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


def l7_non_interference(play: Play) -> None:
    """L7: Two tables that differ only in what a seat cannot know give it the same view, legal
    actions, prompt and (until something is revealed) events. A spectator knows no more than any
    seat, so the two look the same to it as well. Only a live table hides who is asked: a simulation
    asks nobody who has nothing to decide.
    """
    if not play.case.is_live:
        return
    rng = FastRng(play.seed + 7)
    for table in play.positions(every=5):
        for seat in range(table.seats):
            world = table.determinize(seat, rng.spawn())
            twin = table.clone()
            assert_same_sight(twin, world, seat)
            play_alike(twin, world, seat, rng)


def l7_sealed_answers(play: Play) -> None:
    """L7, in a vote: while it is open, nobody sees what another one has answered."""
    for table in play.positions():
        for voter, one, two in sealed_answers(table):
            for seat in play.viewpoints():
                if seat != voter:
                    assert_same_sight(one, two, seat)


def l7_sizes_and_moments(play: Play) -> None:
    """L7 for whoever reads the socket: what a seat or a spectator is sent has the same length
    whatever it may not know, and who is asked when does not depend on it.

    Both tables have the same chance here. As long as the story told is the same, so is everything
    that follows: whether a decision answers itself must not depend on a hidden hand. This, too, is
    promised at a live table only.
    """
    if not play.case.is_live:
        return
    rng = FastRng(play.seed + 8)
    for table in play.positions(every=7):
        for seat in range(table.seats):
            world = table.determinize(seat, rng.spawn())
            twin = table.clone()
            world.rng = twin.rng.clone()
            for viewpoint in (seat, SPECTATOR):
                assert size(world, viewpoint) == size(twin, viewpoint)
            go_on_alike(twin, world, seat, rng)


def l7_silent_answers(play: Play) -> None:
    """L7, in a window that counts down: an answer which is not a play changes nothing for whoever
    is not asked any more, though it be the last one. Nor does it look otherwise to the seat that
    gives it than in a world where others have not answered. The table rests, and is refused and
    offered exactly what it was.

    Whoever is still asked may learn that all others had their chance, if a rule says so.
    """
    if not play.case.closes_apart:
        return
    rng = FastRng(play.seed + 9)
    for table in play.positions(every=2):
        if not table.countdown_ms():
            continue
        for seat in table.deciders():
            silent = table.prompt(seat).default
            answered = after(table, seat, silent)
            assert answered.rests == (table.deciders() == [seat])
            for viewpoint in play.viewpoints():
                if viewpoint != seat and not table.is_asked(viewpoint):
                    assert_same_sight(begun(table), answered, viewpoint)
                    assert_same_refusals(play, table, answered, viewpoint)
            world = after(table.determinize(seat, rng.spawn()), seat, silent)
            assert_same_sight(answered, world, seat)
            assert_same_refusals(play, answered, world, seat)


def l7_closing(play: Play) -> None:
    """L7 when a window that rested is closed: what a seat is told and asked next is the same in a
    world in which others had not answered, once these have done so in silence. Both tables have the
    same chance here.
    """
    if not play.case.closes_apart:
        return
    rng = FastRng(play.seed + 10)
    for table in play.positions():
        if not table.rests:
            continue
        seat = int(rng.below(table.seats))
        world = table.determinize(seat, rng.spawn())
        twin = table.clone()
        world.rng = twin.rng.clone()
        while world.deciders():
            silent = world.deciders()[0]
            world.apply(silent, world.prompt(silent).default)
        assert_same_sight(twin, world, seat)
        known = twin.knows[:]
        twin.log, world.log = [], []
        twin.close_window()
        world.close_window()
        assert_goes_on_alike(twin, world, seat, known)


def l8_sealed_answers(play: Play) -> None:
    """L8, in a vote: the worlds of others do not depend on an answer which they cannot know."""
    for table in play.positions():
        for voter, one, two in sealed_answers(table):
            for seat in range(table.seats):
                if seat != voter:
                    worlds = [each.determinize(seat, FastRng(play.seed)) for each in (one, two)]
                    assert worlds[0].write() == worlds[1].write()


def l8_worlds_look_alike(play: Play) -> None:
    """L8: A determinized world gives the seat the same view and legal actions, conserves cards,
    and depends only on what the seat knows and on `rng`, so re-dealing a re-dealt world with the
    same seed gives the same world.
    """
    for table in play.positions(every=4):
        before = table.write()
        for seat in range(table.seats):
            world = table.determinize(seat, FastRng(play.seed))
            assert_same_sight(table, world, seat)
            assert world.pieces() == table.pieces()
            assert world.log is None, "a world carries no story"
            text = world.write()
            assert play.case.game.read(text).write() == text, "a world is sent to bots as text"
            assert known_by(world, seat) == known_by(table, seat)
            other = table.determinize(seat, FastRng(play.seed + 1))
            for same in (table, world, other):
                again = same.determinize(seat, FastRng(play.seed))
                assert again.write() == world.write(), "the world depends on the truth"
        assert table.write() == before, "dealing a world changed the table"


def l8_worlds_differ(play: Play) -> None:
    """L8: A determinized world does not keep the truth where alternatives exist: neither the future
    chance, nor what nobody knows, nor what another seat knows, as long as the game goes on.
    """
    for table in play.positions(every=11):
        if table.is_over():
            return  # nobody thinks about a game that is over
        for seat in range(table.seats):
            worlds = [table.determinize(seat, FastRng(play.seed + i)) for i in range(WORLDS)]
            for world in worlds:
                assert world.rng.write() != table.rng.write(), "the world knows the next roll"
            hidden = [card for card in table.pieces() if not table.knows[card] >> seat & 1]
            if len(hidden) < ALTERNATIVES_MIN:
                continue
            truth, *others = [without_chance(world) for world in [table, *worlds]]
            assert others != [truth] * WORLDS, f"all worlds of seat {seat} keep the truth"
            assert others != [others[0]] * WORLDS, f"all worlds of seat {seat} are the same"
            for other in range(table.seats):
                if 0 < len(set(hidden) & set(known_by(table, other))) < len(hidden):
                    assert_views_differ(play, table, seat, other)


def l9_events_tell_what_is_known(play: Play) -> None:
    """L9: No event shows a seat a card that it does not know afterwards.

    A card that was shuffled away after it was shown is known no longer; an event whose name ends
    in `shuffled` says so.
    """
    told = 0
    for table in play.positions():
        assert table.log is not None
        shuffled = False
        for event in reversed(table.log[told:]):
            shuffled = shuffled or event.kind.name.endswith("shuffled")
            for seat in play.viewpoints():
                for card in cards_shown(table, event, seat):
                    assert shuffled or knows(table, seat, card), (
                        f"{event.kind.name} shows card {card} to {seat}"
                    )
        told = len(table.log)


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
            with pytest.raises(NotationError) as refused:
                play.case.game.read("\n".join(broken))
            assert refused.value.line == line
            assert refused.value.token in (f"{key} flotsam" if broken is not missing else key)
            assert str(refused.value).startswith(f"line {line}, at {refused.value.token!r}: ")


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


LAWS: list[Callable[[Play], None]] = [
    l1_over_or_asked,
    l2_legal_for_deciders,
    l3_play_takes_the_legal,
    l3_what_is_not_legal_is_denied,
    l4_clones_live_alone,
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
