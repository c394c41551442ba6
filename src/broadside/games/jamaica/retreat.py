"""Shortage: who cannot pay pays what there is, and goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat
from broadside.kernel.masks import bits
from broadside.kernel.step import Choice, Denial

from . import events, movement, verbs
from .board import (
    BEFORE,
    COSTS,
    LAIR,
    PORT,
    PORT_ROYAL,
    PROGRESS,
    SEA,
    SPACES,
    TYPES,
    shortest_path,
)
from .cards import BATTLE_FACES, FOOD, GOLD, NOT_ROLLED, STAR
from .spending import good_due

if TYPE_CHECKING:
    from .table import Table

PORT_FACE_MAX: Final = 4
SEA_FACE_MAX: Final = 8


def run_short(t: Table, good: int) -> None:
    """Pay all there is of that kind, perhaps nothing, then retreat.

    With `shortage_mode=die` the battle die says how far; a star lets the ship stay. Staying is no
    arrival: nobody fights again.  JAM-H1 JAM-Q8 JAM-Q29
    """
    ship = t.mover
    t.tell(events.RAN_SHORT, ship, t.space(ship), good, COSTS[t.space(ship)])
    for slot in bits(t.slots_with(ship, good)):
        t.spend(ship, slot, t.tokens_in(ship, slot))
    if t.is_die_shortage:
        face = t.roll_battle_die()
        t.tell(events.SHORTAGE_ROLLED, ship, BATTLE_FACES.index(face))
        if face == STAR:
            t.tell(events.STAYED, ship, t.space(ship))
            return
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
    """On each way back the first space where a retreat ends; merges leave the choice free."""
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


NOT_MADE: Final[list[Action]] = []
"""Stands for a list of retreats that nobody has asked for yet."""
COST_MAX: Final = max(COSTS)
MEANS: Final = COST_MAX + 1
"""Whoever can pay the highest fee can pay any: so many different stocks count."""
RETREATS_MET: Final[list[list[Action]]] = [NOT_MADE] * (STAR * SPACES * MEANS * MEANS)
"""By die, space, gold and food: ships run short again and again, so each list is made once."""


class Retreating(Choice["Table"]):
    """A ship that could not pay goes back."""

    def chooser(self, t: Table) -> Seat:
        """The ship's seat: the ghost never retreats."""
        return t.mover

    def options(self, t: Table) -> list[Action]:
        """The first space on each way back that stops the ship.  JAM-H2 JAM-Q6"""
        ship = t.mover
        start, die = t.space(ship), t.shortage_die
        gold = min(t.stock(ship, GOLD), COST_MAX)
        food = min(t.stock(ship, FOOD), COST_MAX)
        place = ((die * SPACES + start) * MEANS + gold) * MEANS + food
        known = RETREATS_MET[place]
        if not known:
            known = [verbs.RETREAT.of(space) for space in candidates(start, die, gold, food)]
            RETREATS_MET[place] = known
        return known

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A retreat ends on the first space of a way back that stops the ship.  JAM-H2"""
        reason = f"space {action.first} is not the first one on a way back that stops you"
        return Denial(action, "first_payable_space", reason, "JAM-H2")

    def default(self, t: Table, seat: Seat) -> Action:
        """As far in front as possible, then the lowest space."""
        return max(t.choices, key=lambda action: PROGRESS[action.first])

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Go there; a battle first, then the fee or the treasure, then perhaps short again.

        The lap stays: Port Royal is never passed.  JAM-H3 JAM-Q3 JAM-Q7
        """
        t.agenda.pop()
        ship, start, space = t.mover, t.space(t.mover), action.first
        if t.log is not None:
            path = shortest_path(BEFORE, start, space)
            t.record(events.RETREATED, [ship, start], path, t.everyone, FOREVER)
        t.put_ship(ship, space, t.lap(ship))
        is_driven = t.shortage_die != NOT_ROLLED
        t.shortage_die = NOT_ROLLED
        movement.arrive(t, movement.FREE_LANDING if is_driven else movement.LANDING)


RETREATING: Final = Retreating("retreating", ["choose_retreat"], "JAM-H2", [verbs.RETREAT])
