"""The ghost ship: a third ship for two players, which the Captain moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.state import Prompt

from .cards import BETH, GOLD, TREASURES
from .events import GHOST_STEERED, STAYED
from .steps import GHOST_MORNING, SAILING, STEERING
from .verbs import BACKWARD, FORWARD, STEERS

if TYPE_CHECKING:
    from .table import Table

FIRST_HOLD: Final = 5
SECOND_HOLD: Final = 3


def treasures_for_players() -> list[int]:
    """All treasure cards but Lady Beth, who is the ghost's for good.  JAM-G1 JAM-S5"""
    return [card for card in range(TREASURES) if card != BETH]


def set_out(t: Table) -> None:
    """The ghost starts on Port Royal with five gold in one hold, three in another.

    JAM-G1 JAM-S5
    """
    ghost = t.seats
    t.fill(ghost, 0, GOLD, FIRST_HOLD)
    t.fill(ghost, 1, GOLD, SECOND_HOLD)
    t.powers[BETH] = ghost


def advance(t: Table, step: int) -> None:
    """After both turns the Captain moves the ghost by the morning die, then by the evening die.

    Each move is resolved entirely.  JAM-G2
    """
    if step == STEERING:
        ask_captain(t)
        return
    t.agenda.pop()
    t.mover = t.seats
    t.steps = t.morning if step == GHOST_MORNING else t.evening
    t.direction = FORWARD
    t.agenda.append(STEERING)


def directions(t: Table) -> list[Action]:
    """Alone in front the ghost goes backward, alone last forward; else the Captain chooses.

    JAM-G3 JAM-Q5 JAM-Q20
    """
    ghost = t.position(t.seats)
    first, second = t.position(0), t.position(1)
    if ghost > first and ghost > second:
        return [STEERS[BACKWARD]]
    if ghost < first and ghost < second:
        return [STEERS[FORWARD]]
    return STEERS


def ask_captain(t: Table) -> None:
    """Ask for the direction, unless the places of the ships decide it.  JAM-G3"""
    choices = directions(t)
    if len(choices) == 1:
        steer(t, choices[0].first)
    else:
        t.ask(t.captain, choices)


def steer(t: Table, direction: int) -> None:
    """The ghost moves; forward from the finish it stays where it is.  JAM-G3 JAM-Q20"""
    t.agenda.pop()
    t.direction = direction
    t.tell(GHOST_STEERED, t.captain, direction)
    if direction == FORWARD and t.is_finished(t.mover):
        t.tell(STAYED, t.mover, t.spaces[t.mover])
    else:
        t.agenda.append(SAILING)


def prompt() -> Prompt:
    """Where the ghost goes: forward."""
    return Prompt("ghost_direction", "JAM-G3", STEERS[FORWARD])
