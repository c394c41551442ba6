"""What is noted of the decisions of a game, for those who count games by the thousand."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from .action import Action
from .event import Seat
from .masks import count_with
from .state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Notes:
    """Looks on while games are played one after the other, and notes each decision of one."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Another game begins."""
        self.seats: list[Seat] = []
        self.done: list[Action] = []
        self.choices: list[int] = []
        self.hidden: list[float] = []
        self.scores: list[list[int]] = []

    def __call__(self, state: State, seat: Seat, action: Action) -> None:
        """A seat is about to do something."""
        self.note(state, seat, action, len(state.legal(seat)))

    def note(self, state: State, seat: Seat, action: Action, choices: int) -> None:
        """The same; it could choose among so many actions."""
        self.seats.append(seat)
        self.done.append(action)
        self.choices.append(choices)
        self.hidden.append(hidden_from(state.knows, seat))
        self.scores.append(state.scores())


def hidden_from(knows: list[int], seat: Seat) -> float:
    """The part of all pieces whose place a seat does not know."""
    return (len(knows) - count_with(knows, seat)) / len(knows) if knows else 0.0
