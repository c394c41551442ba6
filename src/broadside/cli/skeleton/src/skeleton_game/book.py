"""The book: what a table holds, and all that can happen at it."""

from __future__ import annotations

from typing import Any, Final

from broadside.kernel.book import Book
from broadside.kernel.fields import Field, Row, Rows, Value
from broadside.kernel.kinds import SEAT, Name
from broadside.kernel.step import Step

from .cards import CARD_NAMES
from .events import EVENTS
from .tricks import PLAYING, TRICK_ENDS
from .verbs import ACTIONS

CARD: Final = Name("card", CARD_NAMES)

FIELDS: Final[list[Field]] = [
    Value("leader", SEAT),
    Rows("hands", CARD, zone=0, by_seat=True),
    Rows("won", CARD, zone=0, by_seat=True),
    Row("trick", CARD, zone=0),
    Row("deck", CARD, zone=0),
]
STEPS: Final[list[Step[Any]]] = [PLAYING, TRICK_ENDS]

BOOK: Final = Book("skeleton-game", ACTIONS, EVENTS, STEPS, FIELDS, CARD_NAMES)
