"""The book of Jolly & Roger: what a table holds, and all that can happen at it."""

from __future__ import annotations

from typing import Any, Final

from broadside.kernel.book import Book
from broadside.kernel.fields import Field, Flag, Row, Rows, Value, number
from broadside.kernel.kinds import SEAT, Kind, Marks, Name, Number
from broadside.kernel.notation import Line
from broadside.kernel.state import State
from broadside.kernel.step import Step

from .cards import (
    CARD_WORDS,
    CARDS_PER_TURN,
    DECK_NAMES,
    FIRST_SPLITTERS,
    MEMORIES,
    PARROT,
    SHIP_NAMES,
    TURNS_MAX,
)
from .events import EVENTS
from .turn import PICKER_PLAYS, PICKING, SPLITTER_PLAYS, SPLITTING, TURN_ENDS
from .verbs import ACTIONS, SET_NAMES


class Entry(Kind):
    """A card of a crew, or one that left it: in brackets if it is a parrot."""

    def word(self, t: State, value: int) -> str:
        """The card, in brackets if it lies face down."""
        word = CARD_WORDS[value % PARROT]
        return word if value < PARROT else f"({word})"

    def read(self, t: State, line: Line, word: str) -> int:
        """A card, or a card + PARROT."""
        is_parrot = word.startswith("(") and word.endswith(")")
        card = line.index(word[1:-1] if is_parrot else word, CARD_WORDS, "card")
        return card + PARROT if is_parrot else card


class Crews(Rows):
    """Rows of cards some of which lie face down."""

    def as_pieces(self, values: list[int]) -> list[int]:
        """The cards, whichever side is up."""
        return [value % PARROT for value in values]


class Gone(Row):
    """A row of cards some of which left the game face down."""

    def as_pieces(self, values: list[int]) -> list[int]:
        """The cards, whichever side was up."""
        return [value % PARROT for value in values]


class Laid(Row):
    """The five cards of the turn; those that were played lie somewhere else by now."""

    def pieces(self, t: State) -> list[int]:
        """The cards that are still to be played."""
        left = number(t, "left")
        return [card for i, card in enumerate(self.values(t)) if left >> i & 1]


CARD: Final = Name("card", CARD_WORDS)
POSITIONS: Final = Marks("position", [str(i + 1) for i in range(CARDS_PER_TURN)])

FIELDS: Final[list[Field]] = [
    Value("deck", Name("deck", DECK_NAMES)),
    Value("first_splitter", Name("first splitter", FIRST_SPLITTERS)),
    Flag("is_closed", Name("memory", MEMORIES)),
    Value("turn", Number(1, TURNS_MAX)),
    Value("splitter", SEAT),
    Laid("laid", CARD),
    Value("left", POSITIONS),
    Value("set_a", POSITIONS),
    Value("picked", Name("set", SET_NAMES, none=True)),
    Crews("crews", Entry(), by_seat=True, names=SHIP_NAMES),
    Rows("chests", CARD, zone=0, by_seat=True),
    Gone("removed", Entry()),
    Row("pile", CARD, zone=0),
    Row("box", CARD, zone=0),
]

STEPS: Final[list[Step[Any]]] = [SPLITTING, PICKING, PICKER_PLAYS, SPLITTER_PLAYS, TURN_ENDS]

BOOK: Final = Book("jolly-and-roger", ACTIONS, EVENTS, STEPS, FIELDS, CARD_WORDS)
