"""OpenSpiel's information-set Monte Carlo tree search as a bot of Broadside.

pip install 'broadside[openspiel]'
broadside arena jolly-and-roger --bots captain,examples/openspiel_ismcts.py:IsMcts --think 200

`IsMcts` plays at random to the end where its tree ends; `GuidedIsMcts` asks the game's own
evaluation instead, as a captain does. Both search as long as `--think` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from open_spiel.python.algorithms import ismcts

from broadside.adapters import openspiel
from broadside.adapters.setup import utilities
from broadside.bots.simple import Bot
from broadside.kernel.masks import lowest
from broadside.kernel.playout import playout

if TYPE_CHECKING:
    from broadside.bots.search.budget import Budget
    from broadside.kernel.action import Action
    from broadside.kernel.advice import Advice
    from broadside.kernel.game import Game
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State


class Playouts:
    """Values a state by one random game to the end, inside the engine."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def prior(self, state: openspiel.SpielState) -> list[tuple[int, float]]:
        """All actions are alike."""
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]

    def evaluate(self, state: openspiel.SpielState) -> list[float]:
        """What the game was worth to each seat."""
        table = state.table.clone()
        playout(table, self.rng)
        return utilities(table)


class Opinions(Playouts):
    """Values a state by the chances that the game's evaluation gives to each seat."""

    def __init__(self, rng: Rng, advice: Advice) -> None:
        super().__init__(rng)
        self.advice = advice

    def evaluate(self, state: openspiel.SpielState) -> list[float]:
        """What the game is probably worth to each seat."""
        if state.is_terminal():
            return state.returns()
        return [state.table.seats * chance - 1.0 for chance in self.advice.chances(state.table)]


class Search(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search for one decision, which goes on until its budget is used up."""

    def __init__(self, bot: IsMcts, world: State, seat: int, rng: Rng) -> None:
        super().__init__(
            None, bot.evaluator(rng), 1.4, 0,
            random_state=np.random.RandomState(int(rng.below(1 << 30))),
            use_observation_string=True, allow_inconsistent_action_sets=True,
        )  # fmt: skip
        self.bot = bot
        self.world = world
        self.seat = seat
        self.rng = rng
        self.spiel = openspiel.load(bot.game.name, world.seats)

    def run_search(self, state: Any) -> Any:
        """What OpenSpiel's own method does, with a budget instead of a number."""
        self.reset()
        self._root_node = self.create_new_node(state)
        budget = self.bot.budget
        budget.start()
        while self._root_node.total_visits < 1 or not budget.is_over():
            self.run_simulation(self.another_world())
            budget.done += 1
        # A later state may look the same to its player, and be kept in the same node.
        legal = self.filter_illegals(self._root_node, state.legal_actions())
        return self.get_final_policy(state, legal)

    def another_world(self) -> Any:
        """Another world of the seat, in which those have answered who are asked before it."""
        return self.wrapped(self.world.determinize(self.seat, self.rng))

    def wrapped(self, world: State) -> Any:
        """A world as OpenSpiel sees it: one player is asked at a time, this seat first."""
        while lowest(world.waiting) != self.seat:
            other, after = lowest(world.waiting), world.clone()
            after.apply(other, self.bot.advice.reply(after, other, self.rng))
            if not after.waiting >> self.seat & 1:  # it took what this seat might have taken
                after = world.clone()
                after.apply(other, after.clock_answer(other, self.rng))
            world = after
        state = self.spiel.new_initial_state()
        state.holder = openspiel.Holder(world)
        return state


class IsMcts(Bot):
    """Searches with OpenSpiel, with random games at the leaves."""

    def __init__(self, game: Game, advice: Advice, budget: Budget) -> None:
        super().__init__("ismcts")
        self.game = game
        self.advice = advice
        self.budget = budget

    def evaluator(self, rng: Rng) -> Playouts:
        """What values the leaves of the tree."""
        return Playouts(rng)

    def choose(self, world: State, seat: int, rng: Rng) -> Action:
        """The action that the search visited most."""
        legal = world.legal(seat)
        if len(legal) == 1:
            return legal[0]
        search = Search(self, world, seat, rng.spawn())
        return self.game.actions.actions[int(search.step(search.wrapped(world.clone())))]


class GuidedIsMcts(IsMcts):
    """The same, with the game's evaluation at the leaves."""

    def evaluator(self, rng: Rng) -> Playouts:
        """What values the leaves of the tree."""
        return Opinions(rng, self.advice)
