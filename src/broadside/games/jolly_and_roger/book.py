"""The book of Jolly & Roger: what a table holds, and all that can happen at it."""

from __future__ import annotations

from typing import Final

from broadside.kernel.book import Book
from broadside.kernel.fields import Field, Flag, Row, Rows, Value, number
from broadside.kernel.kinds import SEAT, Kind, Marks, Name, Number
from broadside.kernel.notation import Line
from broadside.kernel.state import State
from broadside.kernel.step import steps_of

from . import cards, events, turn, verbs


class Entry(Kind):
    """A card of a crew, or one that left it: in brackets if it is a parrot."""

    def pieces(self, value: int) -> list[int]:
        """The card, whichever side is up."""
        return [value % cards.PARROT]

    def word(self, t: State, value: int) -> str:
        """The card, in brackets if it lies face down."""
        word = cards.CARD_WORDS[value % cards.PARROT]
        return word if value < cards.PARROT else f"({word})"

    def read(self, t: State, line: Line, word: str) -> int:
        """A card, or a card + PARROT."""
        is_parrot = word.startswith("(") and word.endswith(")")
        card = line.index(word[1:-1] if is_parrot else word, cards.CARD_WORDS, "card")
        return card + cards.PARROT if is_parrot else card


class Laid(Row):
    """The five cards of the turn; those that were played lie somewhere else by now."""

    def pieces(self, t: State) -> list[int]:
        """The cards that are still to be played."""
        left = number(t, "left")
        return [card for i, card in enumerate(self.values(t)) if left >> i & 1]


CARD: Final = Name("card", cards.CARD_WORDS)
POSITIONS: Final = Marks("position", [str(i + 1) for i in range(cards.CARDS_PER_TURN)])

FIELDS: Final[list[Field]] = [
    Value("deck", Name("deck", cards.DECK_NAMES)),
    Value("first_splitter", Name("first splitter", cards.FIRST_SPLITTERS)),
    Flag("is_closed", Name("memory", cards.MEMORIES)),
    Value("turn", Number(1, cards.TURNS_MAX)),
    Value("splitter", SEAT),
    Laid("laid", CARD),
    Value("left", POSITIONS),
    Value("set_a", POSITIONS),
    Value("picked", Name("set", verbs.SET_NAMES, none=True)),
    Rows("crews", Entry(), zone=0, by_seat=True, names=cards.SHIP_NAMES),
    Rows("chests", CARD, zone=0, by_seat=True),
    Row("removed", Entry(), zone=0),
    Row("pile", CARD, zone=0),
    Row("box", CARD, zone=0),
]

STEPS: Final = steps_of([turn])

BOOK: Final = Book("jolly-and-roger", verbs.ACTIONS, events.EVENTS, STEPS, FIELDS, cards.CARD_WORDS)
