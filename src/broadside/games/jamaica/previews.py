"""Previews: where a card would take the ship, and what that would cost, before one commits.

They follow the rules of moving, fees, retreat and loading, and leave battles out: nobody can know
how these end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from broadside.kernel.event import Seat

from . import loading, movement, retreat
from .board import COSTS, LAIR, LAIR_AT, PORT_ROYAL, TYPES
from .cards import (
    ACTION_NAMES,
    BACKWARD_SYMBOL,
    EVENING_OF,
    FOOD,
    FORWARD_SYMBOL,
    GOLD,
    GOOD_NAMES,
    MORNING_OF,
    NOT_ROLLED,
    SYMBOL_NAMES,
)
from .spending import NOTHING, good_due
from .steps import CHOOSING_CARDS, PLACING_DICE
from .verbs import BACKWARD, FORWARD

if TYPE_CHECKING:
    from .table import Table

DIE_STOPS: Final = [2, 6, 10]
"""One face for each kind of space where the battle die can drive a ship."""


class FeeView(TypedDict):
    """What a space costs."""

    good: str
    tokens: int


class LandingView(TypedDict):
    """One place where a move can end.

    `from_space` is where it starts, `fee` what is due there, `short` whether the ship could not
    pay it, `retreats` where it would go then, `treasure` whether a treasure lies there, `ships`
    whom it would have to fight.
    """

    from_space: int
    space: int
    finish: bool
    fee: FeeView | None
    short: bool
    retreats: list[int]
    treasure: bool
    ships: list[int]


class ActionView(TypedDict):
    """One half of a card: a move with its landings, or a load.

    `tokens` is what would be loaded, `jettison` whether a hold must be emptied for it, `skipped`
    whether nothing would happen; `lost` whether the ship has certainly finished before.
    """

    symbol: str
    die: int
    landings: list[LandingView]
    tokens: int
    jettison: bool
    skipped: bool
    lost: bool


class PreviewView(TypedDict):
    """One card of the hand under one placing of the dice."""

    card: str
    dice: list[int]
    morning: ActionView
    evening: ActionView


class Boat:
    """A place where the ship could be, and what it could have then."""

    def __init__(self, space: int, lap: int, gold: int, food: int) -> None:
        self.space = space
        self.lap = lap
        self.gold = gold
        self.food = food


class Half:
    """What one half of a card would do, and where the ship could be afterwards."""

    def __init__(self, shown: ActionView, boats: list[Boat]) -> None:
        self.shown = shown
        self.boats = boats


def previews(t: Table, seat: Seat) -> list[PreviewView]:
    """All cards of the hand, while the seat places the dice or chooses a card."""
    if not t.is_asked(seat):
        return []
    step = t.agenda[-1]
    if step == CHOOSING_CARDS:
        orders = [[t.morning, t.evening]]
    elif step == PLACING_DICE:
        orders = [[t.first_die, t.second_die], [t.second_die, t.first_die]]
        orders.sort()
    else:
        return []
    return [preview(t, seat, card, dice) for dice in orders for card in t.hands[seat]]


def preview(t: Table, seat: Seat, card: int, dice: list[int]) -> PreviewView:
    """What one card would do."""
    start = Boat(t.spaces[seat], t.laps[seat], t.stock(seat, GOLD), t.stock(seat, FOOD))
    morning = half(t, seat, MORNING_OF[card], dice[0], [start], 0)
    loaded = MORNING_OF[card] if morning.shown["tokens"] else NOTHING
    evening = half(t, seat, EVENING_OF[card], dice[1], morning.boats, loaded)
    return {
        "card": ACTION_NAMES[card],
        "dice": dice[:],
        "morning": morning.shown,
        "evening": evening.shown,
    }


def half(t: Table, seat: Seat, symbol: int, die: int, boats: list[Boat], loaded: int) -> Half:
    """What a symbol would do to a ship that is at one of these places; `loaded` came aboard
    before.
    """
    shown: ActionView = {
        "symbol": SYMBOL_NAMES[symbol],
        "die": die,
        "landings": [],
        "tokens": 0,
        "jettison": False,
        "skipped": False,
        "lost": not boats,
    }
    if symbol != FORWARD_SYMBOL and symbol != BACKWARD_SYMBOL:
        return Half(shown, load_boats(t, seat, symbol, die, boats, loaded, shown))
    after: list[Boat] = []
    direction = FORWARD if symbol == FORWARD_SYMBOL else BACKWARD
    for boat in boats:
        for space in movement.destinations(boat.space, boat.lap, die, direction):
            shown["landings"].append(land(t, seat, boat, space, die, direction, after))
    return Half(shown, after)


def load_boats(
    t: Table, seat: Seat, good: int, die: int, boats: list[Boat], loaded: int, shown: ActionView
) -> list[Boat]:
    """Load at each of these places."""
    empty = 0
    for slot in range(t.slots(seat)):
        if t.good_in(seat, slot) == NOTHING:
            empty += 1
    if loaded != NOTHING:
        empty -= 1
    tokens = min(die, t.bank[good])
    shown["skipped"] = tokens == 0 or (empty <= 0 and not loading.can_load(t, seat, good))
    shown["jettison"] = not shown["skipped"] and empty <= 0
    shown["tokens"] = 0 if shown["skipped"] else tokens
    more = shown["tokens"]
    return [
        Boat(
            boat.space,
            boat.lap,
            boat.gold + (more if good == GOLD else 0),
            boat.food + (more if good == FOOD else 0),
        )
        for boat in boats
    ]


def land(
    t: Table, seat: Seat, boat: Boat, space: int, die: int, direction: int, after: list[Boat]
) -> LandingView:
    """A landing, and where the ship could be afterwards."""
    is_home = direction == FORWARD and movement.finishes(boat.space, boat.lap, die)
    lap = movement.lap_after(boat.space, boat.lap, die, direction)
    good = NOTHING if is_home else good_due(space)
    cost = 0 if good == NOTHING else COSTS[space]
    is_short = cost > (boat.gold if good == GOLD else boat.food)
    back = retreats(t, boat, space, good) if is_short else []
    if is_short:
        gold, food = (0, boat.food) if good == GOLD else (boat.gold, 0)
        for place in back:
            after.append(fallen_back(t, Boat(place, lap, gold, food)))
    elif not is_home:
        gold = boat.gold - (cost if good == GOLD else 0)
        after.append(Boat(space, lap, gold, boat.food - (cost if good == FOOD else 0)))
    is_lair = TYPES[space] == LAIR and not is_home
    return {
        "from_space": boat.space,
        "space": space,
        "finish": is_home,
        "fee": {"good": GOOD_NAMES[good], "tokens": cost} if cost else None,
        "short": is_short,
        "retreats": back,
        "treasure": is_lair and t.tokens >> LAIR_AT[space] & 1 == 1,
        "ships": [] if space == PORT_ROYAL else ships_on(t, seat, space),
    }


def fallen_back(t: Table, boat: Boat) -> Boat:
    """A ship after its retreat: where it can pay it must, unless the battle die drove it there."""
    good = NOTHING if t.is_die_shortage else good_due(boat.space)
    if good == GOLD:
        boat.gold -= COSTS[boat.space]
    elif good == FOOD:
        boat.food -= COSTS[boat.space]
    return boat


def ships_on(t: Table, seat: Seat, space: int) -> list[int]:
    """The other ships on a space."""
    return [ship for ship in range(t.ships) if ship != seat and t.spaces[ship] == space]


def retreats(t: Table, boat: Boat, space: int, good: int) -> list[int]:
    """Where a ship could end that cannot pay here and has paid all it has."""
    gold, food = (0, boat.food) if good == GOLD else (boat.gold, 0)
    if not t.is_die_shortage:
        return retreat.candidates(space, NOT_ROLLED, gold, food)
    found = [space]
    for face in DIE_STOPS:
        for place in retreat.candidates(space, face, gold, food):
            if place not in found:
                found.append(place)
    found.sort()
    return found
