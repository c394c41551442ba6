"""Rows: tuples of small numbers, such as hands and lines, which are replaced and never changed."""

from __future__ import annotations


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
    return row[:place] + (item,) + row[place:]
