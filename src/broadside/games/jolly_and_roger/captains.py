"""Captains: who has the upper hand on a ship."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat
from broadside.kernel.masks import bits

from .cards import CAPTAINS, PARROT_STRENGTH, STRENGTH
from .events import CAPTAIN_LEFT, CAPTAIN_SET

if TYPE_CHECKING:
    from .table import Table

NOBODY: Final = -1


def strength(crew: tuple[int, ...]) -> int:
    """Face-up cards count what they show, parrots 1, an empty crew 0.  JNR-F13"""
    assert PARROT_STRENGTH == 1
    total = 0
    for entry in crew:
        total += STRENGTH[entry]
    return total


def captain(t: Table, ship: int) -> Seat:
    """Whose captain stands on a ship."""
    if t.ships_ruled(0) >> ship & 1:
        return 0
    return 1 if t.ships_ruled(1) >> ship & 1 else NOBODY


def strongest(t: Table, ship: int) -> Seat:
    """The seat with strictly greater strength has the upper hand, nobody if equal.  JNR-F13"""
    jolly = t.strength(0, ship)
    roger = t.strength(1, ship)
    if jolly > roger:
        return 0
    return 1 if roger > jolly else NOBODY


def supply(t: Table, seat: Seat) -> int:
    """The captains a seat has not placed; it owns one for each ship.  JNR-F14 JNR-S2"""
    return CAPTAINS - len(bits(t.ships_ruled(seat)))


def check(t: Table, ship: int) -> None:
    """After each change of a crew: the old captain leaves, the new one comes.

    So whoever has the upper hand has the captain there, one at most.  JNR-F9 JNR-F13 JNR-F15
    """
    before, after = captain(t, ship), strongest(t, ship)
    if after == before:
        return
    if before != NOBODY:
        t.move_captain(before, ship)
        t.tell(CAPTAIN_LEFT, ship, before)
    if after != NOBODY:
        t.move_captain(after, ship)
        t.tell(CAPTAIN_SET, ship, after)
