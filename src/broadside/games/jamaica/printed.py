"""What is printed in the box: the client has it in its sources, nobody sends it."""

from __future__ import annotations

from typing import TypedDict

from .board import BOARD, LAIRS, SPACES, TYPE_NAMES
from .cards import BOX, COLOUR_NAMES, FACE_NAMES, PIRATE_NAMES, SYMBOL_NAMES, TREASURE_KINDS


class SpaceView(TypedDict):
    """One space: its fee, what comes after it, its white number, and where it is drawn."""

    space: int
    type: str
    cost: int
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


class StaticView(TypedDict):
    """What never changes; written into the client's sources, not sent."""

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
        "spaces": [view_space(space) for space in range(SPACES)],
        "lairs": LAIRS[:],
        "cards": [
            {
                "card": card.name,
                "morning": SYMBOL_NAMES[card.morning],
                "evening": SYMBOL_NAMES[card.evening],
            }
            for card in BOX.actions
        ],
        "treasures": [
            {"treasure": card.name, "kind": TREASURE_KINDS[card.kind], "value": card.value}
            for card in BOX.treasures
        ],
        "faces": FACE_NAMES[:],
        "pirates": PIRATE_NAMES[:],
        "colours": COLOUR_NAMES[:],
    }


def view_space(space: int) -> SpaceView:
    """One space as it is printed and drawn."""
    return {
        "space": space,
        "type": TYPE_NAMES[BOARD.types[space]],
        "cost": BOARD.costs[space],
        "next": BOARD.after[space][:],
        "progress": BOARD.progress[space],
        "score": BOARD.white[space] or None,
        "x": BOARD.x[space],
        "y": BOARD.y[space],
    }
