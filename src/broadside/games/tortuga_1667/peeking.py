"""What everybody can know of the face-down events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat

from .cards import ARMADA_CARD, EVENT_KIND, FIRST_EVENT, NO_CARD, NOBODY, ROW

if TYPE_CHECKING:
    from .table import Table


def learn(t: Table) -> None:
    """Who has peeked knows a slot; everybody knows that the Armada lies under the deck.

    T67-A1 T67-S5
    """
    for slot in range(ROW):
        if t.row[slot] != NO_CARD:
            t.knows[FIRST_EVENT + t.row[slot]] = t.peeks[slot]
    for card in t.event_deck:
        is_known = card == ARMADA_CARD and not t.is_race
        t.knows[FIRST_EVENT + card] = t.everyone if is_known else 0
    for card in t.removed:
        t.knows[FIRST_EVENT + card] = t.everyone if t.is_over() else 0
    for seat in range(t.seats):
        work_out(t, seat)


def work_out(t: Table, seat: Seat) -> None:
    """If all events that a seat has not seen are alike, it knows where they lie.  T67-R38"""
    kind = NOBODY
    hidden = unknown(t, seat)
    for card in hidden:
        if kind != NOBODY and EVENT_KIND[card] != kind:
            return
        kind = EVENT_KIND[card]
    for card in hidden:
        t.knows[FIRST_EVENT + card] |= 1 << seat


def is_hidden(t: Table, seat: Seat, card: int) -> bool:
    """Whether a seat does not know where an event card lies."""
    return not t.knows[FIRST_EVENT + card] >> seat & 1


def unknown(t: Table, seat: Seat) -> list[int]:
    """The face-down events whose place a seat does not know."""
    found: list[int] = []
    for card in t.row:
        if card != NO_CARD and is_hidden(t, seat, card):
            found.append(card)
    for card in t.event_deck:
        if is_hidden(t, seat, card):
            found.append(card)
    for card in t.removed:
        if is_hidden(t, seat, card):
            found.append(card)
    return found
