"""Kinds: what a number of a table means, and so how it is written, read and turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from .event import SEATS_ONLY
from .masks import bits, turned_mask, turned_seat
from .notation import Line

if TYPE_CHECKING:
    from .state import State

NOTHING: Final = "-"
EVERYONE: Final = "*"
SEATS_SIGN: Final = "!"
SWITCHES: Final = ["false", "true"]


def numbered(names: list[str]) -> list[str]:
    """A word for each of some names, with a number where several are the same."""
    found: list[str] = []
    for place in range(len(names)):
        name = names[place]
        many = names.count(name) > 1
        found.append(f"{name}.{names[:place].count(name) + 1}" if many else name)
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Kind:
    """What a number of a table means: how it is written, read and turned."""

    def word(self, t: State, value: int) -> str:
        """The value as one word."""
        raise NotImplementedError

    def read(self, t: State, line: Line, word: str) -> int:
        """The value of a word; raises NotationError."""
        raise NotImplementedError

    def turned(self, t: State, value: int, by: int) -> int:
        """The value when everybody has moved `by` seats clockwise."""
        return value

    def blank(self) -> int:
        """The value on an empty table."""
        return 0

    def pieces(self, value: int) -> list[int]:
        """The pieces that a value stands for, where it stands for any; none below zero."""
        return [value] if value >= 0 else []


@mypyc_attr(allow_interpreted_subclasses=True)
class Number(Kind):
    """A whole number within bounds."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def word(self, t: State, value: int) -> str:
        """The number in digits."""
        return str(value)

    def read(self, t: State, line: Line, word: str) -> int:
        """The number, if it is within the bounds."""
        return line.number_in(word, self.low, self.high)


@mypyc_attr(allow_interpreted_subclasses=True)
class Name(Kind):
    """The place of a name in a list: an option, a card, a side. -1 stands for none, if allowed."""

    def __init__(self, what: str, names: list[str], none: bool = False) -> None:
        self.what = what
        self.names = names
        self.none = none

    def word(self, t: State, value: int) -> str:
        """The name, or a dash."""
        return self.names[value] if value >= 0 else NOTHING

    def read(self, t: State, line: Line, word: str) -> int:
        """The place of the name."""
        if self.none and word == NOTHING:
            return -1
        return line.index(word, self.names, self.what)

    def blank(self) -> int:
        """None, or the first name."""
        return -1 if self.none else 0


def last_seat(t: State) -> int:
    """The highest number of a seat."""
    return t.seats - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatName(Kind):
    """A seat; -1 stands for nobody, if allowed. Behind the seats others may have numbers, too."""

    def __init__(self, nobody: bool, last: Callable[[State], int] = last_seat) -> None:
        self.nobody = nobody
        self.last = last

    def word(self, t: State, value: int) -> str:
        """The seat's number, or a dash."""
        return str(value) if value >= 0 else NOTHING

    def read(self, t: State, line: Line, word: str) -> int:
        """A seat of this table."""
        if self.nobody and word == NOTHING:
            return -1
        return line.number_in(word, 0, self.last(t))

    def turned(self, t: State, value: int, by: int) -> int:
        """The seat's new number."""
        return turned_seat(value, by, t.seats)

    def blank(self) -> int:
        """Nobody, or the first seat."""
        return -1 if self.nobody else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatMask(Kind):
    """Some seats, as a mask; others behind them as in a SeatName."""

    def __init__(self, last: Callable[[State], int] = last_seat) -> None:
        self.last = last

    def word(self, t: State, value: int) -> str:
        """The seats with commas between them, or a dash."""
        return ",".join([str(seat) for seat in bits(value)]) or NOTHING

    def read(self, t: State, line: Line, word: str) -> int:
        """Seats of this table."""
        mask = 0
        if word != NOTHING:
            for part in word.split(","):
                mask |= 1 << line.number_in(part, 0, self.last(t))
        return mask

    def turned(self, t: State, value: int, by: int) -> int:
        """The mask of the new numbers."""
        return turned_mask(value, by, t.seats)


class Knowers(SeatMask):
    """Who knows a piece: a star for everybody; a ! before seats whose secret it is."""

    def word(self, t: State, value: int) -> str:
        """The seats that know it."""
        if value == t.everyone:
            return EVERYONE
        sign = SEATS_SIGN if value & SEATS_ONLY else ""
        return sign + super().word(t, value & t.everyone)

    def read(self, t: State, line: Line, word: str) -> int:
        """The mask of those who know it."""
        if word == EVERYONE:
            return t.everyone
        if word.startswith(SEATS_SIGN):
            return super().read(t, line, word[1:]) | SEATS_ONLY
        return super().read(t, line, word)


class Marks(Kind):
    """Some names of a list, as a mask."""

    def __init__(self, what: str, names: list[str]) -> None:
        self.what = what
        self.names = names

    def word(self, t: State, value: int) -> str:
        """The names with commas between them, or a dash."""
        return ",".join([self.names[place] for place in bits(value)]) or NOTHING

    def read(self, t: State, line: Line, word: str) -> int:
        """The mask of these names."""
        mask = 0
        if word != NOTHING:
            for part in word.split(","):
                mask |= 1 << line.index(part, self.names, self.what)
        return mask


class Packed(Kind):
    """Several values in one number, the first one lowest, each in so many bits.

    As words they have colons between them: marooned:0:3. A part without any value is all ones.
    """

    def __init__(self, parts: list[Kind], bits: list[int], example: str) -> None:
        self.parts = parts
        self.bits = bits
        self.example = example

    def packed(self, values: list[int]) -> int:
        """Some values as one number."""
        found = shift = 0
        for value, width in zip(values, self.bits, strict=True):
            found |= (value & (1 << width) - 1) << shift
            shift += width
        return found

    def unpacked(self, value: int) -> list[int]:
        """The values in a number; -1 for a part without any."""
        found: list[int] = []
        for kind, width in zip(self.parts, self.bits, strict=True):
            full = (1 << width) - 1
            found.append(-1 if value & full == full and kind.blank() < 0 else value & full)
            value >>= width
        return found

    def word(self, t: State, value: int) -> str:
        """The words of the parts."""
        values = self.unpacked(value)
        return ":".join([self.parts[i].word(t, values[i]) for i in range(len(values))])

    def read(self, t: State, line: Line, word: str) -> int:
        """The parts, each of its kind."""
        words = word.split(":")
        if len(words) != len(self.parts):
            raise line.fail(word, f"expected {len(self.parts)} parts, as in {self.example}")
        return self.packed([self.parts[i].read(t, line, words[i]) for i in range(len(words))])

    def turned(self, t: State, value: int, by: int) -> int:
        """Every part turned."""
        values = self.unpacked(value)
        return self.packed([self.parts[i].turned(t, values[i], by) for i in range(len(values))])


SWITCH: Final = Name("switch", SWITCHES)
SEAT: Final = SeatName(nobody=False)
SEAT_OR_NOBODY: Final = SeatName(nobody=True)
SEATS: Final = SeatMask()
KNOWERS: Final = Knowers()
