"""Votes: attack, mutiny and brawl, by sealed three-part cards."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action, Verb
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits
from broadside.kernel.step import Denial, Step

from . import cards, deeds, events, marooning, verbs
from .targets import ActiveChoice

if TYPE_CHECKING:
    from .table import Table

CODE_VOTES: Final = 2
"""The Pirate Code is discarded after so many missed votes."""
SECTIONS: Final[list[list[int]]] = [cards.TOP, cards.BOTTOM, cards.FLAG]
"""What counts, by vote: the cannons, torches and water of all cards; the skulls and wheels; the
British and French flags."""


# --------------------------------------------------------------------- calling a vote


def call(t: Table, caller: Seat, vote: int) -> None:
    """A vote of everyone on the ship or on Tortuga, in a mutiny not of its captain; never rowboats.

    Who has no Vote cards or sits it out may call but takes no part.  T67-V1
    """
    place = t.places[caller]
    t.vote = vote
    entitled = t.lines[place][1:] if vote == events.MUTINY_VOTE else t.lines[place]
    code = t.keeper(cards.PIRATE_CODE)
    t.missing = code if code in entitled else cards.NOBODY  # by place alone  T67-R12
    t.voters = 0
    for seat in entitled:
        if seat != code and t.hands[seat]:
            t.voters |= 1 << seat
    if t.log is not None:
        t.tell_list(events.VOTE_CALLED, bits(t.voters), caller, vote, place)
    t.agenda.append(VOTE_ENDS)
    t.agenda.append(VOTING)


def place_of_vote(t: Table) -> int:
    """Where the vote under way takes place: nobody moves before it is counted."""
    return cards.TO if t.vote == events.BRAWL_VOTE else t.places[t.active]


# ------------------------------------------------------------------------- the ballot


def by_kind(verb: Verb, row: tuple[int, ...]) -> list[Action]:
    """What can be done with the cards of a sorted row: cards of a kind are alike."""
    found: list[Action] = []
    last = cards.NO_CARD
    for card in row:
        if cards.VOTE_KIND[card] != last:
            last = cards.VOTE_KIND[card]
            found.append(verb.of(last))
    return found


class Voting(Step["Table"]):
    """All participants lay their cards at once; then the cards are turned up.  T67-V2 T67-W3"""

    def advance(self, t: Table) -> None:
        """Ask for the missing cards; without participants the deck card decides.  T67-V2"""
        missing = 0
        for seat in range(t.seats):
            if t.voters >> seat & 1 and not t.laid[seat]:
                missing |= 1 << seat
        if missing:
            t.open_vote(missing)
        else:
            t.agenda.pop()
            spend_el_dorado(t)
            t.show_votes()
            count(t)

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """One own card; El Dorado's owner may lay two, if there are two.  T67-V2 T67-E6 T67-R13"""
        found = by_kind(verbs.VOTE_WITH, t.hands[seat])
        can_lay_two = len(t.hands[seat]) > 1 and t.keeper(cards.EL_DORADO) == seat
        return found + pairs(t, seat) if can_lay_two else found

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Cards that are not in the hand, and two cards without El Dorado.  T67-V2 T67-E6"""
        if action.verb == verbs.VOTE_TWO:
            if t.keeper(cards.EL_DORADO) != seat:
                reason = "only El Dorado lets you lay two cards"
                return Denial(action, "no_el_dorado", reason, "T67-E6")
            if action.first > action.second:
                reason = "name the lower card first"
                return Denial(action, "el_dorado_order", reason, "T67-E6")
        kinds = [cards.VOTE_KIND[card] for card in t.hands[seat]]
        missing = action.first if action.first not in kinds else max(action.first, action.second)
        often = "only once" if missing in kinds else "not"
        reason = f"{cards.VOTE_NAMES[missing]} is {often} in your hand"
        return Denial(action, "card_not_in_hand", reason, "T67-V2")

    def lots(self, t: Table, seat: Seat) -> list[Action]:
        """A card of the hand, each as likely as the others.  T67-R33"""
        return [verbs.VOTE_WITH.actions[cards.VOTE_KIND[card]] for card in t.hands[seat]]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """A participant lays one card, or with El Dorado two.  T67-V2 T67-E6"""
        t.answered(seat)
        first = card_of(t, seat, action.first, cards.NO_CARD)
        if action.verb == verbs.VOTE_WITH:
            t.lay_votes(seat, (first,))
        else:
            t.lay_votes(seat, (first, card_of(t, seat, action.second, first)))


def spend_el_dorado(t: Table) -> None:
    """Whoever has laid two cards discards the map, when everybody has laid.  T67-E6 T67-R39"""
    seat = t.keeper(cards.EL_DORADO)
    if seat != cards.NOBODY and len(t.laid[seat]) > 1:
        t.tell(events.EL_DORADO_USED, seat)
        t.discard_kept(seat, cards.EL_DORADO)


def pairs(t: Table, seat: Seat) -> list[Action]:
    """Every pair of kinds in a hand once, the lower one first.  T67-E6"""
    kinds = [cards.VOTE_KIND[card] for card in t.hands[seat]]
    codes = {verbs.VOTE_TWO.of(one, two).code for one, two in combinations(kinds, 2)}
    return [verbs.ACTIONS.actions[code] for code in sorted(codes)]


def card_of(t: Table, seat: Seat, kind: int, but: int) -> int:
    """A card of a kind in a hand."""
    for card in t.hands[seat]:
        if cards.VOTE_KIND[card] == kind and card != but:
            return card
    raise AssertionError(f"seat {seat} has no such card")


# -------------------------------------------------------------------------- the count


def counts(t: Table) -> list[int]:
    """How often each symbol of the section concerned shows on the cards turned up.

    The specials count two.  T67-V3 T67-R5
    """
    section = SECTIONS[t.vote]
    found = [0, 0, 0]
    for card in t.played:
        found[section[card]] += cards.SYMBOLS[card]
    return found


def outcome_of(vote: int, found: list[int]) -> int:
    """What the symbols say.  T67-V5 T67-V6 T67-V7"""
    if vote == events.ATTACK_VOTE:
        is_won = found[0] >= 1 and found[1] > found[2]  # T67-V5
        return events.ATTACK_WON if is_won else events.ATTACK_FAILED
    if vote == events.MUTINY_VOTE:
        return events.MUTINY_WON if found[0] > found[1] else events.MUTINY_FAILED  # T67-V6
    if found[0] == found[1]:
        return events.BRAWL_TIED
    return events.BRAWL_BRITISH if found[0] > found[1] else events.BRAWL_FRENCH


def count(t: Table) -> None:
    """Count and carry out the result.  T67-V3 T67-V4"""
    found = counts(t)
    outcome = outcome_of(t.vote, found)
    t.tell_to(t.everyone, events.VOTE_COUNTED, t.vote, found[0], found[1], found[2], outcome)
    if outcome == events.ATTACK_WON:
        t.agenda.append(TAKING_CHEST)
    elif outcome == events.MUTINY_WON:
        marooning.threaten(t, t.lines[t.places[t.active]][0], events.BY_MUTINY)  # T67-V6
    elif t.vote == events.BRAWL_VOTE:
        deeds.note(t, deeds.BRAWLED, t.active, x=found[0], y=found[1], mask=t.voters)
        settle_brawl(t, outcome)


def settle_brawl(t: Table, outcome: int) -> None:
    """Both chests of the island go to the winning nation's area; in a tie one to each.  T67-V7"""
    british = 1
    if outcome != events.BRAWL_TIED:
        british = cards.ISLAND_CHESTS if outcome == events.BRAWL_BRITISH else 0
    t.share_island(british)
    t.tell(events.BRAWL_SETTLED, british, cards.ISLAND_CHESTS - british)


# ------------------------------------------------------------------ the spoils of an attack


def sources(t: Table) -> list[int]:
    """The Galleon; only if it is empty the holds of the other ship, manned or not.  T67-V5"""
    if t.chests[cards.SG]:
        return [cards.SG]
    other = 1 - t.places[t.active]
    holds = (cards.hold_of(other, cards.BRITISH), cards.hold_of(other, cards.FRENCH))
    return [hold for hold in holds if t.chests[hold]]


class TakingChest(ActiveChoice):
    """The captain who attacks may move one chest into either own hold.  T67-V5 T67-R4"""

    def options(self, t: Table) -> list[Action]:
        """From every source into both holds, or no chest."""
        ship = t.places[t.active]
        found = [verbs.TAKE.of(one, 2 * ship + n) for one in sources(t) for n in (0, 1)]
        return found + [verbs.DECLINE.of()]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Only the Galleon while it has chests; only into own holds.  T67-V5"""
        if action.second // 2 != t.places[seat]:
            return Denial(action, "not_your_hold", "the chest goes into your own ship", "T67-V5")
        if action.first != cards.SG and t.chests[cards.SG]:
            reason = "while the Galleon has chests, only these can be taken"
            return Denial(action, "galleon_first", reason, "T67-V5")
        reason = "there is no chest that you could take"
        return Denial(action, "nothing_there", reason, "T67-V5")

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """The holds of the other ship."""
        ship = t.places[seat]
        return [verbs.TAKE.of(cards.hold_of(1 - ship, n), 2 * ship + n) for n in (0, 1)]

    def default(self, t: Table, seat: Seat) -> Action:
        """From the fuller source into the emptier hold; the British one if they are alike."""
        best = max(sources(t), key=t.chests.__getitem__)
        british = cards.hold_of(t.places[t.active], cards.BRITISH)
        hold = british if t.chests[british] <= t.chests[british + 1] else british + 1
        return verbs.TAKE.of(best, hold - cards.FIRST_HOLD)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Take one chest, never more, or decline; with nothing to take nobody was asked.

        T67-V5 T67-R4
        """
        t.agenda.pop()
        if action.verb == verbs.TAKE:
            source, hold = action.first, cards.FIRST_HOLD + action.second
            t.move_chest(source, hold)
            t.tell(events.CHEST_TAKEN, seat, source, hold)
            deeds.note(t, deeds.TOOK_CHEST, seat, x=source, y=hold)
        elif sources(t):
            t.tell(events.CHEST_DECLINED, seat)


# ----------------------------------------------------------------------- after the vote


class VoteEnds(Step["Table"]):
    """The vote is over and carried out."""

    def advance(self, t: Table) -> None:
        """The played cards go under the vote deck, then each participant draws exactly one.

        Clockwise from the caller. The Pirate Code is marked, then discarded.
        T67-V4 T67-R14 T67-R31 T67-E14
        """
        t.agenda.pop()
        t.return_played()
        for step in range(t.seats):
            seat = (t.active + step) % t.seats
            if t.voters >> seat & 1:
                t.draw_vote(seat)
        if t.missing != cards.NOBODY:
            miss_vote(t, t.missing)
        t.vote = cards.NOBODY
        t.voters = 0
        t.missing = cards.NOBODY


VOTING: Final = Voting("voting", ["vote"], "T67-V2", [verbs.VOTE_WITH, verbs.VOTE_TWO])
TAKING_CHEST: Final = TakingChest(
    "taking_chest", ["take_chest"], "T67-V5", [verbs.TAKE, verbs.DECLINE]
)
VOTE_ENDS: Final = VoteEnds("vote_ends")


def miss_vote(t: Table, seat: Seat) -> None:
    """The Pirate Code's owner has sat out a vote: mark it, or discard it.  T67-E14"""
    t.code_marks += 1
    if t.code_marks == CODE_VOTES:
        t.code_marks = 0
        t.discard_kept(seat, cards.PIRATE_CODE)
    else:
        t.tell(events.CODE_MARKED, seat)
