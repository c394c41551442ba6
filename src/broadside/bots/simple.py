"""The simplest bots: one that does not think, and one that looks one step ahead."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from broadside.kernel.action import Action
from broadside.kernel.advice import Advice, best_rated
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .temper import NEAR_RATING, choose_by_temper


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a programme. Subclasses, in plain Python too, implement `choose`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cheats = False  # a cheater is shown the table itself; for measurements only
        self.is_blind = False  # who looks at nothing but what is legal needs no world for that
        self.draws_lots = False  # takes any legal action: nobody needs to ask it

    def choose(self, world: State, seat: Seat, rng: Rng) -> Action:
        """The action this seat takes; one of `world.legal(seat)`.

        The world is a copy in which everything the seat cannot know was dealt anew. The bot may
        play in it as it likes. Whatever it leaves to chance it draws from `rng`.
        """
        raise NotImplementedError

    def answer(self, world: State, seat: Seat, rng: Rng) -> Action | None:
        """What this seat answers to an offer, one of its asides; None to let the offer lapse."""
        return None

    def offer(self, world: State, seat: Seat, rng: Rng) -> Action | None:
        """An offer that this seat makes before it decides, one of its asides; None for none."""
        return None


class RandomBot(Bot):
    """Takes any legal action, each as likely as the others."""

    def __init__(self) -> None:
        super().__init__("random")
        self.is_blind = True
        self.draws_lots = True

    def choose(self, world: State, seat: Seat, rng: Rng) -> Action:
        """Any legal action."""
        actions = world.legal(seat)
        return actions[int(rng.below(len(actions)))]


class GreedyBot(Bot):
    """Takes the sensible action which the game's advice rates best; ties are left to chance."""

    def __init__(self, advice: Advice, name: str = "greedy") -> None:
        super().__init__(name)
        self.advice = advice
        self.temper = ""

    def choose(self, world: State, seat: Seat, rng: Rng) -> Action:
        """The best rated action."""
        return self.best(world, seat, self.advice.sensible(world, seat), rng)

    def answer(self, world: State, seat: Seat, rng: Rng) -> Action | None:
        """The best rated answer to an offer."""
        answers = self.advice.answers(world, seat)
        return self.best(world, seat, answers, rng) if answers else None

    def offer(self, world: State, seat: Seat, rng: Rng) -> Action | None:
        """The offer which the game's advice thinks of."""
        return self.advice.offer(world, seat)

    def best(self, world: State, seat: Seat, actions: list[Action], rng: Rng) -> Action:
        """The action which the advice rates best."""
        if len(actions) == 1:
            return actions[0]
        ratings = self.advice.rate(world, seat, actions)
        if not self.temper:
            return best_rated(actions, ratings, rng)
        least = max(ratings) - NEAR_RATING
        near = [actions[place] for place in range(len(actions)) if ratings[place] >= least]
        return choose_by_temper(self.temper, self.advice, world, seat, near, rng)
