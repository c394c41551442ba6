"""Who chooses: the active seat, or the revealer of a card, who often chooses another player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Choice, Denial
from broadside.kernel.window import Window

from . import verbs

if TYPE_CHECKING:
    from .table import Table

SAND_S: Final = 30


class ActiveChoice(Choice["Table"]):
    """A choice of the seat whose turn it is."""

    def chooser(self, t: Table) -> Seat:
        """Whose turn it is."""
        return t.active


class SandChoice(ActiveChoice):
    """An action or a forced pick: the sand may run for it.  T67-O3"""

    def window(self, t: Table) -> Window:
        """Half a minute, if there is a timer at the table."""
        return Window(t.window, t.waiting, hourglass_s=SAND_S if t.has_timer else 0)


class RevealersChoice(Choice["Table"]):
    """A card leaves something to its revealer."""

    def chooser(self, t: Table) -> Seat:
        """Who has revealed the card."""
        return t.revealer


class Target(RevealersChoice):
    """The revealer chooses another player; a single one is chosen already.  T67-W1"""

    def __init__(self, name: str, question: str, rule: str) -> None:
        super().__init__(name, [question], rule, [verbs.TARGET])

    def is_fit(self, t: Table, seat: Seat) -> bool:
        """Whether the card can be meant for a seat."""
        return True

    def strike(self, t: Table, seat: Seat, other: Seat) -> None:
        """Do what the card says."""
        raise NotImplementedError

    def options(self, t: Table) -> list[Action]:
        """Another player.  T67-D3"""
        found: list[Action] = []
        for seat in range(t.seats):
            if seat != t.revealer and self.is_fit(t, seat):
                found.append(verbs.TARGET.of(seat))
        return found

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Oneself, or an empty hand.  T67-D3 T67-R15"""
        if action.first == t.revealer:
            return Denial(action, "not_yourself", "choose another player", "T67-D3")
        return Denial(action, "no_vote_cards", "this player has no Vote cards", "T67-R15")

    def lots(self, t: Table, seat: Seat) -> list[Action]:
        """The clock leaves it to chance.  T67-R33"""
        return t.choices

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Strike the one who was chosen."""
        t.agenda.pop()
        self.strike(t, seat, action.first)
