"""Why one action is better than another: the terms of the evaluation in which they differ."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.evaluation import LATE, Evaluation
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .look_ahead import LookAhead
from .worlds import Worlds

WORLDS: Final = 32


class Reason:
    """A term of the evaluation, and how much better it is after one action than after another."""

    def __init__(self, term: str, gain: float) -> None:
        self.term = term
        self.gain = gain


def reasons(
    advice: Advice, world: State, seat: Seat, better: Action, worse: Action, rng: Rng
) -> list[Reason]:
    """What speaks for an action and against it, compared with another one; the most first.

    Nothing in a game without features. Both are looked at where
    look-aheads end, in the same worlds.
    """
    learned = advice.learned
    if learned is None:
        return []
    sums = [0.0] * len(learned.names)
    ahead = LookAhead(advice, world, seat)
    source = Worlds(advice, world, seat, rng)
    for _ in range(WORLDS):
        drawn = source.draw()
        chance = rng.spawn()
        add_terms(learned, ahead, drawn, seat, better, chance.clone(), sums, 1.0 / WORLDS)
        add_terms(learned, ahead, drawn, seat, worse, chance.clone(), sums, -1.0 / WORLDS)
    return merged(learned.names, sums)


def add_terms(
    learned: Evaluation,
    ahead: LookAhead,
    drawn: State,
    seat: Seat,
    action: Action,
    chance: Rng,
    sums: list[float],
    part: float,
) -> None:
    """Add what each term says where a look-ahead ends: the seat's own less its best rival's."""
    after = drawn.clone()
    after.apply(seat, action)
    ahead.go(after, chance)
    rows = ahead.advice.features(after)
    own = ahead.advice.side_of(after, seat)
    rival = -1
    for side in range(len(rows)):
        if side != own and (
            rival < 0 or learned.strength(rows[side]) > learned.strength(rows[rival])
        ):
            rival = side
    for place in range(len(sums)):
        sums[place] += part * learned.weights[place] * (rows[own][place] - rows[rival][place])


def merged(names: list[str], sums: list[float]) -> list[Reason]:
    """Terms by name, early and late ones together; the weightiest first."""
    found: list[Reason] = []
    for place in range(len(names)):
        if names[place].endswith(LATE):
            continue
        gain = sums[place]
        late = names[place] + LATE
        if late in names:
            gain += sums[names.index(late)]
        found.append(Reason(names[place], gain))
    found.sort(key=weightiest)
    return found


def weightiest(reason: Reason) -> float:
    """The term that differs most comes first."""
    return -abs(reason.gain)
