"""What everybody can know of the face-down events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from broadside.kernel.event import SEATS_ONLY, Seat

from .cards import ARMADA_CARD, EVENT_KIND, EVENT_KINDS, FIRST_EVENT, NO_CARD, NOBODY, ROW

if TYPE_CHECKING:
    from .table import Table


def learn(t: Table) -> None:
    """Who has peeked knows a slot; everybody knows that the Armada lies under the deck.

    Though every seat may have peeked, a face-down card is face down for spectators.
    T67-A1 T67-S5
    """
    for slot in range(ROW):
        if t.row[slot] != NO_CARD:
            t.knows[FIRST_EVENT + t.row[slot]] = t.peeks[slot] | SEATS_ONLY
    for card in t.event_deck:
        t.knows[FIRST_EVENT + card] = t.everyone if card == ARMADA_CARD else 0
    for card in t.removed:
        t.knows[FIRST_EVENT + card] = t.everyone if t.is_over() else 0
    work_out(t)


def work_out(t: Table) -> None:
    """If all events that a seat has not seen are alike, it knows where they lie.  T67-R38"""
    if is_hopeless(t):
        return
    everyone: i64 = t.everyone
    several: i64 = 0  # the seats to which different kinds are unknown
    hidden = face_down(t)
    for place in range(len(hidden)):
        card = hidden[place]
        unknown_to: i64 = everyone & ~t.knows[FIRST_EVENT + card]
        for before in range(place):
            if EVENT_KIND[hidden[before]] != EVENT_KIND[card]:
                several |= unknown_to & ~t.knows[FIRST_EVENT + hidden[before]]
        if several == everyone:
            return
    for card in hidden:
        if t.knows[FIRST_EVENT + card] != t.everyone:
            t.knows[FIRST_EVENT + card] |= int(everyone & ~several) | SEATS_ONLY


def is_hopeless(t: Table) -> bool:
    """Whether the deck alone has two kinds that nobody knows: so it is nearly always."""
    kind = NOBODY
    for card in t.event_deck:
        if t.knows[FIRST_EVENT + card] == 0:
            if kind != NOBODY and EVENT_KIND[card] != kind:
                return True
            kind = EVENT_KIND[card]
    return False


def face_down(t: Table) -> list[int]:
    """The events in the row, in the deck, and those that a short deck has lost."""
    return [card for card in t.row if card != NO_CARD] + [*t.event_deck, *t.removed]


def is_hidden(t: Table, seat: Seat, card: int) -> bool:
    """Whether a seat does not know where an event card lies."""
    return not t.knows[FIRST_EVENT + card] >> seat & 1


def unknown(t: Table, seat: Seat) -> list[int]:
    """The face-down events whose place a seat does not know."""
    return [card for card in face_down(t) if is_hidden(t, seat, card)]


# ------------------------------------------- what was seen before the cards were shuffled


def remembered(t: Table, seat: Seat) -> list[int]:
    """How many face-down events of each kind there must be somewhere, for all a seat has seen.

    Cards of a kind look alike: one that was revealed since, or found again, may be the one seen.
    """
    counts = [0] * EVENT_KINDS
    for slot in range(ROW):
        card = t.old_row[slot]
        if card != NO_CARD:
            counts[EVENT_KIND[card]] += (t.old_peeks[slot] >> seat & 1) - (t.shown >> card & 1)
    for card in placed(t, seat):
        counts[EVENT_KIND[card]] -= 1
    return [max(0, count) for count in counts]


def placed(t: Table, seat: Seat) -> list[int]:
    """The cards of the row that a seat knows, and that were never shown."""
    return [card for card in never_shown(t, t.row) if not is_hidden(t, seat, card)]


def never_shown(t: Table, cards: list[int]) -> list[int]:
    """Those of some cards that nobody has turned over yet."""
    return [card for card in cards if card != NO_CARD and not t.shown >> card & 1]


def keep_notes(t: Table) -> None:
    """The race mixes the row with what was shown; who has seen cards of it knows their kinds.

    That matters where a short deck has lost some: these are not among them.  T67-O2 T67-X3
    """
    left = sorted([card for card in t.row if card != NO_CARD])
    masks = [0] * len(left)
    for seat in range(t.seats):
        counts = remembered(t, seat)
        for card in placed(t, seat):
            counts[EVENT_KIND[card]] += 1
        for place in range(len(left)):
            if counts[EVENT_KIND[left[place]]] > 0:
                counts[EVENT_KIND[left[place]]] -= 1
                masks[place] |= 1 << seat
    note_row(t, left if t.removed else [], masks)


def note_row(t: Table, cards: list[int], masks: list[int]) -> None:
    """Note an old row, perhaps with less than five cards, and who has seen what of it."""
    t.old_row = (cards + [NO_CARD] * ROW)[:ROW]
    t.old_peeks = (masks + [0] * ROW)[:ROW] if cards else [0] * ROW


def new_in_race(t: Table) -> list[int]:
    """The cards in play that were not shown before the race, of a short deck."""
    if t.old_row[0] == NO_CARD:
        return []
    found = [card for card in t.old_row if card != NO_CARD and t.shown >> card & 1]
    return sorted(found + never_shown(t, [*t.row, *t.event_deck]))
