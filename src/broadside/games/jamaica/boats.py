"""Boats: ships as they could be after some actions, for previews and for bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import movement
from .cards import GUNPOWDER, HOLD_SHIFT, HOLD_TOKENS, SLOTS

if TYPE_CHECKING:
    from .table import Table


class Boat:
    """A ship as it could be, and the bank as it would be then."""

    def __init__(self, space: int, lap: int, holds: list[int], slots: int, bank: list[int]) -> None:
        self.space = space
        self.lap = lap
        self.holds = holds
        self.slots = slots
        self.bank = bank
        self.is_home = False

    def copy(self) -> Boat:
        """A copy that goes its own way."""
        twin = Boat(self.space, self.lap, self.holds[:], self.slots, self.bank[:])
        twin.is_home = self.is_home
        return twin

    def is_like(self, other: Boat) -> bool:
        """Whether it makes no difference which of two boats it is."""
        if self.space != other.space or self.lap != other.lap or self.is_home != other.is_home:
            return False
        return self.bank == other.bank and sorted(self.holds) == sorted(other.holds)

    def stock(self, good: int) -> int:
        """How many tokens of a good are aboard."""
        total = 0
        for hold in self.holds:
            if hold >> HOLD_SHIFT == good:
                total += hold & HOLD_TOKENS
        return total

    def pay(self, good: int, tokens: int) -> None:
        """Put tokens out of the holds into the bank, from the smallest."""
        holds = [
            hold << 3 | slot for slot, hold in enumerate(self.holds) if hold >> HOLD_SHIFT == good
        ]
        holds.sort()
        for slot in [hold & 7 for hold in holds]:
            paid = min(tokens, self.holds[slot] & HOLD_TOKENS)
            tokens -= paid
            self.bank[good] += paid
            self.holds[slot] -= paid
            if self.holds[slot] & HOLD_TOKENS == 0:
                self.holds[slot] = 0

    def has_room(self) -> bool:
        """Whether some hold is empty."""
        return 0 in self.holds[: self.slots]

    def slots_for(self, good: int) -> list[int]:
        """Where a good can be loaded: the first empty hold; without one, any of another kind."""
        if self.has_room():
            return [self.holds.index(0)]
        return [slot for slot in range(self.slots) if self.holds[slot] >> HOLD_SHIFT != good]

    def load(self, slot: int, good: int, tokens: int) -> None:
        """Put tokens from the bank into a hold; what was in it goes over board."""
        old = self.holds[slot]
        self.bank[old >> HOLD_SHIFT] += old & HOLD_TOKENS
        self.bank[good] -= tokens
        self.holds[slot] = good << HOLD_SHIFT | tokens

    def sail(self, space: int, die: int, direction: int) -> None:
        """Move to a space by a die."""
        self.is_home = movement.finishes(self.space, self.lap, die, direction)
        self.lap = movement.lap_after(self.space, self.lap, die, direction)
        self.space = space


def boat_of(t: Table, ship: int) -> Boat:
    """A ship as it is."""
    holds = [t.hold(ship, slot) for slot in range(SLOTS)]
    return Boat(t.space(ship), t.lap(ship), holds, t.slots(ship), t.bank[: GUNPOWDER + 1])
