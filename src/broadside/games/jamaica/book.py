"""The book of Jamaica: what a table holds, and all that can happen at it."""

from __future__ import annotations

from typing import Any, Final

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
from broadside.kernel.step import Step

from .battle import (
    ATTACK_ROLL,
    ATTACK_SABRE,
    ATTACKING,
    BATTLE_ENDS,
    DEFENCE_ROLL,
    DEFENCE_SABRE,
    DEFENDING,
    TARGETING,
)
from .board import LAIRS, SPACES
from .cards import (
    ACTION_NAMES,
    BANKS,
    DECK,
    FIRST_GOOD,
    FIRST_TREASURE,
    GHOST_SEATS,
    GOLD,
    GOOD_LETTERS,
    GOOD_NAMES,
    HOLD_BITS,
    HOLD_MASK,
    HOLD_SHIFT,
    HOLD_TOKENS,
    PIECES,
    POWERS,
    REVEALS,
    ROUNDS_MAX,
    SEATS_MAX,
    SHORTAGE_MODES,
    SLOTS,
    STAR,
    TOKENS_MAX,
    TOKENS_UNLIMITED,
    TREASURE_NAMES,
    TREASURE_PICKS,
)
from .events import EVENTS
from .fees import FREE_LANDING, LANDING
from .ghost import GHOST_EVENING, GHOST_MORNING, STEERING
from .loading import STOWING
from .movement import SAILING
from .retreat import RETREATING
from .rounds import (
    CHOOSING_CARDS,
    EVENING_ACTION,
    MORNING_ACTION,
    NEXT_TURN,
    PLACING_DICE,
    ROUND_ENDS,
)
from .spending import ATTACK_HOLDS, DEFENCE_HOLDS, PAYING
from .spoils import SPOILS
from .verbs import ACTIONS, DIRECTION, POWDER_MAX

LAP_MIN: Final = -99


def last_ship(t: State) -> int:
    """The number of the ship behind all others: with two seats it is the ghost."""
    return t.seats if t.seats == GHOST_SEATS else t.seats - 1


class ShipName(SeatName):
    """A ship: a seat's, or the ghost's, which comes after the seats."""

    def last(self, t: State) -> int:
        """The highest number there is."""
        return last_ship(t)


class ShipMask(SeatMask):
    """Some ships, as a mask."""

    def last(self, t: State) -> int:
        """The highest number there is."""
        return last_ship(t)


def holds_of(value: int) -> list[int]:
    """The holds of a ship, which are kept in one number."""
    return [value >> slot * HOLD_BITS & HOLD_MASK for slot in range(SLOTS)]


class HoldsKind(Kind):
    """Six holds: of each the good's letter and the tokens, as in G3; a dash if it is empty."""

    def word(self, t: State, value: int) -> str:
        """Letters and numbers, with commas between them."""
        words: list[str] = []
        for hold in holds_of(value):
            letter = GOOD_LETTERS[hold >> HOLD_SHIFT]
            words.append(f"{letter}{hold & HOLD_TOKENS}" if hold else NOTHING)
        return ",".join(words)

    def read(self, t: State, line: Line, word: str) -> int:
        """Goods and tokens of six holds."""
        parts = word.split(",")
        if len(parts) != SLOTS:
            raise line.fail(word, f"expected {SLOTS} holds such as G3 or - with commas between")
        found = 0
        for slot, part in enumerate(parts):
            if part != NOTHING:
                good = line.index(part[:1], GOOD_LETTERS[GOLD:], "good") + GOLD
                hold = good << HOLD_SHIFT | line.number_in(part[1:], 1, TOKENS_MAX)
                found |= hold << slot * HOLD_BITS
        return found


class Decks(Rows):
    """The cards of each seat's own deck."""

    def pieces(self, t: State) -> list[int]:
        """A seat's cards come after those of the seat before."""
        rows = self.rows(t)
        return [seat * DECK + card for seat in range(t.seats) for card in rows[seat]]


class LaidCards(Values):
    """The card before each seat."""

    def pieces(self, t: State) -> list[int]:
        """The cards that lie there."""
        return [seat * DECK + card for seat, card in enumerate(self.values(t)) if card >= 0]


class ByShip(Values):
    """Numbers of every ship, the ghost ship's last."""

    def __init__(self, name: str, kind: Kind) -> None:
        super().__init__(name, kind, by_seat=True)

    def owners(self, t: State) -> int:
        """How many ships there are."""
        return last_ship(t) + 1


class Holds(ByShip):
    """The holds of all ships."""

    def pieces(self, t: State) -> list[int]:
        """Every token aboard."""
        found: list[int] = []
        for value in self.values(t):
            for hold in holds_of(value):
                found += [FIRST_GOOD + (hold >> HOLD_SHIFT)] * (hold & HOLD_TOKENS)
        return found


class Bank(Values):
    """The tokens in the bank, by good."""

    def pieces(self, t: State) -> list[int]:
        """Every token there."""
        found: list[int] = []
        for good, tokens in enumerate(self.values(t)):
            found += [FIRST_GOOD + good] * tokens
        return found


class Load(Value):
    """The number of tokens that are about to be loaded."""

    def pieces(self, t: State) -> list[int]:
        """The tokens in the air."""
        return [FIRST_GOOD + number(t, "load_good")] * number(t, self.name)


class Knows(Values):
    """Who knows which piece; the decks move with their owners."""

    def turn(self, t: State, by: int) -> None:
        """Turn every mask, then move the decks."""
        masks = self.turned(t, self.values(t), by)
        found = masks[:]
        for seat in range(t.seats):
            to = (seat + by) % t.seats * DECK
            found[to : to + DECK] = masks[seat * DECK : (seat + 1) * DECK]
        t.knows = found


CARD: Final = Name("card", ACTION_NAMES)
CARD_OR_NONE: Final = Name("card", ACTION_NAMES, none=True)
TREASURE: Final = Name("treasure", TREASURE_NAMES)
TREASURE_OR_NONE: Final = Name("treasure", TREASURE_NAMES, none=True)
SHIP_OR_NOBODY: Final = ShipName(nobody=True)
SHIPS: Final = ShipMask()
LAIR_MARKS: Final = Marks("lair", [str(space) for space in LAIRS])
DIE: Final = Number(0, 6)
FACE: Final = Number(0, STAR)
POWDER: Final = Number(0, POWDER_MAX)
GOOD: Final = Name("good", GOOD_NAMES)

FIELDS: Final[list[Field]] = [
    Flag("is_die_shortage", Name("mode", SHORTAGE_MODES)),
    Flag("is_finite", Name("bank", BANKS)),
    Flag("is_together", Name("way to reveal", REVEALS)),
    Flag("is_random_pick", Name("way to pick", TREASURE_PICKS)),
    Flag("is_quick"),
    Value("rounds_max", Number(1, ROUNDS_MAX)),
    Value("round", Number(1, ROUNDS_MAX)),
    Value("captain", SEAT),
    Value("turns", Number(0, SEATS_MAX)),
    Value("first_die", DIE),
    Value("second_die", DIE),
    Value("morning", DIE),
    Value("evening", DIE),
    Value("revealed", SEATS),
    Value("quick", SEATS),
    Decks("hands", CARD, by_seat=True),
    Decks("piles", CARD, by_seat=True),
    Decks("discards", CARD, by_seat=True),
    LaidCards("laid", CARD_OR_NONE, by_seat=True),
    Rows("exposed", CARD, by_seat=True),
    ByShip("spaces", Number(0, SPACES - 1)),
    ByShip("laps", Number(LAP_MIN, 1)),
    Holds("holds", HoldsKind()),
    Row("treasure_pile", TREASURE, zone=FIRST_TREASURE),
    Row("removed", TREASURE, zone=FIRST_TREASURE),
    Values("lair_cards", TREASURE_OR_NONE, len(LAIRS), FIRST_TREASURE),
    Values("holders", SHIP_OR_NOBODY, len(LAIRS)),
    Values("held", SHIPS, len(LAIRS)),
    Value("tokens", LAIR_MARKS),
    Value("face_up", LAIR_MARKS),
    Value("given", LAIR_MARKS),
    Values("powers", SHIP_OR_NOBODY, POWERS),
    Bank("bank", Number(0, TOKENS_UNLIMITED), len(GOOD_NAMES)),
    Value("mover", SHIP_OR_NOBODY),
    Value("steps", DIE),
    Value("direction", Name("direction", DIRECTION.values)),
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
    Value("spend_asked", Marks("hold", [str(slot + 1) for slot in range(SLOTS)])),
    Value("load_ship", SHIP_OR_NOBODY),
    Value("load_good", GOOD),
    Load("load_tokens", Number(0, TOKENS_MAX)),
]

STEPS: Final[list[Step[Any]]] = [
    PLACING_DICE,
    CHOOSING_CARDS,
    NEXT_TURN,
    MORNING_ACTION,
    EVENING_ACTION,
    ROUND_ENDS,
    SAILING,
    TARGETING,
    ATTACKING,
    ATTACK_HOLDS,
    ATTACK_ROLL,
    ATTACK_SABRE,
    DEFENDING,
    DEFENCE_HOLDS,
    DEFENCE_ROLL,
    DEFENCE_SABRE,
    BATTLE_ENDS,
    SPOILS,
    STOWING,
    LANDING,
    FREE_LANDING,
    PAYING,
    RETREATING,
    GHOST_MORNING,
    GHOST_EVENING,
    STEERING,
]

PIECE_NAMES: Final[list[str]] = [
    *[f"{card} of seat {seat}" for seat in range(SEATS_MAX) for card in ACTION_NAMES],
    *TREASURE_NAMES,
    *GOOD_NAMES,
]

BOOK: Final = Book(
    "jamaica", ACTIONS, EVENTS, STEPS, FIELDS, PIECE_NAMES, Knows("knows", KNOWERS, PIECES)
)
