"""The special cards: skeleton, kraken, Tortuga."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial

from . import captains
from .cards import (
    FACE_OF,
    KRAKEN,
    PARROT,
    PIRATE_FACES,
    SHIP_NAMES,
    SHIPS,
    SKELETON,
    TORTUGA,
)
from .events import KRAKEN_IDLE, SKELETON_RAISED, TORTUGA_CALLED
from .verbs import NO_SHIP

if TYPE_CHECKING:
    from .table import Table


# ------------------------------------------------------------------------ skeleton


def raise_skeleton(t: Table, seat: Seat, ship: int) -> None:
    """The skeleton joins the end of the own crew on any ship, face up, as strength 3.  JNR-X1"""
    card = t.take_from_set(seat, SKELETON)
    t.add_to_crew(seat, ship, card)
    t.tell(SKELETON_RAISED, seat, ship, card)
    captains.check(t, ship)


def is_open_skeleton(entry: int) -> bool:
    """Whether a crew card is a face-up skeleton; face down it is only a parrot.  JNR-X5 JNR-R8"""
    return entry < PARROT and FACE_OF[entry] == SKELETON


# -------------------------------------------------------------------------- kraken


def is_target(t: Table, seat: Seat, ship: int) -> bool:
    """A kraken reaches the last card of the opponent's crew, and never past a skeleton.

    The own crews, the chests and the cards below the last are out of reach.  A pirate that
    Tortuga turned up is a crew card like any other.  JNR-X2 JNR-X4 JNR-R3 JNR-X7
    """
    crew = t.crews[(1 - seat) * SHIPS + ship]
    return len(crew) > 0 and not is_open_skeleton(crew[-1])


def targets(t: Table, seat: Seat) -> int:
    """The ships that a kraken can reach, as a mask."""
    found = 0
    for ship in range(SHIPS):
        if is_target(t, seat, ship):
            found |= 1 << ship
    return found


def call_kraken(t: Table, seat: Seat, ship: int) -> None:
    """The opponent's last card there leaves the game, face down if it lay so; then the kraken.

    Without a target nothing happens.  JNR-X2 JNR-R4 JNR-R14
    """
    kraken = t.take_from_set(seat, KRAKEN)
    if ship == NO_SHIP:
        t.tell(KRAKEN_IDLE, seat)
    else:
        t.take_last(1 - seat, ship, seat)
        captains.check(t, ship)
    t.remove(kraken)


def can_call(t: Table, seat: Seat, ship: int) -> bool:
    """A kraken may be called for a target, and always for nothing.  JNR-X2 JNR-R4"""
    return ship == NO_SHIP or is_target(t, seat, ship)


def kraken_denial(t: Table, seat: Seat, action: Action) -> Denial | None:
    """Why a kraken cannot reach a ship.  JNR-X2 JNR-X4"""
    ship = action.first
    if can_call(t, seat, ship):
        return None
    name = SHIP_NAMES[ship]
    if t.crews[(1 - seat) * SHIPS + ship]:
        reason = f"a skeleton guards the opponent's crew on the {name} ship"
        return Denial(action, "kraken_meets_skeleton", reason, "JNR-X4")
    reason = f"the opponent has no crew on the {name} ship"
    return Denial(action, "kraken_no_crew", reason, "JNR-X2")


def richest_target(t: Table, seat: Seat) -> int:
    """The target with the most gold, or -1."""
    for ship in range(SHIPS - 1, -1, -1):
        if is_target(t, seat, ship):
            return ship
    return -1


# ------------------------------------------------------------------------- Tortuga


def call_tortuga(t: Table, seat: Seat) -> None:
    """All parrots of the own crews are turned over, once; the opponent's are not touched.

    Without any parrot nothing happens.  JNR-X3 JNR-X6 JNR-R5 JNR-R6
    """
    tortuga = t.take_from_set(seat, TORTUGA)
    t.tell(TORTUGA_CALLED, seat)
    for ship in range(SHIPS):
        turn_over(t, seat, ship)
        captains.check(t, ship)  # every ship where a card was turned  JNR-R12
    t.remove(tortuga)


def turn_over(t: Table, seat: Seat, ship: int) -> None:
    """A pirate stays face up for good, a special is turned back at once.  JNR-X3 JNR-R8"""
    crew = t.crews[seat * SHIPS + ship]
    for place in range(len(crew)):
        if crew[place] >= PARROT:
            if FACE_OF[crew[place] - PARROT] < PIRATE_FACES:
                t.turn_up(seat, ship, place)
            else:
                t.show_and_turn_back(seat, ship, place)


def has_pirate_parrot(t: Table, seat: Seat) -> bool:
    """Whether Tortuga would turn up anything for this seat."""
    for ship in range(SHIPS):
        for entry in t.crews[seat * SHIPS + ship]:
            if entry >= PARROT and FACE_OF[entry - PARROT] < PIRATE_FACES:
                return True
    return False
