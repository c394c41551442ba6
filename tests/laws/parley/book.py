"""The book: what a table holds, and all that can happen at it."""

from __future__ import annotations

from typing import Any, Final

from broadside.kernel.book import Book
from broadside.kernel.fields import Field, Row, Rows, Value, Values
from broadside.kernel.kinds import SEAT, SEAT_OR_NOBODY, SEATS, Name, Number
from broadside.kernel.step import Step

from .events import EVENTS
from .rules import COURSE, LANDING, MUTINY, REPLY, ROUNDS, SIDES
from .verbs import ACTIONS, CARD_NAMES, COURSE_NAMES, SIDE_NAMES

CARD: Final = Name("card", CARD_NAMES)
GOLD_MAX: Final = 6 * ROUNDS

FIELDS: Final[list[Field]] = [
    Value("round", Number(0, ROUNDS)),
    Value("captain", SEAT),
    Value("course", Name("course", COURSE_NAMES)),
    Value("mutineer", SEAT_OR_NOBODY),
    Value("bribers", SEATS),
    Value("giver", SEAT_OR_NOBODY),
    Value("receiver", SEAT_OR_NOBODY),
    Value("bribe", Name("card", CARD_NAMES, none=True)),
    Value("paused", SEATS),
    Values("gold", Number(0, GOLD_MAX), by_seat=True),
    Rows("hands", CARD, zone=0, by_seat=True),
    Rows("sealed", CARD, zone=0, by_seat=True),
    Values("sides", Name("side", SIDE_NAMES, none=True), by_seat=True),
    Row("deck", CARD, zone=0),
]
STEPS: Final[list[Step[Any]]] = [COURSE, MUTINY, REPLY, SIDES, LANDING]

BOOK: Final = Book("parley", ACTIONS, EVENTS, STEPS, FIELDS, CARD_NAMES)
