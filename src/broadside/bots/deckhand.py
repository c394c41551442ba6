"""The deckhand: plays quickly, and errs on purpose."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .simple import GreedyBot

SLIP: Final = 5
"""One decision in so many is a slip: any sensible action."""
SECOND_BEST: Final = 3
"""One of the others in so many is the second best."""


class Deckhand(GreedyBot):
    """Sees what the bosun sees, but does not always do it."""

    def __init__(self, advice: Advice) -> None:
        super().__init__(advice, "deckhand")

    def best(self, world: State, seat: Seat, actions: list[Action], rng: Rng) -> Action:
        """The best rated action, the second best, or any."""
        if int(rng.below(SLIP)) == 0:
            return actions[int(rng.below(len(actions)))]
        best = super().best(world, seat, actions, rng)
        if len(actions) == 1 or int(rng.below(SECOND_BEST)) != 0:
            return best
        others = [action for action in actions if action is not best]
        return super().best(world, seat, others, rng)
