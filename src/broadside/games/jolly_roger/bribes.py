"""Bribes: whose word is worth what, which offers are good, and what to offer to whom.

Nobody is bound by a promise, but all see who keeps his. The word of somebody who broke it is worth
less, to others and to himself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat

from . import promises, verbs, worth
from .cards import CANNON_FODDER, FIRST_CHARACTER, KIND_OF, NOBODY
from .mutiny import MUTINY, neutrals
from .punishment import NAMING
from .verbs import APPOINTMENT, JOIN, NO_MUTINY, NO_PUNISHMENT

if TYPE_CHECKING:
    from .table import Table

PROMISE_COST: Final = [0.0, 0.3, 0.2, 0.25, 0.9, 0.1]
"""What it costs to promise something, by promise; to join a side costs what one risks there."""
RISKED: Final = 0.25
"""So much of one's open prizes."""
PROMISE_GAIN: Final = [0.0, 0.2, 0.3, 0.7, 0.8, 0.2]
"""What a promise of somebody is worth whose word is good."""
LATER: Final = 0.6
"""How much of a card's worth remains if it is only promised."""
TROUBLE: Final = 0.1
"""An offer must be worth so much more than it costs."""
WORD: Final = 0.2
WORD_PER_ROUND: Final = 0.05
"""What it is worth to be believed: the more, the more rounds are to come."""
GRUDGE: Final = 0.15
"""How much rather one punishes somebody for each time that he broke his word."""
BROKEN: Final = 2.0
"""To have broken one's word once weighs as much as to have kept it so often."""
DOUBT: Final = 2.0
SWAYED: Final = 0.5
"""So much of what is at stake a bribe may cost."""


def trust(t: Table, seat: Seat) -> float:
    """How far a word is good: 1 until it is broken, then less; it can be mended by keeping it."""
    sure = DOUBT + t.kept[seat]
    return sure / (sure + BROKEN * t.broken[seat])


def word(t: Table, seat: Seat) -> float:
    """What it costs a seat to break its word: who is not believed has little to lose."""
    return trust(t, seat) * (WORD + WORD_PER_ROUND * worth.rounds_left(t))


def kept_word(t: Table, seat: Seat, to: Seat, promise: int) -> float:
    """What an action is worth for keeping a promise; nothing, if it was not made."""
    return word(t, seat) if promises.written(seat, to, promise) in t.promises else 0.0


def has_promised(t: Table, seat: Seat, promise: int) -> bool:
    """Whether a seat owes anybody this."""
    return len(promises.made(t, seat, promise)) > 0


def grudge(t: Table, seat: Seat) -> float:
    """How much a seat is to be punished for broken promises."""
    return GRUDGE * t.broken[seat]


# ----------------------------------------------------------------------- what one is offered


def item_worth(t: Table, giver: Seat, item: int) -> float:
    """What an offered item is worth to its receiver; a promise is as good as its maker."""
    if item < verbs.FIRST_PRIZE_ITEM:
        return worth.card(item)
    if item < verbs.FIRST_PROMISE_ITEM:
        return worth.PRIZE_WORTH[item - verbs.FIRST_PRIZE_ITEM]
    if item < verbs.FIRST_LATER_ITEM:
        return trust(t, giver) * PROMISE_GAIN[item - verbs.FIRST_PROMISE_ITEM + 1]
    return trust(t, giver) * LATER * item_worth(t, giver, item - verbs.FIRST_LATER_ITEM)


def price_of(t: Table, seat: Seat, to: Seat, promise: int) -> float:
    """What it costs a seat to give its word: also one that it gave to somebody else before."""
    price = PROMISE_COST[promise] + TROUBLE
    if promise != JOIN:
        return price
    price += RISKED * worth.open_prizes(t, seat)
    rival = t.captain if to == t.mutineer else t.mutineer
    return price + (kept_word(t, seat, rival, JOIN) if rival != NOBODY else 0.0)


def gain_of(t: Table, seat: Seat, giver: Seat) -> float:
    """What an offer is worth, less what it asks for; a bad one is worth less than nothing."""
    things = t.bribe if giver == t.guard else (t.offer_items[giver],)
    worths = [item_worth(t, giver, item) for item in things]
    return sum(worths) - price_of(t, seat, giver, t.offer_returns[giver])


# --------------------------------------------------------------------------- what one offers


def bribe(t: Table, seat: Seat) -> Action | None:
    """A leader who is behind bribes a neutral seat; who is to be punished, the Quartermaster."""
    if not t.agenda or t.offers_made[seat]:
        return None
    wanted: Action | None = None
    friend = friend_to_win(t, seat)
    quartermaster = t.acting_quartermaster()
    if friend != NOBODY:
        stake = worth.captaincy(t) + worth.open_prizes(t, seat)
        wanted = bargain(t, seat, friend, JOIN, APPOINTMENT, SWAYED * stake)
    elif t.agenda[-1] is NAMING and t.suggestion == seat and quartermaster != seat:
        wanted = bargain(t, seat, quartermaster, NO_PUNISHMENT, NO_MUTINY, usual_card(t, seat))
    return wanted if wanted is not None and wanted in t.asides(seat) else None


def usual_card(t: Table, seat: Seat) -> float:
    """What a hand card is worth in the mean: a punishment takes any of them."""
    return worth.thrift(t) * worth.hand(t, seat) / max(1, len(t.hands[seat]))


def bargain(
    t: Table, seat: Seat, to: Seat, asked: int, promise: int, limit: float
) -> Action | None:
    """The cheapest offer that is worth it to its receiver; a card, or a promise of one's own."""
    price = price_of(t, to, seat, asked)
    best, least = -1, limit
    item = verbs.FIRST_PROMISE_ITEM + promise - 1
    if item_worth(t, seat, item) > price and word(t, seat) < limit:
        best, least = item, word(t, seat)
    for card in t.hands[seat]:
        kind = KIND_OF[card]
        cost = worth.card(kind) * worth.thrift(t)
        is_dear = kind == FIRST_CHARACTER + CANNON_FODDER
        if worth.card(kind) > price and cost < least and not is_dear:
            best, least = kind, cost
    return verbs.OFFER.of(best, to, asked) if best >= 0 else None


def friend_to_win(t: Table, seat: Seat) -> Seat:
    """A leader who is behind in a mutiny wants the neutral seat that can do most, if it does."""
    if t.agenda[-1] is not MUTINY or seat not in (t.captain, t.mutineer):
        return NOBODY
    side = t.side_of(seat)
    if t.crew_on(side) > t.crew_on(1 - side):
        return NOBODY
    friends = neutrals(t, seat)
    if not friends:
        return NOBODY
    return max(friends, key=lambda other: trust(t, other) * len(t.hands[other]))
