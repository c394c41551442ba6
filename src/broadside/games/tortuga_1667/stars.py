"""Event cards with a star."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial

from . import cards, deeds, events, loyalties, marooning, ranks, reveals, verbs, votes
from .targets import RevealersChoice, Target

if TYPE_CHECKING:
    from .table import Table


def resolve(t: Table, seat: Seat, kind: int) -> None:
    """Do what a star card says."""
    if kind == cards.BLACK_POWDER:
        if boats(t):
            t.agenda.append(POWDER_BOAT)
        else:
            tell_nothing(t, seat)  # both have exploded  T67-R20
    elif kind == cards.CABIN_FEVER:
        t.agenda.append(FEVER_TARGET)
    elif kind == cards.CROWS_NEST:
        if CROWS_TARGET.options(t):
            t.agenda.append(CROWS_TARGET)
        else:
            tell_nothing(t, seat)  # T67-R15
    elif kind == cards.FACADE:
        swap(t, seat, t.right_of(seat))
    elif kind == cards.PIRATE_CODE:
        t.code_marks = 0
        reveals.keep(t, seat)  # T67-E14
    else:
        resolve_at_place(t, seat, kind)


def resolve_at_place(t: Table, seat: Seat, kind: int) -> None:
    """Eight Bells, Scurvy and Stormy Seas strike the revealer's ship or island, never a boat.

    T67-E11 T67-E13 T67-E15 T67-R6 T67-R7
    """
    place = t.places[seat]
    if place in cards.BOATS:
        tell_nothing(t, seat)
    elif kind == cards.EIGHT_BELLS:
        ring_bells(t, seat, place)
    elif kind == cards.SCURVY:
        strike_scurvy(t, place)
    else:
        break_storm(t, seat, place)


def tell_nothing(t: Table, seat: Seat) -> None:
    """The card has no effect."""
    t.tell(events.NO_EFFECT, seat, cards.FIRST_EVENT + t.open_card)


# ----------------------------------------------------------------------- Black Powder


def boats(t: Table) -> list[int]:
    """The rowboats that have not exploded.  T67-R20"""
    return [boat for boat in cards.BOATS if not ranks.is_exploded(t, boat)]


class PowderBoat(RevealersChoice):
    """The revealer chooses a rowboat; the only one is chosen already.  T67-E8 T67-W1"""

    def options(self, t: Table) -> list[Action]:
        """The boats that are left."""
        return [verbs.EXPLODE.actions[boat - cards.BOATS[0]] for boat in boats(t)]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Boats that are gone."""
        return Denial(action, "boat_is_gone", "this boat has exploded already", "T67-E8")

    def default(self, t: Table, seat: Seat) -> Action:
        """An empty boat, BF first."""
        is_other = t.lines[cards.BOATS[0]] and not t.lines[cards.BOATS[1]]
        return verbs.EXPLODE.of(1 if is_other else 0)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """An explosion token closes a rowboat; a pawn in it is marooned.  T67-E8 T67-R10"""
        t.agenda.pop()
        t.exploded |= 1 << action.first
        t.tell(events.BOAT_EXPLODED, seat, action.first)
        for other in t.lines[cards.BOATS[action.first]]:
            marooning.maroon(t, other, seat, events.BY_BLACK_POWDER)


# -------------------------------------------------------- Cabin Fever and Crow's Nest


class FeverTarget(Target):
    """Two Loyalty cards are shuffled and dealt back."""

    def strike(self, t: Table, seat: Seat, other: Seat) -> None:
        """Your team is the card you hold.  T67-E9"""
        deeds.note(t, deeds.FEVER, seat, other)
        loyalties.shuffle_two(t, seat, other)


class CrowsTarget(Target):
    """A Vote hand goes unseen under the vote deck, which the revealer searches."""

    def is_fit(self, t: Table, seat: Seat) -> bool:
        """Whether a seat has Vote cards.  T67-R15"""
        return len(t.hands[seat]) > 0

    def strike(self, t: Table, seat: Seat, other: Seat) -> None:
        """Old cards may be chosen again.  T67-E10 T67-R15"""
        t.searched = other
        t.search_left = len(t.hands[other])
        t.tell(events.HAND_RETURNED, seat, other, t.search_left)
        t.open_vote_deck(seat, other)
        t.agenda.append(CROWS_PICK)


class CrowsPick(RevealersChoice):
    """The revealer chooses the new hand from the open vote deck, card after card.  T67-E10"""

    def options(self, t: Table) -> list[Action]:
        """The kinds of cards in the open deck, which is sorted."""
        return votes.by_kind(verbs.GIVE, t.vote_deck)

    def advance(self, t: Table) -> None:
        """How many is public: to ask though there is one kind only tells nothing.  T67-R36"""
        t.let_choose(t.revealer, self.options(t))

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Cards that others have."""
        reason = f"{cards.VOTE_NAMES[action.first]} is not in the vote deck"
        return Denial(action, "card_not_in_pool", reason, "T67-E10")

    def lots(self, t: Table, seat: Seat) -> list[Action]:
        """A card of the pool, each as likely as the others.  T67-R33"""
        return [verbs.GIVE.actions[cards.VOTE_KIND[card]] for card in t.vote_deck]

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """One card of the new hand; after the last one the deck is shuffled.  T67-E10"""
        for card in t.vote_deck:
            if cards.VOTE_KIND[card] == action.first:
                t.give_vote(seat, t.searched, card)
                break
        t.search_left -= 1
        if t.search_left == 0:
            t.agenda.pop()
            t.searched = cards.NOBODY
            t.shuffle_vote_deck()


POWDER_BOAT: Final = PowderBoat("powder_boat", ["black_powder"], "T67-E8", [verbs.EXPLODE])
FEVER_TARGET: Final = FeverTarget("fever_target", "cabin_fever", "T67-E9")
CROWS_TARGET: Final = CrowsTarget("crows_target", "crows_target", "T67-E10")
CROWS_PICK: Final = CrowsPick("crows_pick", ["crows_pick"], "T67-E10", [verbs.GIVE])


# ---------------------------------------------- Eight Bells, Façade, Scurvy, Stormy Seas


def ring_bells(t: Table, seat: Seat, place: int) -> None:
    """The pawns of the ship or island are put back in random order; nothing if alone.

    T67-E11 T67-R6
    """
    if len(t.lines[place]) == 1:
        tell_nothing(t, seat)
        return
    t.shuffle_line(place)
    t.tell_list(events.LINE_DRAWN, t.lines[place], place)


def swap(t: Table, seat: Seat, other: Seat) -> None:
    """The revealer changes places with the player on the right, boats and full ships included.

    T67-E12 T67-E8
    """
    t.tell(events.SWAPPED, seat, other, t.places[seat], t.places[other])
    t.swap_pawns(seat, other)
    marooning.check_albatrosses(t, seat)


def strike_scurvy(t: Table, place: int) -> None:
    """All there lose their next turn, the revealer too; skips add up.  T67-E15 T67-R7 T67-R24"""
    t.skips = t.skips[:]
    for seat in t.lines[place]:
        t.skips[seat] += 1
    t.tell_list(events.SCURVY_STRUCK, t.lines[place], place)


def break_storm(t: Table, seat: Seat, place: int) -> None:
    """A ship's chests go to the Galleon; on Tortuga one chest comes into each area.  T67-E13"""
    if place == cards.TO:
        t.tell(events.STORM_BROKE, cards.TO, cards.ISLAND_CHESTS)
        votes.settle_brawl(t, events.BRAWL_TIED)
        return
    chests = 0
    for nation in (cards.BRITISH, cards.FRENCH):
        hold = cards.hold_of(place, nation)
        chests += t.chests[hold]
        t.move_chest(hold, cards.SG, t.chests[hold])
    if chests:
        t.tell(events.STORM_BROKE, place, chests)
    else:
        tell_nothing(t, seat)
