"""What results tell: intervals that stay true however often one looks, and ratings."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

DOUBT: Final = 0.05
"""Intervals miss the truth as seldom as this."""
DEALS_EXPECTED: Final = 50.0
"""The intervals are narrowest around so many deals."""
DEALS_MIN: Final = 10
"""Fewer deals decide nothing."""
ROUNDS: Final = 2000
STILL: Final = 1e-9
DRAWN_GAMES: Final = 0.5
"""Each bot is given so many wins and as many losses against an average one: nobody is endless."""
POINTS_PER_TENFOLD: Final = 400.0


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def deviation(values: Sequence[float]) -> float:
    """The standard deviation of a sample."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))


def spread(values: Sequence[float], low: float, high: float) -> float:
    """A deviation that is never too small: as if the worst and the best had happened once each."""
    return deviation([*values, low, high])


def lasting_radius(deals: int, deviates: float) -> float:
    """Half the width of an interval for a mean that may be looked at after every deal.

    An asymptotic confidence sequence: with 95 % probability the true mean lies within this radius
    after all numbers of deals at once, so that stopping when the answer is clear is no mistake.
    """
    if deals < DEALS_MIN:
        return math.inf
    tuned = (-2 * math.log(DOUBT) + math.log(-2 * math.log(DOUBT)) + 1) / DEALS_EXPECTED
    grown = deals * tuned + 1
    return deviates * math.sqrt(
        2 * grown / (deals * deals * tuned) * math.log(math.sqrt(grown) / DOUBT)
    )


def ratings(tables: Sequence[tuple[Sequence[str], Sequence[float]]]) -> dict[str, float]:
    """Ratings of bots by who won at which tables: Bradley and Terry's model for many players.

    A bot of strength s wins with probability s divided by the strengths at its table. 400 points
    more are ten times the strength; the mean is 0.
    """
    names = sorted({name for seated, _ in tables for name in seated})
    strengths = dict.fromkeys(names, 1.0)
    wins = dict.fromkeys(names, DRAWN_GAMES)
    for seated, parts in tables:
        for name, part in zip(seated, parts, strict=True):
            wins[name] += part
    for _ in range(ROUNDS):
        before = dict(strengths)
        strengths = improved(tables, wins, strengths)
        if all(abs(strengths[name] - before[name]) < STILL * before[name] for name in names):
            break
    points = {name: POINTS_PER_TENFOLD * math.log10(strengths[name]) for name in names}
    middle = mean(list(points.values()))
    return {name: points[name] - middle for name in names}


def improved(
    tables: Sequence[tuple[Sequence[str], Sequence[float]]],
    wins: dict[str, float],
    strengths: dict[str, float],
) -> dict[str, float]:
    """Strengths that explain the wins better."""
    expected = {name: 2 * DRAWN_GAMES / (strength + 1.0) for name, strength in strengths.items()}
    for seated, _ in tables:
        share = 1.0 / sum(strengths[name] for name in seated)
        for name in seated:
            expected[name] += share
    return {name: wins[name] / expected[name] for name in strengths}
