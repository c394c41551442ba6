"""Features: what an evaluation learned from play looks at, for each seat."""

from __future__ import annotations

from typing import Final

from broadside.games.data import game_folder
from broadside.kernel.evaluation import Evaluation, late_names, read_weights, with_late
from broadside.kernel.masks import bits

from . import cards, scoring
from .board import LAP, PACKAGE
from .spending import NOTHING
from .table import Table

FOOD_ENOUGH: Final = 6
POWDER_ENOUGH: Final = 5
BASE: Final[list[str]] = (
    "way made, behind the first ship, ahead of all others, points of the place, gold, food, "
    "spare food, gunpowder, spare gunpowder, empty holds, treasures, moves in hand"
).split(", ") + cards.POWER_NAMES
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
    food, powder = t.stock(seat, cards.FOOD), t.stock(seat, cards.GUNPOWDER)
    others = ways[:seat] + ways[seat + 1 :]
    halves = [time[card] for card in t.hands[seat] for time in (cards.MORNING_OF, cards.EVENING_OF)]
    found = [
        ways[seat] / 10.0,
        (first - ways[seat]) / 10.0,
        max(0, ways[seat] - max([0] + others)) / 10.0,
        scoring.place(t, seat) / 10.0,
        t.stock(seat, cards.GOLD) / 5.0,
        min(food, FOOD_ENOUGH) / 5.0,
        max(0, food - FOOD_ENOUGH) / 5.0,
        min(powder, POWDER_ENOUGH) / 5.0,
        max(0, powder - POWDER_ENOUGH) / 5.0,
        float(len(bits(t.slots_with(seat, NOTHING)))),
        t.riches(seat) / 5.0,
        float(halves.count(cards.FORWARD_SYMBOL)),
    ]
    for power in range(cards.POWERS):
        found.append(1.0 if t.powers[power] == seat else 0.0)
    return found
