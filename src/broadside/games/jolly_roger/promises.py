"""Promises: never enforced, but remembered where everybody can see whether they were kept.

A promise is kept as one number: who made it, to whom, and what. Each is judged by what happens:

- no_mutiny: broken by calling a mutiny, kept when the round ends;
- join: judged when a mutiny ends, by the side of both; it lapses if the other one was neutral;
- appoint: judged when whoever promised it appoints;
- best_prize: judged when whoever promised it has given out prizes as Quartermaster;
- no_punishment: broken by suggesting or naming the other one, kept when the round ends;
- later_…: kept when such a card is given, broken when all can see that it is there no more.

What was not put to the test when the game ends lapses; only what was to be given later is broken.
JR-Q44
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat
from broadside.kernel.rows import changed, most_of

from . import openings
from .cards import CREW, KIND_OF, KINDS, kinds_in
from .events import NO_SIDE, PROMISE_BROKEN, PROMISE_KEPT, PROMISE_LAPSED, PROMISE_MADE
from .verbs import APPOINTMENT, BEST_PRIZE, JOIN, NO_MUTINY, NO_PUNISHMENT, RETURNS

if TYPE_CHECKING:
    from .table import Table

SEAT_BITS: Final = 4
PROMISE_BITS: Final = 6
SEAT_MASK: Final = (1 << SEAT_BITS) - 1


def written(by: Seat, to: Seat, promise: int) -> int:
    """A promise as one number."""
    return by | to << SEAT_BITS | promise << 2 * SEAT_BITS


def maker(code: int) -> Seat:
    """Who made a promise."""
    return code & SEAT_MASK


def receiver(code: int) -> Seat:
    """To whom it was made."""
    return code >> SEAT_BITS & SEAT_MASK


def content(code: int) -> int:
    """What was promised."""
    return code >> 2 * SEAT_BITS


def made(t: Table, by: Seat, promise: int) -> list[int]:
    """All that a seat has promised of a kind, to whomever."""
    return [code for code in t.promises if maker(code) == by and content(code) == promise]


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
        t.kept = changed(t.kept, by, t.kept[by] + 1)
    elif kind == PROMISE_BROKEN:
        t.broken = changed(t.broken, by, t.broken[by] + 1)
    t.tell(kind, by, receiver(code), content(code))


def mutiny_called(t: Table, seat: Seat) -> None:
    """Whoever calls breaks his word not to.  JR-Q45"""
    for code in made(t, seat, NO_MUTINY):
        settle(t, code, PROMISE_BROKEN)


def mutiny_ended(t: Table) -> None:
    """Who promised to join must have been on the same side.  JR-Q46"""
    for code in t.promises:
        if content(code) == JOIN:
            side = t.side_of(receiver(code))
            outcome = PROMISE_KEPT if t.side_of(maker(code)) == side else PROMISE_BROKEN
            settle(t, code, PROMISE_LAPSED if side == NO_SIDE else outcome)


def appointed(t: Table, seat: Seat) -> None:
    """The Captain has appointed somebody.  JR-Q47"""
    for code in made(t, t.captain, APPOINTMENT):
        settle(t, code, PROMISE_KEPT if receiver(code) == seat else PROMISE_BROKEN)


def prizes_given(t: Table, quartermaster: Seat) -> None:
    """Prizes were given: was one of the best for whom it was promised?  JR-Q48"""
    best = most_of(t.best_given)
    for code in made(t, quartermaster, BEST_PRIZE) if best else []:
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


def later(piece: int) -> int:
    """The promise to give such a card later.  JR-Q54"""
    kind = KIND_OF[piece] if piece < CREW else KINDS + KIND_OF[piece]
    return RETURNS + kind


def given(t: Table, giver: Seat, to: Seat, piece: int) -> None:
    """A card or a prize has been given.  JR-Q54"""
    code = written(giver, to, later(piece))
    if code in t.promises:
        settle(t, code, PROMISE_KEPT)


def review(t: Table) -> None:
    """Who cannot give any more what he promised has broken his word, if all can see it.  JR-Q54"""
    for code in t.promises:
        if content(code) >= RETURNS and not might_give(t, maker(code), content(code) - RETURNS):
            settle(t, code, PROMISE_BROKEN)


def might_give(t: Table, seat: Seat, kind: int) -> bool:
    """Whether a seat might have a card or an open prize, for all that everybody can see."""
    if kind < KINDS:
        return openings.might_hold(t, seat, 1 << kind)
    return kind - KINDS in kinds_in(t.prizes[seat])


def end_game(t: Table) -> None:
    """What was never put to the test lapses; what was not given is broken.  JR-Q44 JR-Q54"""
    for code in t.promises:
        settle(t, code, PROMISE_BROKEN if content(code) >= RETURNS else PROMISE_LAPSED)
