"""Turning: the same table with everybody some seats further on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import DECK, NOBODY, SLOTS

if TYPE_CHECKING:
    from .table import Table


def turned(t: Table, by: int) -> Table:
    """Everybody moved `by` seats clockwise; the ghost ship stays where it is."""
    twin = t.clone()
    for seat in range(t.seats):
        move_seat(t, twin, seat, (seat + by) % t.seats)
    twin.knows = turned_knows(t, by)
    twin.waiting = turned_mask(t, t.waiting, by)
    twin.revealed = turned_mask(t, t.revealed, by)
    twin.quick = turned_mask(t, t.quick, by)
    twin.holders = [turned_ship(t, ship, by) for ship in t.holders]
    twin.held = [turned_mask(t, mask, by) for mask in t.held]
    twin.powers = [turned_ship(t, ship, by) for ship in t.powers]
    twin.captain = (t.captain + by) % t.seats
    twin.mover = turned_ship(t, t.mover, by)
    twin.attacker = turned_ship(t, t.attacker, by)
    twin.defender = turned_ship(t, t.defender, by)
    twin.winner = turned_ship(t, t.winner, by)
    twin.load_ship = turned_ship(t, t.load_ship, by)
    twin.choices = [t.action_table().turned(action, by, t.seats) for action in t.choices]
    return twin


def move_seat(t: Table, twin: Table, seat: int, to: int) -> None:
    """Everything of one seat."""
    twin.hands[to] = t.hands[seat]
    twin.piles[to] = t.piles[seat]
    twin.discards[to] = t.discards[seat]
    twin.laid[to] = t.laid[seat]
    twin.spaces[to] = t.spaces[seat]
    twin.laps[to] = t.laps[seat]
    for slot in range(SLOTS):
        twin.holds[to * SLOTS + slot] = t.holds[seat * SLOTS + slot]


def turned_knows(t: Table, by: int) -> list[int]:
    """Who knows which piece; the action cards move with their owners."""
    masks = [turned_mask(t, mask, by) for mask in t.knows]
    knows = masks[:]
    for seat in range(t.seats):
        first = (seat + by) % t.seats * DECK
        for card in range(DECK):
            knows[first + card] = masks[seat * DECK + card]
    return knows


def turned_ship(t: Table, ship: int, by: int) -> int:
    """A ship's new number."""
    return ship if ship == NOBODY or t.is_ghost(ship) else (ship + by) % t.seats


def turned_mask(t: Table, mask: int, by: int) -> int:
    """A mask of ships, turned."""
    found = mask & ~t.everyone
    for seat in range(t.seats):
        if mask >> seat & 1:
            found |= 1 << (seat + by) % t.seats
    return found
