"""Marooning: to the back of Tortuga's line; who is there already loses a Vote card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import deeds, ranks
from .cards import FOUNTAIN, NOBODY, SHIPS, TO
from .events import (
    ALBATROSSES_STRUCK,
    BY_ALBATROSS,
    BY_BLACK_SPOT,
    FOUNTAIN_USED,
    MAROONED,
)
from .steps import FOUNTAIN_WINDOW
from .verbs import FOUNTAIN_CHOICES, FOUNTAIN_USE

if TYPE_CHECKING:
    from .table import Table


def threaten(t: Table, victim: Seat, by: Seat, cause: int) -> None:
    """Maroon somebody, who may cancel it by the Fountain of Youth before the pawn moves.

    T67-E7 T67-W4
    """
    t.victim = victim
    t.marooner = by
    t.cause = cause
    if cause <= BY_BLACK_SPOT and t.keeper(FOUNTAIN) == victim:
        t.agenda.append(FOUNTAIN_WINDOW)
    else:
        strike(t)


def ask(t: Table) -> None:
    """The owner of the Fountain is always asked.  T67-W1"""
    t.ask(t.victim, FOUNTAIN_CHOICES)


def answer(t: Table, action: Action) -> None:
    """Use the Fountain, which cancels everything and spends the cause, or accept.

    T67-E7 T67-R11
    """
    t.agenda.pop()
    if action is FOUNTAIN_USE:
        t.tell(FOUNTAIN_USED, t.victim, t.cause)
        t.note(deeds.deed(deeds.SAVED, t.victim, deeds.NO_SEAT, t.cause))
        t.discard_kept(t.victim, FOUNTAIN)
        clear(t)
    else:
        strike(t)


def prompt() -> Prompt:
    """The clock uses the Fountain."""
    return Prompt("fountain", "T67-E7", FOUNTAIN_USE)


def strike(t: Table) -> None:
    """Maroon the one who was threatened."""
    maroon(t, t.victim, t.marooner, t.cause)
    clear(t)


def clear(t: Table) -> None:
    """Nobody is about to be marooned."""
    t.victim = NOBODY
    t.marooner = NOBODY
    t.cause = 0


def maroon(t: Table, seat: Seat, by: Seat, cause: int) -> None:
    """To the back of Tortuga's line; who stands there already loses a Vote card as well.

    From a ship or a rowboat no card is lost.  T67-M1 T67-M2 T67-R26
    """
    place = t.places[seat]
    t.tell(MAROONED, seat, by, cause, place)
    t.note(deeds.deed(deeds.MAROONED, by, seat, cause))
    t.move_pawn(seat, TO)
    if place == TO and t.hands[seat]:
        t.lose_vote(seat)  # at zero nothing  T67-M2


def check_albatrosses(t: Table, by: Seat) -> None:
    """A ship that carries two Albatrosses or more loses all its pawns, last in line first.

    The Fountain does not help.  T67-E3 T67-R9 T67-R10
    """
    for ship in SHIPS:
        if ranks.albatrosses(t, ship) >= 2:
            t.tell(ALBATROSSES_STRUCK, ship)
            for seat in reversed(t.lines[ship]):
                maroon(t, seat, by, BY_ALBATROSS)
