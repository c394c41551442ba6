"""Rows: tuples of small numbers, such as hands and lines, which are replaced and never changed.

At the end stand lists that several tables share, so that these are only replaced, too.
"""

from __future__ import annotations

from typing import Final, TypeVar

T = TypeVar("T")

ALONE: Final[list[tuple[int, ...]]] = [(item,) for item in range(256)]
"""A row of each item alone, for rows are made longer all the time: no game has more pieces."""


def without(row: tuple[int, ...], item: int) -> tuple[int, ...]:
    """A row with one item taken out, which must be there."""
    place = 0
    while row[place] != item:
        place += 1
    return row[:place] + row[place + 1 :]


def including(row: tuple[int, ...], item: int) -> tuple[int, ...]:
    """A sorted row with one item more."""
    place = len(row)
    while place > 0 and row[place - 1] > item:
        place -= 1
    if place == len(row):
        return row + ALONE[item]
    return row[:place] + ALONE[item] + row[place:]


def least_of(values: list[int]) -> int:
    """The least of some numbers. Compiled, a call of `min` takes ten times as long.

    >>> least_of([3, 1, 2])
    1
    """
    least = values[0]
    for value in values:
        if value < least:
            least = value
    return least


def most_of(values: list[int]) -> int:
    """The greatest of some numbers; see `least_of`.

    >>> most_of([3, 1, 4])
    4
    """
    most = values[0]
    for value in values:
        if value > most:
            most = value
    return most


def changed(values: list[T], place: int, value: T) -> list[T]:
    """A list with another value in one place; the old one may belong to other tables."""
    found = values[:]
    found[place] = value
    return found
