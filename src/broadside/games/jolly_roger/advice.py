"""Advice: what a good player weighs."""

from __future__ import annotations

from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.state import State


class JollyRogerAdvice(Advice):
    """The taste of a careful pirate."""

    def value(self, world: State, seat: Seat) -> float:
        """The gold as it stands."""
        return float(world.scores()[seat])
