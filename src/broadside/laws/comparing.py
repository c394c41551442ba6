"""What the laws ask of tables: whether two look alike to a viewpoint, and what goes on in them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from broadside.kernel.event import SPECTATOR, Event, Field, Json, Seat, View
from broadside.kernel.rng import FastRng, Rng
from broadside.kernel.window import VOTE

from .policies import any_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadside.kernel.action import Action
    from broadside.kernel.state import State

    from .cases import Play

WORLDS_MAX = 48
"""How many are dealt where a seat's own few cards might agree in a few by chance."""
ACTIONS_TRIED = 40
"""How many actions somebody tries who is not asked."""
TURNS_MAX = 4_000
"""A table is turned all ways if its decisions times its seats are not more than that."""
ACTIONS_MAX = 200
"""How many actions are tried at once."""


def turns(play: Play) -> list[int]:
    """By how many seats a table is turned: all ways, unless games are long."""
    seats = play.case.seats
    return [*range(1, seats)] if play.case.length * seats <= TURNS_MAX else [seats // 2]


def finish(table: State, rng: Rng, decisions_max: int) -> None:
    """Play on at random for a while."""
    for _ in range(decisions_max):
        if table.rests:
            table.close_window()
        elif table.deciders():
            seat = any_of(table.deciders(), rng)
            table.apply(seat, any_of(table.legal(seat), rng))


def tried_actions(play: Play, place: int, is_asked: bool) -> list[Action]:
    """All actions for whoever is asked, if they are not too many; some for others, who are refused
    before anybody looks.
    """
    actions = play.case.game.actions.actions
    step = 1 + len(actions) // (ACTIONS_MAX if is_asked else ACTIONS_TRIED)
    return actions[(play.seed + place) % step :: step]


def after(table: State, seat: Seat, action: Action) -> State:
    """A copy of a table on which an action was played; its log begins there."""
    copy = table.clone()
    copy.log = []
    copy.apply(seat, action)
    return copy


def begun(table: State) -> State:
    """A copy of a table whose log begins there."""
    copy = table.clone()
    copy.log = []
    return copy


def sealed_answers(table: State) -> Iterator[tuple[Seat, State, State]]:
    """In a vote that stays open: pairs of tables which differ only in what one seat answered.

    The verb is the same in both, for whether somebody takes part may be seen by all.
    """
    if table.window != VOTE or len(table.deciders()) < 2:
        return
    for voter in table.deciders():
        legal = table.legal(voter)
        for verb in {action.verb.name: action.verb for action in legal}.values():
            answers = [action for action in legal if action.verb is verb]
            yield voter, after(table, voter, answers[0]), after(table, voter, answers[-1])


def knows(table: State, seat: Seat, card: int) -> bool:
    """Whether a viewpoint knows where a card is; a spectator knows what everyone knows."""
    mask = table.knows[card]
    return mask == table.everyone or (seat >= 0 and mask >> seat & 1 == 1)


def known_by(table: State, seat: Seat) -> list[int]:
    """The cards a seat knows."""
    return [card for card in range(len(table.knows)) if knows(table, seat, card)]


def without_chance(table: State) -> str:
    """A table as text, but for its generator."""
    lines = table.write().splitlines()
    return "\n".join([line for line in lines if not line.startswith("rng ")])


def assert_same_sight(one: State, two: State, seat: Seat) -> None:
    """Two tables that a seat cannot tell apart, nor can a spectator."""
    for viewpoint in {seat, SPECTATOR}:
        assert two.view(viewpoint) == one.view(viewpoint)
        if one.log is not None and two.log is not None:
            assert two.seen_events(viewpoint) == one.seen_events(viewpoint)
        assert two.seen_waiting(viewpoint) == one.seen_waiting(viewpoint)
    assert two.is_asked(seat) == one.is_asked(seat)
    assert two.legal(seat) == one.legal(seat)
    assert two.asides(seat) == one.asides(seat)
    assert two.nudged() == one.nudged()
    assert two.window_id() == one.window_id()
    assert (two.countdown_ms(), two.clock_s()) == (one.countdown_ms(), one.clock_s())
    assert two.result() == one.result()
    assert denials(two, seat) == denials(one, seat)
    if seat in one.deciders():
        mine, other = one.prompt(seat), two.prompt(seat)
        assert (other.question, other.rule) == (mine.question, mine.rule)
        assert other.default is mine.default
        assert sorted_codes(other.lots) == sorted_codes(mine.lots)


def sorted_codes(actions: list[Action]) -> list[int]:
    """Some actions, whatever their order."""
    return sorted([action.code for action in actions])


def assert_same_refusals(play: Play, one: State, two: State, seat: Seat) -> None:
    """Whatever a viewpoint tries in vain is refused by both tables in the same words."""
    taken = one.legal(seat) + one.asides(seat)
    for action in tried_actions(play, seat, False):
        if action not in taken:
            mine, other = one.refusal(seat, action), two.refusal(seat, action)
            assert (other.code, other.reason, other.rule) == (mine.code, mine.reason, mine.rule)


def assert_views_differ(play: Play, table: State, seat: Seat, other: Seat) -> None:
    """In the worlds of one seat another one does not always have the same, nor what is true."""
    views: list[View] = []
    truth = table.view(other)
    for i in range(WORLDS_MAX):
        views.append(table.determinize(seat, FastRng(play.seed + i)).view(other))
        if any(view != views[0] for view in views) and any(view != truth for view in views):
            return
    assert views != [truth] * WORLDS_MAX, f"{seat} knows what {other} has"
    raise AssertionError(f"{other} has the same in all worlds of {seat}")


def denials(table: State, seat: Seat) -> list[tuple[str, str, str, str]]:
    """What a seat is told that it may not do."""
    return [(d.action.text, d.code, d.reason, d.rule) for d in table.denied(seat)]


def play_alike(one: State, two: State, seat: Seat, rng: Rng) -> None:
    """Play the same actions on both; they stay alike until chance or a revelation parts them."""
    one.log, two.log = [], []
    known = known_by(one, seat)
    chance = one.rng.write()
    while one.deciders() and two.deciders() == one.deciders():
        decider = any_of(one.deciders(), rng)
        both = [action for action in one.legal(decider) if action in two.legal(decider)]
        if not both:
            return
        action = any_of(both, rng)
        told = len(one.log)
        one.apply(decider, action)
        two.apply(decider, action)
        learnt = set(known_by(one, seat)) | set(known_by(two, seat))
        learnt |= set(shown_since(one, seat, told)) | set(shown_since(two, seat, told))
        if learnt - set(known) or one.rng.write() != chance:
            return
        assert_same_sight(one, two, seat)
        known = known_by(one, seat)


def size(table: State, viewpoint: Seat) -> int:
    """How long a message about a table and its latest events is."""
    sent = [table.view(viewpoint), table.seen_events(viewpoint), table.seen_waiting(viewpoint)]
    return len(json.dumps(sent))


def go_on_alike(one: State, two: State, seat: Seat, rng: Rng) -> None:
    """Take one decision on both tables, with the same chance; what is told alike is asked alike.

    Who has answered under seal was dealt anew: then one may wait for a last answer, the other not.
    """
    if one.waiting != two.waiting:
        return
    decider = any_of(one.deciders(), rng) if one.deciders() else SPECTATOR
    both = [action for action in one.legal(decider) if action in two.legal(decider)]
    if not both:
        return
    action, known = any_of(both, rng), one.knows[:]
    one.log, two.log = [], []
    one.apply(decider, action)
    two.apply(decider, action)
    assert_goes_on_alike(one, two, seat, known)


def assert_goes_on_alike(one: State, two: State, seat: Seat, known: list[int]) -> None:
    """What is told alike, though nothing was learned since then, is asked alike."""
    for viewpoint in (seat, SPECTATOR):
        is_told_alike = two.seen_events(viewpoint) == one.seen_events(viewpoint)
        if is_told_alike and not has_learned(one, known, viewpoint):
            assert two.seen_waiting(viewpoint) == one.seen_waiting(viewpoint)
            assert two.window_id() == one.window_id()
            assert two.is_over() == one.is_over()
            assert size(two, viewpoint) == size(one, viewpoint)


def has_learned(table: State, known: list[int], viewpoint: Seat) -> bool:
    """Whether a viewpoint knows a card now which it did not know before."""
    mask = table.everyone if viewpoint == SPECTATOR else 1 << viewpoint
    pairs = zip(table.knows, known, strict=True)
    return any(now & mask == mask and before & mask != mask for now, before in pairs)


def shown_since(table: State, seat: Seat, since: int) -> list[int]:
    """The cards that the story has shown to a viewpoint, also if they were shuffled away again."""
    assert table.log is not None
    return [card for event in table.log[since:] for card in cards_shown(table, event, seat)]


def cards_shown(table: State, event: Event, seat: Seat) -> list[int]:
    """The cards that an event shows to a viewpoint: the fields whose domain is `card`."""
    shown = event.seen(seat, table.everyone, table.epoch())
    fields = [*event.kind.public, *event.kind.secret]
    cards = [
        event.values[place]
        for place, field in enumerate(fields)
        if is_card(field) and field.name in shown
    ]
    if event.kind.items is not None and is_card(event.kind.items):
        cards += event.items
    return cards


def is_card(field: Field) -> bool:
    """Whether a field of an event holds the number of a card."""
    return field.domain is not None and field.domain.name == "card"


def spoil(view: Json) -> None:
    """Overwrite everything in a view."""
    if isinstance(view, dict):
        for value in view.values():
            spoil(value)
        view.clear()
    elif isinstance(view, list):
        for value in view:
            spoil(value)
        view.clear()
