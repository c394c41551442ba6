"""Punishment: ordered by the Captain, carried out by the Quartermaster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import promises
from .cards import NOBODY
from .events import NO_VICTIM, PUNISHMENT_ORDERED, PUNISHMENT_WAIVED, VICTIM_NAMED
from .questions import NAME_VICTIM, ORDER_PUNISHMENT, QUESTIONS
from .verbs import PUNISHING, SPARE, SPARING, SUGGEST, SUGGESTIONS, VICTIMS

if TYPE_CHECKING:
    from .table import Table


def advance_order(t: Table) -> None:
    """Ask the Captain.  JR-N1"""
    t.ask(t.captain)


def candidates(t: Table) -> list[Seat]:
    """Seats with a hand card, but for Captain and Quartermaster.  JR-N2"""
    found: list[Seat] = []
    for seat in range(t.seats):
        is_officer = seat == t.captain or seat == t.acting_quartermaster()
        if t.hands[seat] and not is_officer:
            found.append(seat)
    return found


def order_options(t: Table) -> list[Action]:
    """No, yes, or yes with a suggestion.  JR-N1"""
    return [SPARING, PUNISHING] + [SUGGESTIONS[seat] for seat in candidates(t)]


def order(t: Table, action: Action) -> None:
    """The Captain decides; then everybody may still call a mutiny.  JR-N1"""
    t.pop()
    t.taken()
    if action.verb == SPARE:
        t.tell(PUNISHMENT_WAIVED, t.captain)
        return
    t.is_ordered = True
    if action.verb == SUGGEST:
        t.suggestion = action.first
        promises.punished(t, t.captain, action.first)
    t.tell(PUNISHMENT_ORDERED, t.captain, t.suggestion)


def advance_victim(t: Table) -> None:
    """The Quartermaster must name somebody, if there is anybody.  JR-N2 JR-T7"""
    if not t.is_ordered:
        t.pop()
        return
    seats = candidates(t)
    if not seats:
        t.tell(NO_VICTIM)
        t.pop()
    elif len(seats) == 1:
        punish(t, t.acting_quartermaster(), seats[0])
    else:
        t.ask(t.acting_quartermaster())


def victim_options(t: Table) -> list[Action]:
    """Whom he may name.  JR-N2"""
    return [VICTIMS[seat] for seat in candidates(t)]


def punish(t: Table, quartermaster: Seat, victim: Seat) -> None:
    """A random card of the victim is discarded face up.  JR-N2 JR-Q8"""
    t.pop()
    t.taken()
    t.tell(VICTIM_NAMED, quartermaster, victim)
    promises.punished(t, quartermaster, victim)
    hand = t.hands[victim]
    t.discard_card(victim, hand[int(t.rng.below(len(hand)))])


def order_prompt() -> Prompt:
    """Whether to punish: no."""
    return Prompt(QUESTIONS[ORDER_PUNISHMENT], "JR-N1", SPARING)


def victim_prompt(t: Table) -> Prompt:
    """Whom to name: the suggested one, else who has most cards, from the Captain clockwise."""
    best = NOBODY
    seats = candidates(t)
    for seat in t.clockwise(t.captain):
        if seat in seats and (best == NOBODY or len(t.hands[seat]) > len(t.hands[best])):
            best = seat
    if t.suggestion in seats:
        best = t.suggestion
    return Prompt(QUESTIONS[NAME_VICTIM], "JR-N2", VICTIMS[best])
