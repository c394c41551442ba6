"""Votes: attack, mutiny and brawl, by sealed three-part cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat
from broadside.kernel.state import Prompt

from . import deeds, marooning, ranks
from .cards import (
    BOTTOM,
    BRITISH,
    CANNON,
    EL_DORADO,
    FLAG,
    FRENCH,
    ISLAND_CHESTS,
    NO_CARD,
    NOBODY,
    PIRATE_CODE,
    SG,
    SKULL,
    SYMBOLS,
    TO,
    TO_BRITISH,
    TO_FRENCH,
    TOP,
    TORCH,
    VOTE_KIND,
    VOTE_KINDS,
    WATER,
    WHEEL,
    hold_of,
)
from .events import (
    ATTACK_FAILED,
    ATTACK_VOTE,
    ATTACK_WON,
    BRAWL_BRITISH,
    BRAWL_FRENCH,
    BRAWL_SETTLED,
    BRAWL_TIED,
    BRAWL_VOTE,
    BY_MUTINY,
    CHEST_DECLINED,
    CHEST_TAKEN,
    CODE_MARKED,
    EL_DORADO_USED,
    MUTINY_FAILED,
    MUTINY_VOTE,
    MUTINY_WON,
    VOTE_CALLED,
    VOTE_COUNTED,
)
from .steps import TAKING_CHEST, VOTE_ENDS, VOTING
from .verbs import NO_CHEST, TAKE, VOTE_WITH, VOTES, take, vote_two

if TYPE_CHECKING:
    from .table import Table

CODE_VOTES: Final = 2
"""The Pirate Code is discarded after so many missed votes."""


# --------------------------------------------------------------------- calling a vote


def call(t: Table, caller: Seat, vote: int) -> None:
    """A vote is called; who has no Vote cards or sits it out may call but takes no part.

    T67-V1
    """
    place = t.places[caller]
    t.vote = vote
    t.caller = caller
    entitled = entitled_seats(t, place, vote)
    code = t.keeper(PIRATE_CODE)
    t.missing = code if code in entitled else NOBODY  # by place alone  T67-R12
    voters = [seat for seat in entitled if seat != code and t.hands[seat]]
    t.voters = 0
    for seat in voters:
        t.voters |= 1 << seat
    if t.log is not None:
        voters.sort()
        t.record(VOTE_CALLED, [caller, vote, place], voters, t.everyone, FOREVER)
    t.note(deeds.deed(deeds.CALLED, caller, deeds.NO_SEAT, vote, place, 0, t.voters))
    t.agenda.append(VOTE_ENDS)
    t.agenda.append(VOTING)


def entitled_seats(t: Table, place: int, vote: int) -> list[Seat]:
    """Everyone on the ship or on Tortuga; in a mutiny not its captain. Never rowboats.  T67-V1"""
    return list(t.lines[place][1:] if vote == MUTINY_VOTE else t.lines[place])


def place_of_vote(t: Table) -> int:
    """Where the vote under way takes place: nobody moves before it is counted."""
    return TO if t.vote == BRAWL_VOTE else t.places[t.caller]


# ------------------------------------------------------------------------- the ballot


def ask(t: Table) -> None:
    """All participants lay their cards at once; then the cards are turned up.  T67-V2 T67-W3"""
    missing = 0
    for seat in range(t.seats):
        if t.voters >> seat & 1 and not t.laid[seat]:
            missing |= 1 << seat
    if missing:
        t.open_vote(missing)
    else:
        t.agenda.pop()
        t.show_votes()  # without participants the deck card decides  T67-V2
        count(t)


def can_lay_two(t: Table, seat: Seat) -> bool:
    """El Dorado's owner may lay two cards, if there are two.  T67-E6 T67-R13"""
    return len(t.hands[seat]) > 1 and t.kept_card(seat, EL_DORADO) != NO_CARD


def ballots(t: Table, seat: Seat) -> list[Action]:
    """One own card, or with El Dorado two.  T67-V2 T67-E6"""
    kinds = [VOTE_KIND[card] for card in t.hands[seat]]
    found: list[Action] = []
    for place in range(len(kinds)):
        if place == 0 or kinds[place] != kinds[place - 1]:
            found.append(VOTES[kinds[place]])
    if can_lay_two(t, seat):
        pairs: set[int] = set()
        for one in range(len(kinds)):
            for two in range(one + 1, len(kinds)):
                pairs.add(kinds[one] * VOTE_KINDS + kinds[two])
        for pair in sorted(pairs):
            found.append(vote_two(pair // VOTE_KINDS, pair % VOTE_KINDS))
    return found


def answer(t: Table, seat: Seat, action: Action) -> None:
    """A participant lays one card, or two and discards El Dorado.  T67-V2 T67-E6"""
    t.answered(seat)
    cards = [card_of(t, seat, action.first, NO_CARD)]
    if action.verb != VOTE_WITH:
        cards.append(card_of(t, seat, action.second, cards[0]))
    t.lay_votes(seat, tuple(cards))
    if len(cards) == 2:
        t.tell(EL_DORADO_USED, seat)
        t.discard_kept(seat, EL_DORADO)


def card_of(t: Table, seat: Seat, kind: int, but: int) -> int:
    """A card of a kind in a hand."""
    for card in t.hands[seat]:
        if VOTE_KIND[card] == kind and card != but:
            return card
    raise AssertionError(f"seat {seat} has no such card")


# -------------------------------------------------------------------------- the count


def symbols(cards: tuple[int, ...], section: list[int], symbol: int) -> int:
    """How often a symbol shows in a section; the specials count two.  T67-V3 T67-R5"""
    found = 0
    for card in cards:
        if section[card] == symbol:
            found += SYMBOLS[card]
    return found


def counts(t: Table) -> list[int]:
    """The symbols of the section concerned on the cards turned up."""
    if t.vote == ATTACK_VOTE:
        return [symbols(t.played, TOP, symbol) for symbol in (CANNON, TORCH, WATER)]
    if t.vote == MUTINY_VOTE:
        return [symbols(t.played, BOTTOM, symbol) for symbol in (SKULL, WHEEL)] + [0]
    return [symbols(t.played, FLAG, symbol) for symbol in (BRITISH, FRENCH)] + [0]


def outcome_of(vote: int, found: list[int]) -> int:
    """What the symbols say.  T67-V5 T67-V6 T67-V7"""
    if vote == ATTACK_VOTE:
        return ATTACK_WON if found[0] >= 1 and found[1] > found[2] else ATTACK_FAILED  # T67-V5
    if vote == MUTINY_VOTE:
        return MUTINY_WON if found[0] > found[1] else MUTINY_FAILED  # T67-V6
    if found[0] == found[1]:
        return BRAWL_TIED
    return BRAWL_BRITISH if found[0] > found[1] else BRAWL_FRENCH


def count(t: Table) -> None:
    """Count and carry out the result.  T67-V3 T67-V4"""
    found = counts(t)
    t.outcome = outcome_of(t.vote, found)
    if t.log is not None:
        t.record(VOTE_COUNTED, [t.vote] + found + [t.outcome], [], t.everyone, FOREVER)
    y, z = (found[1], found[2]) if t.vote == ATTACK_VOTE else (found[0], found[1])
    t.note(deeds.deed(deeds.VOTED, t.caller, deeds.NO_SEAT, t.outcome, y, z, t.voters))
    if t.outcome == ATTACK_WON:
        t.agenda.append(TAKING_CHEST)
    elif t.outcome == MUTINY_WON:
        captain = ranks.captain(t, t.places[t.caller])
        marooning.threaten(t, captain, t.caller, BY_MUTINY)  # T67-V6
    elif t.outcome >= BRAWL_BRITISH:
        settle_brawl(t)


def settle_brawl(t: Table) -> None:
    """Both chests of the island go to the winning nation's area; in a tie one to each.  T67-V7"""
    british = 1
    if t.outcome != BRAWL_TIED:
        british = ISLAND_CHESTS if t.outcome == BRAWL_BRITISH else 0
    t.chests[TO_BRITISH] = british
    t.chests[TO_FRENCH] = ISLAND_CHESTS - british
    t.tell(BRAWL_SETTLED, british, ISLAND_CHESTS - british)


# ------------------------------------------------------------------ the spoils of an attack


def sources(t: Table) -> list[int]:
    """The Galleon; only if it is empty the holds of the other ship, manned or not.  T67-V5"""
    if t.chests[SG]:
        return [SG]
    other = 1 - t.places[t.caller]
    holds = (hold_of(other, BRITISH), hold_of(other, FRENCH))
    return [hold for hold in holds if t.chests[hold]]


def ask_for_chest(t: Table) -> None:
    """The captain may move one chest into either own hold; or there is none.  T67-V5 T67-R4"""
    ship = t.places[t.caller]
    options: list[Action] = []
    for source in sources(t):
        for nation in (BRITISH, FRENCH):
            options.append(take(source, hold_of(ship, nation)))
    if options:
        t.ask(t.caller, options + [NO_CHEST])
    else:
        t.agenda.pop()


def answer_chest(t: Table, action: Action) -> None:
    """Take one chest, never more, or decline.  T67-V5 T67-R4"""
    t.agenda.pop()
    if action.verb == TAKE:
        source, hold = action.first, action.second + 1
        t.move_chest(source, hold)
        t.tell(CHEST_TAKEN, t.caller, source, hold)
        t.note(deeds.deed(deeds.TOOK_CHEST, t.caller, deeds.NO_SEAT, source, hold))
    else:
        t.tell(CHEST_DECLINED, t.caller)
        t.note(deeds.deed(deeds.DECLINED, t.caller))


def default_chest(t: Table) -> Action:
    """From the fuller source into the emptier hold; the British one if they are alike."""
    ship = t.places[t.caller]
    best = -1
    for source in sources(t):
        if best < 0 or t.chests[source] > t.chests[best]:
            best = source
    british, french = hold_of(ship, BRITISH), hold_of(ship, FRENCH)
    return take(best, british if t.chests[british] <= t.chests[french] else french)


# ----------------------------------------------------------------------- after the vote


def end(t: Table) -> None:
    """The played cards go under the vote deck, then each participant draws exactly one.

    Clockwise from the caller. The Pirate Code is marked, then discarded.
    T67-V4 T67-R14 T67-R31 T67-E14
    """
    t.agenda.pop()
    t.return_played()
    for step in range(t.seats):
        seat = (t.caller + step) % t.seats
        if t.voters >> seat & 1:
            t.draw_vote(seat)
    if t.missing != NOBODY:
        miss_vote(t, t.missing)
    t.vote = NOBODY
    t.caller = NOBODY
    t.voters = 0
    t.missing = NOBODY
    t.outcome = NOBODY


def miss_vote(t: Table, seat: Seat) -> None:
    """The Pirate Code's owner has sat out a vote: mark it, or discard it.  T67-E14"""
    t.code_marks += 1
    if t.code_marks == CODE_VOTES:
        t.code_marks = 0
        t.discard_kept(seat, PIRATE_CODE)
    else:
        t.tell(CODE_MARKED, seat)


def prompt(t: Table, seat: Seat, step: int) -> Prompt:
    """A card of the hand, each as likely as the others.  T67-R33"""
    if step == TAKING_CHEST:
        return Prompt("take_chest", "T67-V5", default_chest(t))
    cards = [VOTES[VOTE_KIND[card]] for card in t.hands[seat]]
    return Prompt("vote", "T67-V2", cards[0], cards)
