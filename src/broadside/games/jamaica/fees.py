"""Fees: gold in ports, food at sea, nothing in lairs, where treasures lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.step import Step

from . import retreat, treasures
from .board import COSTS, LAIR, LAIR_AT, TYPES
from .events import FEE_DUE
from .spending import NOTHING, PAYING, good_due, owe

if TYPE_CHECKING:
    from .table import Table


class Landing(Step["Table"]):
    """The ship has arrived, and fought if it had to."""

    def advance(self, t: Table) -> None:
        """Pay the fee of the space once, on arrival; who can pay must, who cannot runs short.

        The ghost pays nothing.  JAM-F2 JAM-F3 JAM-Q8 JAM-G4
        """
        t.agenda.pop()
        ship = t.mover
        space = t.spaces[ship]
        good = good_due(space)
        if good == NOTHING or t.is_ghost(ship):
            search(t)
        elif t.stock(ship, good) >= COSTS[space]:
            t.tell(FEE_DUE, ship, space, good, COSTS[space])
            owe(t, good, COSTS[space], PAYING)
        else:
            retreat.run_short(t, good)


class FreeLanding(Step["Table"]):
    """The ship has arrived where the battle die drove it."""

    def advance(self, t: Table) -> None:
        """No fee, but a treasure as usual.  JAM-Q29"""
        t.agenda.pop()
        search(t)


LANDING: Final = Landing("landing")
FREE_LANDING: Final = FreeLanding("free_landing")


def search(t: Table) -> None:
    """In a lair whose token is still there, a treasure is found, on whichever lap.

    JAM-F1 JAM-Q9 JAM-G4
    """
    space = t.spaces[t.mover]
    if TYPES[space] == LAIR and t.tokens >> LAIR_AT[space] & 1:
        treasures.draw(t, t.mover, LAIR_AT[space])
