"""Spending: from which holds tokens of one kind come, hold by hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import lowest
from broadside.kernel.step import Denial, Step

from . import cards, events, verbs
from .board import COSTS, SPACES, TYPES

if TYPE_CHECKING:
    from .table import Table


NOTHING: Final = 0
GOODS_DUE: Final[list[int]] = [
    [NOTHING, cards.FOOD, cards.GOLD, NOTHING][TYPES[space]] if COSTS[space] else NOTHING
    for space in range(SPACES)
]
"""By space. The types are home, sea, port, lair."""


def good_due(space: int) -> int:
    """Ports cost gold, the sea food, lairs and Port Royal nothing.  JAM-F1 JAM-F2 JAM-D5"""
    return GOODS_DUE[space]


def owe(t: Table, good: int, tokens: int, step: Spending) -> None:
    """A ship must take so many tokens out of its holds; the step says which ship."""
    t.spend_good = good
    t.spend_left = tokens
    t.spend_asked = 0
    t.agenda.append(step)
    step.advance(t)


class Spending(Step["Table"]):
    """A ship takes tokens of one kind out of its holds, hold by hold from the smallest."""

    def __init__(self, name: str, question: str, rule: str, payer: int) -> None:
        super().__init__(name, [question], rule, [verbs.SPEND, verbs.QUICK_PAY])
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
            t.spend(ship, lowest(only), t.spend_left)
            t.spend_left = 0
            end(t)
            return
        holds = OpenHolds(t, ship)
        if t.quick >> ship & 1 or holds.come_to_the_same(t.spend_left):
            spend_smallest_first(t, ship)
            return
        low, high = holds.least(t.spend_left), holds.most(t.spend_left)
        if low == high:
            spend(t, ship, int(holds.first), int(low))
        else:
            t.open_turn(ship)

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """How many tokens may come from the next hold; or no more questions.  JAM-F2 JAM-Q28"""
        holds = OpenHolds(t, seat)
        first = verbs.SPEND.of(int(holds.first), 0).code
        low, high = int(holds.least(t.spend_left)), int(holds.most(t.spend_left))
        found = verbs.ACTIONS.actions[first + low : first + high + 1]
        found.append(verbs.QUICK_PAY.of())
        return found

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Exactly what is due, from the holds that have it, the smallest first.  JAM-F2"""
        holds = OpenHolds(t, seat)
        low, high = holds.least(t.spend_left), holds.most(t.spend_left)
        good = cards.GOOD_NAMES[t.spend_good]
        if action.first != holds.first:
            reason = f"hold {holds.first + 1} comes next; {t.spend_left} {good} are due"
        elif action.second > high:
            reason = f"hold {action.first + 1} can give {high} {good} at most"
        else:
            reason = f"{low} {good} must come from hold {action.first + 1}: the others have too few"
        return Denial(action, "pay_exactly", reason, "JAM-F2")

    def default(self, t: Table, seat: Seat) -> Action:
        """As much as possible from the smallest hold."""
        holds = OpenHolds(t, seat)
        return verbs.SPEND.of(int(holds.first), int(holds.most(t.spend_left)))

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """Tokens from one hold; or from now on smallest holds first, without questions.  JAM-Q28"""
        t.taken()
        if action.verb == verbs.QUICK_PAY:
            t.quick |= 1 << seat
            t.tell(events.QUICK_PAY_ON, seat)
        else:
            spend(t, seat, action.first, action.second)


MOVER: Final = 0
ATTACKER: Final = 1
DEFENDER: Final = 2
PAYING: Final = Spending("paying", "pay_from", "JAM-F2", MOVER)
ATTACK_HOLDS: Final = Spending("attack_holds", "gunpowder_from", "JAM-B2", ATTACKER)
DEFENCE_HOLDS: Final = Spending("defence_holds", "gunpowder_from", "JAM-B4", DEFENDER)


class OpenHolds:
    """The holds with the kind that is spent which nobody was asked about yet, all in all.

    `first` comes next: the smallest one, of equal ones the lowest, so the 6th last.  JAM-F2
    """

    def __init__(self, t: Table, ship: int) -> None:
        self.first: i64 = -1
        self.smallest: i64 = 0
        self.largest: i64 = 0
        self.total: i64 = 0
        self.count: i64 = 0
        self.has_sixth = False
        self.look(t.holds[ship], t.spend_good, t.spend_asked)

    def look(self, holds: i64, good: i64, asked: i64) -> None:
        """Go through a ship's holds."""
        slot: i64 = 0
        while holds:
            if holds >> cards.HOLD_SHIFT & cards.GOODS_MASK == good and not asked >> slot & 1:
                tokens: i64 = holds & cards.HOLD_TOKENS
                if self.count == 0 or tokens < self.smallest:
                    self.first = slot
                    self.smallest = tokens
                self.largest = max(self.largest, tokens)
                self.total += tokens
                self.count += 1
                self.has_sixth = slot == cards.SIXTH_SLOT
            holds >>= cards.HOLD_BITS
            slot += 1

    def come_to_the_same(self, due: i64) -> bool:
        """Whether every split leaves holds alike; only the 6th can be told from the others.

        So it is when nothing or everything is spent, with one hold, when one token stays, or when
        one goes from equal holds.
        """
        if due == 0 or due == self.total or self.count == 1:
            return True
        if self.has_sixth:
            return False
        if self.total - due == 1 or self.largest == 1:
            return True
        return due == 1 and self.smallest == self.largest

    def least(self, due: i64) -> i64:
        """How many tokens must come from the next hold, as the others have no more."""
        rest = self.total - self.smallest
        return due - rest if due > rest else 0

    def most(self, due: i64) -> i64:
        """How many tokens may come from the next hold."""
        return due if due < self.smallest else self.smallest


def spend_smallest_first(t: Table, ship: int) -> None:
    """Take everything that is left to spend, smallest holds first."""
    while t.spend_left > 0:
        holds = OpenHolds(t, ship)
        tokens = int(holds.most(t.spend_left))
        t.spend_left -= tokens
        t.spend(ship, int(holds.first), tokens)
    end(t)


def end(t: Table) -> None:
    """Everything that was due is spent."""
    assert t.spend_left == 0
    t.agenda.pop()
    t.spend_good = 0
    t.spend_asked = 0


def spend(t: Table, ship: int, slot: int, tokens: int) -> None:
    """Take tokens out of one hold, and do not ask about it again."""
    t.spend_left -= tokens
    t.spend_asked |= 1 << slot
    t.spend(ship, slot, tokens)
