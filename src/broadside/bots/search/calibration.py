"""Calibration: of what a bot believes at 70 %, are 70 % true?"""

from __future__ import annotations

from typing import Final

from broadside.bots.habits import Habits
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .worlds import Worlds

DRAWS: Final = 50
BINS: Final = 10


class Reliability:
    """Beliefs in steps of 10 %: how many there were, how high in the mean, and how many true."""

    def __init__(self) -> None:
        self.counts: list[int] = [0] * BINS
        self.believed: list[float] = [0.0] * BINS
        self.true: list[int] = [0] * BINS
        self.squares = 0.0
        self.base_squares = 0.0

    def add(self, belief: float, base: float, is_true: bool) -> None:
        """Count one belief; `base` is what one would believe who had seen nobody act."""
        place = min(int(belief * BINS), BINS - 1)
        truth = 1.0 if is_true else 0.0
        self.counts[place] += 1
        self.believed[place] += belief
        self.true[place] += 1 if is_true else 0
        self.squares += (belief - truth) * (belief - truth)
        self.base_squares += (base - truth) * (base - truth)

    def total(self) -> int:
        """How many beliefs there were."""
        return sum(self.counts)


def weigh_secrets(
    found: Reliability,
    advice: Advice,
    table: State,
    seat: Seat,
    rng: Rng,
    habits: Habits | None = None,
) -> None:
    """What a seat believes of everything that is kept from it, against the true table.

    What might be is taken from worlds of their own, dealt evenly: neither that somebody believes a
    thing nor that it is true may decide whether it is counted.
    """
    truths = advice.secrets(table, seat)
    if not truths:
        return
    source = Worlds(advice, table, seat, rng, habits)
    beliefs = tally(advice, seat, [source.draw() for _ in range(DRAWS)])
    bases = tally(advice, seat, [table.determinize(seat, rng) for _ in range(DRAWS)])
    possible = tally(advice, seat, [table.determinize(seat, rng) for _ in range(DRAWS)])
    for secret in sorted(possible):
        held, base = beliefs.get(secret, 0), bases.get(secret, 0)
        if held < DRAWS or base < DRAWS:  # else it is no secret
            found.add(held / DRAWS, base / DRAWS, secret in truths)


def tally(advice: Advice, seat: Seat, worlds: list[State]) -> dict[str, int]:
    """In how many of these worlds each secret holds."""
    counts: dict[str, int] = {}
    for world in worlds:
        for secret in advice.secrets(world, seat):
            counts[secret] = counts.get(secret, 0) + 1
    return counts
