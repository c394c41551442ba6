"""Ranks and lines: who is Captain, First Mate, Cabin Boy, Governor; who has room for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat

from .cards import ALBATROSS, BOATS, EVENT_KIND, JR, NOBODY, SHIP_LINE_MAX, TO

if TYPE_CHECKING:
    from .table import Table


def captain(t: Table, ship: int) -> Seat:
    """The first on a ship, or the Governor: the first on Tortuga.  T67-P1"""
    return t.lines[ship][0] if t.lines[ship] else NOBODY


def first_mate(t: Table, ship: int) -> Seat:
    """The second on a ship.  T67-P1"""
    return t.lines[ship][1] if len(t.lines[ship]) > 1 else NOBODY


def cabin_boy(t: Table, ship: int) -> Seat:
    """The last on a ship, whatever the number; alone he is the Captain as well.  T67-P1"""
    return t.lines[ship][-1] if t.lines[ship] else NOBODY


def is_captain(t: Table, seat: Seat) -> bool:
    """Whether a seat commands a ship."""
    place = t.places[seat]
    return 0 <= place <= JR and t.lines[place][0] == seat


def is_first_mate(t: Table, seat: Seat) -> bool:
    """Whether a seat is second on a ship."""
    place = t.places[seat]
    return 0 <= place <= JR and first_mate(t, place) == seat


def is_cabin_boy(t: Table, seat: Seat) -> bool:
    """Whether a seat is last on a ship."""
    place = t.places[seat]
    return 0 <= place <= JR and t.lines[place][-1] == seat


def is_governor(t: Table, seat: Seat) -> bool:
    """Whether a seat is first on Tortuga."""
    return t.places[seat] == TO and t.lines[TO][0] == seat


def has_room(t: Table, ship: int) -> bool:
    """Never more than five pawns on a ship.  T67-P2 T67-R8"""
    return len(t.lines[ship]) < SHIP_LINE_MAX


def is_free(t: Table, boat: int) -> bool:
    """Whether a pawn can come into a rowboat: it is empty and has not exploded."""
    return not t.lines[boat] and not is_exploded(t, boat)


def is_exploded(t: Table, boat: int) -> bool:
    """Whether a rowboat is closed for good."""
    return t.exploded >> (boat - BOATS[0]) & 1 == 1


def albatrosses(t: Table, place: int) -> int:
    """How many Albatrosses the pawns of a place have in all."""
    count = 0
    for seat in t.lines[place]:
        for card in t.kept[seat]:
            if EVENT_KIND[card] == ALBATROSS:
                count += 1
    return count
