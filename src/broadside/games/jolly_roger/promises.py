"""Promises: never enforced, but remembered where everybody can see whether they were kept.

A promise is kept as one number: who made it, to whom, and what. Each is judged by what happens:

- no_mutiny: broken by calling a mutiny, kept when the round ends;
- join: judged when a mutiny ends, by the side of both; it lapses if the other one was neutral;
- appoint: judged when whoever promised it appoints;
- best_prize: judged when whoever promised it has given out prizes as Quartermaster;
- no_punishment: broken by suggesting or naming the other one, kept when the round ends.

What was not put to the test when the game ends lapses.  JR-Q44
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat

from .events import NO_SIDE, PROMISE_BROKEN, PROMISE_KEPT, PROMISE_LAPSED, PROMISE_MADE
from .verbs import APPOINTMENT, BEST_PRIZE, JOIN, NO_MUTINY, NO_PUNISHMENT

if TYPE_CHECKING:
    from .table import Table

SEAT_BITS: Final = 4
PROMISE_BITS: Final = 3
SEAT_MASK: Final = (1 << SEAT_BITS) - 1
PROMISE_MASK: Final = (1 << PROMISE_BITS) - 1


def written(by: Seat, to: Seat, promise: int) -> int:
    """A promise as one number."""
    return (by << SEAT_BITS | to) << PROMISE_BITS | promise


def maker(code: int) -> Seat:
    """Who made a promise."""
    return code >> SEAT_BITS + PROMISE_BITS


def receiver(code: int) -> Seat:
    """To whom it was made."""
    return code >> PROMISE_BITS & SEAT_MASK


def content(code: int) -> int:
    """What was promised."""
    return code & PROMISE_MASK


def make(t: Table, by: Seat, to: Seat, promise: int) -> None:
    """Remember a promise for all to see; to promise the same again changes nothing.

    It binds nobody.  JR-Q44 JR-R3
    """
    code = written(by, to, promise)
    if code not in t.promises:
        t.promises += (code,)
        t.tell(PROMISE_MADE, by, to, promise)


def settle(t: Table, code: int, kind: int) -> None:
    """A promise was kept, was broken, or has lapsed.  JR-Q44"""
    t.promises = tuple([other for other in t.promises if other != code])
    by = maker(code)
    if kind == PROMISE_KEPT:
        t.kept[by] += 1
    elif kind == PROMISE_BROKEN:
        t.broken[by] += 1
    t.tell(kind, by, receiver(code), content(code))


def mutiny_called(t: Table, seat: Seat) -> None:
    """Whoever calls breaks his word not to.  JR-Q45"""
    for code in t.promises:
        if content(code) == NO_MUTINY and maker(code) == seat:
            settle(t, code, PROMISE_BROKEN)


def mutiny_ended(t: Table) -> None:
    """Who promised to join must have been on the same side.  JR-Q46"""
    for code in t.promises:
        if content(code) == JOIN:
            side = t.side_of(receiver(code))
            if side == NO_SIDE:
                settle(t, code, PROMISE_LAPSED)
            else:
                is_kept = t.side_of(maker(code)) == side
                settle(t, code, PROMISE_KEPT if is_kept else PROMISE_BROKEN)


def appointed(t: Table, seat: Seat) -> None:
    """The Captain has appointed somebody.  JR-Q47"""
    for code in t.promises:
        if content(code) == APPOINTMENT and maker(code) == t.captain:
            settle(t, code, PROMISE_KEPT if receiver(code) == seat else PROMISE_BROKEN)


def prizes_given(t: Table, quartermaster: Seat) -> None:
    """The Quartermaster has given out prizes: was one of the best for whom he promised it?

    JR-Q48
    """
    best = max(t.best_given)
    if best == 0:
        return
    for code in t.promises:
        if content(code) == BEST_PRIZE and maker(code) == quartermaster:
            is_kept = t.best_given[receiver(code)] == best
            settle(t, code, PROMISE_KEPT if is_kept else PROMISE_BROKEN)


def punished(t: Table, by: Seat, victim: Seat) -> None:
    """Somebody suggests or names a victim.  JR-Q49"""
    code = written(by, victim, NO_PUNISHMENT)
    if code in t.promises:
        settle(t, code, PROMISE_BROKEN)


def end_round(t: Table) -> None:
    """What was promised for this round and not broken was kept.  JR-Q45 JR-Q49"""
    for code in t.promises:
        if content(code) == NO_MUTINY or content(code) == NO_PUNISHMENT:
            settle(t, code, PROMISE_KEPT)


def end_game(t: Table) -> None:
    """What was never put to the test lapses.  JR-Q44"""
    for code in t.promises:
        settle(t, code, PROMISE_LAPSED)
