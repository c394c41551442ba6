"""Moving: exactly as many spaces as the die shows, and what happens on arrival."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat
from broadside.kernel.step import Choice, Denial

from . import battle, fees, rounds
from .board import (
    AFTER,
    BACKWARD,
    BEFORE,
    FORWARD,
    LEAVES_HOME,
    PORT_ROYAL,
    REACHES_HOME,
    ROW,
    find_path,
)
from .cards import EVENING_OF
from .events import ACTION_LOST, FINISHED, SAILED
from .verbs import BACKWARD as SAIL_BACKWARD
from .verbs import DIRECTION, SAIL, SAILS

if TYPE_CHECKING:
    from .table import Table

HOME: Final = [PORT_ROYAL]
SAILS_HOME: Final[list[Action]] = [SAILS[PORT_ROYAL]]
# By space * ROW + steps, as the spaces in `board.py`.
SAILS_FORWARD: Final[list[list[Action]]] = [[SAILS[space] for space in to] for to in FORWARD]
SAILS_BACKWARD: Final[list[list[Action]]] = [[SAILS[space] for space in to] for to in BACKWARD]


def destinations(space: int, lap: int, steps: int, direction: int) -> list[int]:
    """The spaces exactly so many steps away; at a fork or merge the mover chooses the lane.

    A ship that comes home from its lap stops there, with steps to spare or not; one that started
    behind the line just passes.  JAM-M1 JAM-M3 JAM-M4 JAM-Q2 JAM-Q26
    """
    place = space * ROW + steps
    if direction == SAIL_BACKWARD:
        return BACKWARD[place]
    return HOME if finishes(space, lap, steps) else FORWARD[place]


def finishes(space: int, lap: int, steps: int) -> bool:
    """Whether so many steps forward end a whole lap from the start.  JAM-M4 JAM-Q2"""
    return lap >= 0 and REACHES_HOME[space * ROW + steps]


def lap_after(space: int, lap: int, steps: int, direction: int) -> int:
    """Entering Port Royal forward begins a lap, leaving it backward takes one back.

    So Port Royal is an ordinary space on the way back, and behind it lies lap -1.  JAM-M3 JAM-Q3
    """
    if direction == SAIL_BACKWARD:
        return lap - 1 if LEAVES_HOME[space * ROW + steps] else lap
    return lap + 1 if REACHES_HOME[space * ROW + steps] else lap


def helmsman(t: Table) -> Seat:
    """Who steers the moving ship: its seat; the Captain steers the ghost.  JAM-G3"""
    return t.captain if t.is_ghost(t.mover) else t.mover


class Sailing(Choice["Table"]):
    """A ship under way: it sails, meets others, lands and pays.  JAM-M2"""

    def __init__(self) -> None:
        super().__init__("sailing", ["choose_destination"], "JAM-M1", [SAIL])

    def chooser(self, t: Table) -> Seat:
        """Who steers."""
        return helmsman(t)

    def options(self, t: Table) -> list[Action]:
        """Every lane: the same spaces as `destinations`.  JAM-M1 JAM-M4 JAM-Q26"""
        space = t.spaces[t.mover]
        place = space * ROW + t.steps
        if t.direction == SAIL_BACKWARD:
            return SAILS_BACKWARD[place]
        if finishes(space, t.laps[t.mover], t.steps):
            return SAILS_HOME
        return SAILS_FORWARD[place]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A move has a direction and goes exactly so many steps.  JAM-M1"""
        start = t.spaces[t.mover]
        if action.first in destinations(start, t.laps[t.mover], t.steps, t.direction):
            return None
        way = f"{t.steps} steps {DIRECTION.values[t.direction]} from space {start}"
        reason = f"space {action.first} is not exactly {way}"
        return Denial(action, "exact_steps", reason, "JAM-M1")

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Move to a space; ships and spaces passed do not matter.

        A finished ship is out of it all. Else a battle comes first, then fee or treasure.
        JAM-M1 JAM-M2 JAM-Q17
        """
        t.agenda.pop()
        ship, start, lap = t.mover, t.spaces[t.mover], t.laps[t.mover]
        is_home = t.direction != SAIL_BACKWARD and finishes(start, lap, t.steps)
        if t.log is not None:
            tell_way(t, ship, start, action.first, is_home)
        t.put_ship(ship, action.first, lap_after(start, lap, t.steps, t.direction))
        if is_home:
            finish(t, ship)
        else:
            t.agenda.append(fees.LANDING)
            t.agenda.append(battle.TARGETING)


SAILING: Final = Sailing()


def tell_way(t: Table, ship: int, start: int, end: int, is_home: bool) -> None:
    """Tell which spaces the ship passes."""
    if t.direction == SAIL_BACKWARD:
        path = find_path(BEFORE, start, end, t.steps)
    else:
        path = find_path(AFTER, start, end, steps_home(start) if is_home else t.steps)
    t.record(SAILED, [ship, t.direction, start], path, t.everyone, FOREVER)


def steps_home(start: int) -> int:
    """How many steps it takes from a space behind the last merge to Port Royal."""
    steps = 1
    while not REACHES_HOME[start * ROW + steps]:
        steps += 1
    return steps


def finish(t: Table, ship: int) -> None:
    """The turn ends at once: the evening action is lost, nothing is paid, nobody fights.

    The ghost's arrival ends nothing.  JAM-E1 JAM-G8 JAM-Q20
    """
    t.tell(FINISHED, ship)
    if not t.is_ghost(ship) and t.agenda[-1] is rounds.EVENING_ACTION:
        t.agenda.pop()
        t.tell(ACTION_LOST, ship, EVENING_OF[t.laid[ship]])
