"""Masks: a set of seats, or of other small numbers, as the bits of one whole number."""

from __future__ import annotations

from mypy_extensions import i64


def bits(mask: int) -> list[int]:
    """The numbers in a mask, in ascending order."""
    found: list[int] = []
    place = 0
    while mask >> place:
        if mask >> place & 1:
            found.append(place)
        place += 1
    return found


def mask_of(places: list[int]) -> int:
    """Some numbers as a mask.

    >>> bits(mask_of([0, 3]))
    [0, 3]
    """
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def count(mask: i64) -> int:
    """How many numbers are in a mask.

    >>> count(0b1101)
    3
    """
    found: i64 = 0
    while mask:
        mask &= mask - 1
        found += 1
    return int(found)


def lowest(mask: i64) -> int:
    """The lowest number in a mask, which must have one."""
    assert mask
    place: i64 = 0
    while not mask & 1:
        mask >>= 1
        place += 1
    return int(place)


def count_with(masks: list[int], place: i64) -> int:
    """How many of some masks have a number.

    >>> count_with([0b11, 0b10, 0b01], 1)
    2
    """
    found: i64 = 0
    for mask in masks:
        small: i64 = mask
        found += small >> place & 1
    return int(found)


def turned_seat(seat: int, by: int, seats: int) -> int:
    """A seat's new number when everybody moves `by` seats clockwise; what is no seat stays."""
    return (seat + by) % seats if 0 <= seat < seats else seat


def turned_mask(mask: int, by: int, seats: int) -> int:
    """A mask of seats when everybody moves `by` seats clockwise; bits behind the seats stay."""
    everyone = (1 << seats) - 1
    by %= seats
    inside = mask & everyone
    return mask & ~everyone | (inside << by | inside >> (seats - by)) & everyone
