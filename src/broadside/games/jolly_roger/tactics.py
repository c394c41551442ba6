"""Tactics: when to call a mutiny, which side to join, what to cancel, which bribes to take."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat

from . import plays, promises, worth
from .cards import (
    CANNON_FODDER,
    CARPENTER,
    COOK,
    CREW_OF_KIND,
    CUTTHROAT,
    FIRST_CHARACTER,
    KIND_OF,
    NOBODY,
    OLD_SAILOR,
    SEA_DOG,
    TRAITOR,
)
from .events import NO_SIDE
from .steps import MUTINY
from .verbs import (
    ACTIONS,
    BOATSWAIN,
    CALL,
    CALL_CUTTHROAT,
    CALL_SEA_DOG,
    CAPTAINS_SIDE,
    CREW,
    FIRST_PRIZE_ITEM,
    FIRST_PROMISE_ITEM,
    JOIN,
    NO_MUTINY,
    PLAY,
    SMART_LAD,
)
from .verbs import CUTTHROAT as CUTTHROAT_VERB
from .verbs import (
    SEA_DOG as SEA_DOG_VERB,
)
from .verbs import SECOND_MATE as SECOND_MATE_VERB

if TYPE_CHECKING:
    from .table import Table

SWING: Final = 2.2
"""So much more crew make a mutiny rather certain."""
PROMISE_COST: Final = [0.0, 0.3, 0.5, 0.25, 0.9, 0.1]
"""What it costs to promise something, by promise."""
PROMISE_GAIN: Final = [0.0, 0.1, 0.15, 0.2, 0.25, 0.1]
"""What a promise of somebody else is worth: he may break it."""
RESTRAINT: Final = 0.25
"""A mutiny must be worth more than it seems to cost: it makes no friends."""
WORD: Final = 0.6
"""What one's own word is worth."""


def odds(lead: float) -> float:
    """The chance to win with such a lead."""
    return 1.0 / (1.0 + exp(-lead / SWING))


# -------------------------------------------------------------------------------- calls


def rate_call(t: Table, seat: Seat, action: Action) -> float:
    """What calling a mutiny is worth: the Captain's place and prizes, against one's own."""
    prize = worth.captaincy(t) + seizable(t)
    broken = WORD if has_promised(t, seat, NO_MUTINY) else 0.0
    if action.verb == CALL_CUTTHROAT:
        return 0.93 * prize - worth.BY_CHARACTER[CUTTHROAT] * worth.thrift(t) - broken
    ours = float(worth.own_crew(t, seat))
    if seat == t.quartermaster:
        ours += 1.0
    theirs = 1.0 + 0.75 * worth.guessed_crew(t, t.captain)
    if t.quartermaster not in (NOBODY, seat):
        theirs += 0.4
    if action.verb == CALL_SEA_DOG:
        ours += worth.USUAL_CREW
    chance = odds(ours - theirs - 1.5)
    cards = 0.35 * len(t.hands[seat]) * worth.thrift(t)
    loss = (1.0 - chance) * worth.open_prizes(t, seat)
    spare = 0.01 * worth.card(plays.kind_played(action))
    return chance * prize - loss - cards - broken - spare - RESTRAINT


def seizable(t: Table) -> float:
    """What the Captain would lose, as far as it comes to the new one."""
    prizes = worth.open_prizes(t, t.captain)
    return min(prizes, 3.0) * 0.5 + prizes / t.seats


def has_promised(t: Table, seat: Seat, promise: int) -> bool:
    """Whether a seat owes somebody this."""
    for code in t.promises:
        if promises.maker(code) == seat and promises.content(code) == promise:
            return True
    return False


# -------------------------------------------------------------------------------- sides


def rate_joining(t: Table, seat: Seat, action: Action) -> float:
    """What a card in a mutiny is worth: how far it turns the odds, less the card."""
    verb = action.verb
    if verb == CUTTHROAT_VERB:
        return rate_cutthroat(t, seat, action.first)
    side = action.second if verb == CREW else action.first
    kind = action.first if verb == CREW else FIRST_CHARACTER + SEA_DOG
    crew = float(CREW_OF_KIND[kind])
    if verb == SEA_DOG_VERB:
        crew += worth.USUAL_CREW
    stake = stake_in(t, seat, side)
    own = t.side_of(seat)
    if own == NO_SIDE:
        stake -= 0.5 * worth.open_prizes(t, seat)
    lead = lead_of(t, side, seat)
    turned = odds(lead + crew) - odds(lead)
    if lead > 2.0 * SWING:
        turned = 0.0
    return turned * stake - 0.6 * worth.card(kind) * worth.thrift(t)


def lead_of(t: Table, side: int, seat: Seat) -> float:
    """How far a side is ahead, with what the other leader may still play."""
    lead = float(t.crew_on(side) - t.crew_on(1 - side))
    rival = t.mutineer if side == CAPTAINS_SIDE else t.captain
    leader = t.captain if side == CAPTAINS_SIDE else t.mutineer
    lead -= 0.45 * worth.guessed_crew(t, rival)
    if leader != seat:
        lead += 0.45 * worth.guessed_crew(t, leader)
    tie = 0.5 if side == CAPTAINS_SIDE else -0.5
    return lead + tie


def stake_in(t: Table, seat: Seat, side: int) -> float:
    """What it is worth to a seat that a side wins."""
    stake = 0.0
    for other in range(t.seats):
        prizes = worth.open_prizes(t, other)
        bound = t.side_of(other)
        if bound == side:
            stake -= (prizes if other != seat else -prizes * t.seats) / t.seats
        elif bound != NO_SIDE:
            stake += prizes / t.seats
    leader = t.captain if side == CAPTAINS_SIDE else t.mutineer
    if leader == seat:
        stake += worth.captaincy(t)
    rival = t.mutineer if side == CAPTAINS_SIDE else t.captain
    if promises.written(seat, leader, JOIN) in t.promises:
        stake += WORD
    if promises.written(seat, rival, JOIN) in t.promises:
        stake -= WORD
    if seat == t.quartermaster and leader == t.captain:
        stake += 0.3
    return stake


def rate_cutthroat(t: Table, seat: Seat, loser: int) -> float:
    """To end it at once, if it would end badly."""
    stake = stake_in(t, seat, 1 - loser)
    chance = odds(lead_of(t, 1 - loser, seat))
    return (1.0 - chance) * stake - worth.BY_CHARACTER[CUTTHROAT] * worth.thrift(t)


# ---------------------------------------------------------------------------- reactions


def rate_treason(t: Table, seat: Seat) -> float:
    """What it is worth to cancel the card on top."""
    cost = worth.BY_CHARACTER[TRAITOR] * worth.thrift(t)
    owner = t.play_seats[-1]
    if owner == seat:
        return -1.0
    action = ACTIONS.actions[t.play_codes[-1]]
    return harm(t, seat, action) - cost


def harm(t: Table, seat: Seat, action: Action) -> float:
    """How much a card that was played would hurt a seat."""
    verb = action.verb
    if verb in (BOATSWAIN, SMART_LAD, SECOND_MATE_VERB):
        return harm_to_target(t, seat, action)
    if verb == PLAY:
        return harm_of_character(t, seat, action.first)
    if t.mutineer == NOBODY:
        return 0.0
    use = plays.use_of(t, action)
    side = use[1]
    own = t.side_of(seat)
    if own == NO_SIDE or side == NO_SIDE:
        return 0.0
    if verb in (CALL_CUTTHROAT, CUTTHROAT_VERB):
        return stake_in(t, seat, own) if side == own else 0.0
    if side == own:
        return 0.0
    kind = plays.kind_played(action)
    lead = lead_of(t, own, seat)
    turned = odds(lead) - odds(lead - CREW_OF_KIND[kind])
    return turned * stake_in(t, seat, own)


def harm_to_target(t: Table, seat: Seat, action: Action) -> float:
    """Named as guard, robbed on the island, robbed of a card."""
    verb = action.verb
    if action.first != seat and (verb != SECOND_MATE_VERB or action.second != seat):
        return 0.0
    if verb == BOATSWAIN:
        return 0.4 * worth.open_prizes(t, seat)
    return worth.USUAL_PRIZE if verb == SMART_LAD else 0.4


def harm_of_character(t: Table, seat: Seat, character: int) -> float:
    """Cook and Carpenter take from the officers; a map helps the others."""
    if character == COOK and seat == t.captain:
        return 0.7
    if character == CARPENTER and seat in (t.captain, t.acting_quartermaster()):
        return 0.5 * worth.open_prizes(t, seat)
    if character == OLD_SAILOR:
        others = 0.0
        for other in range(t.seats):
            if other != seat:
                others += worth.open_prizes(t, other)
        return 0.15 * others - worth.open_prizes(t, seat)
    return 0.0


# -------------------------------------------------------------------------------- bribes


def item_worth(item: int) -> float:
    """What an offered item is worth to its receiver."""
    if item < FIRST_PRIZE_ITEM:
        return worth.card(item)
    if item < FIRST_PROMISE_ITEM:
        return worth.PRIZE_WORTH[item - FIRST_PRIZE_ITEM]
    return PROMISE_GAIN[item - FIRST_PROMISE_ITEM + 1]


def gain_of(t: Table, giver: Seat) -> float:
    """What an offer is worth, less what it asks for; a bad one is worth less than nothing."""
    return item_worth(t.offer_items[giver]) - PROMISE_COST[t.offer_returns[giver]] - 0.1


def cheapest_item(t: Table, seat: Seat, promise: int) -> int:
    """What a seat would give away first: a card of little use, or a promise."""
    best, least = FIRST_PROMISE_ITEM + promise - 1, 0.7
    for card in t.hands[seat]:
        kind = KIND_OF[card]
        if worth.card(kind) < least and kind != FIRST_CHARACTER + CANNON_FODDER:
            best, least = kind, worth.card(kind)
    return best


def friend_to_win(t: Table, seat: Seat) -> Seat:
    """A leader who is behind in a mutiny wants the neutral seat with most cards."""
    if t.agenda[-1] != MUTINY or seat not in (t.captain, t.mutineer):
        return NOBODY
    side = t.side_of(seat)
    if t.crew_on(side) > t.crew_on(1 - side):
        return NOBODY
    best = NOBODY
    for other in plays.neutrals(t, seat):
        if best == NOBODY or len(t.hands[other]) > len(t.hands[best]):
            best = other
    return best


def wants_call(action: Action) -> bool:
    """Whether an action calls a mutiny."""
    return CALL <= action.verb <= CALL_CUTTHROAT
