"""Questions: what one seat decides, or several in secret.

Every window has a number. In some of them gifts may be offered beside the question. At the end
stand the reasons that several steps give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action, Verb
from broadside.kernel.event import Seat
from broadside.kernel.rows import changed
from broadside.kernel.step import Choice, Denial, Step
from broadside.kernel.window import Window

from .cards import KIND_NAMES, KIND_OF, NO_CARD, PRIZE_NAMES
from .verbs import KIND_PLAYED

if TYPE_CHECKING:
    from .table import Table

SINGLE_S: Final = 45
SEALED_S: Final = 30
BUSY_S: Final = 60
IDLE_S: Final = 15
"""How long somebody may think.  JR-T8"""


class Question(Choice["Table"]):
    """One seat decides."""

    def __init__(
        self, name: str, question: str, rule: str, verbs: list[Verb], takes_gifts: bool = False
    ) -> None:
        super().__init__(name, [question], rule, verbs, clock_s=SINGLE_S)
        self.takes_gifts = takes_gifts

    def tells(self, t: Table) -> bool:
        """Whether it would tell something that a seat is not asked which has only one way."""
        return False

    def leave_out(self, t: Table) -> None:
        """There is nothing to choose."""
        t.pop()

    def advance(self, t: Table) -> None:
        """Ask, unless there is only one way, or none.  JR-T7"""
        options = self.options(t)
        if not options:
            self.leave_out(t)
        elif len(options) == 1 and not self.tells(t):
            self.choose(t, self.chooser(t), options[0])
        else:
            self.ask(t, options)

    def ask(self, t: Table, options: list[Action]) -> None:
        """Let the seat choose."""
        t.number_window(self.takes_gifts)
        t.let_choose(self.chooser(t), options)

    def window(self, t: Table) -> Window:
        """Who is asked is for all to see."""
        return Window(t.window, t.waiting, t.top_id(), 0, self.clock_s)


class CaptainsQuestion(Question):
    """The Captain decides."""

    def chooser(self, t: Table) -> Seat:
        """Who is Captain now."""
        return t.captain


class QuartermastersQuestion(Question):
    """The Quartermaster decides.  JR-O1"""

    def chooser(self, t: Table) -> Seat:
        """Who acts as Quartermaster now."""
        return t.acting_quartermaster()


class Sealed(Step["Table"]):
    """Several seats decide in secret.  JR-T1"""

    def __init__(self, name: str, question: str, rule: str, verbs: list[Verb]) -> None:
        super().__init__(name, [question], rule, verbs, clock_s=SEALED_S)

    def asked(self, t: Table) -> int:
        """Who decides, as a mask."""
        raise NotImplementedError

    def finish(self, t: Table) -> None:
        """All have decided, or nobody was asked."""
        t.pop()

    def advance(self, t: Table) -> None:
        """Ask them once, all at the same time."""
        if not t.top_id():
            t.unseal()
            mask = self.asked(t)
            if mask:
                t.number_window(takes_gifts=False)
                t.sealed_asked = mask
                t.open_vote(mask)
                return
        self.finish(t)

    def seal(self, t: Table, seat: Seat, zone: tuple[int, ...], kind: int) -> None:
        """Choose one more piece of a kind: the first in a zone that is not chosen yet."""
        for piece in zone:
            if KIND_OF[piece] == kind and piece not in t.sealed[seat]:
                t.sealed = changed(t.sealed, seat, t.sealed[seat] + (piece,))
                return

    def unchosen(
        self, t: Table, seat: Seat, zone: tuple[int, ...], actions: list[Action]
    ) -> list[Action]:
        """The actions for the kinds in a zone of which not all were chosen, each once, in order."""
        found: list[Action] = []
        last = NO_CARD
        chosen = t.sealed[seat]
        for piece in zone:
            kind = KIND_OF[piece]
            if kind != last and piece not in chosen:
                last = kind
                found.append(actions[kind])
        return found

    def window(self, t: Table) -> Window:
        """Who has answered is nobody's business.  JR-T3"""
        return Window(t.window, t.sealed_asked, t.top_id(), 0, self.clock_s)


def no_card(action: Action, rule: str) -> Denial:
    """The card is not in the hand."""
    name = KIND_NAMES[KIND_PLAYED[action.code]]
    return Denial(action, "card_not_in_hand", f"{name} is not in your hand", rule)


def no_prize(action: Action, rule: str) -> Denial:
    """The prize is not there."""
    reason = f"{PRIZE_NAMES[action.first]} does not lie there"
    return Denial(action, "prize_not_there", reason, rule)


def only_normal(action: Action) -> Denial:
    """Characters stay out of attacks."""
    reason = "characters have no skill: only normal cards can be mustered"
    return Denial(action, "only_normal_cards", reason, "JR-A2")
