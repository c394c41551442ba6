"""Event cards with a star."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat
from broadside.kernel.state import Prompt

from . import deeds, loyalties, marooning, ranks, reveals
from .cards import (
    BLACK_POWDER,
    BOATS,
    BRITISH,
    CABIN_FEVER,
    CROWS_NEST,
    EIGHT_BELLS,
    FACADE,
    FIRST_EVENT,
    FRENCH,
    ISLAND_CHESTS,
    PIRATE_CODE,
    SCURVY,
    SG,
    SHIPS,
    TO,
    TO_BRITISH,
    TO_FRENCH,
    VOTE_KIND,
    hold_of,
)
from .events import (
    BOAT_EXPLODED,
    BRAWL_SETTLED,
    BY_BLACK_POWDER,
    HAND_RETURNED,
    LINE_DRAWN,
    NO_EFFECT,
    SCURVY_STRUCK,
    STORM_BROKE,
    SWAPPED,
)
from .steps import CROWS_PICK, CROWS_TARGET, FEVER_TARGET, POWDER_BOAT
from .verbs import EXPLOSIONS, GIVES

if TYPE_CHECKING:
    from .table import Table


def resolve(t: Table, seat: Seat, kind: int) -> None:
    """Do what a star card says."""
    if kind == BLACK_POWDER:
        if boats(t):
            t.agenda.append(POWDER_BOAT)
        else:
            tell_nothing(t, seat)  # both have exploded  T67-R20
    elif kind == CABIN_FEVER:
        t.agenda.append(FEVER_TARGET)
    elif kind == CROWS_NEST:
        if reveals.targets(t, CROWS_TARGET):
            t.agenda.append(CROWS_TARGET)
        else:
            tell_nothing(t, seat)  # T67-R15
    elif kind == FACADE:
        swap(t, seat, t.right_of(seat))
    elif kind == PIRATE_CODE:
        t.code_marks = 0
        reveals.keep(t, seat)  # T67-E14
    else:
        resolve_at_place(t, seat, kind)


def resolve_at_place(t: Table, seat: Seat, kind: int) -> None:
    """Eight Bells, Scurvy and Stormy Seas strike the revealer's ship or island, never a boat.

    T67-E11 T67-E13 T67-E15 T67-R6 T67-R7
    """
    place = t.places[seat]
    if place in BOATS:
        tell_nothing(t, seat)
    elif kind == EIGHT_BELLS:
        ring_bells(t, seat, place)
    elif kind == SCURVY:
        strike_scurvy(t, place)
    else:
        break_storm(t, seat, place)


def tell_nothing(t: Table, seat: Seat) -> None:
    """The card has no effect."""
    t.tell(NO_EFFECT, seat, FIRST_EVENT + t.open_card)


# ----------------------------------------------------------------------- Black Powder


def boats(t: Table) -> list[int]:
    """The rowboats that have not exploded.  T67-R20"""
    return [boat for boat in BOATS if not ranks.is_exploded(t, boat)]


def ask_boat(t: Table) -> None:
    """The revealer chooses a rowboat; the only one is chosen already.  T67-E8 T67-W1"""
    options = [EXPLOSIONS[boat - BOATS[0]] for boat in boats(t)]
    if len(options) == 1:
        explode(t, options[0])
    else:
        t.ask(t.revealer, options)


def explode(t: Table, action: Action) -> None:
    """An explosion token closes a rowboat; a pawn in it is marooned.  T67-E8 T67-R10"""
    t.agenda.pop()
    boat = BOATS[action.first]
    t.exploded |= 1 << action.first
    t.tell(BOAT_EXPLODED, t.revealer, action.first)
    for seat in t.lines[boat]:
        marooning.maroon(t, seat, t.revealer, BY_BLACK_POWDER)


def boat_prompt(t: Table) -> Prompt:
    """The clock blows up an empty boat, BF first."""
    default = EXPLOSIONS[0]
    if t.lines[BOATS[0]] and not t.lines[BOATS[1]]:
        default = EXPLOSIONS[1]
    return Prompt("black_powder", "T67-E8", default)


# -------------------------------------------------------- Cabin Fever and Crow's Nest


def spread_fever(t: Table, seat: Seat, other: Seat) -> None:
    """Two Loyalty cards are shuffled and dealt back; your team is the card you hold.  T67-E9"""
    t.note(deeds.deed(deeds.FEVER, seat, other))
    loyalties.shuffle_two(t, seat, other)


def search_deck(t: Table, seat: Seat, other: Seat) -> None:
    """A Vote hand goes unseen under the vote deck, which the revealer searches.

    Old cards may be chosen again.  T67-E10 T67-R15
    """
    count = len(t.hands[other])
    t.tell(HAND_RETURNED, seat, other, count)
    t.note(deeds.deed(deeds.CROWS, seat, other))
    t.open_vote_deck(seat, other)
    t.searched = other
    t.search_left = count
    t.agenda.append(CROWS_PICK)


def gifts(t: Table) -> list[Action]:
    """The kinds of cards in the open vote deck."""
    found: list[Action] = []
    last = -1
    for card in t.vote_deck:
        if VOTE_KIND[card] != last:
            last = VOTE_KIND[card]
            found.append(GIVES[last])
    return found


def ask_gift(t: Table) -> None:
    """Card after card; how many is public, so the question tells nothing.  T67-E10 T67-R36"""
    t.ask(t.revealer, [])


def give(t: Table, action: Action) -> None:
    """One card of the new hand; after the last one the deck is shuffled.  T67-E10"""
    for card in t.vote_deck:
        if VOTE_KIND[card] == action.first:
            t.give_vote(t.revealer, t.searched, card)
            break
    t.search_left -= 1
    if t.search_left == 0:
        t.agenda.pop()
        t.searched = -1
        t.shuffle_vote_deck()


def gift_prompt(t: Table) -> Prompt:
    """A card of the pool, each as likely as the others.  T67-R33"""
    cards = [GIVES[VOTE_KIND[card]] for card in t.vote_deck]
    return Prompt("crows_pick", "T67-E10", cards[0], cards)


# ---------------------------------------------- Eight Bells, Façade, Scurvy, Stormy Seas


def ring_bells(t: Table, seat: Seat, place: int) -> None:
    """The pawns of the ship or island are put back in random order; nothing if alone.

    T67-E11 T67-R6
    """
    if len(t.lines[place]) == 1:
        tell_nothing(t, seat)
        return
    t.shuffle_line(place)
    if t.log is not None:
        t.record(LINE_DRAWN, [place], list(t.lines[place]), t.everyone, FOREVER)


def swap(t: Table, seat: Seat, other: Seat) -> None:
    """The revealer changes places with the player on the right, boats and full ships included.

    T67-E12 T67-E8
    """
    t.tell(SWAPPED, seat, other, t.places[seat], t.places[other])
    t.swap_pawns(seat, other)
    marooning.check_albatrosses(t, seat)


def strike_scurvy(t: Table, place: int) -> None:
    """Everyone there loses the next turn, the revealer too; skips add up.

    T67-E15 T67-R7 T67-R24
    """
    for seat in t.lines[place]:
        t.skips[seat] += 1
    if t.log is not None:
        t.record(SCURVY_STRUCK, [place], list(t.lines[place]), t.everyone, FOREVER)


def break_storm(t: Table, seat: Seat, place: int) -> None:
    """A ship's chests go to the Galleon; on Tortuga one chest comes into each area.  T67-E13"""
    if place == TO:
        t.chests[TO_BRITISH] = 1
        t.chests[TO_FRENCH] = ISLAND_CHESTS - 1
        t.tell(STORM_BROKE, TO, ISLAND_CHESTS)
        t.tell(BRAWL_SETTLED, 1, ISLAND_CHESTS - 1)
        return
    assert place in SHIPS
    chests = 0
    for nation in (BRITISH, FRENCH):
        hold = hold_of(place, nation)
        chests += t.chests[hold]
        t.move_chest(hold, SG, t.chests[hold])
    if chests:
        t.tell(STORM_BROKE, place, chests)
    else:
        tell_nothing(t, seat)
