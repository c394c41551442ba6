"""The book of Jolly Roger: what a table holds, and all that can happen at it."""

from __future__ import annotations

from typing import Any, Final

from broadside.kernel import kinds
from broadside.kernel.book import Book
from broadside.kernel.fields import Field, Flag, Row, Rows, Value, Values
from broadside.kernel.kinds import SEAT, SEAT_OR_NOBODY, SEATS, Kind, Name, Number, SeatMask
from broadside.kernel.notation import Line
from broadside.kernel.state import State
from broadside.kernel.step import Step, steps_of

from . import attack, calls, cards, island, mutiny, plays, port, punishment, rounds, sharing, voyage
from .events import EVENTS, NO_SIDE
from .gifts import OFFERS_MAX
from .limits import DISCARDING
from .promises import PROMISE_BITS, SEAT_BITS
from .verbs import ACTIONS, ITEM_NAMES, PROMISE_NAMES, RETURNS, SIDE_NAMES

NUMBER_MAX: Final = 999_999
NO_SEATS: Final = "none"
COUNT: Final = Number(0, 999)
TOKENS: Final[list[str]] = kinds.numbered(cards.PIECE_NAMES)


class Piece(Name):
    """A piece from `first` on, by its number among all pieces."""

    def __init__(self, what: str, first: int, end: int, none: bool = False) -> None:
        super().__init__(what, TOKENS[first:end], none)
        self.first = first

    def word(self, t: State, value: int) -> str:
        """The piece's name, or a dash."""
        return super().word(t, value - self.first if value >= 0 else value)

    def read(self, t: State, line: Line, word: str) -> int:
        """The piece's number."""
        place = super().read(t, line, word)
        return place + self.first if place >= 0 else place


class SideName(Name):
    """A side of a mutiny, or none."""

    def blank(self) -> int:
        """None."""
        return NO_SIDE


class Asked(SeatMask):
    """Seats in a row of masks, where a dash would say that the row is empty."""

    def word(self, t: State, value: int) -> str:
        """The seats, or a word for none."""
        return super().word(t, value) if value else NO_SEATS

    def read(self, t: State, line: Line, word: str) -> int:
        """Seats of this table."""
        return 0 if word == NO_SEATS else super().read(t, line, word)


class ActionName(Kind):
    """An action by its code: its words with slashes between them."""

    def word(self, t: State, value: int) -> str:
        """As it is typed, but in one word."""
        return ACTIONS.actions[value].text.replace(" ", "/")

    def read(self, t: State, line: Line, word: str) -> int:
        """The code of an action."""
        action = ACTIONS.by_text.get(word.replace("/", " "))
        if action is None:
            raise line.fail(word, "no such action; expected one with / between its words")
        return action.code

    def turned(self, t: State, value: int, by: int) -> int:
        """The same action by others."""
        return ACTIONS.turned(ACTIONS.actions[value], by, t.seats).code


CARD: Final = Piece("crew card", 0, cards.CREW)
CARD_OR_NONE: Final = Piece("crew card", 0, cards.CREW, none=True)
DESTINATION: Final = Piece("destination", cards.CREW, cards.FIRST_PRIZE)
DESTINATION_OR_NONE: Final = Piece("destination", cards.CREW, cards.FIRST_PRIZE, none=True)
PRIZE: Final = Piece("prize", cards.FIRST_PRIZE, cards.PIECES)
PROMISE: Final = kinds.Packed(
    [SEAT, SEAT, Name("promise", PROMISE_NAMES)],
    [SEAT_BITS, SEAT_BITS, PROMISE_BITS],
    "2:0:join",
)
PIECE: Final = Name("card", TOKENS)
PIECE_OR_NONE: Final = Name("card", TOKENS, none=True)
SIDE: Final = SideName("side", [*SIDE_NAMES, "none"])

FIELDS: Final[list[Field]] = [
    Flag("is_hidden"),
    Flag("is_captains_gold"),
    Flag("is_rechoosing", Name("way to fail", cards.ISLAND_FAILS)),
    Flag("is_extra_pick", Name("way to pick", cards.CAPTAIN_PICKS)),
    Flag("has_bribes"),
    Flag("has_bot_bribes"),
    Flag("is_crew_open"),
    Flag("is_shuffled", Name("order", cards.POLLS)),
    Flag("has_both_roles"),
    Flag("asks_all"),
    Value("round", Number(0, cards.ROUNDS)),
    Value("captain", SEAT),
    Value("quartermaster", SEAT_OR_NOBODY),
    Flag("is_mutiny_used"),
    Flag("skips_appointment"),
    Value("barred_round", Number(0, cards.ROUNDS + 1)),
    Row("crew_deck", CARD, zone=0),
    Row("crew_discard", CARD, zone=0),
    Row("prize_deck", PRIZE, zone=0),
    Row("prize_discard", PRIZE, zone=0),
    Rows("stacks", DESTINATION, zone=0, names=cards.TYPE_NAMES),
    Row("destination_discard", DESTINATION, zone=0),
    Flag("is_overfull"),
    Rows("hands", CARD, zone=0, by_seat=True),
    Rows("prizes", PRIZE, zone=0, by_seat=True),
    Rows("buried", PRIZE, zone=0, by_seat=True),
    Values("kept", COUNT, by_seat=True),
    Values("broken", COUNT, by_seat=True),
    Values("jewels_gold", COUNT, by_seat=True),
    Row("promises", PROMISE),
    Value("chosen", DESTINATION_OR_NONE, zone=0),
    Flag("is_shown"),
    Value("map_card", CARD_OR_NONE, zone=0),
    Row("mustered", CARD, zone=0),
    Row("musterers", SEAT),
    Values("officers", Number(-99, 99), cards.SKILLS),
    Values("allotted", Number(0, cards.MULTI_MAX), len(attack.NONE_ALLOTTED)),
    Value("traded", SEATS),
    Value("sellers_left", Number(0, cards.SEATS_MAX)),
    Value("guards", SEATS),
    Value("guard", SEAT_OR_NOBODY),
    Value("guard_asked", SEATS),
    Row("bribe", Name("item", ITEM_NAMES)),
    Flag("is_ordered"),
    Value("suggestion", SEAT_OR_NOBODY),
    Row("laid", PRIZE, zone=0),
    Values("shares", Number(0, cards.PRIZES), by_seat=True),
    Values("best_given", Number(0, cards.PRIZE_KINDS), by_seat=True),
    Value("cook", SEAT_OR_NOBODY),
    Value("picks_left", Number(0, 2)),
    Flag("is_seized"),
    Value("carpenter", SEAT_OR_NOBODY),
    Value("mutineer", SEAT_OR_NOBODY),
    Value("called_in", Name("call", calls.CALL_NAMES)),
    Values("sides", SIDE, by_seat=True),
    Rows("lying", CARD, zone=0, by_seat=True),
    Value("loser", SIDE),
    Value("forced", SEAT_OR_NOBODY),
    Value("forced_side", SIDE),
    Row("play_cards", CARD, zone=0),
    Row("play_seats", SEAT),
    Row("play_codes", ActionName()),
    Row("react_asked", Asked()),
    Value("pending", SEATS),
    Value("done", SEATS),
    Value("heard", SEATS),
    Value("poll_from", SEAT),
    Row("used", CARD),
    Rows("sealed", PIECE, by_seat=True),
    Value("sealed_asked", SEATS),
    Values("offer_items", Name("item", ITEM_NAMES), by_seat=True),
    Values("offer_pieces", PIECE_OR_NONE, by_seat=True),
    Values("offer_tos", SEAT_OR_NOBODY, by_seat=True),
    Values("offer_returns", Name("promise", PROMISE_NAMES[:RETURNS]), by_seat=True),
    Values("offers_made", Number(0, OFFERS_MAX), by_seat=True),
    Value("offers_window", Number(0, NUMBER_MAX)),
    Value("window_no", Number(0, NUMBER_MAX)),
    Values("ids", Number(0, NUMBER_MAX)),
]

STEPS: Final[list[Step[Any]]] = steps_of(
    [rounds, calls, voyage, attack, sharing, port, island, punishment, mutiny, plays]
)
BOOK: Final = Book("jolly-roger", ACTIONS, EVENTS, [*STEPS, DISCARDING], FIELDS, TOKENS)
