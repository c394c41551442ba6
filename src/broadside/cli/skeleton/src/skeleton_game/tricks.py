"""A trick: everybody plays a card, the highest one takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Choice, Denial, Step

from .verbs import PLAY

if TYPE_CHECKING:
    from .table import Table

PLAY_A_CARD: Final = "play_a_card"


class Playing(Choice["Table"]):
    """The next seat plays a card; the last card of a hand is played by itself."""

    def __init__(self) -> None:
        super().__init__("playing", [PLAY_A_CARD], "SKL-T1", [PLAY])

    def chooser(self, t: Table) -> Seat:
        """Clockwise from the leader.  SKL-T1"""
        return t.next_seat()

    def options(self, t: Table) -> list[Action]:
        """Any card of the hand."""
        return [PLAY.of(card) for card in sorted(t.hands[self.chooser(t)])]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Nobody plays what they do not hold."""
        if action.first in t.hands[seat]:
            return None
        return Denial(action, "not_in_hand", "this card is not in your hand", "SKL-T1")

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Lay the card down; when all have played, the trick is taken."""
        t.lay_down(seat, action.first)
        if len(t.trick) == t.seats:
            t.agenda.append(TRICK_ENDS)


class TrickEnds(Step["Table"]):
    """The highest card takes the trick, all draw, and the taker leads; or the game is over."""

    def __init__(self) -> None:
        super().__init__("trick_ends")

    def advance(self, t: Table) -> None:
        """No decision is needed.  SKL-T2"""
        t.agenda.pop()
        winner = t.trick.index(max(t.trick))
        t.take_trick((t.leader + winner) % t.seats)
        if len(t.deck) >= t.seats:
            for seat in t.clockwise():
                t.draw(seat)
        elif not t.hands[t.leader]:
            t.agenda.pop()  # SKL-E1


PLAYING: Final = Playing()
TRICK_ENDS: Final = TrickEnds()
