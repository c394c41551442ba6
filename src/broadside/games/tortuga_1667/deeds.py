"""The public record: who did what to whom. Bots read loyalties from it.

A deed is one whole number, so that a table can keep and copy hundreds of them cheaply. The table
keeps the latest that say anything of loyalties; the whole story is told by its events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.kinds import SEAT, SEAT_OR_NOBODY, SEATS, Name, Number, Packed

if TYPE_CHECKING:
    from .table import Table

STOWED: Final = 0
FORCED: Final = 1
LETTERED: Final = 2
SMUGGLED: Final = 3
TOOK_CHEST: Final = 4
BRAWLED: Final = 5
MAROONED: Final = 6
GAVE_MAP: Final = 7
FEVER: Final = 8
DEED_NAMES: Final = (
    "stowed forced lettered smuggled took_chest brawled marooned gave_map fever".split()
)
DEEDS_MAX: Final = 240
"""The table forgets older ones."""
NO_SEAT: Final = 15

VALUE: Final = Number(0, 31)
DEED: Final = Packed(
    [Name("deed", DEED_NAMES), SEAT, SEAT_OR_NOBODY, VALUE, VALUE, SEATS],
    [5, 4, 4, 5, 5, 9],
    "marooned:0:3:1:0:-",
)
"""What was done, by whom, to whom; two values that it needs to be understood (a source or a cause
and a goal, or counts of British and French flags); who took part. `belief.weigh` reads it."""


def note(
    t: Table, kind: int, seat: int, other: int = NO_SEAT, x: int = 0, y: int = 0, mask: int = 0
) -> None:
    """Write a deed into the public record."""
    if len(t.deeds) == DEEDS_MAX:
        t.deeds.pop(0)
    t.deeds.append(kind | seat << 5 | other << 9 | x << 13 | y << 18 | mask << 23)
