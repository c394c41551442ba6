"""Calls: three times in a round somebody may call a mutiny."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial, Prompt

from . import mutiny
from .cards import CUTTHROAT_KIND, SEA_DOG_KIND
from .openings import FromCaptainsLeft
from .questions import no_card
from .verbs import CALL, CALL_CUTTHROAT, CALL_SEA_DOG, DONE, IS_CALL, KIND_PLAYED, MUTINY_CALLS

if TYPE_CHECKING:
    from .table import Table

CALL_NAMES: Final[list[str]] = ["call_1", "call_2", "call_3"]
SECOND: Final = 1
THIRD: Final = 2


class Call(FromCaptainsLeft):
    """Anybody but the Captain may call a mutiny.  JR-M1"""

    def __init__(self, number: int) -> None:
        super().__init__(CALL_NAMES[number], "JR-M1", verbs=MUTINY_CALLS, question="call_or_pass")
        self.questions.append("play_or_pass")
        self.number = number

    def prompt(self, t: Table, seat: Seat) -> Prompt:
        """Whether to call, or just to play a character."""
        question = "call_or_pass" if self.takes_any(t, seat) else "play_or_pass"
        return Prompt(question, self.rule, DONE.of())

    def takes_any(self, t: Table, seat: Seat) -> bool:
        """Any card calls, of all but the Captain, the Quartermaster too; once per round.  JR-M1"""
        return seat != t.captain and not t.is_mutiny_used

    def add_last(self, t: Table, seat: Seat, kinds: i64, found: list[Action]) -> None:
        """Any card as crew; Sea Dog and Cutthroat for effect, too.  JR-M1 JR-M2 JR-X4 JR-X9"""
        if not self.takes_any(t, seat):
            return
        t.add_cards(seat, CALL.actions, found)
        dog: i64 = SEA_DOG_KIND
        if kinds & dog:
            found += [CALL_SEA_DOG.of(other) for other in mutiny.neutrals(t, seat)]
        throat: i64 = CUTTHROAT_KIND
        if kinds & throat:
            found += CALL_CUTTHROAT.actions

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """The Captain does not mutiny, and there is one attempt per round.  JR-M1"""
        if action.verb not in MUTINY_CALLS:
            return super().denial(t, seat, action)
        if seat == t.captain:
            reason = "the Captain cannot mutiny against himself"
            return self.deny(action, "captain_cannot_call", reason)
        if t.is_mutiny_used:
            return self.deny(action, "mutiny_used", "there is one mutiny per round at most")
        if not t.holds(seat, KIND_PLAYED[action.code]):
            return no_card(action, "JR-M1")
        if action.verb is not CALL_SEA_DOG or action.first in mutiny.neutrals(t, seat):
            return None
        return mutiny.not_neutral(action)

    def play(self, t: Table, seat: Seat, action: Action) -> None:
        """The first call wins and closes the window.  JR-M1 JR-Q25"""
        if IS_CALL[action.verb.number]:
            mutiny.begin(t, seat, action, self.number)
        else:
            super().play(t, seat, action)


CALL_1: Final[Call] = Call(0)
CALL_2: Final[Call] = Call(SECOND)
CALL_3: Final[Call] = Call(THIRD)
