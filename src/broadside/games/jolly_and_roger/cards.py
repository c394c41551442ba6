"""The cards and ships: tables read from this folder's data files, and checked."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Final

from broadside.games.data import game_folder, read_rows
from broadside.kernel.errors import BadData
from broadside.kernel.kinds import numbered

PACKAGE: Final = "broadside.games.jolly_and_roger"

GREEN: Final = 0
YELLOW: Final = 1
BLUE: Final = 2
RED: Final = 3
SHIPS: Final = 4
SHIP_NAMES: Final = ["green", "yellow", "blue", "red"]

VALUES: Final = 5
PIRATE_FACES: Final = 20
SKELETON: Final = 20
KRAKEN: Final = 21
TORTUGA: Final = 22
FACES: Final = 23
FACE_BITS: Final = 5
FACE_MASK: Final = 31
"""A face fits in so many bits."""
SPECIAL_NAMES: Final = ["skeleton", "kraken", "tortuga"]

PARROT_STRENGTH: Final = 1
SKELETON_STRENGTH: Final = 3
CAPTAINS: Final = 4
CARDS_PER_TURN: Final = 5
SEATS: Final = 2
SEAT_NAMES: Final = ["jolly", "roger"]

PARROT: Final = 128
"""A card lies face down in a crew as `card + PARROT`."""

DECK_NAMES: Final = ["intro", "advanced", "advanced_full"]
FIRST_SPLITTERS: Final = ["random", "seat0", "seat1"]
MEMORIES: Final = ["open", "closed"]


class Deck:
    """How the cards are prepared for one of the three games."""

    def __init__(self, specials: bool, removed: int, drawn: int, turns: int) -> None:
        self.specials = specials
        self.removed = removed
        self.drawn = drawn
        self.turns = turns


class Box:
    """What is in the printed box, by number: read from the data files."""

    def __init__(self, folder: Traversable) -> None:
        self.ship_gold: list[int] = read_ship_gold(folder)
        self.copies: list[int] = read_pirates(folder) + read_specials(folder)
        self.decks: list[Deck] = read_decks(folder, self.copies)


def read_ship_gold(folder: Traversable) -> list[int]:
    """The gold of the four ships, in ascending order."""
    gold: list[int] = []
    for ship, row in enumerate(read_rows(folder, "ships.csv", ["ship", "gold"], SHIPS)):
        row.text("ship", [SHIP_NAMES[ship]])
        gold.append(row.count("gold", gold[-1] + 1 if gold else 1, 99))
    return gold


def read_pirates(folder: Traversable) -> list[int]:
    """How many copies there are of each pirate face."""
    columns = ["colour", "1", "2", "3", "4", "5"]
    copies: list[int] = []
    for ship, row in enumerate(read_rows(folder, "pirates.csv", columns, SHIPS)):
        row.text("colour", [SHIP_NAMES[ship]])
        copies += [row.count(value, 0, 20) for value in columns[1:]]
    return copies


def read_specials(folder: Traversable) -> list[int]:
    """How many copies there are of each special card."""
    copies: list[int] = []
    for place, row in enumerate(read_rows(folder, "specials.csv", ["card", "count"], 3)):
        row.text("card", [SPECIAL_NAMES[place]])
        copies.append(row.count("count", 0, 10))
    return copies


def read_decks(folder: Traversable, copies: list[int]) -> list[Deck]:
    """The three ways to prepare the deck, each of which must use up its cards in whole turns."""
    columns = ["deck", "specials", "removed", "drawn", "turns"]
    if sum(copies) >= PARROT:
        raise BadData(f"pirates.csv and specials.csv: {sum(copies)} cards, at most {PARROT - 1}")
    decks: list[Deck] = []
    for place, row in enumerate(read_rows(folder, "decks.csv", columns, len(DECK_NAMES))):
        row.text("deck", [DECK_NAMES[place]])
        specials = row.text("specials", ["yes", "no"]) == "yes"
        cards = sum(copies) if specials else sum(copies[:PIRATE_FACES])
        removed = row.count("removed", 0, cards)
        drawn = row.count("drawn", CARDS_PER_TURN, cards)
        turns = row.count("turns", 1, 99)
        if removed + drawn != cards:
            raise row.fail(f"removed and drawn must be {cards} together, not {removed + drawn}")
        if turns * CARDS_PER_TURN != drawn:
            raise row.fail(f"{drawn} cards are not {turns} turns of {CARDS_PER_TURN} cards")
        decks.append(Deck(specials, removed, drawn, turns))
    return decks


def face_names() -> list[str]:
    """The names of the 23 faces: green_1 … red_5, then the specials."""
    pirates = [f"{ship}_{value}" for ship in SHIP_NAMES for value in range(1, VALUES + 1)]
    return pirates + SPECIAL_NAMES


def face_strength(face: int) -> int:
    """What a face counts in a crew when it lies open."""
    if face < PIRATE_FACES:
        return face % VALUES + 1
    return SKELETON_STRENGTH if face == SKELETON else 0


BOX: Final = Box(game_folder(PACKAGE))
SHIP_GOLD: Final[list[int]] = BOX.ship_gold
FACE_NAMES: Final[list[str]] = face_names()

# Cards are numbered by face, so that sorted cards are sorted by face.
FACE_OF: Final[list[int]] = [face for face in range(FACES) for _ in range(BOX.copies[face])]
CARDS: Final = len(FACE_OF)
PIRATES: Final = sum(BOX.copies[:PIRATE_FACES])
CARD_NAMES: Final[list[str]] = [FACE_NAMES[face] for face in FACE_OF]
CARD_WORDS: Final[list[str]] = numbered(CARD_NAMES)
TURNS_MAX: Final = max([deck.turns for deck in BOX.decks])

# By crew entry: a card number, or a card number + PARROT.
STRENGTH: Final[list[int]] = (
    [face_strength(face) for face in FACE_OF] + [0] * (PARROT - CARDS) + [PARROT_STRENGTH] * CARDS
)


def gold_of(card: int) -> int:
    """The gold a card brings in a chest."""
    face = FACE_OF[card]
    return face % VALUES + 1 if face < PIRATE_FACES else 0
