"""Spending: from which holds tokens of one kind come, hold by hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import lowest
from broadside.kernel.step import Denial, Step

from .board import PORT, SEA, TYPES
from .cards import FOOD, GOLD, GOOD_NAMES, SIXTH_SLOT, SLOTS
from .events import QUICK_PAY_ON
from .verbs import ACTIONS, PAY_QUICKLY, QUICK_PAY, SPEND, spending

if TYPE_CHECKING:
    from .table import Table


NOTHING: Final = 0


def good_due(space: int) -> int:
    """Ports cost gold, the sea food, lairs and Port Royal nothing.  JAM-F1 JAM-F2 JAM-D5"""
    if TYPES[space] == PORT:
        return GOLD
    return FOOD if TYPES[space] == SEA else NOTHING


def owe(t: Table, good: int, tokens: int, step: Spending) -> None:
    """A ship must take so many tokens out of its holds; the step says which ship."""
    t.spend_good = good
    t.spend_left = tokens
    t.spend_asked = 0
    t.agenda.append(step)


class Spending(Step["Table"]):
    """A ship takes tokens of one kind out of its holds, hold by hold from the smallest."""

    def __init__(self, name: str, question: str, rule: str, payer: int) -> None:
        super().__init__(name, [question], rule, [SPEND, QUICK_PAY])
        self.payer = payer

    def spender(self, t: Table) -> int:
        """The ship whose tokens are spent; ghost ships have nothing to choose from."""
        if self.payer == MOVER:
            return t.mover
        return t.attacker if self.payer == ATTACKER else t.defender

    def advance(self, t: Table) -> None:
        """Ask how many tokens come from the next hold, unless it makes no difference.

        Who wants it quick is not asked either: smallest holds first.  JAM-F2 JAM-Q28
        """
        ship = self.spender(t)
        only = t.slots_with(ship, t.spend_good)
        if only & (only - 1) == 0 and not t.spend_asked:
            spend_smallest_first(t, ship, [lowest(only)])
            return
        slots = open_slots(t, ship)
        if t.quick >> ship & 1 or comes_to_the_same(t, ship, slots):
            spend_smallest_first(t, ship, slots)
            return
        low, high = least(t, ship, slots), most(t, ship, slots)
        if low == high:
            spend(t, ship, slots[0], low)
        else:
            t.open_turn(ship)

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """How many tokens may come from the next hold; or no more questions.  JAM-F2 JAM-Q28"""
        slots = open_slots(t, seat)
        first = spending(slots[0], 0).code
        tokens = range(least(t, seat, slots), most(t, seat, slots) + 1)
        return [ACTIONS.actions[first + count] for count in tokens] + [PAY_QUICKLY]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Exactly what is due, from the holds that have it, the smallest first.  JAM-F2"""
        if action.verb == QUICK_PAY:
            return None
        slots = open_slots(t, seat)
        low, high = least(t, seat, slots), most(t, seat, slots)
        good = GOOD_NAMES[t.spend_good]
        if action.first != slots[0]:
            reason = f"hold {slots[0] + 1} comes next; {t.spend_left} {good} are due"
        elif action.second > high:
            reason = f"hold {action.first + 1} can give {high} {good} at most"
        elif action.second < low:
            reason = f"{low} {good} must come from hold {action.first + 1}: the others have too few"
        else:
            return None
        return Denial(action, "pay_exactly", reason, "JAM-F2")

    def default(self, t: Table, seat: Seat) -> Action:
        """As much as possible from the smallest hold."""
        slots = open_slots(t, seat)
        return spending(slots[0], most(t, seat, slots))

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """Tokens from one hold; or from now on smallest holds first, without questions.

        JAM-Q28
        """
        t.taken()
        if action.verb == QUICK_PAY:
            t.quick |= 1 << seat
            t.tell(QUICK_PAY_ON, seat)
        else:
            spend(t, seat, action.first, action.second)


MOVER: Final = 0
ATTACKER: Final = 1
DEFENDER: Final = 2
PAYING: Final = Spending("paying", "pay_from", "JAM-F2", MOVER)
ATTACK_HOLDS: Final = Spending("attack_holds", "gunpowder_from", "JAM-B2", ATTACKER)
DEFENCE_HOLDS: Final = Spending("defence_holds", "gunpowder_from", "JAM-B4", DEFENDER)


def open_slots(t: Table, ship: int) -> list[int]:
    """The holds with the kind that is spent which nobody was asked about yet, smallest first.

    Of equal holds a regular one comes before the 6th.  JAM-F2
    """
    found: list[int] = []
    for slot in range(SLOTS):
        if t.good_in(ship, slot) == t.spend_good and not t.spend_asked >> slot & 1:
            place = len(found)
            while place > 0 and t.tokens_in(ship, found[place - 1]) > t.tokens_in(ship, slot):
                place -= 1
            found.insert(place, slot)
    return found


def comes_to_the_same(t: Table, ship: int, slots: list[int]) -> bool:
    """Whether every split leaves holds alike; only the 6th can be told from the others.

    So it is when nothing or everything is spent, with one hold, when one token stays, or when one
    goes from equal holds.
    """
    total = 0
    largest = 0
    smallest = t.tokens_in(ship, slots[0]) if slots else 0
    for slot in slots:
        tokens = t.tokens_in(ship, slot)
        total += tokens
        largest = max(largest, tokens)
    if t.spend_left == 0 or t.spend_left == total or len(slots) == 1:
        return True
    if SIXTH_SLOT in slots:
        return False
    if total - t.spend_left == 1 or largest == 1:
        return True
    return t.spend_left == 1 and smallest == largest


def spend_smallest_first(t: Table, ship: int, slots: list[int]) -> None:
    """Take everything that is left to spend, smallest holds first."""
    for slot in slots:
        tokens = min(t.spend_left, t.tokens_in(ship, slot))
        t.spend_left -= tokens
        t.spend(ship, slot, tokens)
    assert t.spend_left == 0
    t.agenda.pop()
    t.spend_good = 0
    t.spend_asked = 0


def least(t: Table, ship: int, slots: list[int]) -> int:
    """How many tokens must come from the first of these holds, as the others have no more."""
    rest = 0
    for slot in slots[1:]:
        rest += t.tokens_in(ship, slot)
    return max(0, t.spend_left - rest)


def most(t: Table, ship: int, slots: list[int]) -> int:
    """How many tokens may come from the first of these holds."""
    return min(t.spend_left, t.tokens_in(ship, slots[0]))


def spend(t: Table, ship: int, slot: int, tokens: int) -> None:
    """Take tokens out of one hold, and do not ask about it again."""
    t.spend_left -= tokens
    t.spend_asked |= 1 << slot
    t.spend(ship, slot, tokens)
