"""Gifts: a card, a prize or a promise is offered, and accepted or not. Nothing waits for it.

At the end stands who sees what of offers and promises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import EVERYTHING, SEATS_ONLY, Seat
from broadside.kernel.rows import changed
from broadside.kernel.shape import Shape
from broadside.kernel.step import Denial

from . import events, island, mutiny, promises, verbs
from .cards import FIRST_PRIZE, KIND_OF, KINDS, NO_CARD, NOBODY, PRIZE_KINDS, kinds_in
from .openings import OpenWindow, reopen
from .questions import Question

if TYPE_CHECKING:
    from .table import Table

OFFERS_MAX: Final = 3
"""Per seat and window.  JR-T9"""


def takes_gifts(t: Table) -> bool:
    """Whether gifts may be offered in the window on top, and hidden prizes be shown.  JR-T9"""
    top = t.agenda[-1] if t.agenda else None
    return isinstance(top, OpenWindow) or (isinstance(top, Question) and top.takes_gifts)


def is_time(t: Table) -> bool:
    """Whether gifts may be offered now.  JR-T9 JR-O6"""
    return t.has_bribes and takes_gifts(t)


def asides(t: Table, seat: Seat) -> list[Action]:
    """Answers to offers, withdrawing, showing, offering; ordered by code.  JR-T9 JR-B1"""
    found: list[Action] = []
    if not 0 <= seat < t.seats:
        return found
    if is_time(t):
        found += answers(t, seat)
        if t.offer_tos[seat] != NOBODY:
            found += verbs.WITHDRAW.actions
    found += [action for action in verbs.SHOW.actions if can_show(t, seat, action)]
    others = [other for other in range(t.seats) if other != seat]
    if can_offer(t, seat):
        for item in items(t, seat):
            for other in others:
                found += [verbs.OFFER.of(item, other, promise) for promise in range(verbs.RETURNS)]
    return found


def answers(t: Table, seat: Seat) -> list[Action]:
    """What a seat may answer to offers, while it is time for them.  JR-T9"""
    givers = [giver for giver in range(t.seats) if t.offer_tos[giver] == seat]
    accepting = [verbs.ACCEPT_OFFER.of(giver) for giver in givers]
    return accepting + [verbs.DECLINE_OFFER.of(giver) for giver in givers]


def denial(t: Table, seat: Seat, action: Action) -> Denial | None:
    """Why an aside is refused; None if it is not the time for any.  JR-T9 JR-O6"""
    if action.verb is verbs.SHOW:
        return show_denial(t, seat, action)
    if not t.has_bribes:
        return Denial(action, "bribes_off", "no gifts are made at this table", "JR-O6")
    if not is_time(t):
        return None
    if action.verb is verbs.OFFER:
        return offer_denial(t, seat, action)
    return Denial(action, "no_such_offer", "there is no such offer on the table", "JR-T9")


def offer_denial(t: Table, seat: Seat, action: Action) -> Denial | None:
    """One open offer, three in all per window, of what one has, to somebody else.  JR-T9"""
    if t.offers_made[seat] >= OFFERS_MAX:
        reason = f"{OFFERS_MAX} offers per window are enough"
        return Denial(action, "offers_used_up", reason, "JR-T9")
    if t.offer_tos[seat] != NOBODY:
        return Denial(action, "one_open_offer", "your last offer is still open", "JR-T9")
    if action.second == seat:
        return Denial(action, "not_yourself", "offer it to another seat", "JR-T9")
    if action.first in items(t, seat):
        return None
    if verbs.FIRST_PRIZE_ITEM <= action.first < verbs.FIRST_PROMISE_ITEM and has_forfeited(t, seat):
        reason = "the mutiny is lost: your open prizes are not yours to give"
        return Denial(action, "prizes_forfeit", reason, "JR-Q52")
    return Denial(action, "card_not_in_hand", "you have no such thing to offer", "JR-B1")


def show_denial(t: Table, seat: Seat, action: Action) -> Denial | None:
    """An own hidden prize is shown to somebody else who does not know it.  JR-O2"""
    if not (t.is_hidden and takes_gifts(t)) or can_show(t, seat, action):
        return None
    if action.second == seat:
        return Denial(action, "not_yourself", "show it to another seat", "JR-O2")
    reason = f"you have no such prize that seat {action.second} does not know"
    return Denial(action, "prize_not_there", reason, "JR-O2")


def can_show(t: Table, seat: Seat, action: Action) -> bool:
    """Hidden prizes that another seat does not know may be shown to it.  JR-O2"""
    if not t.is_hidden or action.second == seat or action.second >= t.seats or not takes_gifts(t):
        return False
    return unknown_prize(t, seat, action.first, action.second) != NO_CARD


def unknown_prize(t: Table, owner: Seat, kind: int, seat: Seat) -> int:
    """A prize of a kind which another seat does not know."""
    for prize in t.prizes[owner] + t.buried[owner]:
        if not t.knows[prize] >> seat & 1 and KIND_OF[prize] == kind:
            return prize
    return NO_CARD


def can_offer(t: Table, seat: Seat) -> bool:
    """One offer at a time, three in all per window.  JR-T9"""
    return is_time(t) and t.offer_tos[seat] == NOBODY and t.offers_made[seat] < OFFERS_MAX


def items(t: Table, seat: Seat) -> list[int]:
    """Hand cards, open prizes, promises; and these later.  JR-B1 JR-Q39 JR-Q44 JR-Q54"""
    cards = kinds_in(t.hands[seat])
    prizes = [] if has_forfeited(t, seat) else kinds_in(t.prizes[seat])
    found = cards + [verbs.FIRST_PRIZE_ITEM + kind for kind in prizes]
    found += range(verbs.FIRST_PROMISE_ITEM, verbs.FIRST_LATER_ITEM)
    found += [verbs.FIRST_LATER_ITEM + kind for kind in cards]
    if not t.is_hidden:
        found += [verbs.FIRST_LATER_ITEM + KINDS + kind for kind in prizes]
    return found


def has_forfeited(t: Table, seat: Seat) -> bool:
    """Whether a seat has lost a mutiny, and its prizes are about to be seized.  JR-M9 JR-Q52"""
    return t.loser != events.NO_SIDE and t.sides[seat] == t.loser and mutiny.SEIZING in t.agenda


def nudged(t: Table) -> list[Seat]:
    """Who has an offer to answer."""
    return [seat for seat in range(t.seats) if seat in t.offer_tos] if is_time(t) else []


def answer(t: Table, seat: Seat, action: Action) -> None:
    """Do an aside."""
    verb = action.verb
    if verb is verbs.ACCEPT_OFFER:
        accept(t, seat, action.first)
    elif verb is verbs.DECLINE_OFFER:
        t.end_offer(action.first, events.OFFER_DECLINED)
    elif verb is verbs.WITHDRAW:
        t.end_offer(seat, events.OFFER_WITHDRAWN)
    elif verb is verbs.SHOW:
        prize = unknown_prize(t, seat, action.first, action.second)
        t.show_prize(seat, action.second, prize)
    else:
        piece = piece_of(t, seat, action.first)
        put_offer(t, seat, action.second, action.first, piece, action.args[2])
        t.offers_made = changed(t.offers_made, seat, t.offers_made[seat] + 1)


def piece_of(t: Table, seat: Seat, item: int) -> int:
    """The card or prize that an item means, now or later; any other promise has none."""
    kind = item - verbs.FIRST_LATER_ITEM if item >= verbs.FIRST_LATER_ITEM else item
    if kind < KINDS:
        return t.piece_of_kind(t.hands[seat], kind)
    if kind < KINDS + PRIZE_KINDS:
        return t.piece_of_kind(t.prizes[seat], kind - KINDS)
    return NO_CARD


def put_offer(t: Table, seat: Seat, to: Seat, item: int, piece: int, in_return: int) -> None:
    """Put an offer on the table: what it is, only the two see; to whom, and for which promise in
    return, all.  JR-T9 JR-Q43 JR-Q51
    """
    t.make_offer(seat, to, item, piece, in_return)
    both = 1 << seat | 1 << to | SEATS_ONLY
    kind, what = events.PRIZE_OFFERED if piece >= FIRST_PRIZE else events.CARD_OFFERED, piece
    if item >= verbs.FIRST_PROMISE_ITEM:
        kind, what = events.PROMISE_OFFERED, item - verbs.FIRST_PROMISE_ITEM + 1
    t.tell_to(both, kind, seat, to, in_return, what)


def accept(t: Table, seat: Seat, giver: Seat) -> None:
    """The gift changes hands; open windows ask everybody again.  JR-B1 JR-T2 JR-T9 JR-Q44"""
    item, piece = t.offer_items[giver], t.offer_pieces[giver]
    in_return = t.offer_returns[giver]
    t.end_offer(giver, events.OFFER_ACCEPTED)
    hand_over(t, giver, seat, item, piece)
    if in_return != verbs.NO_PROMISE:
        promises.make(t, seat, giver, in_return)
    if isinstance(t.agenda[-1], OpenWindow):
        reopen(t)
    t.taken()


def hand_over(t: Table, giver: Seat, receiver: Seat, item: int, piece: int) -> None:
    """Give what was offered. A card that is to be given later is shown to all.  JR-Q54"""
    if item >= verbs.FIRST_PROMISE_ITEM:
        promises.make(t, giver, receiver, item - verbs.FIRST_PROMISE_ITEM + 1)
        if piece != NO_CARD:
            t.knows[piece] = t.everyone
        return
    if piece >= FIRST_PRIZE:
        t.gift_prize(giver, receiver, piece)
    else:
        is_due = promises.written(giver, receiver, promises.later(piece)) in t.promises
        t.gift_card(giver, receiver, piece, t.is_crew_open or is_due)
    promises.given(t, giver, receiver, piece)


class OfferView(Shape):
    """An offer on the table. `item` is null for all but the two.  JR-T9 JR-Q43 JR-Q51"""

    def __init__(self, t: Table, giver: Seat, seat: Seat) -> None:
        item, to, returned = t.offer_items[giver], t.offer_tos[giver], t.offer_returns[giver]
        kind = "card" if item < verbs.FIRST_PRIZE_ITEM else "prize"
        if item >= verbs.FIRST_PROMISE_ITEM:
            kind = "promise"
        is_open = seat == giver or seat == to or seat == EVERYTHING
        self.seat: int = giver
        self.to: int = to
        self.kind: str = kind
        self.item: str | None = verbs.ITEM_NAMES[item] if is_open else None
        self.in_return: str | None = verbs.PROMISE_NAMES[returned] if returned else None


def view_offers(t: Table, seat: Seat) -> list[OfferView]:
    """The offers on the table."""
    if t.offers_window not in t.ids:
        return []
    return [OfferView(t, giver, seat) for giver in range(t.seats) if t.offer_tos[giver] != NOBODY]


class OfferingView(Shape):
    """What you may offer now: any item to any seat for any of these promises in return.

    The action is `offer ITEM SEAT PROMISE`. A guard asks for nothing but that somebody takes the
    guard over.  JR-T9 JR-X1
    """

    def __init__(self, t: Table, seat: Seat, is_guard: bool) -> None:
        things = island.spare_items(t) if is_guard else items(t, seat)
        others = [other for other in range(t.seats) if other != seat]
        to = island.targets(t) if is_guard else others
        returns = verbs.NO_PROMISE + 1 if is_guard else verbs.RETURNS
        self.items: list[str] = [verbs.ITEM_NAMES[item] for item in things]
        self.to: list[int] = to
        self.in_return: list[str] = verbs.PROMISE_NAMES[:returns]
        self.left: int = len(to) if is_guard else OFFERS_MAX - t.offers_made[seat]


def view_offering(t: Table, seat: Seat) -> OfferingView | None:
    """What a seat may offer now, if anything."""
    is_guard = t.is_asked(seat) and t.agenda[-1] is island.GUARDING
    if not is_guard and not (0 <= seat < t.seats and can_offer(t, seat)):
        return None
    return OfferingView(t, seat, is_guard)


def view_bribe(t: Table, seat: Seat) -> list[str]:
    """What the guard has put together; whoever is asked sees it.  JR-X1 JR-Q51"""
    is_asked = seat >= 0 and t.guard != NOBODY and t.offer_tos[t.guard] == seat
    if seat != t.guard and seat != EVERYTHING and not is_asked:
        return []
    return [verbs.ITEM_NAMES[item] for item in t.bribe]


class PromiseView(Shape):
    """A promise that is neither kept nor broken yet: what `seat` owes to `to`.  JR-Q44"""

    def __init__(self, code: int) -> None:
        self.seat: int = promises.maker(code)
        self.to: int = promises.receiver(code)
        self.promise: str = verbs.PROMISE_NAMES[promises.content(code)]
