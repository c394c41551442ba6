"""Mutiny: the crew takes sides, the losers lose their prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import promises, reactions, sharing
from .cards import (
    CANNON_FODDER,
    CREW_OF_KIND,
    CUTTHROAT,
    FIRST_CHARACTER,
    KINDS,
    NO_CARD,
    NOBODY,
    SEA_DOG,
)
from .events import (
    CAPTAIN_REPLACED,
    MUTINY_CALLED,
    MUTINY_ENDED,
    NO_SIDE,
    SIDE_JOINED,
    THROAT_CUT,
)
from .questions import PLAY_FORCED_CARD, QUESTIONS
from .steps import (
    AFTER_MUTINY,
    APPOINT,
    CALL_2,
    CALL_3,
    DESTINATION,
    FORCED,
    MUTINY,
    MUTINY_ENDS,
    REDEAL,
    SEIZE,
    VICTIM,
)
from .verbs import CAPTAINS_SIDE, ENLISTINGS, MUTINEERS_SIDE

if TYPE_CHECKING:
    from .table import Table


def spent_kinds() -> list[bool]:
    """For each kind of crew card whether it is discarded after a mutiny, however used."""
    found = [False] * KINDS
    for character in (CANNON_FODDER, CUTTHROAT, SEA_DOG):
        found[FIRST_CHARACTER + character] = True
    return found


IS_SPENT: Final[list[bool]] = spent_kinds()  # JR-M10


def call(t: Table, seat: Seat, action: Action) -> None:
    """The first call wins and closes the window; the caller is First Mutineer.

    JR-M1 JR-M2 JR-Q15 JR-Q25
    """
    t.called_in = t.agenda[-1]
    t.pop()
    t.is_mutiny_used = True
    t.mutineer = seat
    t.loser = NO_SIDE
    for other in range(t.seats):
        t.sides[other] = NO_SIDE
    t.tell(MUTINY_CALLED, seat, t.captain)
    promises.mutiny_called(t, seat)
    for step in (AFTER_MUTINY, REDEAL, SEIZE, APPOINT, MUTINY_ENDS, MUTINY):
        t.push(step)
    reactions.begin(t, seat, action)


def join(t: Table, seat: Seat, card: int, side: int) -> None:
    """An uncancelled card counts for a side and binds its seat.  JR-M3 JR-M4 JR-Q26"""
    t.lay_for_side(seat, card, side)
    if t.log is not None:
        values = [seat, card, side, t.crew_on(CAPTAINS_SIDE), t.crew_on(MUTINEERS_SIDE)]
        t.record(SIDE_JOINED, values, [], t.everyone, -1)


def set_dog(t: Table, seat: Seat, card: int, side: int, target: Seat) -> None:
    """The Sea Dog counts, and a neutral seat must at once play a card for the same side.

    JR-X9
    """
    join(t, seat, card, side)
    if t.hands[target] and t.side_of(target) == NO_SIDE:
        t.forced = target
        t.forced_side = side
        t.push(FORCED)


def cut(t: Table, seat: Seat, side: int) -> None:
    """The Cutthroat: a leader's side loses at once, no more cards; it binds nobody.

    JR-X4 JR-M5 JR-Q27
    """
    t.loser = side
    t.tell(THROAT_CUT, seat, side)


# ---------------------------------------------------------------------- the forced card


def advance_forced(t: Table) -> None:
    """The Sea Dog's target must play one card; a single kind plays itself.  JR-X9 JR-T7"""
    kinds = t.kinds_in_hand(t.forced)
    if len(kinds) == 1 and not t.asks_all:
        enlist(t, t.forced, ENLISTINGS[kinds[0]])
    else:
        t.ask(t.forced)


def forced_options(t: Table) -> list[Action]:
    """Any hand card.  JR-X9"""
    return [ENLISTINGS[kind] for kind in t.kinds_in_hand(t.forced)]


def enlist(t: Table, seat: Seat, action: Action) -> None:
    """The forced card is played as plain crew.  JR-X9"""
    t.pop()
    t.forced = NOBODY
    reactions.begin(t, seat, action)


def forced_prompt(t: Table) -> Prompt:
    """Which card: one with the fewest crew members."""
    kinds = t.kinds_in_hand(t.forced)
    best = kinds[0]
    for kind in kinds:
        if CREW_OF_KIND[kind] < CREW_OF_KIND[best]:
            best = kind
    return Prompt(QUESTIONS[PLAY_FORCED_CARD], "JR-X9", ENLISTINGS[best])


# ------------------------------------------------------------------------- the end


def end(t: Table) -> None:
    """The side with more crew wins, a tie is the Captain's; a winning mutineer is Captain.

    JR-M5 JR-M6 JR-M7 JR-Q24
    """
    t.pop()
    crew = [t.crew_on(CAPTAINS_SIDE), t.crew_on(MUTINEERS_SIDE)]
    if t.loser == NO_SIDE:
        is_tie_or_less = crew[MUTINEERS_SIDE] <= crew[CAPTAINS_SIDE]
        t.loser = MUTINEERS_SIDE if is_tie_or_less else CAPTAINS_SIDE
    promises.mutiny_ended(t)
    t.sides[t.captain] = CAPTAINS_SIDE
    t.sides[t.mutineer] = MUTINEERS_SIDE
    t.tell(MUTINY_ENDED, 1 - t.loser, crew[CAPTAINS_SIDE], crew[MUTINEERS_SIDE])
    if t.loser == CAPTAINS_SIDE:
        t.tell(CAPTAIN_REPLACED, t.mutineer, t.captain)
        t.captain = t.mutineer
        if t.quartermaster == t.captain:
            t.quartermaster = NOBODY  # until he appoints one
    t.mutineer = NOBODY


def seize(t: Table) -> None:
    """All unburied prizes of the losers are shared among all.  JR-M6 JR-M9 JR-Q4"""
    t.pop()
    for seat in t.clockwise(t.captain):
        if t.sides[seat] == t.loser:
            t.seize_prizes(seat)
    sharing.begin(t, True)


def redeal(t: Table) -> None:
    """Some characters are spent; all other cards are shuffled and dealt in turn.

    JR-M10 JR-Q15 JR-Q27
    """
    t.pop()
    cards = t.clear_sides(IS_SPENT)
    if cards:
        t.deal_crew(cards, t.left_of(t.acting_quartermaster()))
    for seat in range(t.seats):
        t.sides[seat] = NO_SIDE
    t.loser = NO_SIDE


def go_on(t: Table) -> None:
    """Before the voyage the Captain chooses anew; after it the round is over.

    JR-M11 JR-Q14 JR-Q22
    """
    t.pop()
    if t.called_in == CALL_3:
        t.skips_appointment = True
        if t.agenda[-1] == VICTIM:
            t.pop()
    elif t.called_in == CALL_2:
        if t.chosen != NO_CARD:
            t.return_destination()
        t.push(CALL_2)
        t.push(DESTINATION)
