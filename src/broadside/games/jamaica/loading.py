"""Loading: one kind in an empty hold, and what goes over board for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.state import Prompt

from .cards import GUNPOWDER, SIXTH_SLOT
from .events import ALL_OF_ONE_KIND, BANK_EMPTY, LOAD_SKIPPED
from .steps import STOWING
from .verbs import JETTISON, JETTISONS, STOWS

if TYPE_CHECKING:
    from .table import Table


def load(t: Table, ship: int, good: int, die: int) -> None:
    """Take exactly as many tokens as the die shows from the bank into one hold.

    A finite bank gives what it has left; with nothing left, or with every hold full of the same
    kind, the action is skipped.  JAM-L1 JAM-L3 JAM-Q1 JAM-Q16
    """
    tokens = min(die, t.bank[good])
    if tokens == 0:
        t.tell(LOAD_SKIPPED, ship, good, BANK_EMPTY)
    elif not can_load(t, ship, good):
        t.tell(LOAD_SKIPPED, ship, good, ALL_OF_ONE_KIND)
    else:
        t.take_from_bank(ship, good, tokens)
        t.agenda.append(STOWING)


def can_load(t: Table, ship: int, good: int) -> bool:
    """Whether some hold is empty or has another kind, which could be jettisoned.

    JAM-L2 JAM-L3 JAM-Q11
    """
    for slot in range(t.slots(ship)):
        if t.good_in(ship, slot) != good:
            return True
    return False


def options(t: Table) -> list[Action]:
    """An empty hold, the first regular one or the 6th; without one, a hold to jettison.

    Only holds of another kind may go over board, and none while one is empty.  JAM-L1 JAM-L2
    """
    ship = t.load_ship
    empty = empty_slots(t, ship)
    if empty:
        return [STOWS[slot] for slot in empty]
    found: list[Action] = []
    for slot in range(t.slots(ship)):
        if t.good_in(ship, slot) != t.load_good:
            found.append(JETTISONS[slot])
    return found


def empty_slots(t: Table, ship: int) -> list[int]:
    """The first empty regular hold, for these are all alike, and the 6th Hold if it is empty."""
    found: list[int] = []
    for slot in range(t.slots(ship)):
        if t.good_in(ship, slot) == 0 and (slot == SIXTH_SLOT or not found):
            found.append(slot)
    return found


def advance(t: Table) -> None:
    """Ask where to load, unless there is only one way."""
    choices = options(t)
    if len(choices) == 1:
        answer(t, choices[0])
    else:
        t.ask(t.hand_of(t.load_ship), choices)


def answer(t: Table, action: Action) -> None:
    """Load into a hold, which may have to be emptied first. Loot ends its battle.  JAM-L1 JAM-L2"""
    t.agenda.pop()
    if action.verb == JETTISON:
        t.jettison(t.load_ship, action.first)
    t.stow(action.first)
    t.clear_battle()


def prompt(t: Table) -> Prompt:
    """Where to load: a regular hold; or the hold with the fewest tokens goes over board."""
    choices = t.choices
    if choices[0].verb != JETTISON:
        return Prompt("stow", "JAM-L1", choices[0])
    best = choices[0]
    for action in choices:
        if cheapness(t, action.first) < cheapness(t, best.first):
            best = action
    return Prompt("jettison", "JAM-L2", best)


def cheapness(t: Table, slot: int) -> int:
    """Fewest tokens first; gunpowder before food before gold; then the lowest hold."""
    return t.tokens_in(t.load_ship, slot) * 4 + GUNPOWDER - t.good_in(t.load_ship, slot)
