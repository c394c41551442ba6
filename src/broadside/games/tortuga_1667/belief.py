"""Belief: how likely each seat holds which Loyalty card, for all that one seat can know.

The seat knows its own card, what is open, how many of each nation play, and the public record of
deeds. Each deed speaks for or against nations: of one seat, or of two being on the same side. The
sums are weighed over all ways to deal the cards.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from broadside.kernel.event import Seat

from . import deeds
from .cards import (
    ATLANTIS,
    BRITISH,
    DUTCH,
    FIRST_LOYALTY,
    FRENCH,
    NOBODY,
    OPEN,
    SG,
    TEAMS,
    nation_of_treasury,
)
from .events import (
    BRAWL_BRITISH,
    BY_CAPTAIN,
    BY_MUTINY,
    BY_PISTOL,
)
from .table import Table

NATIONS: Final = 3
STOW_TRUTH: Final = 0.78
TAKE_TRUTH: Final = 0.85
SMUGGLE_TRUTH: Final = 0.9
"""How often players put a chest where their heart is; the rest is bluff."""
FLAG_TRUTH: Final = 0.66
"""How often a card in a brawl shows the own flag; not everybody has one."""
MAROON_FRICTION: Final = 0.7
PISTOL_FRICTION: Final = 0.8
MUTINY_FRICTION: Final = 0.4
FORCE_FRICTION: Final = 0.12
LETTER_FRIENDSHIP: Final = 0.5
MAP_FRIENDSHIP: Final = 0.6
LOOT_TRUTH: Final = 0.8
SCORE_MIN: Final = -600.0
"""Less than this is as good as impossible, and must not become zero."""


class Evidence:
    """What the record says: leanings of single seats, and friendship between two."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.leans: list[float] = [0.0] * (seats * NATIONS)
        self.bonds: list[float] = [0.0] * (seats * seats)

    def lean(self, seat: Seat, nation: int, truth: float) -> None:
        """A seat has favoured a nation, as its friends do with this probability."""
        first = seat * NATIONS
        self.leans[first + nation] += log(2.0 * truth)
        self.leans[first + 1 - nation] += log(2.0 - 2.0 * truth)

    def bind(self, one: Seat, two: Seat, weight: float) -> None:
        """Two seats have behaved like friends, or with a negative weight like enemies."""
        if one != two:
            self.bonds[one * self.seats + two] += weight
            self.bonds[two * self.seats + one] += weight

    def forget(self, seat: Seat) -> None:
        """A seat may have another Loyalty card now: what it did before says nothing."""
        for nation in range(NATIONS):
            self.leans[seat * NATIONS + nation] = 0.0
        for other in range(self.seats):
            self.bonds[seat * self.seats + other] = 0.0
            self.bonds[other * self.seats + seat] = 0.0


def gather(t: Table) -> Evidence:
    """Read the public record."""
    found = Evidence(t.seats)
    for one in t.deeds:
        weigh(found, one)
    return found


def weigh(found: Evidence, one: int) -> None:
    """What a single deed says."""
    kind, seat, other = deeds.kind_of(one), deeds.seat_of(one), deeds.other_of(one)
    if kind == deeds.STOWED:
        lean_to(found, seat, deeds.x_of(one), STOW_TRUTH)
    elif kind == deeds.SMUGGLED:
        lean_to(found, seat, deeds.y_of(one), SMUGGLE_TRUTH)
    elif kind == deeds.TOOK_CHEST:
        weigh_chest(found, one, seat)
    elif kind == deeds.VOTED:
        weigh_vote(found, one)
    elif kind == deeds.MAROONED and other < found.seats:
        weigh_marooning(found, seat, other, deeds.x_of(one))
    elif kind == deeds.FORCED and other < found.seats:
        found.bind(seat, other, -FORCE_FRICTION)
    elif kind == deeds.LETTERED and other < found.seats:
        found.bind(seat, other, LETTER_FRIENDSHIP)
    elif kind == deeds.GAVE_MAP and other < found.seats:
        found.bind(seat, other, MAP_FRIENDSHIP if deeds.x_of(one) >= ATLANTIS else 0.0)
    elif kind == deeds.FEVER and other < found.seats:
        found.forget(seat)
        found.forget(other)


def lean_to(found: Evidence, seat: Seat, treasury: int, truth: float) -> None:
    """A seat has put a chest somewhere."""
    nation = nation_of_treasury(treasury)
    if nation != NOBODY:
        found.lean(seat, nation, truth)


def weigh_chest(found: Evidence, one: int, seat: Seat) -> None:
    """A captain has taken a chest: from whom, and for whom."""
    lean_to(found, seat, deeds.y_of(one), TAKE_TRUTH)
    source = deeds.x_of(one)
    if source != SG and nation_of_treasury(source) != NOBODY:
        found.lean(seat, 1 - nation_of_treasury(source), LOOT_TRUTH)


def weigh_vote(found: Evidence, one: int) -> None:
    """The flags of a brawl speak of all who voted, the fewer the clearer."""
    mask, outcome = deeds.mask_of(one), deeds.x_of(one)
    if outcome < BRAWL_BRITISH:
        return
    british, french = deeds.y_of(one), deeds.z_of(one)
    voters = 0
    for seat in range(found.seats):
        voters += mask >> seat & 1
    if voters == 0:
        return
    share = (british - french) / float(voters + 1)
    nation = BRITISH if share > 0 else FRENCH
    strength = min(1.0, abs(share))
    truth = 0.5 + (FLAG_TRUTH - 0.5) * strength
    for seat in range(found.seats):
        if mask >> seat & 1 and share != 0.0:
            found.lean(seat, nation, truth)


def weigh_marooning(found: Evidence, seat: Seat, other: Seat, cause: int) -> None:
    """Nobody likes to maroon a friend."""
    if cause == BY_CAPTAIN:
        found.bind(seat, other, -MAROON_FRICTION)
    elif cause == BY_PISTOL:
        found.bind(seat, other, -PISTOL_FRICTION)
    elif cause == BY_MUTINY:
        found.bind(seat, other, -MUTINY_FRICTION)


class Beliefs:
    """The probabilities of one seat for the nations of all seats."""

    def __init__(self, t: Table, seat: Seat) -> None:
        self.seats = t.seats
        self.seat = seat
        self.fixed: list[int] = [known_nation(t, seat, other) for other in range(t.seats)]
        self.left: list[int] = TEAMS[t.seats][:]
        self.nations: list[int] = [0] * t.seats
        self.weights: list[float] = [0.0] * (t.seats * NATIONS)
        self.total = 0.0
        self.evidence = gather(t)
        self.deal(0, 0.0)
        for i in range(len(self.weights)):
            self.weights[i] /= self.total

    def deal(self, seat: Seat, score: float) -> None:
        """Go through all ways to deal the Loyalty cards to this seat and those after it."""
        if seat == self.seats:
            self.count(exp(max(score, SCORE_MIN)))
            return
        fixed = self.fixed[seat]
        for nation in range(NATIONS):
            if self.left[nation] == 0 or (fixed != NOBODY and fixed != nation):
                continue
            self.left[nation] -= 1
            self.nations[seat] = nation
            self.deal(seat + 1, score + self.fit(seat, nation))
            self.left[nation] += 1

    def fit(self, seat: Seat, nation: int) -> float:
        """How well a nation fits what a seat did, given the nations of those before it."""
        score = self.evidence.leans[seat * NATIONS + nation]
        if nation == DUTCH:
            return score
        first = seat * self.seats
        for other in range(seat):
            if self.nations[other] == nation:
                score += self.evidence.bonds[first + other]
            elif self.nations[other] != DUTCH:
                score -= self.evidence.bonds[first + other]
        return score

    def count(self, weight: float) -> None:
        """One way to deal the cards."""
        self.total += weight
        for seat in range(self.seats):
            self.weights[seat * NATIONS + self.nations[seat]] += weight

    def of(self, seat: Seat, nation: int) -> float:
        """How likely a seat is of a nation."""
        return self.weights[seat * NATIONS + nation]


def known_nation(t: Table, seat: Seat, other: Seat) -> int:
    """The nation of another seat, if this one knows it; after the end, if it knew it before."""
    if t.is_over() and t.loyalty_mode != OPEN:
        return t.nation(other) if other == seat else NOBODY
    is_known = t.knows[FIRST_LOYALTY + t.loyalties[other]] >> seat & 1
    return t.nation(other) if is_known else NOBODY
