"""Loading: one kind in an empty hold, and what goes over board for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits
from broadside.kernel.step import Choice, Denial, Prompt

from . import events, verbs
from .cards import GOOD_NAMES, SIXTH_SLOT, SLOTS
from .spending import NOTHING

if TYPE_CHECKING:
    from .table import Table


def stows_of(empty: int) -> list[Action]:
    """The first empty regular hold, for these are all alike, and the 6th Hold if it is empty."""
    slots = bits(empty)
    return [verbs.STOW.of(slot) for slot in slots if slot == SIXTH_SLOT or slot == slots[0]]


STOWS_OF: Final[list[list[Action]]] = [stows_of(empty) for empty in range(1 << SLOTS)]
"""By the empty holds, as a mask."""
JETTISONS_OF: Final[list[list[Action]]] = verbs.JETTISON.by_mask()
"""By the holds that have another kind, as a mask."""


def load(t: Table, ship: int, good: int, die: int) -> None:
    """Take exactly as many tokens as the die shows from the bank into one hold.

    A finite bank gives what it has left; with nothing left, or with every hold full of the same
    kind, the action is skipped.  JAM-L1 JAM-L3 JAM-Q1 JAM-Q16
    """
    tokens = min(die, t.bank[good])
    if tokens == 0:
        t.tell(events.LOAD_SKIPPED, ship, good, events.BANK_EMPTY)
    elif not can_load(t, ship, good):
        t.tell(events.LOAD_SKIPPED, ship, good, events.ALL_OF_ONE_KIND)
    else:
        t.take_from_bank(ship, good, tokens)
        t.agenda.append(STOWING)
        STOWING.advance(t)


def can_load(t: Table, ship: int, good: int) -> bool:
    """Whether some hold is empty or has another kind, which could be jettisoned.

    JAM-L2 JAM-L3 JAM-Q11
    """
    return t.slots_with(ship, good) != t.all_slots(ship)


class Stowing(Choice["Table"]):
    """Tokens go into an empty hold; without one, another kind goes over board first."""

    def chooser(self, t: Table) -> Seat:
        """Who decides for the ship."""
        return t.hand_of(t.load_ship)

    def options(self, t: Table) -> list[Action]:
        """An empty hold, the first regular one or the 6th; without one, a hold to jettison.

        Only holds of another kind may go over board, and none while one is empty.  JAM-L1 JAM-L2
        """
        ship = t.load_ship
        empty = t.slots_with(ship, NOTHING)
        if empty:
            return STOWS_OF[empty]
        return JETTISONS_OF[t.all_slots(ship) & ~t.slots_with(ship, t.load_good)]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Loaded and missing holds, and what must not go over board.  JAM-L1 JAM-L2"""
        slot = action.first
        good = t.good_in(t.load_ship, slot)
        has = f"hold {slot + 1} has {GOOD_NAMES[good]}"
        if slot >= t.slots(t.load_ship):
            return Denial(action, "hold_not_owned", "the ship has no 6th Hold", "JAM-T5")
        if action.verb == verbs.STOW:
            if good:
                reason = f"{has}: goods go into an empty hold"
                return Denial(action, "hold_not_empty", reason, "JAM-L1")
            reason = "empty holds are all alike: take the first one"
            return Denial(action, "holds_are_alike", reason, "JAM-L1")
        if good == NOTHING:
            return Denial(action, "hold_is_empty", f"hold {slot + 1} is empty", "JAM-L2")
        if good == t.load_good:
            reason = f"{has}, the kind you are loading"
            return Denial(action, "jettison_same_kind", reason, "JAM-L2")
        reason = "with an empty hold nothing goes over board"
        return Denial(action, "jettison_needless", reason, "JAM-L2")

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """Every hold of the ship."""
        ways = verbs.JETTISON.actions if t.choices[0].verb == verbs.JETTISON else verbs.STOW.actions
        return ways[: t.slots(t.load_ship)]

    def prompt(self, t: Table, seat: Seat) -> Prompt:
        """Where to load: a regular hold; or the hold with the fewest tokens goes over board.

        Gunpowder goes before food, food before gold; then the lowest hold.
        """
        if t.choices[0].verb != verbs.JETTISON:
            return Prompt("stow", "JAM-L1", t.choices[0])
        slots = [action.first for action in t.choices]
        worths = [(t.tokens_in(t.load_ship, i), -t.good_in(t.load_ship, i)) for i in slots]
        return Prompt("jettison", "JAM-L2", t.choices[worths.index(min(worths))])

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Load into a hold, perhaps emptied first. Loot ends its battle.  JAM-L1 JAM-L2"""
        t.agenda.pop()
        if action.verb == verbs.JETTISON:
            t.jettison(t.load_ship, action.first)
        t.stow(action.first)
        t.clear_battle()


STOWING: Final = Stowing("stowing", ["stow", "jettison"], "JAM-L1", [verbs.STOW, verbs.JETTISON])
