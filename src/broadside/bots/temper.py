"""Tempers: what a bot does where several actions are nearly equal. Style, not strength."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .search.look_ahead import hope
from .search.worlds import Worlds

CAUTIOUS: Final = "cautious"
BOLD: Final = "bold"
VENGEFUL: Final = "vengeful"
TWO_FACED: Final = "two-faced"
TEMPERS: Final[list[str]] = [CAUTIOUS, BOLD, VENGEFUL, TWO_FACED]

WORLDS: Final = 6
"""In so many worlds a bot looks at what comes right after an action."""
NEAR_RATING: Final = 0.3
"""Actions whose ratings differ by less, in points, are nearly equal."""
NEAR_CHANCE: Final = 0.01
"""So are actions whose chances of victory do."""


class Outlook:
    """What came right after one action: the seat's own chances, and its best rival's."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.own: list[float] = []
        self.rival: list[float] = []

    def risk(self) -> float:
        """How much the seat's own chances vary from world to world."""
        return max(self.own) - min(self.own)

    def menace(self) -> float:
        """How well the best rival stands."""
        return sum(self.rival) / len(self.rival)


def choose_by_temper(
    temper: str, advice: Advice, world: State, seat: Seat, near: list[Action], rng: Rng
) -> Action:
    """One of several actions that are nearly equal.

    The cautious take the one with the least risk, the bold the one with the most; the vengeful hurt
    the rival who stands best; the two-faced take any, so that they have no habits.
    """
    if len(near) == 1:
        return near[0]
    if temper == TWO_FACED:
        return near[int(rng.below(len(near)))]
    outlooks = look_out(advice, world, seat, near, rng)
    if temper == BOLD:
        return max(outlooks, key=risk_of).action
    if temper == VENGEFUL:
        return min(outlooks, key=menace_of).action
    return min(outlooks, key=risk_of).action


def look_out(
    advice: Advice, world: State, seat: Seat, near: list[Action], rng: Rng
) -> list[Outlook]:
    """What comes right after each of these actions, in a few worlds."""
    source = Worlds(advice, world, seat, rng)
    outlooks = [Outlook(action) for action in near]
    for _ in range(WORLDS):
        drawn = source.draw()
        for outlook in outlooks:
            after = drawn.clone()
            after.apply(seat, outlook.action)
            side = advice.side_of(after, seat)
            outlook.own.append(hope(advice, after, seat))
            outlook.rival.append(best_hope(advice, after, side))
    return outlooks


def best_hope(advice: Advice, world: State, side: int) -> float:
    """The best chance of a seat that is not of this side."""
    best = 0.0
    for seat in range(world.seats):
        if advice.side_of(world, seat) != side:
            best = max(best, hope(advice, world, seat))
    return best


def risk_of(outlook: Outlook) -> float:
    """The least risk first."""
    return outlook.risk()


def menace_of(outlook: Outlook) -> float:
    """The least menace first."""
    return outlook.menace()
