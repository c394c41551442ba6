"""The end: the Spanish Armada, the count of the chests, the race for the lead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat

from . import cards, events, loyalties, peeking

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
    for treasury in range(cards.FIRST_HOLD + nation, len(cards.TREASURY_NAMES), 2):
        count += t.chests[treasury]
    return count


def lead(t: Table) -> int:
    """How many chests the British are ahead; less than 0 if the French are."""
    return total(t, cards.BRITISH) - total(t, cards.FRENCH)


def leader(t: Table) -> int:
    """The nation with more chests; NOBODY in a tie."""
    ahead = lead(t)
    return cards.NOBODY if ahead == 0 else cards.BRITISH if ahead > 0 else cards.FRENCH


def reveal_armada(t: Table) -> None:
    """The Armada ends the game at once; in a tie the Dutch player wins, or a race begins.

    T67-E16 T67-X1 T67-X2 T67-X3
    """
    if leader(t) != cards.NOBODY:
        end(t, events.BY_LEAD)
    elif cards.TEAMS[t.seats][cards.DUTCH]:
        end(t, events.BY_TIE)
    else:
        begin_race(t)


# --------------------------------------------------------------------------- the race


def begin_race(t: Table) -> None:
    """Without the Armada, the discards and the rest of the row make a new deck and row.

    Kept cards, tokens, skips and hands stay as they are.  T67-X3 T67-R18
    """
    t.tell(events.RACE_BEGAN, total(t, cards.BRITISH), total(t, cards.FRENCH))
    peeking.keep_notes(t)
    t.is_race = True
    t.out += (t.open_card,)
    t.open_card = cards.NO_CARD
    t.discard_open_card()
    lay_out(t)


def lay_out(t: Table) -> None:
    """Shuffle the discards and the row into a new deck, and lay out five of them, or all."""
    left = sorted([*t.discards, *[card for card in t.row if card != cards.NO_CARD]])
    t.rng.shuffle(left)
    t.event_deck = tuple(left)
    t.discards = ()
    t.row = [cards.NO_CARD] * cards.ROW
    t.peeks = [0] * cards.ROW
    t.tell(events.EVENTS_SHUFFLED, len(left))
    lay_row(t)


def lay_row(t: Table) -> None:
    """Deal the top five cards face-down to the slots."""
    count = min(cards.ROW, len(t.event_deck))
    for slot in range(count):
        t.row[slot] = t.event_deck[-1]
        t.event_deck = t.event_deck[:-1]
        t.peeks[slot] = 0
    peeking.learn(t)
    t.tell(events.ROW_LAID, count, len(t.event_deck))


def replenish(t: Table) -> None:
    """In the race an empty row and deck are made anew from the discards, if there are.  T67-X4"""
    if t.is_race and not t.event_deck and t.discards and t.row_count() == 0:
        lay_out(t)


def check_lead(t: Table) -> bool:
    """In the race the first team ahead wins; whether the game is over now.  T67-X3 T67-W4"""
    if t.is_race and leader(t) != cards.NOBODY:
        end(t, events.BY_RACE)
    return t.is_over()


def race_turns_max(t: Table) -> int:
    """After so many turns the race is drawn.  T67-X5 T67-O7 T67-R32"""
    return t.seats * (RACE_TURNS if t.is_capped else RACE_TURNS_UNCAPPED)


def check_cap(t: Table) -> bool:
    """A race without a lead is drawn in the end; lost and idle turns count.  T67-X5 T67-R28"""
    if t.is_race and t.race_turns == race_turns_max(t):
        end(t, events.BY_CAP)
    return t.is_over()


# ---------------------------------------------------------------------------- the end


def end(t: Table, ending: int) -> None:
    """All Loyalty cards are turned up, and what had been removed from the deck.  T67-X1"""
    t.ending = ending
    t.agenda = []
    loyalties.show_all(t)
    peeking.learn(t)
    t.tell(events.SCORED, total(t, cards.BRITISH), total(t, cards.FRENCH))
    if t.log is not None:
        if t.removed:
            t.tell_list(events.REMOVED_SHOWN, [cards.FIRST_EVENT + card for card in t.removed])
        t.tell_list(events.GAME_OVER, winners(t), ending - events.BY_LEAD)


def winners(t: Table) -> list[Seat]:
    """All holders of the leading nation's card; in a tie the Dutch player alone; else everybody.

    T67-X1 T67-X2 T67-X5 T67-R19
    """
    if t.ending == events.BY_CAP:
        return list(range(t.seats))
    nation = cards.DUTCH if t.ending == events.BY_TIE else leader(t)
    return [seat for seat in range(t.seats) if t.nation(seat) == nation]


def scores(t: Table) -> list[int]:
    """The chests of each seat's nation as they stand; the Dutch player's are those of a tie."""
    british, french = total(t, cards.BRITISH), total(t, cards.FRENCH)
    points = [british, french, british if british == french else 0]
    return [points[t.nation(seat)] for seat in range(t.seats)]
