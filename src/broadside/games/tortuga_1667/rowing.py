"""Rowing: ship and rowboat, rowboat and island."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial

from . import events, marooning, ranks, verbs
from .cards import BF, BJ, FD, JR, PLACE_NAMES, TO

if TYPE_CHECKING:
    from .table import Table

NEIGHBOURS: Final[list[list[int]]] = [[BF], [BJ], [FD, TO], [JR, TO], [BF, BJ]]  # T67-C2
"""By place: BF touches FD and Tortuga, BJ touches JR and Tortuga."""


def add_rows(t: Table, seat: Seat, found: list[Action]) -> None:
    """Where a seat can row.  T67-A4 T67-M3"""
    for goal in NEIGHBOURS[t.places[seat]]:
        if can_enter(t, goal):
            found.append(verbs.ROW_TO.of(goal))


def can_enter(t: Table, goal: int) -> bool:
    """A boat must be empty and unexploded, a ship have room.  T67-A4 T67-P2"""
    if ranks.is_ship(goal):
        return ranks.has_room(t, goal)
    return goal == TO or not (t.lines[goal] or ranks.is_exploded(t, goal))


def row(t: Table, seat: Seat, goal: int) -> None:
    """Row to the next place.  T67-A4"""
    t.tell(events.ROWED, seat, t.places[seat], goal)
    t.move_pawn(seat, goal)
    marooning.check_albatrosses(t, seat)


def denial_to_row(t: Table, seat: Seat, action: Action) -> Denial:
    """Places out of reach, taken boats, full ships.  T67-A4 T67-P2 T67-E8"""
    goal, place = action.first, t.places[seat]
    if goal not in NEIGHBOURS[place]:
        reason = f"{PLACE_NAMES[goal]} is not next to {PLACE_NAMES[place]}"
        return Denial(action, "not_adjacent", reason, "T67-A4")
    if ranks.is_ship(goal):
        return Denial(action, "ship_full", "five pawns are aboard already", "T67-P2")
    if ranks.is_exploded(t, goal):
        return Denial(action, "boat_exploded", "this rowboat has exploded", "T67-E8")
    return Denial(action, "boat_taken", "somebody sits in this rowboat", "T67-A4")
