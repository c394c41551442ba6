"""Advice: a game's taste, which it lends to bots that know nothing but the protocol."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from .action import Action
from .event import Seat
from .state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """What a bot may ask about a world it has been given."""

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
        verbs = world.action_table().verbs
        return [aside for aside in world.asides(seat) if not verbs[aside.verb].composed]

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
