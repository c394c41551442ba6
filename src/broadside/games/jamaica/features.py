"""Features: what an evaluation learned from play looks at, for each seat."""

from __future__ import annotations

from typing import Final

from broadside.games.data import game_folder
from broadside.kernel.evaluation import Evaluation, late_names, read_weights, with_late

from . import scoring, treasures
from .board import LAP, PACKAGE
from .cards import (
    EVENING_OF,
    FOOD,
    FORWARD_SYMBOL,
    GOLD,
    GUNPOWDER,
    MORNING_OF,
    POWER_NAMES,
    POWERS,
)
from .table import Table

FOOD_ENOUGH: Final = 6
POWDER_ENOUGH: Final = 5
BASE: Final[list[str]] = [
    "way made",
    "behind the first ship",
    "ahead of all others",
    "points of the place",
    "gold",
    "food",
    "spare food",
    "gunpowder",
    "spare gunpowder",
    "empty holds",
    "treasures",
    "moves in hand",
    *POWER_NAMES,
]
NAMES: Final[list[str]] = late_names(BASE)
LEARNED: Final[Evaluation | None] = read_weights(game_folder(PACKAGE), NAMES)


def rows(t: Table) -> list[list[float]]:
    """The features of all seats; the leading ship tells how late it is."""
    ways = [t.position(seat) for seat in range(t.seats)]
    first = max(ways)
    late = min(1.0, max(0.0, first / LAP))
    return [with_late(row(t, seat, ways, first), late) for seat in range(t.seats)]


def row(t: Table, seat: int, ways: list[int], first: int) -> list[float]:
    """The features of one seat."""
    food, powder = t.stock(seat, FOOD), t.stock(seat, GUNPOWDER)
    found = [
        ways[seat] / 10.0,
        (first - ways[seat]) / 10.0,
        lead(ways, seat) / 10.0,
        scoring.place(t, seat) / 10.0,
        t.stock(seat, GOLD) / 5.0,
        min(food, FOOD_ENOUGH) / 5.0,
        max(0, food - FOOD_ENOUGH) / 5.0,
        min(powder, POWDER_ENOUGH) / 5.0,
        max(0, powder - POWDER_ENOUGH) / 5.0,
        float(empty_holds(t, seat)),
        treasures.value(t, seat) / 5.0,
        float(moves_in_hand(t, seat)),
    ]
    for power in range(POWERS):
        found.append(1.0 if t.powers[power] == seat else 0.0)
    return found


def lead(ways: list[int], seat: int) -> int:
    """How far a ship is ahead of the next one; 0 if it is not the first."""
    best = 0
    for other in range(len(ways)):
        if other != seat and ways[other] > best:
            best = ways[other]
    return max(0, ways[seat] - best)


def empty_holds(t: Table, seat: int) -> int:
    """How many holds are empty."""
    count = 0
    for slot in range(t.slots(seat)):
        if t.tokens_in(seat, slot) == 0:
            count += 1
    return count


def moves_in_hand(t: Table, seat: int) -> int:
    """How many moves forward the cards in hand have."""
    count = 0
    for card in t.hands[seat]:
        if MORNING_OF[card] == FORWARD_SYMBOL:
            count += 1
        if EVENING_OF[card] == FORWARD_SYMBOL:
            count += 1
    return count
