"""Evaluations learned from play: named features, one weight each, and a chance of victory."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from math import exp
from typing import Final

from .errors import BadData

LATE: Final = " (late)"
WEIGHTS_FILE: Final = "weights.json"


def shares(strengths: list[float]) -> list[float]:
    """Parts of 1 that grow with the strengths: e to the strength, divided by the sum.

    >>> shares([1.0, 1.0])
    [0.5, 0.5]
    """
    top = max(strengths)
    parts = [exp(strength - top) for strength in strengths]
    total = 0.0
    for part in parts:
        total += part
    return [part / total for part in parts]


class Evaluation:
    """How strongly each side of a table stands: the weighted sum of its features."""

    def __init__(self, names: list[str], weights: list[float]) -> None:
        assert len(names) == len(weights)
        self.names = names
        self.weights = weights

    def strength(self, features: list[float]) -> float:
        """The weighted sum of one side's features."""
        weights = self.weights
        total = 0.0
        for place in range(len(weights)):
            total += weights[place] * features[place]
        return total

    def chances(self, rows: list[list[float]]) -> list[float]:
        """Each side's chance of victory, 1 in all; `rows` holds the features of each side."""
        return shares([self.strength(row) for row in rows])


def read_evaluation(text: str, names: list[str], file: str) -> Evaluation:
    """The evaluation of a file of weights; raises BadData if it is not for these features."""
    try:
        found = json.loads(text)
        weights = {str(name): float(weight) for name, weight in found["weights"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadData(f"{file}: expected an object with weights by feature: {error}") from None
    for name in names:
        if name not in weights:
            raise BadData(f"{file}: the feature {name} has no weight; train the game again")
    if len(weights) != len(names):
        unknown = [name for name in weights if name not in names]
        raise BadData(f"{file}: there are no features {', '.join(unknown)[:80]}")
    return Evaluation(names, [weights[name] for name in names])


def late_names(names: list[str]) -> list[str]:
    """Each feature twice: as it is, and as it counts more towards the end."""
    return names + [name + LATE for name in names]


def with_late(row: list[float], late: float) -> list[float]:
    """A row of features, then the same again times the part of the game that is over."""
    return row + [feature * late for feature in row]


def read_weights(folder: Traversable, names: list[str]) -> Evaluation | None:
    """The evaluation of a game's folder; None if it has not been trained."""
    file = folder.joinpath(WEIGHTS_FILE)
    if not file.is_file():
        return None
    return read_evaluation(file.read_text(encoding="utf-8"), names, WEIGHTS_FILE)


def read_numbers(folder: Traversable, file: str, names: list[str]) -> list[float]:
    """What a file in a game's folder gives each of these names, in their order."""
    return read_evaluation(folder.joinpath(file).read_text(encoding="utf-8"), names, file).weights
