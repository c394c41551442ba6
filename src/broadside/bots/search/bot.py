"""Bots that search."""

from __future__ import annotations

from broadside.bots.habits import Habits
from broadside.bots.simple import Bot
from broadside.bots.temper import NEAR_CHANCE, choose_by_temper
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
        self.temper = ""
        self.is_patient = False  # looks further, if the game gains by that
        self.habits: Habits | None = None  # of the others, if it has learned any

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
        arms = self.ranking(world, seat, actions, rng)
        if not self.temper:
            return arms[0].action
        return choose_by_temper(self.temper, self.advice, world, seat, near_best(arms), rng)

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
            drawn = Worlds(self.advice, world, seat, rng, self.habits)
        search = Search(self.advice, world, seat, actions, drawn, rng, kept, self.is_patient)
        search.run(self.budget)
        return search.ranking()


def near_best(arms: list[Arm]) -> list[Action]:
    """The best action, and those of the others that were tried as often and are nearly as good."""
    best = arms[0]
    least = best.mean() - NEAR_CHANCE
    near = [best.action]
    for arm in arms[1:]:
        if len(arm.worths) == len(best.worths) and arm.mean() >= least:
            near.append(arm.action)
    return near
