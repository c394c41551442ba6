"""Punishment: ordered by the Captain, carried out by the Quartermaster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial

from . import promises
from .events import NO_VICTIM, PUNISHMENT_ORDERED, PUNISHMENT_WAIVED, VICTIM_NAMED
from .questions import CaptainsQuestion, QuartermastersQuestion
from .verbs import NAME_VICTIM, PUNISH, SPARE, SUGGEST

if TYPE_CHECKING:
    from .table import Table

VICTIMS: Final[list[list[Action]]] = NAME_VICTIM.by_mask()
"""By the mask of those who can be punished."""
ORDERS: Final[list[list[Action]]] = [
    SPARE.actions + PUNISH.actions + suggestions for suggestions in SUGGEST.by_mask()
]


class Ordering(CaptainsQuestion):
    """The Captain orders punishment, or not.  JR-N1"""

    def options(self, t: Table) -> list[Action]:
        """No, yes, or yes with a suggestion.  JR-N1"""
        return ORDERS[candidates(t)]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Whoever can be punished may be suggested.  JR-N1"""
        return victim_denial(t, action) if action.verb is SUGGEST else None

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """To suggest anybody."""
        return SUGGEST.actions[: t.seats]

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The Captain decides; then everybody may still call a mutiny.  JR-N1"""
        t.pop()
        if action.verb is SPARE:
            t.tell(PUNISHMENT_WAIVED, t.captain)
            return
        t.is_ordered = True
        if action.verb is SUGGEST:
            t.suggestion = action.first
            promises.punished(t, t.captain, action.first)
        t.tell(PUNISHMENT_ORDERED, t.captain, t.suggestion)


class Naming(QuartermastersQuestion):
    """The Quartermaster names who is punished.  JR-N2"""

    def options(self, t: Table) -> list[Action]:
        """If it was ordered he must name somebody.  JR-N2"""
        return VICTIMS[candidates(t)] if t.is_ordered else []

    def leave_out(self, t: Table) -> None:
        """It was not ordered, or there is nobody to name.  JR-N2 JR-T7"""
        t.pop()
        if t.is_ordered:
            t.tell(NO_VICTIM)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Not everybody can be punished.  JR-N2"""
        return victim_denial(t, action)

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """Anybody."""
        return NAME_VICTIM.actions[: t.seats]

    def default(self, t: Table, seat: Seat) -> Action:
        """The suggested one, else who has most cards, from the Captain clockwise."""
        victims = [other for other in t.clockwise(t.captain) if candidates(t) >> other & 1]
        if t.suggestion in victims:
            return NAME_VICTIM.of(t.suggestion)
        return NAME_VICTIM.of(max(victims, key=lambda other: len(t.hands[other])))

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """A random card of the victim is discarded face up.  JR-N2 JR-Q8"""
        t.pop()
        victim = action.first
        t.tell(VICTIM_NAMED, seat, victim)
        promises.punished(t, seat, victim)
        hand = t.hands[victim]
        t.discard_card(victim, hand[int(t.rng.below(len(hand)))])


ORDERING: Final = Ordering(
    "punish", "order_punishment", "JR-N1", [SPARE, PUNISH, SUGGEST], takes_gifts=True
)
NAMING: Final = Naming("victim", "name_victim", "JR-N2", [NAME_VICTIM], takes_gifts=True)


def candidates(t: Table) -> int:
    """Seats with a hand card, but for Captain and Quartermaster, as a mask.  JR-N2"""
    mask = 0
    bit: i64 = 1
    for seat in range(t.seats):
        if t.hands[seat] and not is_officer(t, seat):
            mask |= int(bit << seat)
    return mask


def is_officer(t: Table, seat: Seat) -> bool:
    """Whether a seat is Captain or Quartermaster."""
    return seat == t.captain or seat == t.acting_quartermaster()


def victim_denial(t: Table, action: Action) -> Denial | None:
    """Officers and empty hands.  JR-N2"""
    if candidates(t) >> action.first & 1:
        return None
    if is_officer(t, action.first):
        reason = "Captain and Quartermaster cannot be punished"
        return Denial(action, "not_punishable", reason, "JR-N2")
    reason = f"seat {action.first} has no hand card to lose"
    return Denial(action, "no_hand_cards", reason, "JR-N2")
