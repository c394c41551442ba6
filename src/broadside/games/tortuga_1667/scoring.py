"""The end: the Spanish Armada, the count of the chests, the race for the lead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import FOREVER, Seat

from . import loyalties, peeking
from .cards import (
    BRITISH,
    DUTCH,
    FIRST_EVENT,
    FIRST_HOLD,
    FRENCH,
    NO_CARD,
    NOBODY,
    ROW,
    TREASURY_NAMES,
)
from .events import (
    BY_CAP,
    BY_LEAD,
    BY_RACE,
    BY_TIE,
    EVENTS_SHUFFLED,
    GAME_OVER,
    RACE_BEGAN,
    REMOVED_SHOWN,
    ROW_LAID,
    SCORED,
)

if TYPE_CHECKING:
    from .table import Table

RACE_TURNS: Final = 25
RACE_TURNS_UNCAPPED: Final = 200
"""Even a host who does without the cap gets an end: so many race turns for each seat."""


def total(t: Table, nation: int) -> int:
    """A nation's chests: its holds on both ships and its area; the Galleon counts for nobody.

    T67-X1 T67-P3
    """
    count = 0
    for treasury in range(FIRST_HOLD + nation, len(TREASURY_NAMES), 2):
        count += t.chests[treasury]
    return count


def leader(t: Table) -> int:
    """The nation with more chests; NOBODY in a tie."""
    british, french = total(t, BRITISH), total(t, FRENCH)
    if british == french:
        return NOBODY
    return BRITISH if british > french else FRENCH


def reveal_armada(t: Table) -> None:
    """The Armada ends the game at once; in a tie the Dutch player wins, or a race begins.

    T67-E16 T67-X1 T67-X2 T67-X3
    """
    if leader(t) != NOBODY:
        end(t, BY_LEAD)
    elif loyalties.has_dutch(t):
        end(t, BY_TIE)
    else:
        begin_race(t)


# --------------------------------------------------------------------------- the race


def begin_race(t: Table) -> None:
    """Without the Armada, the discards and the rest of the row make a new deck and row.

    Kept cards, tokens, skips and hands stay as they are.  T67-X3 T67-R18
    """
    t.tell(RACE_BEGAN, total(t, BRITISH), total(t, FRENCH))
    t.is_race = True
    t.out += (t.open_card,)
    t.open_card = NO_CARD
    t.open_slot = 0
    t.revealer = NOBODY
    cards = list(t.discards) + [card for card in t.row if card != NO_CARD]
    t.discards = ()
    t.row = [NO_CARD] * ROW
    t.peeks = [0] * ROW
    lay_out(t, cards)


def lay_out(t: Table, cards: list[int]) -> None:
    """Shuffle cards into a new deck and lay out five of them, or all."""
    t.make_event_deck(cards)
    t.tell(EVENTS_SHUFFLED, len(cards))
    lay_row(t)


def lay_row(t: Table) -> None:
    """Deal the top five cards face-down to the slots."""
    count = min(ROW, len(t.event_deck))
    for slot in range(count):
        t.row[slot] = t.event_deck[-1]
        t.event_deck = t.event_deck[:-1]
        t.peeks[slot] = 0
    peeking.learn(t)
    t.tell(ROW_LAID, count, len(t.event_deck))


def replenish(t: Table) -> None:
    """In the race an empty row and deck are made anew from the discards, if there are any.

    T67-X4
    """
    if t.is_race and not t.event_deck and t.discards and t.row_count() == 0:
        cards = list(t.discards)
        t.discards = ()
        lay_out(t, cards)


def check_lead(t: Table) -> bool:
    """In the race the first team ahead wins; whether the game is over now.  T67-X3 T67-W4"""
    if t.is_race and leader(t) != NOBODY:
        end(t, BY_RACE)
    return t.is_over()


def race_turns_max(t: Table) -> int:
    """After so many turns the race is drawn.  T67-X5 T67-O7 T67-R32"""
    return t.seats * (RACE_TURNS if t.is_capped else RACE_TURNS_UNCAPPED)


def check_cap(t: Table) -> bool:
    """A race without a lead is drawn in the end; lost and idle turns count.  T67-X5 T67-R28"""
    if t.is_race and t.race_turns == race_turns_max(t):
        end(t, BY_CAP)
    return t.is_over()


# ---------------------------------------------------------------------------- the end


def end(t: Table, ending: int) -> None:
    """All Loyalty cards are turned up, and what had been removed from the deck.  T67-X1"""
    t.ending = ending
    t.agenda = []
    loyalties.show_all(t)
    peeking.learn(t)
    t.tell(SCORED, total(t, BRITISH), total(t, FRENCH))
    if t.log is not None:
        if t.removed:
            items = [FIRST_EVENT + card for card in sorted(t.removed)]
            t.record(REMOVED_SHOWN, [], items, t.everyone, FOREVER)
        t.record(GAME_OVER, [ending - BY_LEAD], winners(t), t.everyone, FOREVER)


def winners(t: Table) -> list[Seat]:
    """All holders of the leading nation's card; in a tie the Dutch player alone; else everybody.

    T67-X1 T67-X2 T67-X5 T67-R19
    """
    if t.ending == BY_CAP:
        return list(range(t.seats))
    nation = DUTCH if t.ending == BY_TIE else leader(t)
    return [seat for seat in range(t.seats) if t.nation(seat) == nation]


def result(t: Table) -> list[float]:
    """The winners share the victory."""
    won = winners(t)
    return [1.0 / len(won) if seat in won else 0.0 for seat in range(t.seats)]


def scores(t: Table) -> list[int]:
    """The chests of each seat's nation as they stand; the Dutch player's are those of a tie."""
    british, french = total(t, BRITISH), total(t, FRENCH)
    points = [british, french, british if british == french else 0]
    return [points[t.nation(seat)] for seat in range(t.seats)]
