"""The start: captains stow their chests, pawns are placed freely in an instant intrigue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import deeds, ranks
from .cards import FD, JR, NOBODY, SHIP_LINE_MAX, TO
from .events import CHEST_STOWED, PAWN_PLACED
from .steps import FD_CHEST, PLACING_PAWN
from .verbs import ISLAND_SPACES, SPACES, STANDS, STOWS

if TYPE_CHECKING:
    from .table import Table


def set_start(t: Table) -> None:
    """The captain of the Jolly Roger begins; else the Flying Dutchman's, else the Governor.

    T67-S8 T67-R23
    """
    first = ranks.captain(t, JR)
    if first == NOBODY:
        first = ranks.captain(t, FD if t.lines[FD] else TO)
    t.active = t.right_of(first)


def ask_chest(t: Table, ship: int) -> None:
    """A captain puts his chest into either own hold, the Flying Dutchman's first.  T67-S7"""
    t.ask(ranks.captain(t, ship), [STOWS[2 * ship], STOWS[2 * ship + 1]])


def answer_chest(t: Table, seat: Seat, action: Action) -> None:
    """A chest of the start is stowed."""
    t.agenda.pop()
    hold = action.first + 1
    t.stow(hold)
    t.tell(CHEST_STOWED, seat, hold)
    t.note(deeds.deed(deeds.STOWED, seat, deeds.NO_SEAT, hold))


# ------------------------------------------------------------------- instant intrigue


def draw_pawn(t: Table) -> None:
    """Draw a pawn, whose player picks a free space; after the last one gaps close up.  T67-O6"""
    clockwise = [(max(t.active, 0) + step) % t.seats for step in range(t.seats)]
    unplaced = [seat for seat in clockwise if seat not in t.spaces]
    if not unplaced:
        close_up(t)
        return
    if t.active not in unplaced:
        t.active = unplaced[int(t.rng.below(len(unplaced)))]
    t.ask(t.active, [STANDS[space] for space in range(SPACES) if t.spaces[space] == NOBODY])


def place_pawn(t: Table, seat: Seat, space: int) -> None:
    """A player has picked a space."""
    t.spaces[space] = seat
    place, rank = place_of_space(space), rank_of_space(space)
    t.tell(PAWN_PLACED, seat, place, rank)


def place_of_space(space: int) -> int:
    """The ship of a space, or Tortuga."""
    return TO if space >= ISLAND_SPACES else space // SHIP_LINE_MAX


def rank_of_space(space: int) -> int:
    """The place of a space in its line, from 1."""
    return (space - ISLAND_SPACES if space >= ISLAND_SPACES else space % SHIP_LINE_MAX) + 1


def close_up(t: Table) -> None:
    """All pawns stand somewhere: gaps close up, the first turn begins."""
    t.agenda.pop()
    for space in range(SPACES):
        if t.spaces[space] != NOBODY:
            t.move_pawn(t.spaces[space], place_of_space(space))
    t.spaces = []
    set_start(t)


# -------------------------------------------------------------------- what is asked


def prompt(t: Table, step: int) -> Prompt:
    """The British hold; the first free space of the emptier ship."""
    if step == PLACING_PAWN:
        return Prompt("place_pawn", "T67-O6", default_space(t))
    return Prompt("start_chest", "T67-S7", STOWS[0 if step == FD_CHEST else 2])


def default_space(t: Table) -> Action:
    """The first free space of the emptier ship, the Flying Dutchman if they are alike."""
    counts = [0, 0]
    firsts = [NOBODY, NOBODY]
    for space in range(ISLAND_SPACES):
        ship = place_of_space(space)
        if t.spaces[space] != NOBODY:
            counts[ship] += 1
        elif firsts[ship] == NOBODY:
            firsts[ship] = space
    ship = FD if counts[FD] <= counts[JR] else JR
    return STANDS[firsts[ship]]
