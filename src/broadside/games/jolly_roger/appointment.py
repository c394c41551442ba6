"""Appointment: the Captain names his Quartermaster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import promises
from .cards import NO_QUARTERMASTER_SEATS, NOBODY
from .events import APPOINTED
from .questions import APPOINT as APPOINT_QUESTION
from .questions import QUESTIONS
from .verbs import APPOINTMENTS

if TYPE_CHECKING:
    from .table import Table


def advance(t: Table) -> None:
    """Ask the Captain; at three seats there is nobody to appoint.  JR-R4 JR-M8 JR-O1"""
    if t.seats == NO_QUARTERMASTER_SEATS:
        t.pop()
        draw_for_empty_hands(t)
    else:
        t.ask(t.captain)


def options(t: Table) -> list[Action]:
    """Any other player, the same one or a new one; nobody can refuse.  JR-R4"""
    return [APPOINTMENTS[seat] for seat in range(t.seats) if seat != t.captain]


def appoint(t: Table, seat: Seat) -> None:
    """The Captain names the Quartermaster.  JR-R4 JR-M8 JR-Q3"""
    t.pop()
    t.quartermaster = seat
    t.tell(APPOINTED, t.captain, seat)
    promises.appointed(t, seat)
    draw_for_empty_hands(t)


def draw_for_empty_hands(t: Table) -> None:
    """After every appointment each empty hand draws a card, from the Captain clockwise.

    JR-R5 JR-Q10 JR-Q36
    """
    for seat in t.clockwise(t.captain):
        if not t.hands[seat]:
            t.draw_card(seat)


def prompt(t: Table) -> Prompt:
    """Whom to appoint: the present Quartermaster, else the left seat.  JR-R4"""
    seat = t.quartermaster
    if seat == NOBODY or seat == t.captain:
        seat = t.left_of(t.captain)
    return Prompt(QUESTIONS[APPOINT_QUESTION], "JR-R4", APPOINTMENTS[seat])
