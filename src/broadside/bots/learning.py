"""Learning an evaluation: weights with which the winners of many games looked like winners."""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from broadside.kernel.evaluation import Evaluation
from broadside.kernel.rng import Rng

RATE: Final = 0.08
RIDGE: Final = 2e-5
"""How strongly each step pulls the weights towards 0: rare features stay small."""
TINY: Final = 1e-9


class Sample:
    """One table on the way: the features of each side, and each side's part of the victory."""

    def __init__(self, rows: list[list[float]], parts: list[float]) -> None:
        self.rows = rows
        self.parts = parts


class Fit:
    """Weights on the way to being good: stochastic gradient steps, each weight at its own pace."""

    def __init__(self, names: list[str], start: list[float] | None = None) -> None:
        self.evaluation = Evaluation(names, start[:] if start else [0.0] * len(names))
        self.paces: list[float] = [TINY] * len(names)

    def learn(self, samples: list[Sample], rng: Rng) -> None:
        """Go through all samples once, in random order."""
        order = list(range(len(samples)))
        rng.shuffle(order)
        for place in order:
            self.step(samples[place])

    def step(self, sample: Sample) -> None:
        """Move the weights a little towards what happened."""
        chances = self.evaluation.chances(sample.rows)
        weights = self.evaluation.weights
        for place in range(len(weights)):
            slope = -RIDGE * weights[place]
            for side in range(len(chances)):
                slope += (sample.parts[side] - chances[side]) * sample.rows[side][place]
            if slope != 0.0:
                self.paces[place] += slope * slope
                weights[place] += RATE * slope / sqrt(self.paces[place])

    def surprise(self, samples: list[Sample]) -> float:
        """How badly the weights foretell: the mean of -log(chance) of those who won."""
        total = 0.0
        for sample in samples:
            chances = self.evaluation.chances(sample.rows)
            for side in range(len(chances)):
                if sample.parts[side] > 0.0:
                    total -= sample.parts[side] * log(max(chances[side], TINY))
        return total / max(len(samples), 1)
