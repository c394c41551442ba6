"""What things are worth: cards, prizes, roles and chances, for those who only see what all see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat

from . import attack
from .cards import (
    BOX,
    CANNONS,
    CREW_OF_KIND,
    FIRST_CHARACTER,
    GOLD_1,
    GOLD_2,
    GOLD_3,
    JEWELS,
    KIND_OF,
    MULTI_KIND,
    NAV,
    PRISONER,
    PRIZE_KINDS,
    ROUNDS,
    RUM,
    SABRES,
    SKILLS,
    SKILLS_OF_KIND,
    prize_kind,
    span,
)

if TYPE_CHECKING:
    from .table import Table

BY_CHARACTER: Final = [
    0.6,  # boatswain
    0.9,  # carpenter
    1.0,  # cook
    2.0,  # cutthroat
    0.5,  # first mate
    0.5,  # lookout
    0.5,  # navigator
    1.0,  # old sailor
    1.6,  # cannon fodder
    1.1,  # sea dog
    1.0,  # second mate
    0.5,  # sharpshooter
    0.9,  # smart lad
    0.9,  # stowaway
    0.7,  # surgeon
    1.2,  # traitor
]
USUAL_CREW: Final = 1.8
"""Crew members on a card that one does not know."""
USUAL_PRIZE: Final = 1.5
"""What a prize is worth that one does not know."""


def prize_worths() -> list[float]:
    """What each kind of prize is worth."""
    found = [0.0] * PRIZE_KINDS
    found[GOLD_1] = 1.0
    found[GOLD_2] = 2.0
    found[GOLD_3] = 3.0
    found[RUM] = 0.3
    found[JEWELS] = 1.2
    found[PRISONER] = 2.2
    return found


PRIZE_WORTH: Final[list[float]] = prize_worths()


def card(kind: int) -> float:
    """What a hand card is worth to keep."""
    if kind >= FIRST_CHARACTER:
        return BY_CHARACTER[kind - FIRST_CHARACTER]
    skills = SKILLS_OF_KIND[kind]
    value = max(skills[NAV], skills[CANNONS], skills[SABRES])
    more = 0.15 if kind == MULTI_KIND else 0.0
    return 0.2 + 0.15 * CREW_OF_KIND[kind] + 0.1 * value + more


def zone(prizes: tuple[int, ...]) -> float:
    """What some prizes are worth."""
    total = 0.0
    for prize in prizes:
        total += PRIZE_WORTH[prize_kind(prize)]
    return total


def open_prizes(t: Table, seat: Seat) -> float:
    """What a seat would lose in a lost mutiny."""
    return zone(t.prizes[seat])


def rounds_left(t: Table) -> int:
    """How many rounds come after this one, at most."""
    return ROUNDS - t.round


def captaincy(t: Table) -> float:
    """What it is worth to be Captain from now on: the first pick of every sharing."""
    return 0.2 + 0.13 * rounds_left(t)


def thrift(t: Table) -> float:
    """How much a hand card matters: nothing at the end."""
    return 0.25 + 0.075 * rounds_left(t)


# ----------------------------------------------------------------------------- attacks


def needs(t: Table) -> list[int]:
    """What the destination is likely to require of each skill."""
    if t.is_shown:
        return attack.face(t).required
    type_ = t.type_chosen()
    found: list[int] = []
    for skill in range(SKILLS):
        low_high = span(type_, skill)
        found.append((low_high[0] + low_high[1] + 1) // 2)
    return found


def gaps(t: Table) -> list[int]:
    """What each skill still lacks; multi cards fill the widest gaps."""
    need = needs(t)
    found = [max(0, need[skill] - attack.single_total(t, skill)) for skill in range(SKILLS)]
    for _ in range(attack.multi_cards(t)):
        widest = NAV
        for skill in range(SKILLS):
            if found[skill] > found[widest]:
                widest = skill
        found[widest] = max(0, found[widest] - attack.multi_value())
    return found


def booty(t: Table, seat: Seat) -> float:
    """What a success is worth to a seat: its share, and the picks of the officers."""
    prizes = attack.face(t).prizes if t.is_shown else usual_prizes(t)
    laid = min(prizes, len(t.prize_deck))
    share = laid * USUAL_PRIZE / t.seats
    if seat == t.captain:
        share += 1.3
    elif seat == t.acting_quartermaster():
        share += 0.9
    return share if laid else 0.0


def usual_prizes(t: Table) -> int:
    """How many prizes a destination of the chosen type has, more or less."""
    type_ = t.type_chosen()
    prizes = [place.prizes for place in BOX.destinations if place.type == type_]
    return sum(prizes) // max(1, len(prizes))


def help_of(kind: int, lacking: list[int]) -> int:
    """How much of the gaps a card fills."""
    if kind >= FIRST_CHARACTER:
        return 0
    best = 0
    for skill in range(SKILLS):
        best = max(best, min(lacking[skill], SKILLS_OF_KIND[kind][skill]))
    return best


# ----------------------------------------------------------------------------- mutinies


def own_crew(t: Table, seat: Seat) -> int:
    """The crew members in a hand."""
    total = 0
    for card_ in t.hands[seat]:
        total += CREW_OF_KIND[KIND_OF[card_]]
    return total


def guessed_crew(t: Table, seat: Seat) -> float:
    """The crew members in a hand that one does not see."""
    return USUAL_CREW * len(t.hands[seat])
