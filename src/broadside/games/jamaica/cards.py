"""Cards, dice and goods: what the edition says of them, checked."""

from __future__ import annotations

from typing import Final

from broadside.kernel.edition import Edition, Row
from broadside.rebinding import edition_of

SEATS_MIN: Final = 2
SEATS_MAX: Final = 6
GHOST_SEATS: Final = 2
"""With so many seats the ghost ship joins."""

PIRATE_NAMES: Final = """
    anne_bonny mary_read samuel_bellamy john_rackham olivier_levasseur edward_drummond
""".split()
COLOUR_NAMES: Final = ["green", "purple", "blue", "red", "yellow", "black"]
GHOST_COLOUR: Final = 5  # JAM-G1

# What a symbol of an action card says; the goods are numbered alike.
FORWARD_SYMBOL: Final = 0
GOLD: Final = 1
FOOD: Final = 2
GUNPOWDER: Final = 3
SYMBOL_NAMES: Final = ["forward", "gold", "food", "gunpowder", "backward"]
GOOD_NAMES: Final = ["none", "gold", "food", "gunpowder"]
GOOD_LETTERS: Final = ["-", "G", "F", "P"]

DECK: Final = 11
"""Action cards of one seat."""
ACTION_NAMES: Final[list[str]] = [f"A{place + 1:02}" for place in range(DECK)]
HAND: Final = 3
MAP_HAND: Final = 4

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

TOKENS_UNLIMITED: Final = (SEATS_MAX + 1) * SLOTS * TOKENS_MAX
"""More than all holds of all ships can have: a bank with so many never runs out."""

FORWARD: Final = 0
BACKWARD: Final = 1
NO_MOVE: Final = -1
DIRECTION_OF: Final = [FORWARD, NO_MOVE, NO_MOVE, NO_MOVE, BACKWARD]
"""By symbol: where it moves the ship."""

FIRST_BITS: Final = 0b00001_00001_00001_00001_00001_00001
"""The lower bit of each good, where the holds of a ship are shifted by HOLD_SHIFT."""
REGULAR_SLOTS: Final = 31
SIXTH_BIT: Final = 32

SHIP_MASK: Final = 7
SPACE_BITS: Final = 6
SPACE_MASK: Final = 63
LAP_BITS: Final = 7
LAP_MASK: Final = 127
LAP_MIN: Final = -99
"""All ships' spaces are kept in one number, their laps less LAP_MIN in another; nobody's, too."""

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
POWER_CARDS: Final = ["T_MAP", "T_SABRE", "T_BETH", "T_SIXTH"]
TREASURE_KINDS: Final = ["power", "riches", "cursed"]
POWER: Final = 0
RICHES: Final = 1
CURSED: Final = 2
VALUE_MAX: Final = 99

SHORTAGE_MODES: Final = ["classic", "die"]
BANKS: Final = ["unlimited", "finite"]
REVEALS: Final = ["in_turn", "together"]
TREASURE_PICKS: Final = ["tracked", "random"]
ROUNDS_MAX: Final = 100
ROUNDS_USUAL: Final = 60


class Box:
    """What is in the box besides the board.

    Of the action cards, A01 to A11, what they say in the morning and in the evening; of the
    treasure cards names, kinds and values; the battle die; the goods, of which the first is none.
    JAM-D1 JAM-D2 JAM-D4
    """

    def __init__(self, edition: Edition) -> None:
        rows = edition.named("actions", ["id", "morning", "evening"], ACTION_NAMES)
        self.mornings: list[int] = [row.place("morning", SYMBOL_NAMES) for row in rows]
        self.evenings: list[int] = [row.place("evening", SYMBOL_NAMES) for row in rows]
        self.treasures: list[str] = []
        self.kinds: list[int] = []
        self.values: list[int] = []
        for row in edition.rows("treasures", ["id", "kind", "value=0"], TREASURES):
            self.add_treasure(row)
        self.faces: list[int] = read_battle_die(edition)
        rows = edition.named("goods", ["good", "tokens"], GOOD_NAMES[GOLD:])
        self.goods: list[int] = [0] + [row.count("tokens", 1, TOKENS_UNLIMITED) for row in rows]

    def add_treasure(self, row: Row) -> None:
        """The four powers, then riches, then cursed treasures.  JAM-D4 JAM-Q24"""
        place = len(self.treasures)
        kind = row.place("kind", TREASURE_KINDS)
        if (kind == POWER) != (place < POWERS):
            raise row.fail("powers", "JAM-D4", "the first four cards, and no others, are powers")
        name = row.text("id", [POWER_CARDS[place]]) if kind == POWER else row.cells["id"]
        if not row.word("id", self.treasures).startswith("T_"):
            raise row.fail("prefix", "", "id is {!r}; it must begin with T_", [name])
        low, high = -VALUE_MAX if kind == CURSED else 0, VALUE_MAX if kind == RICHES else 0
        self.treasures.append(name)
        self.kinds.append(kind)
        self.values.append(row.count("value", low, high, "JAM-D4"))


def read_battle_die(edition: Edition) -> list[int]:
    """The six faces of the battle die, the star last.  JAM-D3"""
    faces: list[int] = []
    *rows, last = edition.rows("battle_die", ["face"], 6)
    for row in rows:
        faces.append(row.count("face", faces[-1] + 1 if faces else 1, STAR - 1, "JAM-D3"))
    last.text("face", ["star"])
    return [*faces, STAR]


BOX: Final = Box(edition_of(__name__))
MORNING_OF: Final[list[int]] = BOX.mornings
EVENING_OF: Final[list[int]] = BOX.evenings
TREASURE_NAMES: Final[list[str]] = BOX.treasures
TREASURE_KIND: Final[list[int]] = BOX.kinds
TREASURE_VALUE: Final[list[int]] = BOX.values
BATTLE_FACES: Final[list[int]] = BOX.faces
FACE_NAMES: Final[list[str]] = [str(face) if face != STAR else "star" for face in BATTLE_FACES]

# Every piece has a number, the index of its knowers: the action cards of all seats, the treasure
# cards, and one number for each good, which everybody can see.
FIRST_TREASURE: Final = DECK * SEATS_MAX
FIRST_GOOD: Final = FIRST_TREASURE + TREASURES
PIECES: Final = FIRST_GOOD + len(GOOD_NAMES)


def is_move(symbol: int) -> bool:
    """Whether a symbol moves the ship; the others load the good of their number."""
    return DIRECTION_OF[symbol] != NO_MOVE
