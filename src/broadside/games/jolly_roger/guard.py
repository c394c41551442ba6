"""The guard: named by the Boatswain, he may bribe a substitute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import gifts
from .cards import NOBODY
from .events import GUARD_NAMED, GUARD_REPLACED, OFFER_ACCEPTED, OFFER_DECLINED, OFFER_LAPSED
from .questions import GUARD_OR_BRIBE, QUESTIONS, TAKE_THE_GUARD
from .steps import GUARD, GUARD_ASKED
from .verbs import ACCEPT_OFFER, ACCEPTANCES, NO_PROMISE, REJECTIONS, STANDING, offering

if TYPE_CHECKING:
    from .table import Table


def name(t: Table, seat: Seat, by: Seat) -> None:
    """Another seat is guard and buries nothing now; it may bribe a substitute.  JR-X1"""
    t.guards |= 1 << seat
    t.guard = seat
    t.guard_asked = 0
    t.tell(GUARD_NAMED, seat, by)
    t.push(GUARD)


def advance(t: Table) -> None:
    """Ask the guard while there is anybody to bribe.  JR-X1 JR-T7"""
    if not targets(t):
        end(t)
    else:
        t.ask(t.guard)


def targets(t: Table) -> list[Seat]:
    """Whom the guard may still ask: each once, and no guard.  JR-X1"""
    barred = t.guards | t.guard_asked
    return [seat for seat in range(t.seats) if not barred >> seat & 1]


def options(t: Table) -> list[Action]:
    """Stand, or offer a hand card, an unburied prize or a promise to somebody.

    Also where bribes are off: the card itself allows it.  JR-X1 JR-Q42 JR-Q15
    """
    found = [STANDING]
    for item in gifts.items(t, t.guard):
        found += [offering(item, seat) for seat in targets(t)]
    return found


def offer(t: Table, item: int, to: Seat) -> None:
    """Ask one seat to take over.  JR-X1"""
    t.guard_asked |= 1 << to
    if t.offer_tos[t.guard] != NOBODY:
        t.end_offer(t.guard, OFFER_LAPSED)
    t.make_offer(t.guard, to, item, gifts.piece_of(t, t.guard, item), NO_PROMISE)
    t.offers_made[t.guard] -= 1  # a bribe of the guard is no gift of the window
    gifts.tell_offer(t, t.guard, to, item, NO_PROMISE)
    t.push(GUARD_ASKED)
    t.taken()


def advance_asked(t: Table) -> None:
    """Ask whoever was offered something.  JR-X1"""
    t.ask(t.offer_tos[t.guard])


def asked_options(t: Table) -> list[Action]:
    """Accept or decline.  JR-X1"""
    return [ACCEPTANCES[t.guard], REJECTIONS[t.guard]]


def answer(t: Table, seat: Seat, action: Action) -> None:
    """Who accepts gets the item and is guard; he cannot pass it on.  JR-X1"""
    t.pop()
    t.taken()
    giver = t.guard
    item, piece = t.offer_items[giver], t.offer_pieces[giver]
    if action.verb != ACCEPT_OFFER:
        t.end_offer(giver, OFFER_DECLINED)
        return
    t.end_offer(giver, OFFER_ACCEPTED)
    t.guards = t.guards & ~(1 << giver) | 1 << seat
    t.tell(GUARD_REPLACED, seat, giver)
    end(t)
    gifts.hand_over(t, giver, seat, item, piece)


def end(t: Table) -> None:
    """It is settled who stands guard."""
    t.pop()
    t.guard = NOBODY
    t.guard_asked = 0
    t.taken()


def prompt() -> Prompt:
    """Whether to bribe somebody: no."""
    return Prompt(QUESTIONS[GUARD_OR_BRIBE], "JR-X1", STANDING)


def asked_prompt(t: Table) -> Prompt:
    """Whether to take over: no."""
    return Prompt(QUESTIONS[TAKE_THE_GUARD], "JR-X1", REJECTIONS[t.guard])
