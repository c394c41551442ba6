"""The book of Jamaica: what a table holds, and all that can happen at it."""

from __future__ import annotations

from typing import Final

from broadside.kernel.book import Book
from broadside.kernel.fields import Field, Flag, Row, Rows, Value, Values, number
from broadside.kernel.kinds import (
    KNOWERS,
    NOTHING,
    SEAT,
    SEATS,
    Kind,
    Marks,
    Name,
    Number,
    SeatMask,
    SeatName,
)
from broadside.kernel.notation import Line
from broadside.kernel.state import State
from broadside.kernel.step import steps_of

from . import battle, cards, ghost, loading, movement, retreat, rounds, spending, spoils, verbs
from .board import LAIRS, SPACES
from .events import EVENTS


def last_ship(t: State) -> int:
    """The number of the ship behind all others: with two seats it is the ghost."""
    return t.seats if t.seats == cards.GHOST_SEATS else t.seats - 1


def holds_of(value: int) -> list[int]:
    """The holds of a ship, which are kept in one number."""
    return [value >> slot * cards.HOLD_BITS & cards.HOLD_MASK for slot in range(cards.SLOTS)]


class Holds(Kind):
    """Six holds: of each the good's letter and the tokens, as in G3; a dash if it is empty."""

    def pieces(self, value: int) -> list[int]:
        """Every token aboard."""
        found: list[int] = []
        for hold in holds_of(value):
            found += [hold >> cards.HOLD_SHIFT] * (hold & cards.HOLD_TOKENS)
        return found

    def word(self, t: State, value: int) -> str:
        """Letters and numbers, with commas between them."""
        words: list[str] = []
        for hold in holds_of(value):
            letter = cards.GOOD_LETTERS[hold >> cards.HOLD_SHIFT]
            words.append(f"{letter}{hold & cards.HOLD_TOKENS}" if hold else NOTHING)
        return ",".join(words)

    def read(self, t: State, line: Line, word: str) -> int:
        """Goods and tokens of six holds."""
        parts = word.split(",")
        if len(parts) != cards.SLOTS:
            raise line.fail(
                word, f"expected {cards.SLOTS} holds such as G3 or - with commas between"
            )
        found = 0
        for slot, part in enumerate(parts):
            if part != NOTHING:
                good = line.index(part[:1], cards.GOOD_LETTERS[cards.GOLD :], "good") + cards.GOLD
                hold = good << cards.HOLD_SHIFT | line.number_in(part[1:], 1, cards.TOKENS_MAX)
                found |= hold << slot * cards.HOLD_BITS
        return found


class ByShip(Values):
    """Numbers of every ship, the ghost ship's last."""

    def owners(self, t: State) -> int:
        """How many ships there are."""
        return last_ship(t) + 1


class Bank(Values):
    """The tokens in the bank, by good."""

    def pieces(self, t: State) -> list[int]:
        """Every token there."""
        found: list[int] = []
        for good, tokens in enumerate(self.values(t)):
            found += [cards.FIRST_GOOD + good] * tokens
        return found


class Load(Value):
    """The number of tokens that are about to be loaded."""

    def pieces(self, t: State) -> list[int]:
        """The tokens in the air."""
        return [cards.FIRST_GOOD + number(t, "load_good")] * number(t, self.name)


class Knows(Values):
    """Who knows which piece; the decks move with their owners."""

    def turn(self, t: State, by: int) -> None:
        """Turn every mask, then move the decks."""
        masks = self.turned(t, self.values(t), by)
        found = masks[:]
        for seat in range(t.seats):
            to = (seat + by) % t.seats * cards.DECK
            found[to : to + cards.DECK] = masks[seat * cards.DECK : (seat + 1) * cards.DECK]
        t.knows = found


CARD: Final = Name("card", cards.ACTION_NAMES)
CARD_OR_NONE: Final = Name("card", cards.ACTION_NAMES, none=True)
TREASURE: Final = Name("treasure", cards.TREASURE_NAMES)
TREASURE_OR_NONE: Final = Name("treasure", cards.TREASURE_NAMES, none=True)
SHIP_OR_NOBODY: Final = SeatName(nobody=True, last=last_ship)
SHIPS: Final = SeatMask(last_ship)
LAIR_MARKS: Final = Marks("lair", [str(space) for space in LAIRS])
DIE: Final = Number(0, 6)
FACE: Final = Number(0, cards.STAR)
POWDER: Final = Number(0, verbs.POWDER_MAX)
GOOD: Final = Name("good", cards.GOOD_NAMES)

FIELDS: Final[list[Field]] = [
    Flag("is_die_shortage", Name("mode", cards.SHORTAGE_MODES)),
    Flag("is_finite", Name("bank", cards.BANKS)),
    Flag("is_together", Name("way to reveal", cards.REVEALS)),
    Flag("is_random_pick", Name("way to pick", cards.TREASURE_PICKS)),
    Flag("is_quick"),
    Value("rounds_max", Number(1, cards.ROUNDS_MAX)),
    Value("round", Number(1, cards.ROUNDS_MAX)),
    Value("captain", SEAT),
    Value("turns", Number(0, cards.SEATS_MAX)),
    Value("first_die", DIE),
    Value("second_die", DIE),
    Value("morning", DIE),
    Value("evening", DIE),
    Value("revealed", SEATS),
    Value("quick", SEATS),
    Rows("hands", CARD, zone=0, by_seat=True, deck=cards.DECK),
    Rows("piles", CARD, zone=0, by_seat=True, deck=cards.DECK),
    Rows("discards", CARD, zone=0, by_seat=True, deck=cards.DECK),
    Values("laid", CARD_OR_NONE, zone=0, by_seat=True, deck=cards.DECK),
    Rows("exposed", CARD, by_seat=True),
    ByShip("spaces", Number(0, SPACES - 1), by_seat=True, bits=cards.SPACE_BITS),
    ByShip("laps", Number(cards.LAP_MIN, 1), by_seat=True, bits=cards.LAP_BITS, low=cards.LAP_MIN),
    ByShip("holds", Holds(), zone=cards.FIRST_GOOD, by_seat=True),
    Row("treasure_pile", TREASURE, zone=cards.FIRST_TREASURE),
    Row("removed", TREASURE, zone=cards.FIRST_TREASURE),
    Values("lair_cards", TREASURE_OR_NONE, len(LAIRS), cards.FIRST_TREASURE),
    Values("holders", SHIP_OR_NOBODY, len(LAIRS)),
    Values("held", SHIPS, len(LAIRS)),
    Value("tokens", LAIR_MARKS),
    Value("face_up", LAIR_MARKS),
    Value("given", LAIR_MARKS),
    Values("powers", SHIP_OR_NOBODY, cards.POWERS),
    Bank("bank", Number(0, cards.TOKENS_UNLIMITED), len(cards.GOOD_NAMES)),
    Value("mover", SHIP_OR_NOBODY),
    Value("steps", DIE),
    Value("direction", Name("direction", verbs.DIRECTION.values)),
    Value("shortage_die", FACE),
    Value("attacker", SHIP_OR_NOBODY),
    Value("defender", SHIP_OR_NOBODY),
    Value("winner", SHIP_OR_NOBODY),
    Value("attack_powder", POWDER),
    Value("attack_die", FACE),
    Value("defence_powder", POWDER),
    Value("defence_die", FACE),
    Flag("is_sabre_used"),
    Value("spend_good", GOOD),
    Value("spend_left", POWDER),
    Value("spend_asked", Marks("hold", [str(slot + 1) for slot in range(cards.SLOTS)])),
    Value("load_ship", SHIP_OR_NOBODY),
    Value("load_good", GOOD),
    Load("load_tokens", Number(0, cards.TOKENS_MAX)),
]

STEPS: Final = steps_of([rounds, movement, battle, spending, spoils, loading, retreat, ghost])

PIECE_NAMES: Final[list[str]] = [
    *[f"{card} of seat {seat}" for seat in range(cards.SEATS_MAX) for card in cards.ACTION_NAMES],
    *cards.TREASURE_NAMES,
    *cards.GOOD_NAMES,
]

BOOK: Final = Book(
    "jamaica",
    verbs.ACTIONS,
    EVENTS,
    STEPS,
    FIELDS,
    PIECE_NAMES,
    Knows("knows", KNOWERS, cards.PIECES),
)
