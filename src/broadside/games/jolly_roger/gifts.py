"""Gifts: a card, a prize or a promise is offered, and accepted or not. Nothing waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat

from . import openings, promises
from .cards import FIRST_PRIZE, NO_CARD, NOBODY
from .events import (
    CARD_OFFERED,
    OFFER_ACCEPTED,
    OFFER_DECLINED,
    OFFER_WITHDRAWN,
    PRIZE_OFFERED,
    PROMISE_OFFERED,
)
from .steps import IS_FOR_GIFTS, IS_OPEN
from .verbs import (
    ACCEPT_OFFER,
    ACCEPTANCES,
    DECLINE_OFFER,
    FIRST_PRIZE_ITEM,
    FIRST_PROMISE_ITEM,
    NO_PROMISE,
    PROMISES,
    REJECTIONS,
    SHOW,
    WITHDRAW,
    WITHDRAWAL,
    offering,
    showing,
)

if TYPE_CHECKING:
    from .table import Table

OFFERS_MAX: Final = 3
"""Per seat and window.  JR-T9"""


def is_time(t: Table) -> bool:
    """Whether gifts may be offered in the present window.  JR-T9 JR-O6"""
    return t.has_bribes and not t.is_over() and IS_FOR_GIFTS[t.agenda[-1]]


def asides(t: Table, seat: Seat) -> list[Action]:
    """Answers to offers, withdrawing, showing, offering; ordered by code.  JR-T9 JR-B1"""
    if not 0 <= seat < t.seats:
        return []
    found: list[Action] = []
    if is_time(t):
        givers = [giver for giver in range(t.seats) if t.offer_tos[giver] == seat]
        found += [ACCEPTANCES[giver] for giver in givers]
        found += [REJECTIONS[giver] for giver in givers]
        if t.offer_tos[seat] != NOBODY:
            found.append(WITHDRAWAL)
    if t.is_hidden and not t.is_over() and IS_FOR_GIFTS[t.agenda[-1]]:
        add_showings(t, seat, found)
    if can_offer(t, seat):
        others = [other for other in range(t.seats) if other != seat]
        for item in items(t, seat):
            for other in others:
                found += [offering(item, other, promise) for promise in range(PROMISES)]
    return found


def add_showings(t: Table, seat: Seat, found: list[Action]) -> None:
    """Hidden prizes that another seat does not know may be shown to it.  JR-O2"""
    own = t.prizes[seat] + t.buried[seat]
    for kind in range(FIRST_PROMISE_ITEM - FIRST_PRIZE_ITEM):
        for other in range(t.seats):
            if other != seat and unknown_prize(t, own, kind, other) != NO_CARD:
                found.append(showing(kind, other))


def unknown_prize(t: Table, zone: tuple[int, ...], kind: int, seat: Seat) -> int:
    """A prize of a kind which a seat does not know."""
    for prize in zone:
        if not t.knows[prize] >> seat & 1 and t.prize_kinds((prize,))[0] == kind:
            return prize
    return NO_CARD


def can_offer(t: Table, seat: Seat) -> bool:
    """One offer at a time, three in all per window.  JR-T9"""
    return is_time(t) and t.offer_tos[seat] == NOBODY and t.offers_made[seat] < OFFERS_MAX


def items(t: Table, seat: Seat) -> list[int]:
    """What a seat has to offer: hand cards, unburied prizes, promises.  JR-B1 JR-Q39 JR-Q44"""
    found = t.kinds_in_hand(seat)
    found += [FIRST_PRIZE_ITEM + kind for kind in t.prize_kinds(t.prizes[seat])]
    return found + [FIRST_PROMISE_ITEM + promise for promise in range(PROMISES - 1)]


def nudged(t: Table) -> list[Seat]:
    """Who has an offer to answer."""
    if not is_time(t):
        return []
    return [seat for seat in range(t.seats) if seat in t.offer_tos]


def answer(t: Table, seat: Seat, action: Action) -> None:
    """Do an aside."""
    verb = action.verb
    if verb == ACCEPT_OFFER:
        accept(t, seat, action.first)
    elif verb == DECLINE_OFFER:
        t.end_offer(action.first, OFFER_DECLINED)
    elif verb == WITHDRAW:
        t.end_offer(seat, OFFER_WITHDRAWN)
    elif verb == SHOW:
        own = t.prizes[seat] + t.buried[seat]
        t.show_prize(seat, action.second, unknown_prize(t, own, action.first, action.second))
    else:
        offer(t, seat, action.first, action.second, action.args[2])


def offer(t: Table, seat: Seat, item: int, to: Seat, in_return: int) -> None:
    """An offer is made: that it is made all can see, of what only the two.  JR-T9 JR-Q43"""
    t.make_offer(seat, to, item, piece_of(t, seat, item), in_return)
    tell_offer(t, seat, to, item, in_return)


def piece_of(t: Table, seat: Seat, item: int) -> int:
    """The card or prize that an item means; a promise has none."""
    if item < FIRST_PRIZE_ITEM:
        return t.card_of_kind(seat, item)
    if item < FIRST_PROMISE_ITEM:
        return t.prize_of_kind(t.prizes[seat], item - FIRST_PRIZE_ITEM)
    return NO_CARD


def tell_offer(t: Table, seat: Seat, to: Seat, item: int, in_return: int) -> None:
    """Tell what is offered to whom, for which promise in return."""
    if t.log is None:
        return
    if item >= FIRST_PROMISE_ITEM:
        t.tell(PROMISE_OFFERED, seat, to, in_return, item - FIRST_PROMISE_ITEM + 1)
        return
    piece = t.offer_pieces[seat]
    kind = PRIZE_OFFERED if piece >= FIRST_PRIZE else CARD_OFFERED
    t.record(kind, [seat, to, in_return, piece], [], t.knows[piece], FOREVER)


def accept(t: Table, seat: Seat, giver: Seat) -> None:
    """The gift changes hands, and promises are noted; open windows ask everybody again.

    JR-B1 JR-T2 JR-T9 JR-Q44
    """
    item, piece = t.offer_items[giver], t.offer_pieces[giver]
    in_return = t.offer_returns[giver]
    t.end_offer(giver, OFFER_ACCEPTED)
    hand_over(t, giver, seat, item, piece)
    if in_return != NO_PROMISE:
        promises.make(t, seat, giver, in_return)
    if IS_OPEN[t.agenda[-1]]:
        openings.reopen(t)
    t.taken()


def hand_over(t: Table, giver: Seat, receiver: Seat, item: int, piece: int) -> None:
    """Give what was offered."""
    if item >= FIRST_PROMISE_ITEM:
        promises.make(t, giver, receiver, item - FIRST_PROMISE_ITEM + 1)
    elif piece >= FIRST_PRIZE:
        t.gift_prize(giver, receiver, piece)
    else:
        t.gift_card(giver, receiver, piece)
