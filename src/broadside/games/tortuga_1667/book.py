"""The book of Tortuga 1667: what a table holds, and all that can happen at it."""

from __future__ import annotations

from typing import Final

from broadside.kernel.book import Book
from broadside.kernel.fields import Field, Flag, Row, Rows, Value, Values
from broadside.kernel.kinds import SEAT, SEAT_OR_NOBODY, SEATS, Marks, Name, Number, numbered
from broadside.kernel.state import State
from broadside.kernel.step import steps_of

from . import cards, events, marooning, reveals, stars, start, turns, verbs, votes
from .deeds import DEED

PIECE_WORDS: Final[list[str]] = [*numbered(cards.PIECE_NAMES), "chest"]
VOTE_WORDS: Final[list[str]] = PIECE_WORDS[: cards.FIRST_EVENT]
EVENT_WORDS: Final[list[str]] = PIECE_WORDS[cards.FIRST_EVENT : cards.FIRST_LOYALTY]
LOYALTY_WORDS: Final[list[str]] = PIECE_WORDS[cards.FIRST_LOYALTY : cards.CHEST]
TURNS_MAX: Final = 99_999
SKIPS_MAX: Final = 99


class Chests(Values):
    """The chests of every treasury, and those that captains have yet to stow."""

    def pieces(self, t: State) -> list[int]:
        """Every chest."""
        return [cards.CHEST] * sum(self.values(t))


VOTE: Final = Name("card", VOTE_WORDS)
EVENT: Final = Name("card", EVENT_WORDS)
EVENT_OR_NONE: Final = Name("card", EVENT_WORDS, none=True)
LOYALTY: Final = Name("card", LOYALTY_WORDS)
SLOT: Final = Number(0, cards.ROW - 1)
TURNS: Final = Number(0, TURNS_MAX)

FIELDS: Final[list[Field]] = [
    Value("loyalty_mode", Name("mode", cards.LOYALTY_MODES)),
    Flag("is_mad"),
    Flag("has_timer"),
    Flag("is_guarded"),
    Flag("is_capped"),
    Values("loyalties", LOYALTY, zone=cards.FIRST_LOYALTY, by_seat=True),
    Value("open_loyalties", SEATS),
    Rows("hands", VOTE, zone=0, by_seat=True),
    Rows("laid", VOTE, zone=0, by_seat=True),
    Row("played", VOTE, zone=0),
    Row("vote_deck", VOTE, zone=0),
    Values("row", EVENT_OR_NONE, cards.ROW, cards.FIRST_EVENT),
    Values("peeks", SEATS, cards.ROW),
    Row("event_deck", EVENT, cards.FIRST_EVENT),
    Row("discards", EVENT, cards.FIRST_EVENT),
    Rows("kept", EVENT, zone=cards.FIRST_EVENT, by_seat=True),
    Row("removed", EVENT, cards.FIRST_EVENT),
    Row("out", EVENT, cards.FIRST_EVENT),
    Value("open_card", EVENT_OR_NONE, cards.FIRST_EVENT),
    Value("open_slot", SLOT),
    Value("revealer", SEAT_OR_NOBODY),
    Value("shown", Marks("card", EVENT_WORDS)),
    Values("old_row", EVENT_OR_NONE, cards.ROW),
    Values("old_peeks", SEATS, cards.ROW),
    Rows("lines", SEAT, names=cards.PLACE_NAMES),
    Row("spaces", SEAT_OR_NOBODY),
    Value("exploded", Marks("boat", [cards.PLACE_NAMES[boat] for boat in cards.BOATS])),
    Chests("chests", Number(0, cards.CHESTS), cards.TREASURIES),
    Value("turn", TURNS),
    Value("active", SEAT_OR_NOBODY),
    Value("actions_left", Number(0, 2)),
    Value("fresh", Number(0, 3)),
    Values("skips", Number(0, SKIPS_MAX), by_seat=True),
    Value("quiet", Number(-1, TURNS_MAX)),
    Flag("is_race"),
    Value("race_turns", TURNS),
    Flag("is_holding"),
    Value("code_marks", Number(0, 1)),
    Value("forced", SEAT_OR_NOBODY),
    Value("first_slot", SLOT),
    Value("second_slot", SLOT),
    Value("vote", Name("vote", events.VOTE_NAMES, none=True)),
    Value("voters", SEATS),
    Value("missing", SEAT_OR_NOBODY),
    Value("victim", SEAT_OR_NOBODY),
    Value("cause", Name("cause", events.CAUSE_NAMES)),
    Value("searched", SEAT_OR_NOBODY),
    Value("search_left", Number(0, cards.VOTE_CARDS)),
    Value("ending", Name("ending", events.ENDING_NAMES)),
    Values("deeds", DEED),
]

STEPS: Final = steps_of([start, turns, votes, reveals, stars, marooning])

BOOK: Final = Book("tortuga-1667", verbs.ACTIONS, events.EVENTS, STEPS, FIELDS, PIECE_WORDS)
