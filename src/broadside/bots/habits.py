"""Habits: what somebody learns of a bot who has seen it play often, and its secrets afterwards.

Each public deed is counted with the side of who did it, or with whether the two whom it concerns
were on the same side. A later world is the more likely, the more its sides fit these counts.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.state import State

FRIENDS: Final = "friends"
STRANGERS: Final = "strangers"
SMOOTHING: Final = 2.0
"""A deed counts as if it had been seen so often before, by everybody alike."""
SCORE_MIN: Final = -600.0


class Habits:
    """Counts of deeds, and what they say."""

    def __init__(self) -> None:
        self.games = 0
        self.seen: dict[str, int] = {}
        self.usual: dict[str, float] = {}
        self.usual_total: dict[bool, float] = {False: 0.0, True: 0.0}
        self.scores: dict[str, float] = {}

    def learn(self, advice: Advice, table: State) -> None:
        """Remember what was done at a table whose secrets are known by now."""
        self.games += 1
        self.scores = {}
        for what, seat, other in advice.deeds(table):
            key = f"{what} {bearing(table, seat, other)}"
            self.seen[key] = self.seen.get(key, 0) + 1
            self.seen[what] = self.seen.get(what, 0) + 1
        for seat in range(table.seats):
            self.count_usual(bearing(table, seat, -1), False)
            for other in range(seat):
                self.count_usual(bearing(table, seat, other), True)

    def count_usual(self, held: str, is_pair: bool) -> None:
        """How many seats are of a side, how many pairs are friends, whatever they do."""
        self.usual[held] = self.usual.get(held, 0.0) + 1.0
        self.usual_total[is_pair] += 1.0

    def score(self, what: str, held: str, is_pair: bool) -> float:
        """How much a deed speaks for a side or a friendship: 0 if it says nothing."""
        key = f"{what} {held}"
        known = self.scores.get(key)
        if known is not None:
            return known
        prior = self.usual.get(held, 0.0) / max(self.usual_total[is_pair], 1.0)
        if prior == 0.0:
            return 0.0
        times = self.seen.get(key, 0) + SMOOTHING * prior
        found = log(times / (self.seen.get(what, 0) + SMOOTHING) / prior)
        self.scores[key] = found
        return found

    def weight(self, advice: Advice, world: State) -> float:
        """How well the sides of a world fit what everybody did, by the habits that were learned."""
        total = 0.0
        for what, seat, other in advice.deeds(world):
            total += self.score(what, bearing(world, seat, other), other >= 0)
        return exp(max(total, SCORE_MIN))


def bearing(table: State, seat: Seat, other: Seat) -> str:
    """The side of a seat; of two seats, whether they are on the same one."""
    if other < 0:
        return table.side(seat)
    return FRIENDS if table.side(seat) == table.side(other) else STRANGERS
