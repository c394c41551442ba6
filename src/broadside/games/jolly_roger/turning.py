"""Turning: the same table with everybody some seats further on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import promises
from .cards import NOBODY
from .verbs import ACTIONS

if TYPE_CHECKING:
    from .table import Table


def turned(t: Table, by: int) -> Table:
    """Everybody moved `by` seats clockwise."""
    twin = t.clone()
    for seat in range(t.seats):
        move_seat(t, twin, seat, (seat + by) % t.seats, by)
    twin.knows = [turned_mask(t, mask, by) for mask in t.knows]
    twin.waiting = turned_mask(t, t.waiting, by)
    twin.pending = turned_mask(t, t.pending, by)
    twin.done = turned_mask(t, t.done, by)
    twin.heard = turned_mask(t, t.heard, by)
    twin.traded = turned_mask(t, t.traded, by)
    twin.guards = turned_mask(t, t.guards, by)
    twin.guard_asked = turned_mask(t, t.guard_asked, by)
    twin.sealed_asked = turned_mask(t, t.sealed_asked, by)
    twin.react_asked = [turned_mask(t, mask, by) for mask in t.react_asked]
    twin.captain = turned_seat(t, t.captain, by)
    twin.quartermaster = turned_seat(t, t.quartermaster, by)
    twin.poll_from = turned_seat(t, t.poll_from, by)
    twin.guard = turned_seat(t, t.guard, by)
    twin.suggestion = turned_seat(t, t.suggestion, by)
    twin.cook = turned_seat(t, t.cook, by)
    twin.carpenter = turned_seat(t, t.carpenter, by)
    twin.mutineer = turned_seat(t, t.mutineer, by)
    twin.forced = turned_seat(t, t.forced, by)
    twin.musterers = tuple([turned_seat(t, seat, by) for seat in t.musterers])
    twin.play_seats = tuple([turned_seat(t, seat, by) for seat in t.play_seats])
    twin.play_codes = tuple([turned_code(t, code, by) for code in t.play_codes])
    twin.promises = tuple([turned_promise(t, code, by) for code in t.promises])
    return twin


def move_seat(t: Table, twin: Table, seat: int, to: int, by: int) -> None:
    """Everything of one seat."""
    twin.hands[to] = t.hands[seat]
    twin.prizes[to] = t.prizes[seat]
    twin.buried[to] = t.buried[seat]
    twin.lying[to] = t.lying[seat]
    twin.sealed[to] = t.sealed[seat]
    twin.kept[to] = t.kept[seat]
    twin.broken[to] = t.broken[seat]
    twin.jewels_gold[to] = t.jewels_gold[seat]
    twin.shares[to] = t.shares[seat]
    twin.best_given[to] = t.best_given[seat]
    twin.sides[to] = t.sides[seat]
    twin.offer_items[to] = t.offer_items[seat]
    twin.offer_pieces[to] = t.offer_pieces[seat]
    twin.offer_tos[to] = turned_seat(t, t.offer_tos[seat], by)
    twin.offer_returns[to] = t.offer_returns[seat]
    twin.offers_made[to] = t.offers_made[seat]


def turned_seat(t: Table, seat: int, by: int) -> int:
    """A seat's new number."""
    return NOBODY if seat == NOBODY else (seat + by) % t.seats


def turned_mask(t: Table, mask: int, by: int) -> int:
    """A mask of seats, turned."""
    by %= t.seats
    return (mask << by | mask >> (t.seats - by)) & t.everyone


def turned_code(t: Table, code: int, by: int) -> int:
    """An action's code, turned."""
    return ACTIONS.turned(ACTIONS.actions[code], by, t.seats).code


def turned_promise(t: Table, code: int, by: int) -> int:
    """A promise, turned."""
    maker = turned_seat(t, promises.maker(code), by)
    receiver = turned_seat(t, promises.receiver(code), by)
    return promises.written(maker, receiver, promises.content(code))
