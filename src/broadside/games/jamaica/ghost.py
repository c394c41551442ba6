"""The ghost ship: a third ship for two players, which the Captain moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Choice, Step

from . import events, movement, verbs
from .cards import BACKWARD, BETH, FIRST_TREASURE, FORWARD, GOLD

if TYPE_CHECKING:
    from .table import Table

FIRST_HOLD: Final = 5
SECOND_HOLD: Final = 3
GO_ON: Final[list[Action]] = [verbs.STEER.of(FORWARD)]
GO_BACK: Final[list[Action]] = [verbs.STEER.of(BACKWARD)]


def set_out(t: Table) -> None:
    """The ghost starts on Port Royal with a hold of five gold and one of three.  JAM-G1 JAM-S5"""
    ghost = t.seats
    t.fill(ghost, 0, GOLD, FIRST_HOLD)
    t.fill(ghost, 1, GOLD, SECOND_HOLD)
    t.powers[BETH] = ghost
    t.knows[FIRST_TREASURE + BETH] = t.everyone


class GhostMoves(Step["Table"]):
    """The ghost moves by one of the dice."""

    def __init__(self, name: str, is_morning: bool) -> None:
        super().__init__(name)
        self.is_morning = is_morning

    def advance(self, t: Table) -> None:
        """After both turns the Captain moves the ghost by the morning die, then by the evening die.

        Each move is resolved entirely.  JAM-G2
        """
        t.clear_move()
        t.mover = t.seats
        t.steps = t.morning if self.is_morning else t.evening
        t.agenda[-1] = STEERING
        STEERING.advance(t)


class Steering(Choice["Table"]):
    """The Captain says where the ghost goes, unless the places of the ships decide it."""

    def chooser(self, t: Table) -> Seat:
        """The Captain."""
        return t.captain

    def options(self, t: Table) -> list[Action]:
        """Alone in front the ghost goes backward, alone last forward; else the Captain chooses.

        JAM-G3 JAM-Q5 JAM-Q20
        """
        ghost = t.position(t.seats)
        first, second = t.position(0), t.position(1)
        if ghost > first and ghost > second:
            return GO_BACK
        if ghost < first and ghost < second:
            return GO_ON
        return verbs.STEER.actions

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The ghost moves; forward from the finish it stays where it is.  JAM-G3 JAM-Q20"""
        t.direction = action.first
        t.tell(events.GHOST_STEERED, t.captain, t.direction)
        if t.direction == FORWARD and t.is_finished(t.mover):
            t.agenda.pop()
            t.tell(events.STAYED, t.mover, t.space(t.mover))
        else:
            t.agenda[-1] = movement.SAILING
            movement.SAILING.advance(t)


GHOST_MORNING: Final = GhostMoves("ghost_morning", is_morning=True)
GHOST_EVENING: Final = GhostMoves("ghost_evening", is_morning=False)
STEERING: Final = Steering("steering", ["ghost_direction"], "JAM-G3", [verbs.STEER])
