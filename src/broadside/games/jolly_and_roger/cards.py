"""The cards and ships: what the edition says of them, checked."""

from __future__ import annotations

from typing import Final

from broadside.kernel.edition import Edition
from broadside.kernel.kinds import numbered
from broadside.rebinding import edition_of

PACKAGE: Final = "broadside.games.jolly_and_roger"

GREEN: Final = 0
YELLOW: Final = 1
BLUE: Final = 2
RED: Final = 3
SHIPS: Final = 4
SHIP_NAMES: Final[list[str]] = ["green", "yellow", "blue", "red"]

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
FACE_NAMES: Final[list[str]] = [
    *[f"{ship}_{value}" for ship in SHIP_NAMES for value in range(1, VALUES + 1)],
    *SPECIAL_NAMES,
]

PARROT_STRENGTH: Final = 1
SKELETON_STRENGTH: Final = 3
CAPTAINS: Final = 4
CARDS_PER_TURN: Final = 5
SEATS: Final = 2
SEAT_NAMES: Final = ["jolly", "roger"]

PARROT: Final = 128
"""A card lies face down in a crew as `card + PARROT`."""

PRINTED_DECKS: Final = ["intro", "advanced", "advanced_full"]
DECK_NAMES: Final[list[str]] = [*PRINTED_DECKS, "pocket"]
POCKET_FACES: Final = "green_1 green_2 green_3 green_4 yellow_1 yellow_2 yellow_3".split()
POCKET_CARDS_PER_TURN: Final = 3
POCKET_TURNS: Final = 2
FIRST_SPLITTERS: Final[list[str]] = ["random", "seat0", "seat1"]
MEMORIES: Final[list[str]] = ["open", "closed"]


class Deck:
    """How the cards are prepared for one of the games, and how many of them a turn has."""

    def __init__(
        self, cards: list[int], removed: int, turns: int, cards_per_turn: int, parrots: bool
    ) -> None:
        self.cards = cards
        self.removed = removed
        self.turns = turns
        self.cards_per_turn = cards_per_turn
        self.parrots = parrots


class Box:
    """What is in the box, by number."""

    def __init__(self, edition: Edition) -> None:
        self.ship_gold: list[int] = read_ship_gold(edition)
        self.copies: list[int] = read_copies(edition)
        self.decks: list[Deck] = [*read_decks(edition, self.copies), pocket_deck(self.copies)]


def read_ship_gold(edition: Edition) -> list[int]:
    """The gold of the four ships, in ascending order."""
    gold: list[int] = []
    for row in edition.named("ships", ["ship", "gold"], SHIP_NAMES):
        gold.append(row.count("gold", gold[-1] + 1 if gold else 1, 99, "JNR-R9"))
    return gold


def read_copies(edition: Edition) -> list[int]:
    """How many copies there are of each face: the pirates by colour, then the special cards."""
    columns = ["colour", "1", "2", "3", "4", "5"]
    copies: list[int] = []
    for row in edition.named("pirates", columns, SHIP_NAMES):
        low = [1 if f"{row.cells['colour']}_{value}" in POCKET_FACES else 0 for value in columns]
        copies += [row.count(columns[n], low[n], 20) for n in range(1, VALUES + 1)]
    for row in edition.named("specials", ["card", "count"], SPECIAL_NAMES):
        copies.append(row.count("count", 0, 10))
    if sum(copies) >= PARROT:
        raise row.fail("many", "", "there are {} cards, at most {}", [sum(copies), PARROT - 1])
    return copies


def read_decks(edition: Edition, copies: list[int]) -> list[Deck]:
    """The printed ways to prepare the deck, each of which must use up its cards in whole turns."""
    columns = ["deck", "specials", "removed", "drawn", "turns"]
    decks: list[Deck] = []
    for row in edition.named("decks", columns, PRINTED_DECKS):
        specials = row.text("specials", ["yes", "no"]) == "yes"
        cards = sum(copies) if specials else sum(copies[:PIRATE_FACES])
        removed = row.count("removed", 0, cards)
        drawn = row.count("drawn", CARDS_PER_TURN, cards)
        turns = row.count("turns", 1, 99)
        if removed + drawn != cards:
            raise row.fail("deck", "", "drawn must be {}, not {}", [cards - removed, drawn])
        if turns * CARDS_PER_TURN != drawn:
            raise row.fail("turns", "", "{} turns take {} cards", [turns, turns * CARDS_PER_TURN])
        decks.append(Deck(list(range(cards)), removed, turns, CARDS_PER_TURN, parrots=True))
    return decks


def pocket_deck(copies: list[int]) -> Deck:
    """The pocket edition: one card of each of a few faces, small enough to solve.  JNR-R20"""
    cards: list[int] = []
    for name in POCKET_FACES:
        face = FACE_NAMES.index(name)
        assert copies[face], f"the box has no {name}, which the pocket edition needs"
        cards.append(sum(copies[:face]))
    removed = len(cards) - POCKET_TURNS * POCKET_CARDS_PER_TURN
    return Deck(cards, removed, POCKET_TURNS, POCKET_CARDS_PER_TURN, parrots=False)


def face_strength(face: int) -> int:
    """What a face counts in a crew when it lies open."""
    if face < PIRATE_FACES:
        return face % VALUES + 1
    return SKELETON_STRENGTH if face == SKELETON else 0


BOX: Final = Box(edition_of(__name__))
SHIP_GOLD: Final[list[int]] = BOX.ship_gold

# Cards are numbered by face, so that sorted cards are sorted by face.
FACE_OF: Final[list[int]] = [face for face in range(FACES) for _ in range(BOX.copies[face])]
CARDS: Final[int] = len(FACE_OF)
CARD_NAMES: Final[list[str]] = [FACE_NAMES[face] for face in FACE_OF]
CARD_WORDS: Final[list[str]] = numbered(CARD_NAMES)
TURNS_MAX: Final[int] = max([deck.turns for deck in BOX.decks])

# By crew entry: a card number, or a card number + PARROT. Face-up cards count what they show,
# parrots 1.  JNR-F13
STRENGTH: Final[list[int]] = (
    [face_strength(face) for face in FACE_OF] + [0] * (PARROT - CARDS) + [PARROT_STRENGTH] * CARDS
)


def count_faces(row: tuple[int, ...]) -> list[int]:
    """How many of some cards have which face."""
    counts = [0] * FACES
    for card in row:
        counts[FACE_OF[card]] += 1
    return counts


def gold_of(card: int) -> int:
    """The gold a card brings in a chest."""
    return STRENGTH[card] if FACE_OF[card] < PIRATE_FACES else 0
