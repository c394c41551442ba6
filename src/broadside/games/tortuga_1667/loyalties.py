"""Loyalty: who plays for whom, and who can know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import FOREVER, Seat

from .cards import (
    BRITISH,
    DUTCH,
    FIRST_LOYALTY,
    FRENCH,
    NATION_CARDS,
    NATION_OF,
    ONE_EACH,
    OPEN,
    TEAMS,
)
from .events import LOYALTIES_SHUFFLED, LOYALTY_DEALT, LOYALTY_SHOWN

if TYPE_CHECKING:
    from .table import Table


def cards_for(seats: int) -> list[int]:
    """The Loyalty cards for so many seats.  T67-C3"""
    cards: list[int] = []
    first = 0
    for nation in range(len(NATION_CARDS)):
        cards += range(first, first + TEAMS[seats][nation])
        first += NATION_CARDS[nation]
    return cards


def unused(seats: int) -> list[int]:
    """The Loyalty cards that stay in the box."""
    used = cards_for(seats)
    return [card for card in range(len(NATION_OF)) if card not in used]


def deal(t: Table) -> None:
    """Shuffle the Loyalty cards, one face-down to each seat, who sees its own.  T67-S2"""
    cards = cards_for(t.seats)
    t.rng.shuffle(cards)
    for seat in range(t.seats):
        t.loyalties[seat] = cards[seat]
    if t.loyalty_mode == OPEN:
        t.open_loyalties = t.everyone
    elif t.loyalty_mode == ONE_EACH:
        t.open_loyalties = one_of(t, BRITISH) | one_of(t, FRENCH)
    for seat in range(t.seats):
        tell(t, seat)
    learn(t)


def one_of(t: Table, nation: int) -> int:
    """The mask of one seat of a nation, chosen by chance: its card was dealt face-up."""
    holders = [seat for seat in range(t.seats) if t.nation(seat) == nation]
    return 1 << holders[int(t.rng.below(len(holders)))]


def tell(t: Table, seat: Seat) -> None:
    """A seat looks at its Loyalty card, or everybody does."""
    card = FIRST_LOYALTY + t.loyalties[seat]
    if t.open_loyalties >> seat & 1:
        t.tell(LOYALTY_SHOWN, seat, card)
    elif t.log is not None:
        t.record(LOYALTY_DEALT, [seat, card], [], 1 << seat, FOREVER)


def learn(t: Table) -> None:
    """Everybody knows its own card, what is open, and what can be worked out from the rest.

    T67-R27
    """
    for seat in range(t.seats):
        own = t.everyone if t.open_loyalties >> seat & 1 else 1 << seat
        t.knows[FIRST_LOYALTY + t.loyalties[seat]] |= own
    for seat in range(t.seats):
        work_out(t, seat)
    for card in unused(t.seats):
        t.knows[FIRST_LOYALTY + card] = t.everyone


def work_out(t: Table, seat: Seat) -> None:
    """If all cards that a seat does not know are of one nation, it knows them.  T67-R34"""
    hidden = [card for card in t.loyalties if not t.knows[FIRST_LOYALTY + card] >> seat & 1]
    nations = {NATION_OF[card] for card in hidden}
    if len(nations) == 1:
        for card in hidden:
            t.knows[FIRST_LOYALTY + card] |= 1 << seat


def is_all_open(t: Table) -> bool:
    """Whether everybody at and around the table can tell all loyalties.  T67-R27"""
    hidden = [seat for seat in range(t.seats) if not t.open_loyalties >> seat & 1]
    return len({t.nation(seat) for seat in hidden}) <= 1


def shuffle_two(t: Table, seat: Seat, other: Seat) -> None:
    """Cabin Fever: two Loyalty cards are shuffled and dealt back; both look.

    Cards dealt face-up stay open if all are, else both become hidden. Whose nation has changed
    knows the other one's.  T67-E9 T67-R16 T67-R34
    """
    one, two = t.loyalties[seat], t.loyalties[other]
    is_alike = NATION_OF[one] == NATION_OF[two]
    both = t.knows[FIRST_LOYALTY + one] & t.knows[FIRST_LOYALTY + two] if is_alike else 0
    t.tell(LOYALTIES_SHUFFLED, seat, other)
    is_swapped = t.rng.below(2) == 1
    if is_swapped:
        t.loyalties[seat], t.loyalties[other] = two, one
    if t.loyalty_mode != OPEN:
        t.open_loyalties &= ~(1 << seat | 1 << other)
    seen = (1 << seat | 1 << other) if is_swapped and not is_alike else 0
    t.knows[FIRST_LOYALTY + one] = both | seen
    t.knows[FIRST_LOYALTY + two] = both | seen
    tell(t, seat)
    tell(t, other)
    learn(t)


def show_all(t: Table) -> None:
    """At the end all Loyalty cards are turned up."""
    for seat in range(t.seats):
        if not t.open_loyalties >> seat & 1:
            t.tell(LOYALTY_SHOWN, seat, FIRST_LOYALTY + t.loyalties[seat])
        t.knows[FIRST_LOYALTY + t.loyalties[seat]] = t.everyone
    t.open_loyalties = t.everyone


def has_dutch(t: Table) -> bool:
    """Whether a Dutch player is at the table."""
    return TEAMS[t.seats][DUTCH] > 0
