"""Marooning: to the back of Tortuga's line; who is there already loses a Vote card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Choice

from . import deeds, events, ranks, verbs
from .cards import FOUNTAIN, NOBODY, SHIPS, TO

if TYPE_CHECKING:
    from .table import Table


def threaten(t: Table, victim: Seat, cause: int) -> None:
    """Maroon somebody by captain, mutiny, Pistol or Black Spot.

    The victim may cancel it by the Fountain of Youth before the pawn moves.  T67-E7 T67-W4
    """
    if t.keeper(FOUNTAIN) == victim:
        t.victim = victim
        t.cause = cause
        t.agenda.append(FOUNTAIN_WINDOW)
    else:
        maroon(t, victim, t.doer(), cause)


class FountainWindow(Choice["Table"]):
    """The owner of the Fountain is always asked.  T67-W1"""

    def chooser(self, t: Table) -> Seat:
        """Who is about to be marooned."""
        return t.victim

    def options(self, t: Table) -> list[Action]:
        """Use it, as the clock does, or accept."""
        return verbs.FOUNTAIN_CHOICES

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Use the Fountain, which cancels everything and spends the cause, or accept.

        T67-E7 T67-R11
        """
        t.agenda.pop()
        if action is verbs.USE_FOUNTAIN.of():
            t.tell(events.FOUNTAIN_USED, seat, t.cause)
            t.discard_kept(seat, FOUNTAIN)
        else:
            maroon(t, seat, t.doer(), t.cause)
        t.victim = NOBODY
        t.cause = 0


FOUNTAIN_WINDOW: Final = FountainWindow(
    "fountain_window", ["fountain"], "T67-E7", [verbs.USE_FOUNTAIN, verbs.ACCEPT]
)


def maroon(t: Table, seat: Seat, by: Seat, cause: int) -> None:
    """To the back of Tortuga's line; who stands there already loses a Vote card as well.

    From a ship or a rowboat no card is lost.  T67-M1 T67-M2 T67-R26
    """
    place = t.places[seat]
    t.tell(events.MAROONED, seat, by, cause, place)
    deeds.note(t, deeds.MAROONED, by, seat, cause)
    t.move_pawn(seat, TO)
    if place == TO and t.hands[seat]:
        t.lose_vote(seat)  # at zero nothing  T67-M2


def check_albatrosses(t: Table, by: Seat) -> None:
    """A ship that carries two Albatrosses or more loses all its pawns, last in line first.

    The Fountain does not help.  T67-E3 T67-R9 T67-R10
    """
    for ship in SHIPS:
        if ranks.albatrosses(t, ship) >= 2:
            t.tell(events.ALBATROSSES_STRUCK, ship)
            for seat in reversed(t.lines[ship]):
                maroon(t, seat, by, events.BY_ALBATROSS)
