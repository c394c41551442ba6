"""Belief: which cards the others probably hold, by what pirates play at once and what they keep."""

from __future__ import annotations

from typing import Final

from broadside.games.data import game_folder
from broadside.kernel.evaluation import read_numbers
from broadside.kernel.event import Seat

from . import cards
from .table import Table

KEPT_BY_CREW: Final = [0.7, 0.7, 0.96, 1.3, 1.38]
"""Cards with few crew members go into attacks; those with many are kept for a mutiny."""
KEPT_CHARACTERS: Final[list[float]] = read_numbers(
    game_folder(cards.PACKAGE), "kept.json", cards.CHARACTER_NAMES
)
"""How much likelier a hand is for each card in it that has not been played yet."""


def kept_of(kind: int) -> float:
    """How much a card of a kind speaks for a hand that holds it."""
    if kind >= cards.FIRST_CHARACTER:
        return KEPT_CHARACTERS[kind - cards.FIRST_CHARACTER]
    return KEPT_BY_CREW[min(cards.CREW_OF_KIND[kind], len(KEPT_BY_CREW) - 1)]


KEPT: Final[list[float]] = [kept_of(kind) for kind in range(cards.KINDS)]


def weight(t: Table, seat: Seat) -> float:
    """How likely the hands of a world are to a seat; cards that it knows say nothing."""
    found = 1.0
    for other in range(t.seats):
        for card in t.hands[other]:
            if not t.knows[card] >> seat & 1:
                found *= KEPT[cards.KIND_OF[card]]
    return found
