"""Captains: who has the upper hand on a ship."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.event import Seat
from broadside.kernel.masks import bits

from . import events
from .cards import CAPTAINS, SHIPS

if TYPE_CHECKING:
    from .table import Table

NOBODY: Final = -1


def captain(t: Table, ship: i64) -> i64:
    """The seat whose captain stands on a ship, or NOBODY."""
    ruled = t.ruled >> ship
    if ruled & 1:
        return 0
    return 1 if ruled >> SHIPS & 1 else NOBODY


def strongest(t: Table, ship: i64) -> i64:
    """The seat that has the upper hand on a ship, or NOBODY."""
    return stronger(t.strength(0, ship), t.strength(1, ship))


def stronger(jolly: i64, roger: i64) -> i64:
    """The seat with strictly greater strength has the upper hand, nobody if equal.  JNR-F13"""
    if jolly > roger:
        return 0
    return 1 if roger > jolly else NOBODY


def supply(t: Table, seat: Seat) -> int:
    """The captains a seat has not placed; it owns one for each ship.  JNR-F14 JNR-S2"""
    return CAPTAINS - len(bits(t.ships_ruled(seat)))


def check(t: Table, ship: i64) -> None:
    """After each change of a crew: the old captain leaves, the new one comes.

    So whoever has the upper hand has the captain there, one at most.  JNR-F9 JNR-F13 JNR-F15
    """
    before, after = captain(t, ship), strongest(t, ship)
    if after == before:
        return
    if before != NOBODY:
        t.move_captain(before, ship)
        t.tell(events.CAPTAIN_LEFT, ship, before)
    if after != NOBODY:
        t.move_captain(after, ship)
        t.tell(events.CAPTAIN_SET, ship, after)
