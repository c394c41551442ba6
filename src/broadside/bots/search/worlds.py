"""Worlds by belief: those that explain better what the others did are drawn more often."""

from __future__ import annotations

from typing import Final

from broadside.bots.habits import Habits
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.rng import FastRng, Rng
from broadside.kernel.state import State

CANDIDATES: Final = 12
"""Out of so many worlds one is drawn, by weight."""
FINE: Final = 1_000_000


class Worlds:
    """Where a search gets its worlds from."""

    def __init__(
        self, advice: Advice, world: State, seat: Seat, rng: Rng, habits: Habits | None = None
    ) -> None:
        self.advice = advice
        self.habits = habits  # of the others, if the seat has learned any
        self.world = world
        self.seat = seat
        self.rng = rng

    def draw(self) -> State:
        """Another world that the seat cannot tell from the given one."""
        world = self.world.determinize(self.seat, self.rng)
        weight = self.weight(world)
        if weight == 1.0:
            return world
        found = world
        total = weight
        for _ in range(CANDIDATES - 1):
            world = self.world.determinize(self.seat, self.rng)
            weight = self.weight(world)
            total += weight
            if int(self.rng.below(FINE)) * total < weight * FINE:
                found = world
        return found

    def weight(self, world: State) -> float:
        """How likely a world is, by the game's advice or by what was learned of the others."""
        if self.habits is not None:
            return self.habits.weight(self.advice, world)
        return self.advice.weight(world, self.seat)


class TrueWorld(Worlds):
    """What a cheater sees: the table itself, every card of it; dice are still to be thrown."""

    def draw(self) -> State:
        """The given world with another future."""
        world = self.world.clone()
        world.rng = FastRng(1 + int(self.rng.below(FINE)))
        return world
