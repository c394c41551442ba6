"""Bots that search."""

from __future__ import annotations

from broadside.bots.simple import Bot
from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .budget import Budget
from .halving import Arm, Search
from .worlds import TrueWorld, Worlds


class SearchBot(Bot):
    """Looks ahead in many worlds, as far as its budget goes."""

    def __init__(self, name: str, advice: Advice, budget: Budget, cheats: bool = False) -> None:
        super().__init__(name)
        self.advice = advice
        self.budget = budget
        self.cheats = cheats

    def choose(self, world: State, seat: Seat, rng: Rng) -> Action:
        """The action with the best chance of victory."""
        return self.best(world, seat, self.advice.sensible(world, seat), rng)

    def answer(self, world: State, seat: Seat, rng: Rng) -> Action | None:
        """The best answer to an offer."""
        answers = self.advice.answers(world, seat)
        return self.best(world, seat, answers, rng) if answers else None

    def offer(self, world: State, seat: Seat, rng: Rng) -> Action | None:
        """The offer which the game's advice thinks of."""
        return self.advice.offer(world, seat)

    def best(self, world: State, seat: Seat, actions: list[Action], rng: Rng) -> Action:
        """The best of these actions."""
        if len(actions) == 1:
            return actions[0]
        return self.ranking(world, seat, actions, rng)[0].action

    def ranking(
        self,
        world: State,
        seat: Seat,
        actions: list[Action],
        rng: Rng,
        kept: Action | None = None,
    ) -> list[Arm]:
        """These actions with what came of them, the best first; `kept` is never dropped early."""
        drawn: Worlds
        if self.cheats:
            drawn = TrueWorld(self.advice, world, seat, rng)
        else:
            drawn = Worlds(self.advice, world, seat, rng)
        search = Search(self.advice, world, seat, actions, drawn, rng, kept)
        search.run(self.budget)
        return search.ranking()
