"""The special cards: skeleton, kraken, Tortuga."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Denial

from . import captains, turn
from .cards import (
    FACE_OF,
    KRAKEN,
    PARROT,
    PIRATE_FACES,
    SEATS,
    SHIP_NAMES,
    SHIPS,
    SKELETON,
    TORTUGA,
)
from .events import KRAKEN_IDLE, SKELETON_RAISED, TORTUGA_CALLED
from .verbs import CALL_KRAKEN, CALL_TORTUGA, KRAKEN_PLAYS, NO_SHIP, RAISE_SKELETON

if TYPE_CHECKING:
    from .table import Table


def face_of(action: Action) -> int:
    """The special card that an action plays for its effect, or -1."""
    if action.verb == RAISE_SKELETON:
        return SKELETON
    if action.verb == CALL_KRAKEN:
        return KRAKEN
    return TORTUGA if action.verb == CALL_TORTUGA else -1


# ------------------------------------------------------------------------ skeleton


def raise_skeleton(t: Table, seat: Seat, ship: int) -> None:
    """The skeleton joins the end of the own crew on any ship, face up, as strength 3.  JNR-X1"""
    card = t.take_from_set(seat, SKELETON)
    t.add_to_crew(seat, ship, card)
    t.tell(SKELETON_RAISED, seat, ship, card)
    captains.check(t, ship)
    turn.played(t, seat)


def is_open_skeleton(entry: int) -> bool:
    """Whether a crew card is a face-up skeleton; face down it is only a parrot.  JNR-X5 JNR-R8"""
    return entry < PARROT and FACE_OF[entry] == SKELETON


# -------------------------------------------------------------------------- kraken


def is_target(t: Table, seat: Seat, ship: int) -> bool:
    """A kraken reaches the last card of the opponent's crew, and never past a skeleton.

    The own crews, the chests and the cards below the last are out of reach.  A pirate that
    Tortuga turned up is a crew card like any other.  JNR-X2 JNR-X4 JNR-R3 JNR-X7
    """
    crew = t.crews[ship * SEATS + 1 - seat]
    return len(crew) > 0 and not is_open_skeleton(crew[-1])


def add_kraken_plays(t: Table, seat: Seat, found: list[Action]) -> None:
    """Every target, and always the kraken that takes nothing.  JNR-X2 JNR-R4"""
    for ship in range(SHIPS):
        if is_target(t, seat, ship):
            found.append(KRAKEN_PLAYS[ship])
    found.append(KRAKEN_PLAYS[NO_SHIP])


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
    turn.played(t, seat)


def kraken_denials(t: Table, seat: Seat) -> list[Denial]:
    """The ships a kraken cannot reach, and why.  JNR-X4"""
    found: list[Denial] = []
    for ship in range(SHIPS):
        if is_target(t, seat, ship):
            continue
        name = SHIP_NAMES[ship]
        if t.crews[ship * SEATS + 1 - seat]:
            reason = f"a skeleton guards the opponent's crew on the {name} ship"
            found.append(Denial(KRAKEN_PLAYS[ship], "kraken_meets_skeleton", reason, "JNR-X4"))
        else:
            reason = f"the opponent has no crew on the {name} ship"
            found.append(Denial(KRAKEN_PLAYS[ship], "kraken_no_crew", reason, "JNR-X2"))
    return found


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
    turn.played(t, seat)


def turn_over(t: Table, seat: Seat, ship: int) -> None:
    """A pirate stays face up for good, a special is turned back at once.  JNR-X3 JNR-R8"""
    crew = t.crews[ship * SEATS + seat]
    for place in range(len(crew)):
        if crew[place] >= PARROT:
            if FACE_OF[crew[place] - PARROT] < PIRATE_FACES:
                t.turn_up(seat, ship, place)
            else:
                t.show_and_turn_back(seat, ship, place)


def has_pirate_parrot(t: Table, seat: Seat) -> bool:
    """Whether Tortuga would turn up anything for this seat."""
    for ship in range(SHIPS):
        for entry in t.crews[ship * SEATS + seat]:
            if entry >= PARROT and FACE_OF[entry - PARROT] < PIRATE_FACES:
                return True
    return False
