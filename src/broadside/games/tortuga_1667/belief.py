"""Belief: how likely each seat holds which Loyalty card, for all that one seat can know.

The seat knows its own card, what is open, how many of each nation play, and the public record of
deeds. Each deed speaks for or against nations: of one seat, or of two being on the same side. The
sums are weighed over all ways to deal the cards.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from broadside.kernel.event import Seat
from broadside.kernel.masks import bits

from . import cards, deeds, events
from .table import Table

NATIONS: Final = 3
TRUTHS: Final = {deeds.STOWED: 0.78, deeds.TOOK_CHEST: 0.85, deeds.SMUGGLED: 0.9}
"""How often players put a chest where their heart is; the rest is bluff."""
LOOT_TRUTH: Final = 0.8
"""How often they take it from the other nation."""
FLAG_TRUTH: Final = 0.66
"""How often a card in a brawl shows the own flag; not everybody has one."""
BONDS: Final = {deeds.FORCED: -0.12, deeds.LETTERED: 0.5, deeds.GAVE_MAP: 0.6}
"""How much two seats are friends between whom this was done."""
MAROON_BONDS: Final = {events.BY_CAPTAIN: -0.7, events.BY_PISTOL: -0.8, events.BY_MUTINY: -0.4}
"""Nobody likes to maroon a friend; what else maroons says nothing."""
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

    def fit(self, nations: list[int], seat: Seat) -> float:
        """How well a seat's nation fits what it did, given the nations of those before it."""
        nation = nations[seat]
        score = self.leans[seat * NATIONS + nation]
        if nation == cards.DUTCH:
            return score
        first = seat * self.seats
        for other in range(seat):
            if nations[other] == nation:
                score += self.bonds[first + other]
            elif nations[other] != cards.DUTCH:
                score -= self.bonds[first + other]
        return score

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
    """What a single deed says; its parts are those of `deeds.DEED`."""
    kind, seat, other = one & 31, one >> 5 & 15, one >> 9 & 15
    x, y, voters = one >> 13 & 31, one >> 18 & 31, one >> 23
    if kind in TRUTHS:
        found.lean(seat, cards.nation_of_treasury(y), TRUTHS[kind])
        if kind == deeds.TOOK_CHEST and x != cards.SG:
            found.lean(seat, 1 - cards.nation_of_treasury(x), LOOT_TRUTH)
    elif kind == deeds.BRAWLED:
        weigh_flags(found, x, y, bits(voters))
    elif kind == deeds.FEVER:
        found.forget(seat)
        found.forget(other)
    else:
        bond = MAROON_BONDS.get(x, 0.0) if kind == deeds.MAROONED else BONDS[kind]
        found.bind(seat, other, bond)


def told(t: Table) -> list[tuple[str, Seat, Seat]]:
    """The public record in words: what was done, by whom, to whom (-1: to nobody in particular).

    What somebody did before his Loyalty card may have changed is left out.
    """
    found: list[tuple[str, Seat, Seat]] = []
    for one in t.deeds:
        kind, seat, other = one & 31, one >> 5 & 15, one >> 9 & 15
        x, y, name = one >> 13 & 31, one >> 18 & 31, deeds.DEED_NAMES[kind]
        if kind in TRUTHS:
            found.append((f"{name} {cards.NATION_NAMES[cards.nation_of_treasury(y)]}", seat, -1))
            if kind == deeds.TOOK_CHEST and x != cards.SG:
                nation = cards.NATION_NAMES[cards.nation_of_treasury(x)]
                found.append((f"{name} from {nation}", seat, -1))
        elif kind == deeds.BRAWLED:
            voters = bits(one >> 23)
            if x != y:
                nation = cards.NATION_NAMES[cards.BRITISH if x > y else cards.FRENCH]
                found += [(f"{name} {nation} of {len(voters)}", voter, -1) for voter in voters]
        elif kind == deeds.FEVER:
            both = (seat, other)
            found = [deed for deed in found if deed[1] not in both and deed[2] not in both]
        else:
            found.append((f"{name} {x}" if kind == deeds.MAROONED else name, seat, other))
    return found


def weigh_flags(found: Evidence, british: int, french: int, voters: list[Seat]) -> None:
    """The flags of a brawl speak of all who voted, the fewer the clearer."""
    if british == french:
        return
    strength = min(1.0, abs(british - french) / float(len(voters) + 1))
    truth = 0.5 + (FLAG_TRUTH - 0.5) * strength
    for seat in voters:
        found.lean(seat, cards.BRITISH if british > french else cards.FRENCH, truth)


class Beliefs:
    """The probabilities of one seat for the nations of all seats."""

    def __init__(self, t: Table, seat: Seat) -> None:
        self.seats = t.seats
        self.seat = seat
        self.fixed: list[int] = [known_nation(t, seat, other) for other in range(t.seats)]
        self.left: list[int] = cards.TEAMS[t.seats][:]
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
            if self.left[nation] == 0 or (fixed != cards.NOBODY and fixed != nation):
                continue
            self.left[nation] -= 1
            self.nations[seat] = nation
            self.deal(seat + 1, score + self.evidence.fit(self.nations, seat))
            self.left[nation] += 1

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
    if t.is_over() and t.loyalty_mode != cards.OPEN:
        return t.nation(other) if other == seat else cards.NOBODY
    is_known = t.knows[cards.FIRST_LOYALTY + t.loyalties[other]] >> seat & 1
    return t.nation(other) if is_known else cards.NOBODY
