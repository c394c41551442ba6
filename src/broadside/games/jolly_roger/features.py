"""Features: what an evaluation learned from play looks at, for each seat."""

from __future__ import annotations

from typing import Final

from broadside.games.data import game_folder
from broadside.kernel.evaluation import Evaluation, late_names, read_weights, with_late

from . import worth
from .cards import (
    CREW_OF_KIND,
    FIRST_CHARACTER,
    GOLD_OF_KIND,
    JEWELS,
    KIND_OF,
    PACKAGE,
    PRISONER,
    ROUNDS,
    RUM,
    prize_kind,
)
from .table import Table

BASE: Final[list[str]] = [
    "buried gold",
    "gold at risk",
    "buried Jewels",
    "Jewels at risk",
    "Rum",
    "Prisoners at risk",
    "richest",
    "gold behind the richest",
    "cards in hand",
    "characters in hand",
    "crew in hand",
    "worth of the hand",
    "Captain",
    "Quartermaster",
]
NAMES: Final[list[str]] = late_names(BASE)
LEARNED: Final[Evaluation | None] = read_weights(game_folder(PACKAGE), NAMES)


def rows(t: Table) -> list[list[float]]:
    """The features of all seats."""
    late = t.round / ROUNDS
    golds = [gold_in(t.prizes[seat]) + gold_in(t.buried[seat]) for seat in range(t.seats)]
    best = max(golds)
    return [with_late(row(t, seat, golds[seat], best), late) for seat in range(t.seats)]


def gold_in(zone: tuple[int, ...]) -> float:
    """The gold on some prizes; Jewels are worth about one."""
    total = 0.0
    for prize in zone:
        kind = prize_kind(prize)
        total += 1.2 if kind == JEWELS else GOLD_OF_KIND[kind]
    return total


def count_in(zone: tuple[int, ...], kind: int) -> float:
    """How many prizes of a kind there are."""
    count = 0.0
    for prize in zone:
        if prize_kind(prize) == kind:
            count += 1.0
    return count


def row(t: Table, seat: int, gold: float, best: float) -> list[float]:
    """The features of one seat."""
    prizes, buried, hand = t.prizes[seat], t.buried[seat], t.hands[seat]
    crew, characters, kept = 0.0, 0.0, 0.0
    for card in hand:
        kind = KIND_OF[card]
        crew += CREW_OF_KIND[kind]
        kept += worth.card(kind)
        if kind >= FIRST_CHARACTER:
            characters += 1.0
    return [
        gold_in(buried) / 5.0,
        gold_in(prizes) / 5.0,
        count_in(buried, JEWELS),
        count_in(prizes, JEWELS),
        count_in(prizes, RUM) + count_in(buried, RUM),
        count_in(prizes, PRISONER),
        1.0 if gold >= best else 0.0,
        (best - gold) / 5.0,
        len(hand) / 5.0,
        characters,
        crew / 5.0,
        kept / 3.0,
        1.0 if t.captain == seat else 0.0,
        1.0 if t.quartermaster == seat else 0.0,
    ]
