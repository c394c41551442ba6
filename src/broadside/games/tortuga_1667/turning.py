"""Turning: the same table with everybody some seats further on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import deeds
from .cards import NOBODY

if TYPE_CHECKING:
    from .table import Table


def turned(t: Table, by: int) -> Table:
    """Everybody moved `by` seats clockwise."""
    twin = t.clone()
    for seat in range(t.seats):
        move_seat(t, twin, seat, (seat + by) % t.seats)
    twin.knows = [turned_mask(t, mask, by) for mask in t.knows]
    twin.peeks = [turned_mask(t, mask, by) for mask in t.peeks]
    twin.old_peeks = [turned_mask(t, mask, by) for mask in t.old_peeks]
    twin.waiting = turned_mask(t, t.waiting, by)
    twin.voters = turned_mask(t, t.voters, by)
    twin.open_loyalties = turned_mask(t, t.open_loyalties, by)
    for place in range(len(t.lines)):
        twin.lines[place] = tuple([(seat + by) % t.seats for seat in t.lines[place]])
    twin.spaces = [turned_seat(t, seat, by) for seat in t.spaces]
    twin.active = turned_seat(t, t.active, by)
    twin.revealer = turned_seat(t, t.revealer, by)
    twin.forcer = turned_seat(t, t.forcer, by)
    twin.forced = turned_seat(t, t.forced, by)
    twin.caller = turned_seat(t, t.caller, by)
    twin.missing = turned_seat(t, t.missing, by)
    twin.victim = turned_seat(t, t.victim, by)
    twin.marooner = turned_seat(t, t.marooner, by)
    twin.searched = turned_seat(t, t.searched, by)
    twin.deeds = tuple([deeds.turned(one, by, t.seats) for one in t.deeds])
    choices = [t.action_table().turned(action, by, t.seats) for action in t.choices]
    codes = sorted([action.code for action in choices])
    twin.choices = [t.action_table().actions[code] for code in codes]
    return twin


def move_seat(t: Table, twin: Table, seat: int, to: int) -> None:
    """Everything of one seat."""
    twin.loyalties[to] = t.loyalties[seat]
    twin.hands[to] = t.hands[seat]
    twin.laid[to] = t.laid[seat]
    twin.kept[to] = t.kept[seat]
    twin.places[to] = t.places[seat]
    twin.skips[to] = t.skips[seat]


def turned_seat(t: Table, seat: int, by: int) -> int:
    """A seat's new number."""
    return seat if seat == NOBODY else (seat + by) % t.seats


def turned_mask(t: Table, mask: int, by: int) -> int:
    """A mask of seats, turned."""
    found = 0
    for seat in range(t.seats):
        if mask >> seat & 1:
            found |= 1 << (seat + by) % t.seats
    return found
