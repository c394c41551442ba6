"""Cards, dice and goods: tables read from this folder's data files, and checked."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Final

from broadside.games.data import game_folder, read_rows
from broadside.kernel.errors import BadData

from .board import LAIRS, PACKAGE

SEATS_MIN: Final = 2
SEATS_MAX: Final = 6
GHOST_SEATS: Final = 2
"""With so many seats the ghost ship joins."""

PIRATE_NAMES: Final = [
    "anne_bonny",
    "mary_read",
    "samuel_bellamy",
    "john_rackham",
    "olivier_levasseur",
    "edward_drummond",
]
COLOUR_NAMES: Final = ["green", "purple", "blue", "red", "yellow", "black"]
GHOST_COLOUR: Final = 5  # JAM-G1

# What a symbol of an action card says; the goods are numbered alike.
FORWARD_SYMBOL: Final = 0
GOLD: Final = 1
FOOD: Final = 2
GUNPOWDER: Final = 3
BACKWARD_SYMBOL: Final = 4
SYMBOL_NAMES: Final = ["forward", "gold", "food", "gunpowder", "backward"]
GOOD_NAMES: Final = ["none", "gold", "food", "gunpowder"]
GOOD_LETTERS: Final = ["-", "G", "F", "P"]

DECK: Final = 11
"""Action cards of one seat."""
HAND: Final = 3
MAP_HAND: Final = 4

HOLDS: Final = 5
SLOTS: Final = 6
"""Five holds, and the place of the 6th Hold."""
SIXTH_SLOT: Final = 5
TOKENS_MAX: Final = 6
"""No hold has more, for no die shows more."""

HOLD_SHIFT: Final = 3
HOLD_TOKENS: Final = 7
"""A hold is kept as one number: its good shifted by HOLD_SHIFT, and its tokens."""
GOODS_MASK: Final = 3
HOLD_BITS: Final = 5
HOLD_MASK: Final = 31
"""All holds of a ship are kept in one number, too: so many bits for each."""

NOBODY: Final = -1
NO_CARD: Final = -1

STAR: Final = 12
"""A star counts as no number; this stands for it where a die is kept."""
NOT_ROLLED: Final = 0
BETH_FIREPOWER: Final = 2

MAP: Final = 0
SABRE: Final = 1
BETH: Final = 2
SIXTH: Final = 3
POWERS: Final = 4
TREASURES: Final = 12
PILE: Final = 9
POWER_NAMES: Final = ["map", "sabre", "beth", "sixth_hold"]
TREASURE_KINDS: Final = ["power", "riches", "cursed"]
POWER: Final = 0
RICHES: Final = 1
CURSED: Final = 2

SHORTAGE_MODES: Final = ["classic", "die"]
BANKS: Final = ["unlimited", "finite"]
REVEALS: Final = ["in_turn", "together"]
TREASURE_PICKS: Final = ["tracked", "random"]
ROUNDS_MAX: Final = 100
ROUNDS_USUAL: Final = 60


class ActionCard:
    """One action card: what to do in the morning and in the evening.  JAM-D2"""

    def __init__(self, name: str, morning: int, evening: int) -> None:
        self.name = name
        self.morning = morning
        self.evening = evening


class Treasure:
    """One treasure card.  JAM-D4"""

    def __init__(self, name: str, kind: int, value: int) -> None:
        self.name = name
        self.kind = kind
        self.value = value


class Box:
    """What is in the printed box besides the board: read from the data files.  JAM-D1"""

    def __init__(self, folder: Traversable) -> None:
        self.actions: list[ActionCard] = read_actions(folder)
        self.treasures: list[Treasure] = read_treasures(folder)
        self.faces: list[int] = read_battle_die(folder)
        self.goods: list[int] = read_goods(folder)


def read_actions(folder: Traversable) -> list[ActionCard]:
    """The deck that every seat has; names A01 to A11."""
    cards: list[ActionCard] = []
    for place, row in enumerate(
        read_rows(folder, "actions.csv", ["id", "morning", "evening"], DECK)
    ):
        name = row.text("id", [f"A{place + 1:02}"])
        morning = SYMBOL_NAMES.index(row.text("morning", SYMBOL_NAMES))
        evening = SYMBOL_NAMES.index(row.text("evening", SYMBOL_NAMES))
        cards.append(ActionCard(name, morning, evening))
    return cards


def read_treasures(folder: Traversable) -> list[Treasure]:
    """The four powers, then riches, then cursed treasures.  JAM-D4 JAM-Q24"""
    names = ["T_MAP", "T_SABRE", "T_BETH", "T_SIXTH"]
    cards: list[Treasure] = []
    for place, row in enumerate(read_rows(folder, "treasures.csv", ["id", "kind", "value"], 12)):
        name = row.text("id", [names[place]]) if place < POWERS else row.cells["id"]
        kind = TREASURE_KINDS.index(row.text("kind", TREASURE_KINDS))
        if (kind == POWER) != (place < POWERS):
            raise row.fail("the first four cards are the powers, and no others")
        if not name.startswith("T_") or name in [card.name for card in cards]:
            raise row.fail(f"id is {name!r}; it must begin with T_ and stand here once")
        cards.append(Treasure(name, kind, read_value(row.cells["value"], kind)))
        if cards[-1].value == BAD_VALUE:
            raise row.fail(f"value is {row.cells['value']!r}: powers 0, riches 1…99, cursed -99…-1")
    return cards


BAD_VALUE: Final = 1000


def read_value(text: str, kind: int) -> int:
    """The points of a treasure; its sign must fit its kind."""
    digits = text[1:] if text.startswith("-") else text
    if not digits.isascii() or not digits.isdigit() or len(digits) > 2:
        return BAD_VALUE
    value = int(text)
    fits = value > 0 if kind == RICHES else value < 0 if kind == CURSED else value == 0
    return value if fits else BAD_VALUE


def read_battle_die(folder: Traversable) -> list[int]:
    """The six faces of the battle die, the star last.  JAM-D3"""
    faces: list[int] = []
    for place, row in enumerate(read_rows(folder, "battle_die.csv", ["face"], 6)):
        if place == 5:
            row.text("face", ["star"])
            faces.append(STAR)
        else:
            faces.append(row.count("face", faces[-1] + 1 if faces else 1, STAR - 1))
    return faces


def read_goods(folder: Traversable) -> list[int]:
    """How many tokens of each good the box has."""
    counts: list[int] = [0]
    for place, row in enumerate(read_rows(folder, "goods.csv", ["good", "tokens"], 3)):
        row.text("good", [GOOD_NAMES[place + 1]])
        counts.append(row.count("tokens", 1, TOKENS_UNLIMITED))
    return counts


TOKENS_UNLIMITED: Final = (SEATS_MAX + 1) * SLOTS * TOKENS_MAX
"""More than all holds of all ships can have: a bank with so many never runs out."""

BOX: Final = Box(game_folder(PACKAGE))
MORNING_OF: Final[list[int]] = [card.morning for card in BOX.actions]
EVENING_OF: Final[list[int]] = [card.evening for card in BOX.actions]
ACTION_NAMES: Final[list[str]] = [card.name for card in BOX.actions]
TREASURE_NAMES: Final[list[str]] = [card.name for card in BOX.treasures]
TREASURE_KIND: Final[list[int]] = [card.kind for card in BOX.treasures]
TREASURE_VALUE: Final[list[int]] = [card.value for card in BOX.treasures]
BATTLE_FACES: Final[list[int]] = BOX.faces
FACE_NAMES: Final[list[str]] = [str(face) if face != STAR else "star" for face in BATTLE_FACES]

# Every piece has a number, the index of its knowers: the action cards of all seats, the treasure
# cards, and one number for each good, which everybody can see.
FIRST_TREASURE: Final = DECK * SEATS_MAX
FIRST_GOOD: Final = FIRST_TREASURE + TREASURES
PIECES: Final = FIRST_GOOD + len(GOOD_NAMES)

if len(LAIRS) != PILE:
    raise BadData(f"board.csv: {len(LAIRS)} lairs, but {PILE} treasures")
