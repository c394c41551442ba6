"""Sharing prizes: the picks of Cook and Captain, then the Quartermaster's gifts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import promises
from .cards import BEST_FIRST, NOBODY
from .questions import GIVE_PRIZE, PICK_PRIZE, QUESTIONS
from .steps import AFTERMATH, GIVE, PICK, PRIZE
from .verbs import PICKS, giving

if TYPE_CHECKING:
    from .table import Table


def begin(t: Table, is_seized: bool) -> None:
    """Share what is laid out; with nothing to share all of this is skipped.  JR-D1 JR-D4"""
    if not t.laid:
        return
    t.cook = NOBODY
    t.picks_left = 2
    t.is_seized = is_seized
    t.shares = [0] * t.seats
    t.best_given = [0] * t.seats
    for step in (AFTERMATH, GIVE, PICK, PRIZE):
        t.push(step)


# ----------------------------------------------------------------------------- picks


def picker(t: Table) -> Seat:
    """Who picks next: the Cook's player, then the Captain; nobody when both have.  JR-D2"""
    if t.picks_left == 2:
        return t.cook
    return t.captain if t.picks_left == 1 else NOBODY


def advance_pick(t: Table) -> None:
    """One card each, while there are any.  JR-D2 JR-Q21 JR-X3"""
    if t.picks_left == 2 and t.cook == NOBODY:
        t.picks_left = 1
    if t.picks_left == 0 or not t.laid:
        t.pop()
        return
    seat = picker(t)
    t.look_at_laid(seat)
    kinds = t.prize_kinds(t.laid)
    if len(kinds) == 1 and not (t.is_hidden and t.asks_all):
        pick(t, seat, kinds[0])
    else:
        t.ask(seat)


def pick_options(t: Table) -> list[Action]:
    """Any of the prizes.  JR-D2"""
    return [PICKS[kind] for kind in t.prize_kinds(t.laid)]


def pick(t: Table, seat: Seat, kind: int) -> None:
    """Picks count as shares, unless the table plays them as extra.  JR-D2 JR-O5 JR-Q20"""
    t.pick_prize(seat, t.prize_of_kind(t.laid, kind))
    if not t.is_extra_pick:
        t.shares[seat] += 1
    t.picks_left -= 1
    t.taken()


def pick_prompt(t: Table) -> Prompt:
    """Which prize: the best.  JR-D2"""
    return Prompt(QUESTIONS[PICK_PRIZE], "JR-D2", PICKS[best_of(t.prize_kinds(t.laid))])


def best_of(kinds: list[int]) -> int:
    """The best of some kinds of prizes.  JR-D2"""
    for kind in BEST_FIRST:
        if kind in kinds:
            return kind
    return kinds[0]


# ----------------------------------------------------------------------------- gifts


def fewest(t: Table) -> list[Seat]:
    """The seats with the fewest cards from this sharing.  JR-D3 JR-Q4 JR-Q5"""
    least = min(t.shares)
    return [seat for seat in range(t.seats) if t.shares[seat] == least]


def advance_give(t: Table) -> None:
    """The Quartermaster gives out the rest, one by one.  JR-D3"""
    quartermaster = t.acting_quartermaster()
    if not t.laid:
        t.pop()
        promises.prizes_given(t, quartermaster)
        return
    t.look_at_laid(quartermaster)
    kinds, seats = t.prize_kinds(t.laid), fewest(t)
    if len(kinds) == 1 and len(seats) == 1 and not (t.is_hidden and t.asks_all):
        give(t, quartermaster, kinds[0], seats[0])
    else:
        t.ask(quartermaster)


def give_options(t: Table) -> list[Action]:
    """Any prize to any seat that has the fewest.  JR-D3"""
    seats = fewest(t)
    found: list[Action] = []
    for kind in t.prize_kinds(t.laid):
        found += [giving(kind, seat) for seat in seats]
    return found


def give(t: Table, quartermaster: Seat, kind: int, seat: Seat) -> None:
    """A prize goes to a seat; number counts, not value.  JR-D3"""
    t.give_prize(quartermaster, seat, t.prize_of_kind(t.laid, kind))
    t.shares[seat] += 1
    t.best_given[seat] = max(t.best_given[seat], worth_rank(kind))
    t.taken()


def worth_rank(kind: int) -> int:
    """How good a prize is, by the usual order; the best has most."""
    return len(BEST_FIRST) - BEST_FIRST.index(kind)


def give_prompt(t: Table) -> Prompt:
    """Which prize to whom: the best to himself if he may, else to the next one clockwise."""
    quartermaster = t.acting_quartermaster()
    seats = fewest(t)
    best = quartermaster
    for seat in t.clockwise(quartermaster):
        if seat in seats:
            best = seat
            break
    kind = best_of(t.prize_kinds(t.laid))
    return Prompt(QUESTIONS[GIVE_PRIZE], "JR-D3", giving(kind, best))
