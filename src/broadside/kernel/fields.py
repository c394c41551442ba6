"""Fields: a game lists once what its tables hold; writing, reading and turning follow from it.

A field has a shape (one value, a row of them, several of these, by seat or not) and a kind, which
says what each number means: a seat, a mask of seats, a card, a count. A game adds kinds of its own
where it needs them. Nothing here is quick: `clone`, which must be, is written out by each game, and
`differences` proves that it agrees with the list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from .event import SEATS_ONLY
from .masks import bits, turned_mask, turned_seat
from .notation import Line, Reader

if TYPE_CHECKING:
    from .state import State

NOTHING: Final = "-"
EVERYONE: Final = "*"
SEATS_SIGN: Final = "!"
NO_ZONE: Final = -1
SWITCHES: Final = ["false", "true"]


def numbered(names: list[str]) -> list[str]:
    """A word for each of some names, with a number where several are the same."""
    found: list[str] = []
    for place in range(len(names)):
        name = names[place]
        many = names.count(name) > 1
        found.append(f"{name}.{names[:place].count(name) + 1}" if many else name)
    return found


def number(t: State, name: str) -> int:
    """A number of a table, by the name of its field."""
    return int(getattr(t, name))


# -------------------------------------------------------------------------------- kinds


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


class Name(Kind):
    """The place of a name in a list: an option, a card, a side. -1 stands for none, if allowed.

    A field with two names may also be true or false.
    """

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


class SeatName(Kind):
    """A seat; -1 stands for nobody, if allowed."""

    def __init__(self, nobody: bool) -> None:
        self.nobody = nobody

    def last(self, t: State) -> int:
        """The highest number there is."""
        return t.seats - 1

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


class SeatMask(Kind):
    """Some seats, as a mask."""

    def last(self, t: State) -> int:
        """The highest number there is."""
        return t.seats - 1

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


SWITCH: Final = Name("switch", SWITCHES)
SEAT: Final = SeatName(nobody=False)
SEAT_OR_NOBODY: Final = SeatName(nobody=True)
SEATS: Final = SeatMask()
KNOWERS: Final = Knowers()


# ------------------------------------------------------------------------------- shapes


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """One attribute of a table.

    Where pieces lie in it, `zone` is the number of the first piece of its kind: a piece's number is
    that and the value.
    """

    def __init__(self, name: str, kind: Kind, zone: int = NO_ZONE) -> None:
        self.name = name
        self.kind = kind
        self.zone = zone

    def lines(self, t: State) -> list[str]:
        """The field as lines of text."""
        raise NotImplementedError

    def read(self, t: State, lines: Reader) -> None:
        """Set the field of a table that is set out as for a new game."""
        raise NotImplementedError

    def turn(self, t: State, by: int) -> None:
        """Move everybody `by` seats clockwise."""
        raise NotImplementedError

    def pieces(self, t: State) -> list[int]:
        """The pieces that lie there."""
        return []

    def all_words(self, t: State, values: list[int]) -> str:
        """Some values as words."""
        return " ".join([self.kind.word(t, value) for value in values]) or NOTHING

    def read_words(self, t: State, line: Line) -> list[int]:
        """The values of a line; none if it is a dash."""
        if not line.words:
            raise line.fail(line.key, f"expected words, or {NOTHING} for none")
        if line.words == [NOTHING]:
            return []
        return [self.kind.read(t, line, word) for word in line.words]

    def read_just(self, t: State, line: Line, count: int) -> list[int]:
        """The values of a line, which must be so many."""
        if len(line.words) != count:
            raise line.fail(line.key, f"expected {count} words, not {len(line.words)}")
        return [self.kind.read(t, line, word) for word in line.words]

    def turned(self, t: State, values: list[int], by: int) -> list[int]:
        """Some values, turned."""
        return [self.kind.turned(t, value, by) for value in values]

    def as_pieces(self, values: list[int]) -> list[int]:
        """The numbers of the pieces that some values are; none if these are no places."""
        if self.zone == NO_ZONE:
            return []
        return [self.zone + value for value in values if value >= 0]


class Value(Field):
    """One number, or one truth."""

    def lines(self, t: State) -> list[str]:
        """One line with one word."""
        return [f"{self.name} {self.kind.word(t, number(t, self.name))}"]

    def read(self, t: State, lines: Reader) -> None:
        """The word of its line."""
        value = self.read_just(t, lines.take(self.name), 1)[0]
        is_truth = isinstance(getattr(t, self.name), bool)
        setattr(t, self.name, value == 1 if is_truth else value)

    def turn(self, t: State, by: int) -> None:
        """Turn the value."""
        value = getattr(t, self.name)
        if not isinstance(value, bool):
            setattr(t, self.name, self.kind.turned(t, int(value), by))

    def pieces(self, t: State) -> list[int]:
        """The piece, if there is one."""
        return self.as_pieces([number(t, self.name)])


class Row(Field):
    """A tuple of any length: a pile, a hand, what lies in a certain order."""

    def values(self, t: State) -> list[int]:
        """What is in it."""
        return list(getattr(t, self.name))

    def lines(self, t: State) -> list[str]:
        """One line."""
        return [f"{self.name} {self.all_words(t, self.values(t))}"]

    def read(self, t: State, lines: Reader) -> None:
        """The words of its line."""
        setattr(t, self.name, tuple(self.read_words(t, lines.take(self.name))))

    def turn(self, t: State, by: int) -> None:
        """Turn every value."""
        setattr(t, self.name, tuple(self.turned(t, self.values(t), by)))

    def pieces(self, t: State) -> list[int]:
        """All pieces of the row."""
        return self.as_pieces(self.values(t))


class Values(Field):
    """A list of numbers. Where a new table has some, there are always so many.

    By seat it has `width` of them for each, one after the other; behind the seats may stand more
    that belong to no seat.
    """

    def __init__(
        self, name: str, kind: Kind, zone: int = NO_ZONE, by_seat: bool = False, width: int = 1
    ) -> None:
        super().__init__(name, kind, zone)
        self.by_seat = by_seat
        self.width = width

    def values(self, t: State) -> list[int]:
        """All of them."""
        return list(getattr(t, self.name))

    def lines(self, t: State) -> list[str]:
        """One line, or one for each seat."""
        values = self.values(t)
        if not self.by_seat:
            return [f"{self.name} {self.all_words(t, values)}"]
        found: list[str] = []
        for place in range(0, len(values), self.width):
            words = self.all_words(t, values[place : place + self.width])
            found.append(f"{self.name}.{place // self.width} {words}")
        return found

    def read(self, t: State, lines: Reader) -> None:
        """The words of its lines."""
        count = len(self.values(t))
        found: list[int] = []
        if self.by_seat:
            for place in range(count // self.width):
                found += self.read_just(t, lines.take(f"{self.name}.{place}"), self.width)
        elif count:
            found = self.read_just(t, lines.take(self.name), count)
        else:
            found = self.read_words(t, lines.take(self.name))
        setattr(t, self.name, found)

    def turn(self, t: State, by: int) -> None:
        """Turn every value, and move those of each seat."""
        values = self.turned(t, self.values(t), by)
        found = values[:]
        if self.by_seat:
            for seat in range(t.seats):
                to = (seat + by) % t.seats
                for place in range(self.width):
                    found[to * self.width + place] = values[seat * self.width + place]
        setattr(t, self.name, found)

    def pieces(self, t: State) -> list[int]:
        """All pieces of the list."""
        return self.as_pieces(self.values(t))


class Rows(Field):
    """A list of rows, a line for each: by seat, one for each of `names`, or both.

    By seat and with names, each seat has a row for every name, one after the other.
    """

    def __init__(
        self,
        name: str,
        kind: Kind,
        zone: int = NO_ZONE,
        by_seat: bool = False,
        names: list[str] | None = None,
    ) -> None:
        super().__init__(name, kind, zone)
        self.by_seat = by_seat
        self.names = names or [""]

    def rows(self, t: State) -> list[tuple[int, ...]]:
        """All rows."""
        rows: list[Any] = getattr(t, self.name)
        return [row for row in rows]

    def key(self, place: int) -> str:
        """What the line of a row begins with."""
        name = self.names[place % len(self.names)]
        parts = [self.name, str(place // len(self.names))] if self.by_seat else [self.name]
        return ".".join([*parts, name] if name else parts)

    def lines(self, t: State) -> list[str]:
        """One line for each row."""
        found: list[str] = []
        for place, row in enumerate(self.rows(t)):
            found.append(f"{self.key(place)} {self.all_words(t, list(row))}")
        return found

    def read(self, t: State, lines: Reader) -> None:
        """The words of its lines; a new table has so many rows."""
        found: list[tuple[int, ...]] = []
        for place in range(len(self.rows(t))):
            found.append(tuple(self.read_words(t, lines.take(self.key(place)))))
        setattr(t, self.name, found)

    def turn(self, t: State, by: int) -> None:
        """Turn every value, and move the rows of each seat."""
        rows = [tuple(self.turned(t, list(row), by)) for row in self.rows(t)]
        found = rows[:]
        if self.by_seat:
            width = len(self.names)
            for seat in range(t.seats):
                to = (seat + by) % t.seats
                for place in range(width):
                    found[to * width + place] = rows[seat * width + place]
        setattr(t, self.name, found)

    def pieces(self, t: State) -> list[int]:
        """All pieces of all rows."""
        found: list[int] = []
        for row in self.rows(t):
            found += self.as_pieces(list(row))
        return found


def differences(one: State, two: State, fields: list[Field]) -> list[str]:
    """The names of the fields in which two tables differ."""
    return [field.name for field in fields if field.lines(one) != field.lines(two)]
