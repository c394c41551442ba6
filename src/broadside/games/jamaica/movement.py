"""Moving: exactly as many spaces as the die shows, and what happens on arrival."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat
from broadside.kernel.state import Prompt

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
from .steps import EVENING_ACTION, LANDING, TARGETING
from .verbs import BACKWARD as SAIL_BACKWARD
from .verbs import SAILS

if TYPE_CHECKING:
    from .table import Table


def destinations(space: int, lap: int, steps: int, direction: int) -> list[int]:
    """The spaces exactly so many steps away; at a fork or merge the mover chooses the lane.

    A ship that comes home from its lap stops there, with steps to spare or not; one that started
    behind the line just passes.  JAM-M1 JAM-M3 JAM-M4 JAM-Q2 JAM-Q26
    """
    place = space * ROW + steps
    if direction == SAIL_BACKWARD:
        return BACKWARD[place]
    if finishes(space, lap, steps):
        return [PORT_ROYAL]
    return FORWARD[place]


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


def advance(t: Table) -> None:
    """Ask for the lane, unless there is only one.  JAM-M1"""
    ship = t.mover
    spaces = destinations(t.spaces[ship], t.laps[ship], t.steps, t.direction)
    if len(spaces) == 1:
        sail(t, spaces[0])
    else:
        t.ask(helmsman(t), [SAILS[space] for space in spaces])


def sail(t: Table, space: int) -> None:
    """Move to a space; ships and spaces passed do not matter.

    A finished ship is out of it all. Else a battle comes first, then fee or treasure.
    JAM-M1 JAM-M2 JAM-Q17
    """
    t.agenda.pop()
    ship, start, lap = t.mover, t.spaces[t.mover], t.laps[t.mover]
    is_home = t.direction != SAIL_BACKWARD and finishes(start, lap, t.steps)
    if t.log is not None:
        tell_way(t, ship, start, space, is_home)
    t.put_ship(ship, space, lap_after(start, lap, t.steps, t.direction))
    if is_home:
        finish(t, ship)
    else:
        t.agenda.append(LANDING)
        t.agenda.append(TARGETING)


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
    if not t.is_ghost(ship) and t.agenda[-1] == EVENING_ACTION:
        t.agenda.pop()
        t.tell(ACTION_LOST, ship, EVENING_OF[t.laid[ship]])


def prompt(t: Table) -> Prompt:
    """Which lane: the lowest space."""
    first: Action = t.choices[0]
    return Prompt("choose_destination", "JAM-M1", first)
