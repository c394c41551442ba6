"""Previews: where a card would take the ship, and what that would cost, before one commits.

They follow the rules of moving, fees, retreat and loading, and leave battles out: nobody can know
how these end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from broadside.kernel.event import Seat

from . import movement, retreat
from .board import COSTS, LAIR, LAIR_AT, PORT_ROYAL, TYPES
from .boats import Boat, boat_of
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
from .rounds import CHOOSING_CARDS, PLACING_DICE
from .spending import NOTHING, good_due
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

    The morning may have gone in several ways. `tokens` is what would be loaded at most, `jettison`
    whether a hold may have to be emptied for it, `skipped` whether nothing would happen in any
    case; `lost` whether the ship has certainly finished before.
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


class Half:
    """What one half of a card would do, and what the ship could be like afterwards."""

    def __init__(self, shown: ActionView, boats: list[Boat]) -> None:
        self.shown = shown
        self.boats = boats


def previews(t: Table, seat: Seat) -> list[PreviewView]:
    """All cards of the hand, while the seat places the dice or chooses a card."""
    if not t.is_asked(seat):
        return []
    step = t.agenda[-1]
    if step is CHOOSING_CARDS:
        orders = [[t.morning, t.evening]]
    elif step is PLACING_DICE:
        orders = [[t.first_die, t.second_die], [t.second_die, t.first_die]]
        orders.sort()
    else:
        return []
    return [preview(t, seat, card, dice) for dice in orders for card in t.hands[seat]]


def preview(t: Table, seat: Seat, card: int, dice: list[int]) -> PreviewView:
    """What one card would do; the evening begins with what the morning leaves.  JAM-R4"""
    morning = half(t, seat, MORNING_OF[card], dice[0], [boat_of(t, seat)])
    evening = half(t, seat, EVENING_OF[card], dice[1], morning.boats)
    return {
        "card": ACTION_NAMES[card],
        "dice": dice[:],
        "morning": morning.shown,
        "evening": evening.shown,
    }


def half(t: Table, seat: Seat, symbol: int, die: int, boats: list[Boat]) -> Half:
    """What a symbol would do to a ship that is one of these."""
    shown: ActionView = {
        "symbol": SYMBOL_NAMES[symbol],
        "die": die,
        "landings": [],
        "tokens": 0,
        "jettison": False,
        "skipped": False,
        "lost": not boats,
    }
    after: list[Boat] = []
    if symbol != FORWARD_SYMBOL and symbol != BACKWARD_SYMBOL:
        load(symbol, die, boats, shown, after)
        return Half(shown, after)
    direction = FORWARD if symbol == FORWARD_SYMBOL else BACKWARD
    for boat in boats:
        for space in movement.destinations(boat.space, boat.lap, die, direction):
            landing = land(t, seat, boat, space, die, direction, after)
            if landing not in shown["landings"]:
                shown["landings"].append(landing)
    return Half(shown, after)


def add(boats: list[Boat], boat: Boat) -> None:
    """Note that the ship could be like this, once."""
    for other in boats:
        if other.is_like(boat):
            return
    boats.append(boat)


def load(good: int, die: int, boats: list[Boat], shown: ActionView, after: list[Boat]) -> None:
    """Load in every way there is: into an empty hold, or where another kind goes over board."""
    skips = 0
    for boat in boats:
        tokens = min(die, boat.bank[good])
        slots = boat.slots_for(good)
        if tokens == 0 or not slots:
            skips += 1
            add(after, boat)
            continue
        shown["tokens"] = max(shown["tokens"], tokens)
        shown["jettison"] = shown["jettison"] or not boat.has_room()
        for slot in slots:
            loaded = boat.copy()
            loaded.load(slot, good, tokens)
            add(after, loaded)
    shown["skipped"] = skips == len(boats)


def land(
    t: Table, seat: Seat, boat: Boat, space: int, die: int, direction: int, after: list[Boat]
) -> LandingView:
    """A landing; what the ship could be like afterwards is added, unless it has come home."""
    moved = boat.copy()
    moved.sail(space, die, direction)
    good = NOTHING if moved.is_home else good_due(space)
    cost = 0 if good == NOTHING else COSTS[space]
    is_short = cost > moved.stock(good)
    moved.pay(good, min(cost, moved.stock(good)))
    back = retreats(t, moved) if is_short else []
    for place in back:
        add(after, fallen_back(t, moved, place))
    if not is_short and not moved.is_home:
        add(after, moved)
    is_lair = TYPES[space] == LAIR and not moved.is_home
    return {
        "from_space": boat.space,
        "space": space,
        "finish": moved.is_home,
        "fee": {"good": GOOD_NAMES[good], "tokens": cost} if cost else None,
        "short": is_short,
        "retreats": back,
        "treasure": is_lair and t.tokens >> LAIR_AT[space] & 1 == 1,
        "ships": [] if space == PORT_ROYAL else ships_on(t, seat, space),
    }


def fallen_back(t: Table, boat: Boat, space: int) -> Boat:
    """A ship after its retreat: where it can pay it must, unless the battle die drove it there."""
    back = boat.copy()
    back.space = space
    good = NOTHING if t.is_die_shortage else good_due(space)
    if good != NOTHING:
        back.pay(good, COSTS[space])
    return back


def ships_on(t: Table, seat: Seat, space: int) -> list[int]:
    """The other ships on a space."""
    return [ship for ship in range(t.ships) if ship != seat and t.spaces[ship] == space]


def retreats(t: Table, boat: Boat) -> list[int]:
    """Where a ship could end that cannot pay where it is and has paid all it has."""
    gold, food = boat.stock(GOLD), boat.stock(FOOD)
    if not t.is_die_shortage:
        return retreat.candidates(boat.space, NOT_ROLLED, gold, food)
    found = [boat.space]
    for face in DIE_STOPS:
        for place in retreat.candidates(boat.space, face, gold, food):
            if place not in found:
                found.append(place)
    found.sort()
    return found
