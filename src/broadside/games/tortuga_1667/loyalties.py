"""Loyalty: who plays for whom, and who can know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import SEATS_ONLY, Seat

from . import cards, events

if TYPE_CHECKING:
    from .table import Table


def cards_for(seats: int) -> list[int]:
    """The Loyalty cards for so many seats.  T67-C3"""
    firsts = [cards.NATION_OF.index(nation) for nation in range(len(cards.NATION_NAMES))]
    return [
        first + i for first, n in zip(firsts, cards.TEAMS[seats], strict=True) for i in range(n)
    ]


def deal(t: Table) -> None:
    """Shuffle the Loyalty cards, one face-down to each seat, who sees its own.  T67-S2"""
    dealt = cards_for(t.seats)
    t.rng.shuffle(dealt)
    t.loyalties = dealt
    if t.loyalty_mode == cards.OPEN:
        t.open_loyalties = t.everyone
    elif t.loyalty_mode == cards.ONE_EACH:
        t.open_loyalties = one_of(t, cards.BRITISH) | one_of(t, cards.FRENCH)
    for seat in range(t.seats):
        tell(t, seat)
    learn(t)


def one_of(t: Table, nation: int) -> int:
    """The mask of one seat of a nation, chosen by chance: its card was dealt face-up."""
    holders = [seat for seat in range(t.seats) if t.nation(seat) == nation]
    return 1 << holders[int(t.rng.below(len(holders)))]


def tell(t: Table, seat: Seat) -> None:
    """A seat looks at its Loyalty card, or everybody does."""
    card = cards.FIRST_LOYALTY + t.loyalties[seat]
    if t.open_loyalties >> seat & 1:
        t.tell(events.LOYALTY_SHOWN, seat, card)
    else:
        t.tell_to(1 << seat, events.LOYALTY_DEALT, seat, card)


def knows(t: Table, card: int) -> int:
    """The mask of those who know a Loyalty card."""
    return t.knows[cards.FIRST_LOYALTY + card]


def learn(t: Table) -> None:
    """Everybody knows its own card, what is open, and what can be worked out from the rest.

    What spectators can tell is nobody's secret: all know it without the mark SEATS_ONLY.
    T67-R27 T67-R34
    """
    for seat in range(t.seats):
        piece = cards.FIRST_LOYALTY + t.loyalties[seat]
        if t.open_loyalties >> seat & 1:
            t.knows[piece] = t.everyone
        elif t.knows[piece] != t.everyone:
            t.knows[piece] |= 1 << seat | SEATS_ONLY
    hidden = [card for card in t.loyalties if knows(t, card) != t.everyone]
    if is_one_nation(hidden):
        for card in hidden:
            t.knows[cards.FIRST_LOYALTY + card] = t.everyone
    for seat in range(t.seats):
        hidden = [card for card in t.loyalties if not knows(t, card) >> seat & 1]
        if is_one_nation(hidden):
            for card in hidden:
                t.knows[cards.FIRST_LOYALTY + card] |= 1 << seat


def is_one_nation(some: list[int]) -> bool:
    """Whether some Loyalty cards are all alike, so that who has which is no matter."""
    for card in some:
        if cards.NATION_OF[card] != cards.NATION_OF[some[0]]:
            return False
    return True


def shuffle_two(t: Table, seat: Seat, other: Seat) -> None:
    """Cabin Fever: two Loyalty cards are shuffled and dealt back; both look.

    Cards dealt face-up stay open if all are, else both become hidden.  T67-E9 T67-R16
    """
    one, two = t.loyalties[seat], t.loyalties[other]
    t.tell(events.LOYALTIES_SHUFFLED, seat, other)
    is_swapped = t.rng.below(2) == 1
    knowers = knowers_after(t, seat, other, is_swapped)
    if is_swapped:
        t.loyalties = t.loyalties[:]
        t.loyalties[seat], t.loyalties[other] = two, one
    if t.loyalty_mode != cards.OPEN:
        t.open_loyalties &= ~(1 << seat | 1 << other)
    t.knows[cards.FIRST_LOYALTY + one] = knowers
    t.knows[cards.FIRST_LOYALTY + two] = knowers
    tell(t, seat)
    tell(t, other)
    learn(t)


def knowers_after(t: Table, seat: Seat, other: Seat, is_swapped: bool) -> int:
    """Who knows both cards of a Cabin Fever when they are dealt back.

    Two alike: whoever knew both. Else both players if their nations have changed; if not, those of
    them who knew the other card before.  T67-R34
    """
    one, two = t.loyalties[seat], t.loyalties[other]
    mask, other_mask = knows(t, one), knows(t, two)
    if cards.NATION_OF[one] == cards.NATION_OF[two]:
        if mask == other_mask == t.everyone:
            return mask
        return mask & other_mask & t.everyone | SEATS_ONLY
    both = 1 << seat | 1 << other
    return (both if is_swapped else mask & other_mask & both) | SEATS_ONLY


def show_all(t: Table) -> None:
    """At the end all Loyalty cards are turned up."""
    for seat in range(t.seats):
        if not t.open_loyalties >> seat & 1:
            t.tell(events.LOYALTY_SHOWN, seat, cards.FIRST_LOYALTY + t.loyalties[seat])
        t.knows[cards.FIRST_LOYALTY + t.loyalties[seat]] = t.everyone
    t.open_loyalties = t.everyone
