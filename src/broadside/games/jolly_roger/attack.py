"""Attack: forts, merchant ships and settlements are won by the skills that the crew musters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.state import Prompt

from . import reactions, sharing
from .cards import (
    BOX,
    CANNONS,
    CREW_OF_KIND,
    FIRST_CHARACTER,
    FIRST_DESTINATION,
    KIND_OF,
    MULTI_KIND,
    NAV,
    SABRES,
    SKILLS,
    SKILLS_OF_KIND,
    Destination,
)
from .events import ALLOTTED, ATTACK_FAILED, ATTACK_WON, FIRST_WAIVED, OFFICER_HELPED, REVEALED_BY
from .questions import ALLOT_SKILLS, PLAY_FIRST_CARD, QUESTIONS
from .steps import ALLOT, ATTACK_ENDS, FIRST, LOOKOUT, MUSTER, REVEAL, REVEALED
from .verbs import MUSTERS, PASSING, UP, allotting

if TYPE_CHECKING:
    from broadside.kernel.event import Seat

    from .table import Table


def begin(t: Table) -> None:
    """From the Lookout to the end of the attack.  JR-A1 JR-Q35"""
    for step in (ATTACK_ENDS, ALLOT, REVEALED, REVEAL, MUSTER, FIRST, LOOKOUT):
        t.push(step)


def face(t: Table) -> Destination:
    """The destination card under attack."""
    return BOX.destinations[t.chosen - FIRST_DESTINATION]


# ------------------------------------------------------------------ the first card


def advance_first(t: Table) -> None:
    """The Quartermaster must play one normal card; without one the duty is waived.

    A live table asks him whatever he holds: that he has none, he tells by passing.
    JR-A1 JR-Q28 JR-T7 JR-O8
    """
    quartermaster = t.acting_quartermaster()
    cards = normal_kinds(t, quartermaster)
    if t.asks_all and t.hands[quartermaster]:
        t.ask(quartermaster)
    elif not cards:
        waive(t, quartermaster)
    elif len(cards) == 1:
        play_first(t, quartermaster, MUSTERS[cards[0]])
    else:
        t.ask(quartermaster)


def waive(t: Table, seat: Seat) -> None:
    """There is no normal card to play.  JR-A1 JR-Q28"""
    t.tell(FIRST_WAIVED, seat)
    t.pop()
    t.taken()


def normal_kinds(t: Table, seat: Seat) -> list[int]:
    """The kinds of normal cards in a hand.  JR-A1"""
    return [kind for kind in t.kinds_in_hand(seat) if kind < FIRST_CHARACTER]


def first_options(t: Table) -> list[Action]:
    """Any normal card; only who has none passes.  JR-A1"""
    found = [MUSTERS[kind] for kind in normal_kinds(t, t.acting_quartermaster())]
    return found or [PASSING]


def play_first(t: Table, seat: Seat, action: Action) -> None:
    """The duty is met when the card is played, cancelled or not.  JR-A1 JR-Q37"""
    if action is PASSING:
        waive(t, seat)
    else:
        t.pop()
        reactions.begin(t, seat, action)


def first_prompt(t: Table) -> Prompt:
    """Which card: one with the fewest crew members."""
    kinds = normal_kinds(t, t.acting_quartermaster())
    if not kinds:
        return Prompt(QUESTIONS[PLAY_FIRST_CARD], "JR-A1", PASSING)
    best = kinds[0]
    for kind in kinds:
        if CREW_OF_KIND[kind] < CREW_OF_KIND[best]:
            best = kind
    return Prompt(QUESTIONS[PLAY_FIRST_CARD], "JR-A1", MUSTERS[best])


# ------------------------------------------------------------------------ revealing


def order_reveal(t: Table, seat: Seat) -> None:
    """The Quartermaster ends the mustering.  JR-A3"""
    t.tell(REVEALED_BY, seat)
    t.pop()
    t.taken()


def reveal(t: Table) -> None:
    """The destination is turned up.  JR-A3"""
    t.pop()
    t.show_destination()


def help_with(t: Table, seat: Seat, skill: int, sign: int) -> None:
    """An officer adds 1 to the total of his skill, or takes 1 away.  JR-X5 JR-A4"""
    t.officers[skill] += 1 if sign == UP else -1
    t.tell(OFFICER_HELPED, seat, skill, sign)


# ---------------------------------------------------------------------- allotting


def multi_cards(t: Table) -> int:
    """How many mustered cards show all skills."""
    count = 0
    for card in t.mustered:
        if KIND_OF[card] == MULTI_KIND:
            count += 1
    return count


def multi_value() -> int:
    """What each of them adds to one skill."""
    return SKILLS_OF_KIND[MULTI_KIND][NAV] if MULTI_KIND >= 0 else 0


def advance_allot(t: Table) -> None:
    """The Quartermaster assigns each multi card to a skill, after the officers.  JR-A4 JR-Q30"""
    if multi_cards(t) == 0:
        t.allotted = [0] * SKILLS
        t.pop()
    else:
        t.ask(t.acting_quartermaster())


def allot_options(t: Table) -> list[Action]:
    """Every way to share the multi cards out.  JR-A4"""
    cards = multi_cards(t)
    found: list[Action] = []
    for nav in range(cards + 1):
        found += [allotting(nav, cannons) for cannons in range(cards - nav + 1)]
    return found


def allot(t: Table, seat: Seat, nav: int, cannons: int) -> None:
    """So many for navigation and cannons, the rest for sabres.  JR-A4"""
    sabres = multi_cards(t) - nav - cannons
    t.allotted = [nav, cannons, sabres]
    t.tell(ALLOTTED, seat, nav, cannons, sabres)
    t.pop()
    t.taken()


def allot_prompt(t: Table) -> Prompt:
    """How to allot: in a way that wins, else all to navigation."""
    cards = multi_cards(t)
    need = face(t).required
    value = multi_value()
    counts: list[int] = []
    for skill in range(SKILLS):
        lacking = max(0, need[skill] - single_total(t, skill))
        counts.append((lacking + value - 1) // value)
    best = allotting(cards, 0)
    if sum(counts) <= cards:
        best = allotting(cards - counts[CANNONS] - counts[SABRES], counts[CANNONS])
    return Prompt(QUESTIONS[ALLOT_SKILLS], "JR-A4", best)


# -------------------------------------------------------------------------- the result


def single_total(t: Table, skill: int) -> int:
    """What single skills and officers add up to.  JR-A5"""
    total = t.officers[skill]
    for card in t.mustered:
        kind = KIND_OF[card]
        if kind != MULTI_KIND:
            total += SKILLS_OF_KIND[kind][skill]
    return total


def total(t: Table, skill: int) -> int:
    """Values, allotted cards and officers, at least 0.  JR-A5"""
    more = t.allotted[skill] * multi_value() if t.allotted else 0
    return max(0, single_total(t, skill) + more)


def end(t: Table) -> None:
    """All three totals must be reached; then there are prizes to share.  JR-A5 JR-A6"""
    t.pop()
    totals = [total(t, skill) for skill in range(SKILLS)]
    need = face(t).required
    is_won = True
    for skill in range(SKILLS):
        is_won = is_won and totals[skill] >= need[skill]
    t.discard_mustered()
    t.officers = [0] * SKILLS
    t.allotted = []
    if not is_won:
        t.tell(ATTACK_FAILED, totals[NAV], totals[CANNONS], totals[SABRES])
        return
    prizes = min(face(t).prizes, len(t.prize_deck))  # JR-D1
    t.tell(ATTACK_WON, totals[NAV], totals[CANNONS], totals[SABRES], prizes)
    for _ in range(prizes):
        t.lay_prize()
    sharing.begin(t, False)
