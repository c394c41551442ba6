"""Outlook: what a card is probably worth, for those who must choose one.

A ship is followed through both actions. Battles are weighed, not fought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat

from . import cards, movement, retreat
from .board import COSTS, LAIR, LAIR_AT, LAP, PORT_ROYAL, PROGRESS, TYPES
from .boats import Boat, boat_of
from .spending import NOTHING, good_due

if TYPE_CHECKING:
    from .table import Table

STEP_WORTH: Final = 0.9
FINISH_WORTH: Final = 100.0
TREASURE_WORTH: Final = 6.0
LAIR_WORTH: Final = 2.0
SHORTAGE_WORTH: Final = -4.0
JETTISON_WORTH: Final = -2.0
GOODS_WORTH: Final = [0.0, 1.1, 1.0, 0.7]
SPARE_WORTH: Final = [0.0, 1.1, 0.2, 0.1]
ENOUGH: Final = [0, 0, 8, 6]
"""By good: what a token is worth up to so many of them, and what a spare one; gold is points."""
FIRE_EDGE: Final = 0.07
"""By so much one more firepower raises the chance to win, near even odds."""


def goods_worth(good: int, have: int, tokens: int) -> float:
    """What so many more tokens are worth to a ship that has some."""
    wanted = min(tokens, max(0, ENOUGH[good] - have))
    return GOODS_WORTH[good] * wanted + SPARE_WORTH[good] * (tokens - wanted)


def hold_worth(boat: Boat, slot: int) -> float:
    """What the contents of a hold are worth to its ship."""
    hold = boat.holds[slot]
    good, tokens = hold >> cards.HOLD_SHIFT, hold & cards.HOLD_TOKENS
    return goods_worth(good, boat.stock(good) - tokens, tokens) if tokens else 0.0


def card_worth(t: Table, seat: Seat, card: int, morning: int, evening: int) -> float:
    """What a card is worth under a placing of the dice: the best way through both actions."""
    return best_of(
        t, seat, boat_of(t, seat), cards.MORNING_OF[card], morning, cards.EVENING_OF[card], evening
    )


def best_of(
    t: Table, seat: Seat, boat: Boat, symbol: int, die: int, later: int, later_die: int
) -> float:
    """The best way through an action and the one after it; without a later die, of the first."""
    if not cards.is_move(symbol):
        after = boat.copy()
        gained = load(after, symbol, die)
        return gained + (best_of(t, seat, after, later, later_die, 0, 0) if later_die else 0.0)
    direction = cards.DIRECTION_OF[symbol]
    best = -1000.0
    for space in movement.destinations(boat.space, boat.lap, die, direction):
        after = boat.copy()
        gained = arrive(t, seat, after, space, die, direction)
        if later_die and not after.is_home:
            gained += best_of(t, seat, after, later, later_die, 0, 0)
        best = max(best, gained)
    return best


def load(boat: Boat, good: int, die: int) -> float:
    """What a load is worth, less what goes over board for it."""
    tokens = min(die, boat.bank[good])
    have = boat.stock(good)
    slots = boat.slots_for(good)
    if not slots or tokens == 0:
        return 0.0
    worths = [hold_worth(boat, slot) for slot in slots]
    cheapest = slots[worths.index(min(worths))]
    cost = 0.0
    if boat.holds[cheapest]:
        cost = JETTISON_WORTH - hold_worth(boat, cheapest)
    boat.load(cheapest, good, tokens)
    return cost + goods_worth(good, have, tokens)


def arrive(t: Table, seat: Seat, boat: Boat, space: int, die: int, direction: int) -> float:
    """What a move is worth; the boat is then where it ends."""
    start = PROGRESS[boat.space] + LAP * boat.lap
    boat.sail(space, die, direction)
    if boat.is_home:
        return FINISH_WORTH
    gained = battle_worth(t, seat, boat)
    good = good_due(space)
    if good == NOTHING:
        gained += lair_worth(t, space)
    elif boat.stock(good) >= COSTS[space]:
        gained -= fee_worth(boat, good, COSTS[space])
        boat.pay(good, COSTS[space])
    else:
        gained += fall_back(t, boat, good)
    return gained + STEP_WORTH * (PROGRESS[boat.space] + LAP * boat.lap - start)


def fee_worth(boat: Boat, good: int, cost: int) -> float:
    """What it costs to pay: gold is points, food is bread for later."""
    return goods_worth(good, boat.stock(good) - cost, cost)


def lair_worth(t: Table, space: int) -> float:
    """What it is worth to lie in a lair, or in Port Royal."""
    if TYPES[space] != LAIR:
        return 0.0
    return TREASURE_WORTH if t.tokens >> LAIR_AT[space] & 1 else LAIR_WORTH


def fall_back(t: Table, boat: Boat, good: int) -> float:
    """What a shortage costs; the boat is then where it would best retreat to."""
    lost = fee_worth(boat, good, boat.stock(good))
    boat.pay(good, boat.stock(good))
    gold, food = boat.stock(cards.GOLD), boat.stock(cards.FOOD)
    spaces = retreat.candidates(boat.space, cards.NOT_ROLLED, gold, food)
    worths = [retreat_worth(t, boat, space) for space in spaces]
    found = spaces[worths.index(max(worths))]
    due = good_due(found)
    if due != NOTHING:
        lost += fee_worth(boat, due, COSTS[found])
        boat.pay(due, COSTS[found])
    boat.space = found
    return SHORTAGE_WORTH - lost + lair_worth(t, found)


def retreat_worth(t: Table, boat: Boat, space: int) -> float:
    """What it is worth to end a retreat on a space."""
    worth = STEP_WORTH * PROGRESS[space] + lair_worth(t, space)
    due = good_due(space)
    return worth - fee_worth(boat, due, COSTS[space]) if due != NOTHING else worth


# -------------------------------------------------------------------------- battles


def best_loot(t: Table, winner: int, loser: int) -> float:
    """What the best hold of a loser is worth to a winner."""
    boat = boat_of(t, winner)
    best = 0.0
    for slot in range(cards.SLOTS):
        tokens = t.tokens_in(loser, slot)
        if tokens:
            good = t.good_in(loser, slot)
            best = max(best, goods_worth(good, boat.stock(good), tokens))
    if not boat.has_room():
        best = max(0.0, best + JETTISON_WORTH)
    return max(best, LAIR_WORTH) if t.has_treasure(loser) else best


def battle_worth(t: Table, seat: Seat, boat: Boat) -> float:
    """What the battles on a space are worth: the best opponent, or the only one."""
    if boat.space == PORT_ROYAL:
        return 0.0
    powder = boat.stock(cards.GUNPOWDER)
    others = t.ships_on(boat.space, seat)
    return max([duel_worth(t, seat, ship, powder) for ship in others], default=0.0)


def duel_worth(t: Table, ship: int, other: int, powder: int) -> float:
    """What a battle against one ship is worth."""
    edge = powder + t.beth(ship) - t.stock(other, cards.GUNPOWDER) - t.beth(other)
    chance = min(0.85, max(0.15, 0.5 + FIRE_EDGE * edge))
    return chance * best_loot(t, ship, other) - (1.0 - chance) * best_loot(t, other, ship)
