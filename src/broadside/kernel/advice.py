"""Advice: a game's taste, which it lends to bots that know nothing but the protocol."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from .action import Action
from .evaluation import Evaluation, shares
from .event import Seat
from .rng import Rng
from .state import State

POINTS_OF_A_LEAD: Final = 6.0
"""A lead of so many points makes a victory e times as likely, if nothing better is known."""
STAGES_AHEAD: Final = 1
DECISIONS_AHEAD: Final = 60


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """What a bot may ask about a world it has been given.

    `learned` is the evaluation learned from play, if there is one, `names` what its features are
    called. A look-ahead goes on for `stages_ahead` stages after the present one, and never for more
    than `decisions_ahead`; who has much more time looks `stages_patient` stages further.
    """

    def __init__(
        self,
        learned: Evaluation | None = None,
        names: list[str] | None = None,
        stages_ahead: int = STAGES_AHEAD,
        decisions_ahead: int = DECISIONS_AHEAD,
    ) -> None:
        self.learned = learned
        self.names: list[str] = names or []
        self.stages_ahead = stages_ahead
        self.decisions_ahead = decisions_ahead
        self.stages_patient = 0

    def value(self, world: State, seat: Seat) -> float:
        """How well this seat stands; a difference of 1 is about a point."""
        raise NotImplementedError

    def sensible(self, world: State, seat: Seat) -> list[Action]:
        """The legal actions without those that another one always beats."""
        return world.legal(seat)

    def beliefs(self, world: State, seat: Seat) -> list[dict[str, float]] | None:
        """How likely this seat thinks each seat is of each side; None in a game without secrets.

        The seat's own view of the table is all that counts, also after the end.
        """
        return None

    def answers(self, world: State, seat: Seat) -> list[Action]:
        """What this seat might answer to the offers it was made, among its asides."""
        return [aside for aside in world.asides(seat) if not aside.verb.composed]

    def offer(self, world: State, seat: Seat) -> Action | None:
        """An offer that this seat wants to make now, one of its asides; mostly there is none."""
        return None

    def rate(self, world: State, seat: Seat, actions: list[Action]) -> list[float]:
        """One rating per action: how well the seat stands right after it."""
        ratings: list[float] = []
        for action in actions:
            after = world.clone()
            after.apply(seat, action)
            ratings.append(self.value(after, seat))
        return ratings

    # ------------------------------------------------------------------ for bots that search

    def reply(self, world: State, seat: Seat, chance: Rng) -> Action:
        """What this seat probably does, found quickly; ties are left to chance."""
        actions = self.sensible(world, seat)
        if len(actions) == 1:
            return actions[0]
        return best_rated(actions, self.rate(world, seat, actions), chance)

    def stage(self, world: State) -> int:
        """A number that grows with the game, such as its round: look-ahead ends where it does."""
        return 0

    def weight(self, world: State, seat: Seat) -> float:
        """How well this world explains, to this seat, what the others did: 1 for no opinion.

        Of worlds that the seat cannot tell apart, one of twice the weight is twice as likely.
        """
        return 1.0

    def deeds(self, world: State) -> list[tuple[str, Seat, Seat]]:
        """What all have seen done that may tell of secret sides: what, by whom, to whom or -1."""
        return []

    def secrets(self, world: State, seat: Seat) -> list[str]:
        """Facts of a world that others keep from this seat; nothing in a game without any.

        How often a fact holds in the worlds that a seat draws is what it believes.
        """
        return []

    def feature_names(self) -> list[str]:
        """What the features are called; nothing in a game without any."""
        return self.names

    def features(self, world: State) -> list[list[float]]:
        """The features of each side of a world, in the order of the evaluation's names."""
        raise NotImplementedError

    def side_of(self, world: State, seat: Seat) -> int:
        """Which row of the features is a seat's own."""
        return seat

    def chances(self, world: State) -> list[float]:
        """Each seat's chance to be among the winners of a world that is not over.

        By the features of the sides, where these have been learned; else by their points.
        """
        learned = self.learned
        if learned is None:
            stands = [self.value(world, seat) / POINTS_OF_A_LEAD for seat in range(world.seats)]
            return shares(stands)
        by_side = learned.chances(self.features(world))
        return [by_side[self.side_of(world, seat)] for seat in range(world.seats)]


TIE: Final = 1e-9
"""Ratings that differ by less are the same; sums of the same terms in another order may."""


def best_rated(actions: list[Action], ratings: list[float], chance: Rng) -> Action:
    """The action with the best rating; chance decides between equals."""
    best = ratings[0]
    for rating in ratings:
        if rating > best:
            best = rating
    tied: list[Action] = []
    for place in range(len(actions)):
        if ratings[place] >= best - TIE:
            tied.append(actions[place])
    return tied[int(chance.below(len(tied)))]
