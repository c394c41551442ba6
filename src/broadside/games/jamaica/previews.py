"""Previews: where a card or an answer would take a ship, and what that would cost.

They follow the rules of moving, fees, retreat and loading, and leave battles out: nobody can know
how these end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from broadside.kernel.event import Seat

from . import cards, movement, retreat
from .board import BEFORE, COSTS, LAIR, LAIR_AT, PORT_ROYAL, TYPES, shortest_path
from .boats import Boat, boat_of
from .ghost import STEERING
from .rounds import CHOOSING_CARDS, PLACING_DICE
from .spending import NOTHING, good_due

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

    `way` is the spaces from where it starts, `fee` what is due at its end, `short` whether the ship
    could not pay it, `retreats` where it would go then, `treasure` whether a treasure lies there,
    `ships` whom it would have to fight.
    """

    way: list[int]
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


class CourseView(TypedDict):
    """One answer, and the landings that it may lead to."""

    action: str
    landings: list[LandingView]


def previews(t: Table, seat: Seat) -> list[PreviewView]:
    """What each card of the hand would do, while the seat places the dice or chooses a card.

    The evening begins with what the morning leaves.  JAM-R4
    """
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
    found: list[PreviewView] = []
    for dice in orders:
        for card in t.hands[seat]:
            boats: list[Boat] = []
            morning = half(t, seat, cards.MORNING_OF[card], dice[0], [boat_of(t, seat)], boats)
            evening = half(t, seat, cards.EVENING_OF[card], dice[1], boats, [])
            name = cards.ACTION_NAMES[card]
            found.append({"card": name, "dice": dice[:], "morning": morning, "evening": evening})
    return found


def half(
    t: Table, seat: Seat, symbol: int, die: int, boats: list[Boat], after: list[Boat]
) -> ActionView:
    """What a symbol would do to a ship that is one of these; what it may become is added."""
    shown: ActionView = {
        "symbol": cards.SYMBOL_NAMES[symbol],
        "die": die,
        "landings": [],
        "tokens": 0,
        "jettison": False,
        "skipped": False,
        "lost": not boats,
    }
    if not cards.is_move(symbol):
        load(symbol, die, boats, shown, after)
        return shown
    direction = cards.DIRECTION_OF[symbol]
    for boat in boats:
        for space in movement.destinations(boat.space, boat.lap, die, direction):
            landing = land(t, seat, boat, space, die, direction, after)
            if landing not in shown["landings"]:
                shown["landings"].append(landing)
    return shown


def add(boats: list[Boat], boat: Boat) -> None:
    """Note that the ship could be like this, once."""
    if not any(other.is_like(boat) for other in boats):
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
    t: Table, ship: int, boat: Boat, space: int, die: int, direction: int, after: list[Boat]
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
        # Where it can pay it must, unless the battle die drove it there.
        fallen = moved.copy()
        fallen.space = place
        if not t.is_die_shortage:
            fallen.pay(good_due(place), COSTS[place])
        add(after, fallen)
    if not is_short and not moved.is_home:
        add(after, moved)
    way = [boat.space] + movement.way(boat.space, space, die, direction, moved.is_home)
    landing = free_landing(t, ship, way)
    landing["finish"] = moved.is_home
    landing["treasure"] = landing["treasure"] and not moved.is_home
    landing["fee"] = fee(good, cost)
    landing["short"] = is_short
    landing["retreats"] = back
    return landing


def free_landing(t: Table, ship: int, way: list[int]) -> LandingView:
    """The end of a way where nothing is to be paid."""
    space = way[-1]
    return {
        "way": way,
        "space": space,
        "finish": False,
        "fee": None,
        "short": False,
        "retreats": [],
        "treasure": TYPES[space] == LAIR and t.tokens >> LAIR_AT[space] & 1 == 1,
        "ships": [] if space == PORT_ROYAL else t.ships_on(space, ship),
    }


def fee(good: int, cost: int) -> FeeView | None:
    """What is due; None if it is nothing."""
    return {"good": cards.GOOD_NAMES[good], "tokens": cost} if cost else None


def retreats(t: Table, boat: Boat) -> list[int]:
    """Where a ship could end that cannot pay where it is and has paid all it has."""
    gold, food = boat.stock(cards.GOLD), boat.stock(cards.FOOD)
    if not t.is_die_shortage:
        return retreat.candidates(boat.space, cards.NOT_ROLLED, gold, food)
    found = [boat.space]
    for face in DIE_STOPS:
        found += retreat.candidates(boat.space, face, gold, food)
    return sorted(set(found))


# ----------------------------------------------------------------- while a ship is under way


def courses(t: Table, seat: Seat) -> list[CourseView]:
    """All answers of a seat that chooses where a ship goes; none if it chooses something else."""
    if not t.is_asked(seat):
        return []
    step = t.agenda[-1]
    found: list[CourseView] = []
    for action in t.legal(seat):
        if step is movement.SAILING:
            landings = [sailing(t, action.first, t.direction)]
        elif step is retreat.RETREATING:
            landings = [retreating(t, action.first)]
        elif step is STEERING:
            landings = steering(t, action.first)
        else:
            return []
        found.append({"action": action.text, "landings": landings})
    return found


def sailing(t: Table, space: int, direction: int) -> LandingView:
    """Where the moving ship lands; the ghost pays nothing.  JAM-G3"""
    ship = t.mover
    if not t.is_ghost(ship):
        return land(t, ship, boat_of(t, ship), space, t.steps, direction, [])
    start = t.space(ship)
    is_home = movement.finishes(start, t.lap(ship), t.steps, direction)
    return free_landing(t, ship, [start] + movement.way(start, space, t.steps, direction, is_home))


def retreating(t: Table, space: int) -> LandingView:
    """Where a retreat ends: on a space that the ship can pay, or for nothing if a die drove it.

    JAM-H2
    """
    start = t.space(t.mover)
    landing = free_landing(t, t.mover, [start] + shortest_path(BEFORE, start, space))
    if t.shortage_die == cards.NOT_ROLLED:
        landing["fee"] = fee(good_due(space), COSTS[space])
    return landing


def steering(t: Table, direction: int) -> list[LandingView]:
    """Where the ghost can land; forward from the finish it stays where it is.  JAM-Q20"""
    ship = t.mover
    if direction == cards.FORWARD and t.is_finished(ship):
        return []
    spaces = movement.destinations(t.space(ship), t.lap(ship), t.steps, direction)
    return [sailing(t, space, direction) for space in spaces]
