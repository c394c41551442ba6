"""The round: Appointment, Voyage, Punishment, and what comes after the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import appointment, promises, scoring
from .cards import NO_QUARTERMASTER_SEATS, NOBODY
from .events import ROUND_BEGAN, ROUND_ENDED
from .steps import APPOINT, CALL_1, CALL_2, CALL_3, DESTINATION, PUNISH, ROUND_ENDS, VICTIM, VOYAGE

if TYPE_CHECKING:
    from .table import Table


def begin(t: Table) -> None:
    """Put a round on the agenda.

    After a mutiny in the last call of a round the next one begins with the destination. Three
    players have no appointment and no first call.  JR-M11 JR-Q22 JR-O1
    """
    t.tell(ROUND_BEGAN, t.round, t.captain)
    t.is_mutiny_used = False
    t.is_ordered = False
    t.suggestion = NOBODY
    for step in (ROUND_ENDS, VICTIM, CALL_3, PUNISH, VOYAGE, CALL_2, DESTINATION):
        t.push(step)
    if t.seats == NO_QUARTERMASTER_SEATS:
        if not t.skips_appointment:
            appointment.draw_for_empty_hands(t)
    elif not t.skips_appointment:
        t.push(CALL_1)
        t.push(APPOINT)
    t.skips_appointment = False


def end(t: Table) -> None:
    """The round ends; the game too after the last one.  JR-N3 JR-E1"""
    t.pop()
    promises.end_round(t)
    t.tell(ROUND_ENDED, t.round)
    if t.is_last_round():
        scoring.finish(t)
    else:
        t.round += 1
        begin(t)
