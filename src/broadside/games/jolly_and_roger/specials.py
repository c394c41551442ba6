"""The special cards: skeleton, kraken, Tortuga."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits
from broadside.kernel.step import Denial

from . import captains, cards, events, verbs

if TYPE_CHECKING:
    from .table import Table


# -------------------------------------------------------------------------- kraken


def is_open_skeleton(entry: int) -> bool:
    """Whether a crew card is a face-up skeleton; face down it is only a parrot.  JNR-X5 JNR-R8"""
    return entry < cards.PARROT and cards.FACE_OF[entry] == cards.SKELETON


def is_target(t: Table, seat: Seat, ship: int) -> bool:
    """A kraken reaches the last card of the opponent's crew, and never past a skeleton.

    The own crews, the chests and the cards below the last are out of reach.  A pirate that
    Tortuga turned up is a crew card like any other.  JNR-X2 JNR-X4 JNR-R3 JNR-X7
    """
    crew = t.crews[(1 - seat) * cards.SHIPS + ship]
    return len(crew) > 0 and not is_open_skeleton(crew[-1])


def targets(t: Table, seat: Seat) -> i64:
    """The ships that a kraken can reach, as a mask."""
    found: i64 = 0
    bit: i64 = 1
    for ship in range(cards.SHIPS):
        if is_target(t, seat, ship):
            found |= bit
        bit <<= 1
    return found


def call_kraken(t: Table, seat: Seat, ship: int, kraken: i64) -> None:
    """The opponent's last card there leaves the game, face down if it lay so; then the kraken.

    Without a target nothing happens.  JNR-X2 JNR-R4 JNR-R14
    """
    if ship == verbs.NO_SHIP:
        t.tell(events.KRAKEN_IDLE, seat)
    else:
        t.take_last(1 - seat, ship, seat)
        captains.check(t, ship)
    t.remove(kraken)


def kraken_denial(t: Table, seat: Seat, action: Action) -> Denial:
    """Why a kraken cannot reach a ship.  JNR-X2 JNR-X4"""
    ship = action.first
    name = cards.SHIP_NAMES[ship]
    if t.crews[(1 - seat) * cards.SHIPS + ship]:
        reason = f"a skeleton guards the opponent's crew on the {name} ship"
        return Denial(action, "kraken_meets_skeleton", reason, "JNR-X4")
    reason = f"the opponent has no crew on the {name} ship"
    return Denial(action, "kraken_no_crew", reason, "JNR-X2")


def richest_target(t: Table, seat: Seat) -> int:
    """The target with the most gold, or -1."""
    return max(bits(int(targets(t, seat))), default=-1)


# ------------------------------------------------------------------------- Tortuga


def call_tortuga(t: Table, seat: Seat, tortuga: i64) -> None:
    """All parrots of the own crews are turned over, once; the opponent's are not touched.

    Without any parrot nothing happens.  JNR-X3 JNR-X6 JNR-R5 JNR-R6
    """
    t.tell(events.TORTUGA_CALLED, seat)
    for ship in range(cards.SHIPS):
        turn_over(t, seat, ship)
        captains.check(t, ship)  # every ship where a card was turned  JNR-R12
    t.remove(tortuga)


def turn_over(t: Table, seat: Seat, ship: int) -> None:
    """A pirate stays face up for good, a special is turned back at once.  JNR-X3 JNR-R8"""
    crew = t.crews[seat * cards.SHIPS + ship]
    for place in range(len(crew)):
        if crew[place] >= cards.PARROT:
            if cards.FACE_OF[crew[place] - cards.PARROT] < cards.PIRATE_FACES:
                t.turn_up(seat, ship, place)
            else:
                t.show_and_turn_back(seat, ship, place)


def has_pirate_parrot(t: Table, seat: Seat) -> bool:
    """Whether Tortuga would turn up anything for this seat."""
    crews = t.crews[seat * cards.SHIPS : (seat + 1) * cards.SHIPS]
    parrots = [entry - cards.PARROT for crew in crews for entry in crew if entry >= cards.PARROT]
    return any([cards.FACE_OF[card] < cards.PIRATE_FACES for card in parrots])
