"""The round: Appointment, Voyage, Punishment, and what comes after the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial, Step

from . import calls, promises, punishment, scoring, voyage
from .cards import NO_QUARTERMASTER_SEATS, NOBODY
from .events import APPOINTED, ROUND_BEGAN, ROUND_ENDED
from .questions import CaptainsQuestion
from .verbs import APPOINT

if TYPE_CHECKING:
    from .table import Table


class RoundEnds(Step["Table"]):
    """The end of a round, and perhaps of the game."""

    def advance(self, t: Table) -> None:
        """The game ends after the last round.  JR-N3 JR-E1"""
        promises.end_round(t)
        t.tell(ROUND_ENDED, t.round)
        if t.is_last_round():
            scoring.finish(t)
        else:
            t.round += 1
            begin(t)


class Appointing(CaptainsQuestion):
    """The Captain names any other player, the same one or a new one; nobody can refuse.  JR-R4"""

    def options(self, t: Table) -> list[Action]:
        """Everybody else; at three seats there is nobody to appoint.  JR-R4 JR-O1"""
        if t.seats == NO_QUARTERMASTER_SEATS:
            return []
        return [APPOINT.of(seat) for seat in range(t.seats) if seat != t.captain]

    def leave_out(self, t: Table) -> None:
        """Empty hands draw in any case.  JR-R5 JR-M8 JR-O1"""
        t.pop()
        draw_for_empty_hands(t)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """The Captain does not appoint himself.  JR-R4"""
        return self.deny(action, "not_yourself", "the Captain appoints another player")

    def default(self, t: Table, seat: Seat) -> Action:
        """The present Quartermaster, else the left seat.  JR-R4"""
        present = t.quartermaster
        if present == NOBODY or present == t.captain:
            present = t.left_of(t.captain)
        return APPOINT.of(present)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """There is a Quartermaster.  JR-R4 JR-M8 JR-Q3"""
        t.pop()
        t.quartermaster = action.first
        t.tell(APPOINTED, t.captain, action.first)
        promises.appointed(t, action.first)
        draw_for_empty_hands(t)


ROUND_ENDS: Final = RoundEnds("round_ends")
APPOINTING: Final = Appointing("appoint", "appoint", "JR-R4", [APPOINT], takes_gifts=True)


def begin(t: Table) -> None:
    """Put a round on the agenda, where its end stands already.

    After a mutiny in the last call of a round the next one begins with the destination. Three
    players have no appointment and no first call.  JR-M11 JR-Q22 JR-O1
    """
    t.tell(ROUND_BEGAN, t.round, t.captain)
    t.is_mutiny_used = False
    t.is_ordered = False
    t.suggestion = NOBODY
    t.push(punishment.NAMING)
    t.push(calls.CALL_3)
    t.push(punishment.ORDERING)
    t.push(voyage.SAILING)
    t.push(calls.CALL_2)
    t.push(voyage.CHOOSING)
    if t.skips_appointment:
        t.skips_appointment = False
    elif t.seats == NO_QUARTERMASTER_SEATS:
        draw_for_empty_hands(t)
    else:
        t.push(calls.CALL_1)
        t.push(APPOINTING)


def draw_for_empty_hands(t: Table) -> None:
    """Each empty hand draws a card, from the Captain clockwise.  JR-R5 JR-Q10 JR-Q36"""
    for seat in t.clockwise(t.captain):
        if not t.hands[seat]:
            t.draw_card(seat)
