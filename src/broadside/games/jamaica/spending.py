"""Spending: from which holds tokens of one kind come, hold by hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from .board import PORT, SEA, TYPES
from .cards import FOOD, GOLD, SIXTH_SLOT, SLOTS
from .events import QUICK_PAY_ON
from .steps import ATTACK_HOLDS, DEFENCE_HOLDS, PAYING
from .verbs import PAY_QUICKLY, QUICK_PAY, spending

if TYPE_CHECKING:
    from .table import Table


NOTHING: Final = 0


def good_due(space: int) -> int:
    """Ports cost gold, the sea food, lairs and Port Royal nothing.  JAM-F1 JAM-F2 JAM-D5"""
    if TYPES[space] == PORT:
        return GOLD
    return FOOD if TYPES[space] == SEA else NOTHING


def owe(t: Table, good: int, tokens: int, step: int) -> None:
    """A ship must take so many tokens out of its holds; the step says which ship."""
    t.spend_good = good
    t.spend_left = tokens
    t.spend_asked = 0
    t.agenda.append(step)


def spender(t: Table, step: int) -> int:
    """The ship whose tokens are spent; ghost ships have nothing to choose from."""
    if step == PAYING:
        return t.mover
    return t.attacker if step == ATTACK_HOLDS else t.defender


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


def advance(t: Table, step: int) -> None:
    """Ask how many tokens come from the next hold, unless it makes no difference.

    Who wants it quick is not asked either: smallest holds first.  JAM-F2 JAM-Q28
    """
    ship = spender(t, step)
    slots = open_slots(t, ship)
    if t.quick >> ship & 1 or comes_to_the_same(t, ship, slots):
        spend_smallest_first(t, ship, slots)
        return
    choices = options(t, ship, slots)
    if len(choices) == 1:
        spend(t, ship, choices[0].first, choices[0].second)
    else:
        choices.append(PAY_QUICKLY)
        t.ask(ship, choices)


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


def options(t: Table, ship: int, slots: list[int]) -> list[Action]:
    """How many tokens may come from the first of these holds, so that the rest is enough."""
    rest = 0
    for slot in slots[1:]:
        rest += t.tokens_in(ship, slot)
    low = max(0, t.spend_left - rest)
    high = min(t.spend_left, t.tokens_in(ship, slots[0]))
    return [spending(slots[0], tokens) for tokens in range(low, high + 1)]


def spend(t: Table, ship: int, slot: int, tokens: int) -> None:
    """Take tokens out of one hold, and do not ask about it again."""
    t.spend_left -= tokens
    t.spend_asked |= 1 << slot
    t.spend(ship, slot, tokens)


def answer(t: Table, seat: Seat, action: Action) -> None:
    """Tokens from one hold; or from now on smallest holds first, without questions.  JAM-Q28"""
    if action.verb == QUICK_PAY:
        t.quick |= 1 << seat
        t.tell(QUICK_PAY_ON, seat)
    else:
        spend(t, seat, action.first, action.second)


def prompt(t: Table, step: int) -> Prompt:
    """From which holds: as much as possible from the smallest."""
    default = t.choices[-2]
    if step == PAYING:
        return Prompt("pay_from", "JAM-F2", default)
    assert step in (ATTACK_HOLDS, DEFENCE_HOLDS)
    rule = "JAM-B2" if step == ATTACK_HOLDS else "JAM-B4"
    return Prompt("gunpowder_from", rule, default)
