"""Which of several actions is best: all are tried in the same worlds, the worse half is dropped.

Each world is tried with every action that is left, with the same dice for all of them, so that luck
cancels out. The worse half goes whenever an equal part of the budget is used up; an action that is
clearly behind goes at once, and a choice that is clear ends the search.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.advice import TIE, Advice
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .budget import Budget
from .look_ahead import LookAhead
from .worlds import Worlds

ARMS_MAX: Final = 24
"""So many actions are looked at, those which the advice rates best."""
RATED_WORLDS: Final = 4
"""The advice rates the actions in so many worlds."""
CLEAR: Final = 3.5
"""A difference of so many standard errors is clear."""
CLEAR_AFTER: Final = 16
"""Fewer worlds make nothing clear."""
SMALLEST_GAIN: Final = 1e-6
PRIOR: Final = 0.1
"""An action that the advice rates far behind others is believed to be so much worse…"""
PRIOR_WORLDS: Final = 12.0
"""…and it takes so many worlds to halve that belief."""


class Arm:
    """One action, and what came of it."""

    def __init__(self, action: Action, rating: float) -> None:
        self.action = action
        self.rating = rating
        self.doubt = 0.0
        self.worths: list[float] = []
        self.total = 0.0

    def add(self, worth: float) -> None:
        """What came of the action in one more world."""
        self.worths.append(worth)
        self.total += worth

    def mean(self) -> float:
        """The seat's chance of victory with this action."""
        return self.total / len(self.worths) if self.worths else 0.0

    def error(self) -> float:
        """The standard error of that; 1 if nothing is known."""
        count = len(self.worths)
        if count < 2:
            return 1.0
        mean = self.mean()
        squares = 0.0
        for worth in self.worths:
            squares += (worth - mean) * (worth - mean)
        return sqrt(squares / (count - 1) / count)

    def key(self) -> tuple[float, float]:
        """Arms are ordered by what came of them and, while that is little, by the advice."""
        part = PRIOR_WORLDS / (PRIOR_WORLDS + len(self.worths))
        return (self.doubt * part - self.mean(), -self.rating)


class Search:
    """The search for one decision."""

    def __init__(
        self,
        advice: Advice,
        world: State,
        seat: Seat,
        actions: list[Action],
        worlds: Worlds,
        rng: Rng,
        kept: Action | None = None,
        is_patient: bool = False,
    ) -> None:
        self.advice = advice
        self.seat = seat
        self.worlds = worlds
        self.rng = rng
        self.kept = kept  # this action stays to the end, so that others can be compared with it
        self.ahead = LookAhead(advice, world, seat, is_patient)
        self.arms = self.rated(actions)
        self.dropped: list[Arm] = []

    def rated(self, actions: list[Action]) -> list[Arm]:
        """The actions that the advice rates best, as arms, the best first."""
        ratings = [0.0] * len(actions)
        for _ in range(RATED_WORLDS):
            found = self.advice.rate(self.worlds.draw(), self.seat, actions)
            for place in range(len(actions)):
                ratings[place] += found[place] / RATED_WORLDS
        arms = [Arm(actions[place], ratings[place]) for place in range(len(actions))]
        arms.sort(key=by_rating)
        set_doubts(arms)
        return arms[:ARMS_MAX] + [arm for arm in arms[ARMS_MAX:] if arm.action is self.kept]

    def run(self, budget: Budget) -> None:
        """Look ahead until the budget is used up or one action is left."""
        budget.start()
        rounds = halvings(len(self.arms))
        halved = 0
        while len(self.arms) > 1 and not budget.is_over():
            self.try_all(budget)
            while len(self.arms) > 1 and budget.used() * rounds >= halved + 1:
                halved += 1
                self.drop_half()
            self.drop_hopeless()

    def try_all(self, budget: Budget) -> None:
        """Try every arm in one more world; a world that time cuts short does not count.

        Of a budget in look-aheads, however small, the first world is tried with every arm; time
        stops even that, and what the advice rates best is left.
        """
        world = self.worlds.draw()
        chance = self.rng.spawn()
        worths: list[float] = []
        for arm in self.arms:
            if budget.is_late() or (budget.is_over() and self.arms[0].worths):
                return
            after = world.clone()
            after.apply(self.seat, arm.action)
            worths.append(self.ahead.worth(after, chance.clone()))
            budget.done += 1
        for place in range(len(worths)):
            self.arms[place].add(worths[place])

    def drop_half(self) -> None:
        """Keep the better half."""
        self.arms.sort(key=by_worth)
        half = (len(self.arms) + 1) // 2
        stays = [arm for arm in self.arms[half:] if arm.action is self.kept]
        self.dropped = [arm for arm in self.arms[half:] if arm not in stays] + self.dropped
        self.arms = self.arms[:half] + stays

    def drop_hopeless(self) -> None:
        """Drop what is clearly behind the best."""
        tried = len(self.arms[0].worths)
        if tried < CLEAR_AFTER or tried % 8:
            return
        self.arms.sort(key=by_worth)
        best = self.arms[0]
        kept = [best]
        for arm in self.arms[1:]:
            if arm.action is not self.kept and is_clearly_behind(arm, best):
                self.dropped.insert(0, arm)
            else:
                kept.append(arm)
        self.arms = kept

    def ranking(self) -> list[Arm]:
        """All arms that were tried, the best first."""
        self.arms.sort(key=by_worth)
        return self.arms + self.dropped


def halvings(arms: int) -> int:
    """How often so many arms can be halved until one is left."""
    count = 0
    while arms > 1:
        arms = (arms + 1) // 2
        count += 1
    return max(count, 1)


def set_doubts(arms: list[Arm]) -> None:
    """How much the advice speaks against each arm; the more are rated better, the more it does."""
    better = 0
    for place in range(len(arms)):
        if place and arms[place].rating < arms[place - 1].rating - TIE:
            better = place
        arms[place].doubt = PRIOR * better / (better + 2.0)


def by_rating(arm: Arm) -> float:
    """The best rated arm first."""
    return -arm.rating


def by_worth(arm: Arm) -> tuple[float, float]:
    """The best arm first."""
    return arm.key()


def is_clearly_behind(arm: Arm, best: Arm) -> bool:
    """Whether an arm is worse than another one beyond doubt; both saw the same worlds."""
    count = len(arm.worths)
    mean = (best.total - arm.total) / count
    squares = 0.0
    for place in range(count):
        more = best.worths[place] - arm.worths[place] - mean
        squares += more * more
    error = sqrt(squares / (count - 1) / count)
    return mean > CLEAR * error + SMALLEST_GAIN
