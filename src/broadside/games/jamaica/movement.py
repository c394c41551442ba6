"""Moving: exactly as many spaces as the die shows, and what happens on arrival."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat
from broadside.kernel.step import Choice, Denial, Step

from . import battle, board, events, retreat, rounds, verbs
from .board import COSTS, LAIR, LAIR_AT, LAIRS, TYPES
from .cards import BACKWARD, EVENING_OF, FORWARD, POWER, TREASURE_KIND
from .spending import NOTHING, PAYING, good_due, owe

if TYPE_CHECKING:
    from .table import Table

SAILS_HOME: Final[list[Action]] = [verbs.SAIL.of(board.PORT_ROYAL)]
ROW: Final = board.STEPS_MAX + 1
SAILS: Final[list[list[Action]]] = [
    [verbs.SAIL.of(end) for end in board.destinations(ways, space, steps)]
    for ways in (board.AFTER, board.BEFORE)
    for space in range(board.SPACES)
    for steps in range(ROW)
]
"""By (direction * SPACES + space) * ROW + steps."""


def sails(space: int, lap: int, steps: int, direction: int) -> list[Action]:
    """The ways to sail exactly so many steps; at a fork or merge the mover chooses the lane.

    A ship that comes home from its lap stops there, with steps to spare or not; one that started
    behind the line just passes.  JAM-M1 JAM-M3 JAM-M4 JAM-Q2 JAM-Q26
    """
    if finishes(space, lap, steps, direction):
        return SAILS_HOME
    return SAILS[(direction * board.SPACES + space) * ROW + steps]


def destinations(space: int, lap: int, steps: int, direction: int) -> list[int]:
    """The spaces where a ship may end that moves so many steps."""
    return [sail.first for sail in sails(space, lap, steps, direction)]


def finishes(space: int, lap: int, steps: int, direction: int) -> bool:
    """Whether so many steps forward end a whole lap from the start.  JAM-M4 JAM-Q2"""
    return direction == FORWARD and lap >= 0 and board.reaches_home(space, steps)


def lap_after(space: int, lap: int, steps: int, direction: int) -> int:
    """Entering Port Royal forward begins a lap, leaving it backward takes one back.

    So Port Royal is an ordinary space on the way back, and behind it lies lap -1.  JAM-M3 JAM-Q3
    """
    if direction == BACKWARD:
        return lap - 1 if board.leaves_home(space, steps) else lap
    return lap + 1 if board.reaches_home(space, steps) else lap


def helmsman(t: Table) -> Seat:
    """Who steers the moving ship: its seat; the Captain steers the ghost.  JAM-G3"""
    return t.captain if t.is_ghost(t.mover) else t.mover


class Sailing(Choice["Table"]):
    """A ship under way: it sails, meets others, lands and pays.  JAM-M2"""

    def chooser(self, t: Table) -> Seat:
        """Who steers."""
        return helmsman(t)

    def options(self, t: Table) -> list[Action]:
        """Every lane.  JAM-M1 JAM-M4 JAM-Q26"""
        return sails(t.space(t.mover), t.lap(t.mover), t.steps, t.direction)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A move has a direction and goes exactly so many steps.  JAM-M1"""
        start = t.space(t.mover)
        way = f"{t.steps} steps {verbs.DIRECTION.values[t.direction]} from space {start}"
        reason = f"space {action.first} is not exactly {way}"
        return Denial(action, "exact_steps", reason, "JAM-M1")

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Move to a space; ships and spaces passed do not matter.

        A finished ship is out of it all. Else a battle comes first, then fee or treasure.
        JAM-M1 JAM-M2 JAM-Q17
        """
        t.agenda.pop()
        ship = t.mover
        start, lap = t.space(ship), t.lap(ship)
        is_home = finishes(start, lap, t.steps, t.direction)
        if t.log is not None:
            path = way(start, action.first, t.steps, t.direction, is_home)
            t.record(events.SAILED, [ship, t.direction, start], path, t.everyone, FOREVER)
        t.put_ship(ship, action.first, lap_after(start, lap, t.steps, t.direction))
        if is_home:
            finish(t, ship)
        else:
            arrive(t, LANDING)


def way(start: int, end: int, steps: int, direction: int, is_home: bool) -> list[int]:
    """The spaces that a ship enters on its way; one that comes home may have steps to spare."""
    if is_home:
        return board.shortest_path(board.AFTER, start, end)
    ways = board.BEFORE if direction == BACKWARD else board.AFTER
    return board.find_path(ways, start, end, steps)


def finish(t: Table, ship: int) -> None:
    """The turn ends at once: the evening action is lost, nothing is paid, nobody fights.

    The ghost's arrival ends nothing.  JAM-E1 JAM-G8 JAM-Q20
    """
    t.tell(events.FINISHED, ship)
    if not t.is_ghost(ship) and t.agenda[-1] is rounds.EVENING_ACTION:
        t.agenda.pop()
        t.tell(events.ACTION_LOST, ship, EVENING_OF[t.laid[ship]])


# -------------------------------------------------------------------------- arrivals


def arrive(t: Table, landing: Landing) -> None:
    """The ship has come to a space: it fights where others are, then it lands.  JAM-M2 JAM-B1"""
    if battle.targets(t):
        t.agenda.append(landing)
        t.agenda.append(battle.TARGETING)
    else:
        landing.land(t)


class Landing(Step["Table"]):
    """The ship has arrived, and fought if it had to."""

    def advance(self, t: Table) -> None:
        """The ship lands."""
        t.agenda.pop()
        self.land(t)

    def land(self, t: Table) -> None:
        """Pay the fee of the space once, on arrival; who can pay must, who cannot runs short.

        The ghost pays nothing.  JAM-F2 JAM-F3 JAM-Q8 JAM-G4
        """
        ship = t.mover
        space = t.space(ship)
        good = good_due(space)
        if good == NOTHING or t.is_ghost(ship):
            search(t, ship, space)
        elif t.stock(ship, good) >= COSTS[space]:
            t.tell(events.FEE_DUE, ship, space, good, COSTS[space])
            owe(t, good, COSTS[space], PAYING)
        else:
            retreat.run_short(t, good)


class FreeLanding(Landing):
    """The ship has arrived where the battle die drove it."""

    def land(self, t: Table) -> None:
        """No fee, but a treasure as usual.  JAM-Q29"""
        search(t, t.mover, t.space(t.mover))


def search(t: Table, ship: int, space: int) -> None:
    """In a lair whose token is still there, a treasure is found, on whichever lap.

    The token goes, the drawer looks at the top card; a power is laid face up at once. What the
    ghost draws nobody sees. Without a card left only the token goes.
    JAM-F1 JAM-T1 JAM-Q9 JAM-G4 JAM-Q16
    """
    lair = LAIR_AT[space]
    if TYPES[space] != LAIR or not t.tokens >> lair & 1:
        return
    t.take_token(lair)
    if not t.treasure_pile:
        t.tell(events.LAIR_EMPTY, ship, LAIRS[lair])
    elif t.is_ghost(ship):
        t.draw_treasure(ship, lair, False, 0)
    else:
        t.draw_treasure(ship, lair, TREASURE_KIND[t.treasure_pile[-1]] == POWER, 1 << ship)


SAILING: Final = Sailing("sailing", ["choose_destination"], "JAM-M1", [verbs.SAIL])
LANDING: Final = Landing("landing")
FREE_LANDING: Final = FreeLanding("free_landing")
