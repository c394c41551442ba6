"""Voyage: the Captain chooses a destination, and the ship goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial, Step

from . import attack, island, port, scoring
from .cards import FORT, ISLAND, MERCHANT, NO_CARD, PORT, SETTLEMENT, TYPE_NAMES, TYPES
from .events import DESTINATION_CHOSEN, NO_DESTINATION
from .questions import CaptainsQuestion
from .verbs import SAIL

if TYPE_CHECKING:
    from .table import Table

COURSES: Final[list[list[Action]]] = SAIL.by_mask()
USUAL_ORDER: Final = [MERCHANT, SETTLEMENT, PORT, FORT, ISLAND]


class Choosing(CaptainsQuestion):
    """The Captain chooses a destination.  JR-V1"""

    def options(self, t: Table) -> list[Action]:
        """The types with a card left; an island that was missed is barred.  JR-V1 JR-I2 JR-O4"""
        return COURSES[open_types(t)]

    def leave_out(self, t: Table) -> None:
        """Without any destination the game ends.  JR-V1 JR-Q34"""
        t.tell(NO_DESTINATION)
        scoring.finish(t)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Empty stacks; an island that was missed, if there is another way.  JR-V1 JR-I2 JR-O4"""
        if open_types(t) >> action.first & 1:
            return None
        if t.stacks[action.first]:
            reason = "the island was missed: another destination must be chosen"
            return self.deny(action, "island_barred", reason, "JR-I2")
        return self.deny(action, "stack_empty", f"there is no {TYPE_NAMES[action.first]} left")

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """All types."""
        return SAIL.actions

    def default(self, t: Table, seat: Seat) -> Action:
        """The first of the usual order."""
        courses = [SAIL.of(type_) for type_ in USUAL_ORDER]
        return next(course for course in courses if course in t.choices)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The top card of a stack is laid face down, unseen.  JR-V1"""
        t.pop()
        t.choose_destination(action.first)
        t.tell(DESTINATION_CHOSEN, seat, action.first)


class Sailing(Step["Table"]):
    """The voyage itself."""

    def advance(self, t: Table) -> None:
        """An attack, a port or an island."""
        t.pop()
        t.push(VOYAGE_ENDS)
        type_ = t.type_chosen()
        if type_ == PORT:
            port.reach(t)
        elif type_ == ISLAND:
            t.push(island.MAP)
        else:
            t.plan(attack.ATTACK)  # JR-A1 JR-Q35


class VoyageEnds(Step["Table"]):
    """The end of the voyage."""

    def advance(self, t: Table) -> None:
        """The destination goes to its discard.  JR-V2"""
        t.pop()
        if t.chosen != NO_CARD:
            t.discard_destination()


CHOOSING: Final = Choosing("destination", "choose_destination", "JR-V1", [SAIL], takes_gifts=True)
SAILING: Final = Sailing("voyage")
VOYAGE_ENDS: Final = VoyageEnds("voyage_ends")


def open_types(t: Table) -> int:
    """The types that can be chosen, as a mask: not an island that was missed, if there is another
    way, or if another one must be chosen.  JR-V1 JR-I2 JR-O4
    """
    mask = 0
    bit: i64 = 1
    for type_ in range(TYPES):
        if t.stacks[type_]:
            mask |= int(bit << type_)
    others = mask & ~(1 << ISLAND)
    is_barred = t.barred_round == t.round and (t.is_rechoosing or others != 0)
    return others if is_barred else mask
