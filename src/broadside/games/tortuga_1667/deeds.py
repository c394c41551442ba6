"""The public record: who did what to whom. Bots read loyalties from it.

A deed is one whole number, so that a table can keep and copy hundreds of them cheaply. The table
keeps the latest; the whole story is told by its events.
"""

from __future__ import annotations

from typing import Final

STOWED: Final = 0
PEEKED: Final = 1
REVEALED: Final = 2
FORCED: Final = 3
ROWED: Final = 4
LETTERED: Final = 5
SMUGGLED: Final = 6
TOOK_CHEST: Final = 7
DECLINED: Final = 8
CALLED: Final = 9
VOTED: Final = 10
MAROONED: Final = 11
SAVED: Final = 12
GAVE_MAP: Final = 13
FEVER: Final = 14
CROWS: Final = 15
DEED_NAMES: Final = [
    "stowed",
    "peeked",
    "revealed",
    "forced",
    "rowed",
    "lettered",
    "smuggled",
    "took_chest",
    "declined",
    "called",
    "voted",
    "marooned",
    "saved",
    "gave_map",
    "fever",
    "crows",
]
DEEDS_MAX: Final = 240
"""The table forgets older ones."""
NO_SEAT: Final = 15

KIND_BITS: Final = 5
SEAT_BITS: Final = 4
VALUE_BITS: Final = 5
MASK_BITS: Final = 9
SEAT_SHIFT: Final = KIND_BITS
OTHER_SHIFT: Final = SEAT_SHIFT + SEAT_BITS
X_SHIFT: Final = OTHER_SHIFT + SEAT_BITS
Y_SHIFT: Final = X_SHIFT + VALUE_BITS
Z_SHIFT: Final = Y_SHIFT + VALUE_BITS
MASK_SHIFT: Final = Z_SHIFT + VALUE_BITS
DEED_SPAN: Final = 1 << (MASK_SHIFT + MASK_BITS)


def deed(
    kind: int, seat: int, other: int = NO_SEAT, x: int = 0, y: int = 0, z: int = 0, mask: int = 0
) -> int:
    """One deed of a seat, perhaps to another one, with what it needs to be understood."""
    return (
        kind
        | seat << SEAT_SHIFT
        | other << OTHER_SHIFT
        | x << X_SHIFT
        | y << Y_SHIFT
        | z << Z_SHIFT
        | mask << MASK_SHIFT
    )


def kind_of(one: int) -> int:
    """What was done."""
    return one & 31


def seat_of(one: int) -> int:
    """Who did it."""
    return one >> SEAT_SHIFT & 15


def other_of(one: int) -> int:
    """To whom it was done; NO_SEAT if to nobody."""
    return one >> OTHER_SHIFT & 15


def x_of(one: int) -> int:
    """The first value: a slot, a source, a vote, a cause."""
    return one >> X_SHIFT & 31


def y_of(one: int) -> int:
    """The second value: a slot, a goal, a count."""
    return one >> Y_SHIFT & 31


def z_of(one: int) -> int:
    """The third value: a count."""
    return one >> Z_SHIFT & 31


def mask_of(one: int) -> int:
    """The seats that took part."""
    return one >> MASK_SHIFT


def turned(one: int, by: int, seats: int) -> int:
    """The same deed at a table where everybody has moved `by` seats clockwise."""
    mask = 0
    for seat in range(seats):
        if mask_of(one) >> seat & 1:
            mask |= 1 << (seat + by) % seats
    other = other_of(one)
    if other != NO_SEAT:
        other = (other + by) % seats
    seat = (seat_of(one) + by) % seats
    return deed(kind_of(one), seat, other, x_of(one), y_of(one), z_of(one), mask)
