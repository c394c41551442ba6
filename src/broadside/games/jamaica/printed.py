"""What is printed in the box, for clients."""

from __future__ import annotations

from typing import TypedDict

from . import cards
from .board import BOARD, LAIRS, SPACES, TYPE_NAMES
from .spending import good_due


class SpaceView(TypedDict):
    """One space: what it costs, what comes after it, its white number, and where it is drawn."""

    space: int
    type: str
    cost: int
    good: str | None
    next: list[int]
    progress: int
    score: int | None
    x: int
    y: int


class CardView(TypedDict):
    """One action card."""

    card: str
    morning: str
    evening: str


class TreasureCardView(TypedDict):
    """One treasure card."""

    treasure: str
    kind: str
    value: int
    power: str | None


class StaticView(TypedDict):
    """What never changes at a table; clients ask for it once."""

    spaces: list[SpaceView]
    lairs: list[int]
    cards: list[CardView]
    treasures: list[TreasureCardView]
    faces: list[str]
    pirates: list[str]
    colours: list[str]


def static_view() -> StaticView:
    """The board, the cards and the dice.  JAM-D2 JAM-D3 JAM-D4 JAM-D5"""
    return {
        "spaces": [
            {
                "space": space,
                "type": TYPE_NAMES[BOARD.types[space]],
                "cost": BOARD.costs[space],
                "good": cards.GOOD_NAMES[good_due(space)] if good_due(space) else None,
                "next": BOARD.after[space][:],
                "progress": BOARD.progress[space],
                "score": BOARD.white[space] or None,
                "x": BOARD.x[space],
                "y": BOARD.y[space],
            }
            for space in range(SPACES)
        ],
        "lairs": LAIRS[:],
        "cards": [
            {
                "card": name,
                "morning": cards.SYMBOL_NAMES[cards.MORNING_OF[card]],
                "evening": cards.SYMBOL_NAMES[cards.EVENING_OF[card]],
            }
            for card, name in enumerate(cards.ACTION_NAMES)
        ],
        "treasures": [
            {
                "treasure": name,
                "kind": cards.TREASURE_KINDS[cards.TREASURE_KIND[card]],
                "value": cards.TREASURE_VALUE[card],
                "power": cards.POWER_NAMES[card] if card < cards.POWERS else None,
            }
            for card, name in enumerate(cards.TREASURE_NAMES)
        ],
        "faces": cards.FACE_NAMES[:],
        "pirates": cards.PIRATE_NAMES[:],
        "colours": cards.COLOUR_NAMES[:],
    }
