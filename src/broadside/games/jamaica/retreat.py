"""Shortage: who cannot pay pays what there is, and goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat
from broadside.kernel.step import Choice, Denial

from . import battle, fees
from .board import BEFORE, COSTS, LAIR, PORT, PORT_ROYAL, PROGRESS, SEA, TYPES
from .cards import BATTLE_FACES, FOOD, GOLD, NOT_ROLLED, SLOTS, STAR
from .events import RAN_SHORT, RETREATED, SHORTAGE_ROLLED, STAYED
from .spending import good_due
from .verbs import RETREAT, RETREATS

if TYPE_CHECKING:
    from .table import Table

PORT_FACE_MAX: Final = 4
SEA_FACE_MAX: Final = 8


def run_short(t: Table, good: int) -> None:
    """Pay all there is of that kind, perhaps nothing, then retreat.  JAM-H1 JAM-Q8"""
    ship = t.mover
    t.tell(RAN_SHORT, ship, t.spaces[ship], good, COSTS[t.spaces[ship]])
    for slot in range(SLOTS):
        if t.good_in(ship, slot) == good:
            t.spend(ship, slot, t.tokens_in(ship, slot))
    if t.is_die_shortage:
        roll(t, ship)
    else:
        t.agenda.append(RETREATING)


def roll(t: Table, ship: int) -> None:
    """`shortage_mode=die`: the battle die says how far; a star lets the ship stay.

    Staying is no arrival: nobody fights again.  JAM-Q29
    """
    face = t.roll_battle_die()
    t.tell(SHORTAGE_ROLLED, ship, BATTLE_FACES.index(face))
    if face == STAR:
        t.tell(STAYED, ship, t.spaces[ship])
    else:
        t.shortage_die = face
        t.agenda.append(RETREATING)


def stops_at(face: int, space: int, gold: int, food: int) -> bool:
    """Whether a retreat ends here: where the fee can be paid, or where the die says.

    Lairs and Port Royal can always be paid; Port Royal stops every retreat.
    JAM-H2 JAM-Q7 JAM-Q29
    """
    if space == PORT_ROYAL:
        return True
    if face == NOT_ROLLED:
        good = good_due(space)
        return COSTS[space] <= (gold if good == GOLD else food)
    if face <= PORT_FACE_MAX:
        return TYPES[space] == PORT
    return TYPES[space] == SEA if face <= SEA_FACE_MAX else TYPES[space] == LAIR


def candidates(start: int, face: int, gold: int, food: int) -> list[int]:
    """On each way back the first space where a retreat ends; merges leave the choice free.

    JAM-H2 JAM-Q6
    """
    found: list[int] = []
    frontier = BEFORE[start][:]
    while frontier:
        space = frontier.pop()
        if not stops_at(face, space, gold, food):
            frontier += BEFORE[space]
        elif space not in found:
            found.append(space)
    found.sort()
    return found


class Retreating(Choice["Table"]):
    """A ship that could not pay goes back."""

    def __init__(self) -> None:
        super().__init__("retreating", ["choose_retreat"], "JAM-H2", [RETREAT])

    def chooser(self, t: Table) -> Seat:
        """The ship's seat: the ghost never retreats."""
        return t.mover

    def options(self, t: Table) -> list[Action]:
        """The first space on each way back that stops the ship.  JAM-H2"""
        ship = t.mover
        gold, food = t.stock(ship, GOLD), t.stock(ship, FOOD)
        spaces = candidates(t.spaces[ship], t.shortage_die, gold, food)
        return [RETREATS[space] for space in spaces]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A retreat ends on the first space of a way back that stops the ship.  JAM-H2"""
        if action in t.choices:
            return None
        reason = f"space {action.first} is not the first one on a way back that stops you"
        return Denial(action, "first_payable_space", reason, "JAM-H2")

    def default(self, t: Table, seat: Seat) -> Action:
        """As far in front as possible, then the lowest space."""
        best = t.choices[0]
        for action in t.choices:
            if PROGRESS[action.first] > PROGRESS[best.first]:
                best = action
        return best

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Go there; a battle first, then the fee or the treasure, then perhaps short again.

        The lap stays: Port Royal is never passed.  JAM-H3 JAM-Q3 JAM-Q7
        """
        t.agenda.pop()
        ship, start, space = t.mover, t.spaces[t.mover], action.first
        if t.log is not None:
            t.record(RETREATED, [ship, start], way_back(start, space), t.everyone, FOREVER)
        t.put_ship(ship, space, t.laps[ship])
        is_driven = t.shortage_die != NOT_ROLLED
        t.agenda.append(fees.FREE_LANDING if is_driven else fees.LANDING)
        t.agenda.append(battle.TARGETING)
        t.shortage_die = NOT_ROLLED


RETREATING: Final = Retreating()


def way_back(start: int, end: int) -> list[int]:
    """The spaces of the shortest way back to where the ship goes."""
    came_from: dict[int, int] = {}
    frontier = [start]
    while end not in came_from:
        following: list[int] = []
        for space in frontier:
            for earlier in BEFORE[space]:
                if earlier not in came_from:
                    came_from[earlier] = space
                    following.append(earlier)
        frontier = following
    path = [end]
    while came_from[path[-1]] != start:
        path.append(came_from[path[-1]])
    path.reverse()
    return path
