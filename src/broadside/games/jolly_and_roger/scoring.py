"""Scoring: chests, captured ships, and who wins a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat
from broadside.kernel.masks import bits

from . import events
from .captains import NOBODY, captain
from .cards import SEATS, SHIP_GOLD, SHIPS

if TYPE_CHECKING:
    from .table import Table


def ships_gold(t: Table, seat: Seat) -> int:
    """Each ship is captured by the owner of its captain; crews score nothing.  JNR-E2"""
    return sum([SHIP_GOLD[ship] for ship in bits(int(t.ships_ruled(seat)))])


def score(t: Table, seat: Seat) -> int:
    """Gold in the chest and of the captured ships.  JNR-E3"""
    return t.chest_gold(seat) + ships_gold(t, seat)


def highest_captured(t: Table) -> int:
    """The captured ship with the most gold, or -1 if nobody captured any.  JNR-E4 JNR-R9"""
    for ship in range(SHIPS - 1, -1, -1):
        if captain(t, ship) != NOBODY:
            return ship
    return -1


def winner(t: Table) -> Seat:
    """More gold wins; a tie goes to the owner of the highest captured ship; else nobody.

    JNR-E3 JNR-E4 JNR-E5 JNR-R10
    """
    jolly, roger = score(t, 0), score(t, 1)
    if jolly != roger:
        return 0 if jolly > roger else 1
    ship = highest_captured(t)
    return captain(t, ship) if ship >= 0 else NOBODY


def tie_break(t: Table) -> int:
    """What settled a tie: a ship, DRAW if nothing could, NO_TIE if there was none."""
    if score(t, 0) != score(t, 1):
        return events.NO_TIE
    ship = highest_captured(t)
    return ship if ship >= 0 else events.DRAW


def winners(t: Table) -> list[Seat]:
    """The winner has it all; a draw is a shared victory.  JNR-E5"""
    first = winner(t)
    return [0, 1] if first == NOBODY else [first]


def announce(t: Table) -> None:
    """Tell both scores, and who is pirate king."""
    for seat in range(SEATS):
        t.tell(events.SCORED, seat, t.chest_gold(seat), ships_gold(t, seat), score(t, seat))
    t.tell(events.GAME_OVER, winner(t), tie_break(t))
