"""Views as rows of small numbers: what a learner's network reads.

A view is a tree of records, lists, words and numbers. A tree of parts, one for each field, says
which numbers stand for it; how many they are never changes. Each number is one byte, a negative one
as its two's complement: -1, which stands for whatever is null or not there, is 255.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from .event import Seat
from .state import State

NOT_THERE: Final = 255
LARGEST: Final = 127
BYTE: Final = 255


def as_byte(number: int) -> int:
    """A number as one byte; one that is too large is the largest there is.

    >>> as_byte(3), as_byte(-1), as_byte(1000)
    (3, 255, 127)
    """
    if number > LARGEST:
        return LARGEST
    if number < -LARGEST:
        return BYTE + 1 - LARGEST
    return number & BYTE


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Writes what a seat sees as `size` bytes, in pieces as they come."""

    def __init__(self, size: int) -> None:
        self.size = size

    def write(self, table: State, seat: Seat, out: list[bytes]) -> None:
        """Append pieces of `size` bytes together."""
        raise NotImplementedError


class Part:
    """One part of a view, which `size` numbers stand for."""

    def __init__(self, size: int) -> None:
        self.size = size

    def write(self, value: object, out: list[int]) -> None:
        """Append the numbers of a value."""
        raise NotImplementedError

    def skip(self, out: list[int]) -> None:
        """Append the numbers of what is not there."""
        for _ in range(self.size):
            out.append(NOT_THERE)


class Number(Part):
    """A number, or a truth as 0 or 1."""

    def __init__(self) -> None:
        super().__init__(1)

    def write(self, value: object, out: list[int]) -> None:
        """The number itself."""
        if isinstance(value, bool):
            out.append(1 if value else 0)
        elif isinstance(value, int):
            out.append(as_byte(value))
        else:
            out.append(NOT_THERE)


class Word(Part):
    """A word, by its place in a list; one that is not in it has the place behind the last one."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(1)
        self.words = words
        self.places: dict[object, int] = {word: place for place, word in enumerate(words)}

    def write(self, value: object, out: list[int]) -> None:
        """The place of the word."""
        if value is None:
            out.append(NOT_THERE)
        else:
            out.append(as_byte(self.places.get(value, len(self.words))))


class Counts(Part):
    """A list of words in any order: how many there are, how many of each, how many others."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(len(words) + 2)
        self.words = words
        self.places: dict[object, int] = {word: place for place, word in enumerate(words)}

    def write(self, value: object, out: list[int]) -> None:
        """Count the words; what is null in the list is among the others."""
        if not isinstance(value, list):
            self.skip(out)
            return
        found: list[int] = [0] * (len(self.words) + 1)
        for word in value:
            found[self.places.get(word, len(self.words))] += 1
        out.append(as_byte(len(value)))
        for number in found:
            out.append(as_byte(number))


class Amounts(Part):
    """Numbers by name: one for each word, 0 where there is none."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(len(words))
        self.words = words

    def write(self, value: object, out: list[int]) -> None:
        """The number of each word."""
        if not isinstance(value, dict):
            self.skip(out)
            return
        for word in self.words:
            number = value.get(word, 0)
            out.append(as_byte(number) if isinstance(number, int) else NOT_THERE)


class Record(Part):
    """Named fields, one after the other."""

    def __init__(self, names: list[str], parts: list[Part]) -> None:
        size = 0
        for part in parts:
            size += part.size
        super().__init__(size)
        self.names = names
        self.parts = parts

    def write(self, value: object, out: list[int]) -> None:
        """All fields."""
        if not isinstance(value, dict):
            self.skip(out)
            return
        fields: dict[Any, Any] = value
        for place in range(len(self.names)):
            self.parts[place].write(fields.get(self.names[place]), out)


class Rows(Part):
    """The first `count` items of a list, each in full."""

    def __init__(self, count: int, item: Part) -> None:
        super().__init__(count * item.size)
        self.count = count
        self.item = item

    def write(self, value: object, out: list[int]) -> None:
        """The items; places that stay empty are not there."""
        items: list[Any] = value if isinstance(value, list) else []
        for place in range(self.count):
            if place < len(items):
                self.item.write(items[place], out)
            else:
                self.item.skip(out)


class Summary(Part):
    """A list of records that may grow long: how many they are, and each of their fields in sum.

    Of a field of words it is how many records have which word, as in a list of words; of truths how
    many are true; of numbers their sum. Then stands the last record in full.
    """

    def __init__(self, item: Record) -> None:
        size = 1 + item.size
        for part in item.parts:
            size += len(part.words) + 1 if isinstance(part, Word) else 1
        super().__init__(size)
        self.item = item

    def write(self, value: object, out: list[int]) -> None:
        """The length, the sums, the last one."""
        if not isinstance(value, list):
            self.skip(out)
            return
        items: list[Any] = value
        out.append(as_byte(len(items)))
        for place in range(len(self.item.names)):
            self.add_up(items, self.item.names[place], self.item.parts[place], out)
        if items:
            self.item.write(items[-1], out)
        else:
            self.item.skip(out)

    def add_up(self, items: list[Any], name: str, part: Part, out: list[int]) -> None:
        """One field of all records."""
        if isinstance(part, Word):
            found: list[int] = [0] * (len(part.words) + 1)
            for item in items:
                found[part.places.get(item.get(name), len(part.words))] += 1
            for number in found:
                out.append(as_byte(number))
            return
        total = 0
        for item in items:
            number = item.get(name)
            if isinstance(number, int):
                total += int(number)
        out.append(as_byte(total))


class ViewEncoder(Encoder):
    """Writes a seat's number, then its view."""

    def __init__(self, view: Part) -> None:
        super().__init__(1 + view.size)
        self.root = view

    def write(self, table: State, seat: Seat, out: list[bytes]) -> None:
        """The seat, and what it sees."""
        numbers: list[int] = [seat]
        self.root.write(table.view(seat), numbers)
        out.append(bytes(numbers))
