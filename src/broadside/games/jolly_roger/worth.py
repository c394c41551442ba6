"""What things are worth: cards, prizes, roles and chances, for those who only see what all see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.games.data import game_folder
from broadside.kernel.evaluation import read_numbers
from broadside.kernel.event import Seat

from . import attack, cards

if TYPE_CHECKING:
    from .table import Table

BY_CHARACTER: Final[list[float]] = read_numbers(
    game_folder(cards.PACKAGE), "worth.json", cards.CHARACTER_NAMES
)
USUAL_CREW: Final = 1.8
"""Crew members on a card that one does not know."""
USUAL_PRIZE: Final = 1.5
"""What a prize is worth that one does not know."""


PRIZE_WORTH: Final = [1.0, 2.0, 3.0, 0.3, 1.2, 2.2]
"""What gold, rum, jewels and prisoners are worth, in the order of the kinds."""


def card(kind: int) -> float:
    """What a hand card is worth to keep."""
    if kind >= cards.FIRST_CHARACTER:
        return BY_CHARACTER[kind - cards.FIRST_CHARACTER]
    skills = cards.SKILLS_OF_KIND[kind]
    value = max(skills[cards.NAV], skills[cards.CANNONS], skills[cards.SABRES])
    more = 0.15 if kind in cards.MULTI_KINDS else 0.0
    return 0.2 + 0.15 * cards.CREW_OF_KIND[kind] + 0.1 * value + more


def hand(t: Table, seat: Seat) -> float:
    """What a hand is worth to keep."""
    total = 0.0
    for card_ in t.hands[seat]:
        total += card(cards.KIND_OF[card_])
    return total


def zone(prizes: tuple[int, ...]) -> float:
    """What some prizes are worth."""
    total = 0.0
    for prize in prizes:
        total += PRIZE_WORTH[cards.KIND_OF[prize]]
    return total


def best(prizes: tuple[int, ...]) -> float:
    """What the best of some prizes is worth."""
    return max([0.0] + [PRIZE_WORTH[cards.KIND_OF[prize]] for prize in prizes])


def open_prizes(t: Table, seat: Seat) -> float:
    """What a seat would lose in a lost mutiny."""
    return zone(t.prizes[seat])


def rounds_left(t: Table) -> int:
    """How many rounds come after this one, at most."""
    return cards.ROUNDS - t.round


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
    return [(low_high[0] + low_high[1] + 1) // 2 for low_high in cards.spans(t.type_chosen())]


def gaps(t: Table) -> list[int]:
    """What each skill still lacks; multi cards fill the widest gaps."""
    need = needs(t)
    found = [max(0, need[skill] - attack.single_total(t, skill)) for skill in range(cards.SKILLS)]
    for _ in range(attack.multi_cards(t)):
        widest = found.index(max(found))
        found[widest] = max(0, found[widest] - attack.multi_value())
    return found


def booty(t: Table, seat: Seat) -> float:
    """What a success is worth to a seat: its share, and the picks of the officers."""
    prizes = attack.face(t).prizes if t.is_shown else usual_prizes(t)
    laid = min(prizes, len(t.prize_deck))
    extra = 1.3 if seat == t.captain else 0.9 if seat == t.acting_quartermaster() else 0.0
    return laid * USUAL_PRIZE / t.seats + extra if laid else 0.0


def usual_prizes(t: Table) -> int:
    """How many prizes a destination of the chosen type has, more or less."""
    type_ = t.type_chosen()
    prizes = [place.prizes for place in cards.BOX.destinations if place.type == type_]
    return sum(prizes) // max(1, len(prizes))


def help_of(kind: int, lacking: list[int]) -> int:
    """How much of the gaps a card fills."""
    if kind >= cards.FIRST_CHARACTER:
        return 0
    best = 0
    for skill in range(cards.SKILLS):
        best = max(best, min(lacking[skill], cards.SKILLS_OF_KIND[kind][skill]))
    return best


# ----------------------------------------------------------------------------- mutinies


def guessed_crew(t: Table, seat: Seat) -> float:
    """The crew members in a hand that one does not see."""
    return USUAL_CREW * len(t.hands[seat])
