"""Reviewing a decision: what would have been best, and what the one taken has cost."""

from __future__ import annotations

from math import sqrt
from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .bot import SearchBot
from .halving import Arm
from .reasons import Reason, reasons

MISTAKE: Final = 0.03
"""A decision that costs less of a victory than this is no mistake…"""
DOUBTS: Final = 2.0
"""…nor is one whose cost is less than so many standard errors."""


class Review:
    """One decision: what was done, what would have been best, and the chances with both."""

    def __init__(self, played: Arm, best: Arm, why: list[Reason]) -> None:
        self.played = played.action
        self.best = best.action
        self.chance = played.mean()
        self.best_chance = best.mean()
        self.loss = max(0.0, mean_gap(played, best))
        self.error = gap_error(played, best)
        self.why = why

    def is_mistake(self) -> bool:
        """Whether another action was clearly better."""
        return self.loss >= MISTAKE and self.loss >= DOUBTS * self.error


def review(player: SearchBot, world: State, seat: Seat, played: Action, rng: Rng) -> Review:
    """Judge an action in a world of its seat."""
    actions = player.advice.sensible(world, seat)
    if played not in actions:
        actions = actions + [played]
    arms = player.ranking(world, seat, actions, rng, played)
    best = arms[0]
    taken = best
    for arm in arms:
        if arm.action is played:
            taken = arm
    why: list[Reason] = []
    if taken is not best and mean_gap(taken, best) >= MISTAKE:
        why = reasons(player.advice, world, seat, best.action, played, rng)
    return Review(taken, best, why)


def common(one: Arm, two: Arm) -> int:
    """In how many worlds both were tried: one that is dropped early saw the first of them."""
    return min(len(one.worths), len(two.worths))


def mean_gap(worse: Arm, better: Arm) -> float:
    """How much better one arm was, in the worlds that both saw."""
    count = common(worse, better)
    total = 0.0
    for place in range(count):
        total += better.worths[place] - worse.worths[place]
    return total / count if count else 0.0


def gap_error(worse: Arm, better: Arm) -> float:
    """The standard error of that."""
    count = common(worse, better)
    if count < 2:
        return 1.0
    mean = mean_gap(worse, better)
    squares = 0.0
    for place in range(count):
        more = better.worths[place] - worse.worths[place] - mean
        squares += more * more
    return sqrt(squares / (count - 1) / count)
