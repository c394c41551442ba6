"""The hand limit: whoever holds more discards at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import mask_of
from broadside.kernel.step import Denial

from .cards import CREW_OF_KIND
from .questions import Sealed, no_card
from .verbs import DISCARD

if TYPE_CHECKING:
    from .table import Table


class Discarding(Sealed):
    """All who hold too many choose in secret what they discard.  JR-R1"""

    def asked(self, t: Table) -> int:
        """The seats that hold too many cards.  JR-R1"""
        limit = t.hand_limit()
        return mask_of([seat for seat in range(t.seats) if len(t.hands[seat]) > limit])

    def finish(self, t: Table) -> None:
        """The chosen cards are discarded face up.  JR-R1"""
        t.pop()
        for seat in t.clockwise(t.captain):
            for card in t.sealed[seat]:
                t.discard_card(seat, card)
        t.unseal()

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Any hand card that is not chosen yet.  JR-R1"""
        return self.unchosen(t, seat, t.hands[seat], DISCARD.actions)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """It must be in the hand.  JR-R1"""
        return no_card(action, "JR-R1")

    def default(self, t: Table, seat: Seat) -> Action:
        """One with the fewest crew members."""
        return fewest_crew(self.legal(t, seat))

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """Choose one more card to discard."""
        self.seal(t, seat, t.hands[seat], action.first)
        if len(t.hands[seat]) - len(t.sealed[seat]) <= t.hand_limit():
            t.answered(seat)


DISCARDING: Final = Discarding("discard", "discard_card", "JR-R1", [DISCARD])


def fewest_crew(actions: list[Action]) -> Action:
    """Of actions that name a card, the first whose card has the fewest crew members."""
    return min(actions, key=lambda action: CREW_OF_KIND[action.first])
