"""Fields: a game lists once what its tables hold; writing, reading and turning follow from it.

A field has a shape (one value, a row of them, several of these, by seat or not) and a kind, which
says what each number means: a seat, a mask of seats, a card, a count. Nothing here is quick:
`clone`, which must be, is written out by each game, and the laws prove that it forgets nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from .kinds import NOTHING, SWITCH, Kind
from .notation import Line, Reader

if TYPE_CHECKING:
    from .state import State

NO_ZONE: Final = -1


def number(t: State, name: str) -> int:
    """A number of a table, by the name of its field."""
    return int(getattr(t, name))


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """One attribute of a table.

    Where pieces lie in it, `zone` is the number of the first piece of its kind: a piece's number is
    that and what the value stands for. Where every seat has a deck of its own, of `deck` pieces,
    these are numbered seat by seat.
    """

    def __init__(self, name: str, kind: Kind, zone: int = NO_ZONE, deck: int = 0) -> None:
        self.name = name
        self.kind = kind
        self.zone = zone
        self.deck = deck

    def lines(self, t: State) -> list[str]:
        """The field as lines of text."""
        raise NotImplementedError

    def read(self, t: State, lines: Reader) -> None:
        """Set the field of a table that is set out as for a new game."""
        raise NotImplementedError

    def turn(self, t: State, by: int) -> None:
        """Move everybody `by` seats clockwise."""
        raise NotImplementedError

    def set_out(self, t: State) -> None:
        """Make the field as it is on an empty table."""
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

    def as_pieces(self, values: list[int], owner: int = 0) -> list[int]:
        """The numbers of an owner's pieces that some values are; none if these are no places."""
        if self.zone == NO_ZONE:
            return []
        first = self.zone + owner * self.deck
        return [first + piece for value in values for piece in self.kind.pieces(value)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Value(Field):
    """One number."""

    def lines(self, t: State) -> list[str]:
        """One line with one word."""
        return [f"{self.name} {self.kind.word(t, number(t, self.name))}"]

    def set_out(self, t: State) -> None:
        """Whatever its kind has for nothing."""
        setattr(t, self.name, self.kind.blank())

    def read(self, t: State, lines: Reader) -> None:
        """The word of its line."""
        setattr(t, self.name, self.read_just(t, lines.take(self.name), 1)[0])

    def turn(self, t: State, by: int) -> None:
        """Turn the value."""
        setattr(t, self.name, self.kind.turned(t, number(t, self.name), by))

    def pieces(self, t: State) -> list[int]:
        """The piece, if there is one."""
        return self.as_pieces([number(t, self.name)])


@mypyc_attr(allow_interpreted_subclasses=True)
class Flag(Field):
    """One truth: its kind has a name for false, and one for true."""

    def __init__(self, name: str, kind: Kind = SWITCH) -> None:
        super().__init__(name, kind)

    def lines(self, t: State) -> list[str]:
        """One line with one word."""
        return [f"{self.name} {self.kind.word(t, number(t, self.name))}"]

    def set_out(self, t: State) -> None:
        """False."""
        setattr(t, self.name, False)

    def read(self, t: State, lines: Reader) -> None:
        """The word of its line."""
        setattr(t, self.name, self.read_just(t, lines.take(self.name), 1)[0] == 1)

    def turn(self, t: State, by: int) -> None:
        """A truth is the same for everybody."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Row(Field):
    """A tuple of any length: a pile, a hand, what lies in a certain order."""

    def values(self, t: State) -> list[int]:
        """What is in it."""
        return list(getattr(t, self.name))

    def lines(self, t: State) -> list[str]:
        """One line."""
        return [f"{self.name} {self.all_words(t, self.values(t))}"]

    def set_out(self, t: State) -> None:
        """Nothing."""
        setattr(t, self.name, ())

    def read(self, t: State, lines: Reader) -> None:
        """The words of its line."""
        setattr(t, self.name, tuple(self.read_words(t, lines.take(self.name))))

    def turn(self, t: State, by: int) -> None:
        """Turn every value."""
        setattr(t, self.name, tuple(self.turned(t, self.values(t), by)))

    def pieces(self, t: State) -> list[int]:
        """All pieces of the row."""
        return self.as_pieces(self.values(t))


@mypyc_attr(allow_interpreted_subclasses=True)
class Values(Field):
    """A list of numbers: always `count` of them, or any number if that is 0.

    By seat it has `count` of them for each, one after the other. Behind the seats may stand more
    that belong to no seat: see `owners`. With `bits` they are kept in one number instead of a list,
    the first one lowest, each less `low` in so many bits: 63 at most.
    """

    def __init__(
        self,
        name: str,
        kind: Kind,
        count: int = 0,
        zone: int = NO_ZONE,
        by_seat: bool = False,
        deck: int = 0,
        bits: int = 0,
        low: int = 0,
    ) -> None:
        super().__init__(name, kind, zone, deck)
        self.bits = bits
        self.low = low
        self.by_seat = by_seat
        self.width = count or 1 if by_seat else count

    def owners(self, t: State) -> int:
        """How many seats, and others, have their own."""
        return t.seats if self.by_seat else 1

    def set_out(self, t: State) -> None:
        """Whatever its kind has for nothing."""
        self.put(t, [self.kind.blank()] * (self.width * self.owners(t)))

    def values(self, t: State) -> list[int]:
        """All of them."""
        if not self.bits:
            return list(getattr(t, self.name))
        packed, full = number(t, self.name), (1 << self.bits) - 1
        places = range(self.width * self.owners(t))
        return [(packed >> place * self.bits & full) + self.low for place in places]

    def put(self, t: State, values: list[int]) -> None:
        """Keep these values."""
        if not self.bits:
            setattr(t, self.name, values)
            return
        packed = 0
        for value in reversed(values):
            packed = packed << self.bits | value - self.low
        setattr(t, self.name, packed)

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
        found: list[int] = []
        if self.by_seat:
            for place in range(self.owners(t)):
                found += self.read_just(t, lines.take(f"{self.name}.{place}"), self.width)
        elif self.width:
            found = self.read_just(t, lines.take(self.name), self.width)
        else:
            found = self.read_words(t, lines.take(self.name))
        self.put(t, found)

    def turn(self, t: State, by: int) -> None:
        """Turn every value, and move those of each seat."""
        values = self.turned(t, self.values(t), by)
        found = values[:]
        if self.by_seat:
            for seat in range(t.seats):
                to = (seat + by) % t.seats
                for place in range(self.width):
                    found[to * self.width + place] = values[seat * self.width + place]
        self.put(t, found)

    def pieces(self, t: State) -> list[int]:
        """All pieces of the list."""
        found: list[int] = []
        for place, value in enumerate(self.values(t)):
            found += self.as_pieces([value], place // (self.width or 1) if self.deck else 0)
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
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
        deck: int = 0,
    ) -> None:
        super().__init__(name, kind, zone, deck)
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

    def count(self, t: State) -> int:
        """How many rows there are."""
        return len(self.names) * (t.seats if self.by_seat else 1)

    def set_out(self, t: State) -> None:
        """Empty rows."""
        empty: list[tuple[int, ...]] = [()] * self.count(t)
        setattr(t, self.name, empty)

    def read(self, t: State, lines: Reader) -> None:
        """The words of its lines."""
        found: list[tuple[int, ...]] = []
        for place in range(self.count(t)):
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
        for place, row in enumerate(self.rows(t)):
            found += self.as_pieces(list(row), place // len(self.names))
        return found
