"""Features: what an evaluation learned from play looks at, for each of the two seats."""

from __future__ import annotations

from math import tanh
from typing import Final

from broadside.games.data import game_folder
from broadside.kernel.evaluation import Evaluation, late_names, read_weights, with_late

from .cards import PACKAGE, SEATS, SHIP_GOLD, SHIP_NAMES, SHIPS
from .table import Table

SMALL_LEAD: Final = 2.0
LARGE_LEAD: Final = 6.0


def feature_names() -> list[str]:
    """The names of the features, in order."""
    names = ["gold in the chest", "splits next"]
    for ship in SHIP_NAMES:
        names += [f"captain of {ship}", f"small lead on {ship}", f"large lead on {ship}"]
    return late_names(names)


NAMES: Final[list[str]] = feature_names()
LEARNED: Final[Evaluation | None] = read_weights(game_folder(PACKAGE), NAMES)


def row(t: Table, seat: int) -> list[float]:
    """The features of one seat; everything is told as an advantage."""
    late = (t.turn - 1) / t.turns
    found = [t.chest_gold(seat) / 10.0, 1.0 if t.splitter == seat else 0.0]
    for ship in range(SHIPS):
        lead = t.lead(seat, ship)
        gold = SHIP_GOLD[ship] / 10.0
        found.append(gold if t.ships_ruled(seat) >> ship & 1 else 0.0)
        found.append(gold * tanh(lead / SMALL_LEAD) if lead > 0 else 0.0)
        found.append(gold * tanh(lead / LARGE_LEAD) if lead > 0 else 0.0)
    return with_late(found, late)


def rows(t: Table) -> list[list[float]]:
    """The features of both seats."""
    return [row(t, seat) for seat in range(SEATS)]
