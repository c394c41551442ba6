"""The law of legality and its reason can fail: steps that say two things are caught."""

from __future__ import annotations

import pytest

from broadside.kernel.action import Action, ActionTable
from broadside.kernel.book import Book
from broadside.kernel.event import EventTable, Seat
from broadside.kernel.game import Game, Options
from broadside.kernel.rng import FastRng, Rng
from broadside.kernel.state import State
from broadside.kernel.step import Choice, Denial
from broadside.laws.cases import Case, Play
from broadside.laws.said_once import l3_what_is_not_legal_is_denied

ACTIONS = ActionTable()
STAY = ACTIONS.add_verb("stay", [])
CROSS = ACTIONS.add_verb("cross", [])
EVENTS = EventTable()


class Crossing(Choice["Ferry"]):
    """The last seat may only stay; both are free to the others."""

    def __init__(self) -> None:
        super().__init__("crossing", ["cross_or_stay"], "rule", [STAY, CROSS])

    def chooser(self, t: Ferry) -> Seat:
        """One seat after the other."""
        return t.turn

    def options(self, t: Ferry) -> list[Action]:
        """All that is open to the seat."""
        return ACTIONS.actions if t.turn < t.seats - 1 else STAY.actions

    def denial(self, t: Ferry, seat: Seat, action: Action) -> Denial | None:
        """The last seat stays."""
        if action.verb == STAY or seat < t.seats - 1:
            return None
        return Denial(action, "ferry_is_full", "the ferry is full", "rule")

    def choose(self, t: Ferry, seat: Seat, action: Action) -> None:
        """The next one is asked."""
        t.turn += 1
        if t.turn == t.seats:
            t.agenda.pop()


class DeniesTheLegal(Crossing):
    """Every crossing has a reason against it."""

    def denial(self, t: Ferry, seat: Seat, action: Action) -> Denial | None:
        """Too much is denied."""
        return None if action.verb == STAY else Denial(action, "no", "the sea is rough", "rule")


class AsksTheLast(Crossing):
    """The last seat is asked, and told nothing of what it may not do."""

    def advance(self, t: Ferry) -> None:
        """Ask, though there is only one way."""
        t.let_choose(self.chooser(t), self.options(t))

    def denial(self, t: Ferry, seat: Seat, action: Action) -> Denial | None:
        """Too little is denied."""
        return None


class Ferry(State):
    """A table with one step."""

    turn = 0

    def book(self) -> Book:
        """Nothing but actions."""
        return Book("ferry", ACTIONS, EVENTS, [], [], [])

    def winners(self) -> list[Seat]:
        """Everybody."""
        return [*range(self.seats)]


class Harbour(Game):
    """A game with one step, honest or not."""

    def __init__(self, step: Crossing) -> None:
        super().__init__("ferry", 1, range(2, 5), ACTIONS, EVENTS)
        self.step = step

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """The first seat is asked."""
        table = Ferry(seats)
        table.agenda = [self.step]
        table.run()
        return table

    def decisions_max(self, seats: int) -> int:
        """One for each."""
        return seats


def law_holds(step: Crossing) -> None:
    """Put a step to the law."""
    l3_what_is_not_legal_is_denied(Play(Case(Harbour(step), 2, {}), "uniform", 1))


def test_an_honest_step_keeps_it() -> None:
    """What is not legal is denied."""
    law_holds(Crossing())


def test_what_is_legal_is_not_denied() -> None:
    """A reason against it does not count: only what is not legal needs one."""
    table = Harbour(DeniesTheLegal()).deal(2, {}, FastRng(1))
    assert CROSS.of() in table.legal(0)
    assert table.denial(0, CROSS.of()) is None
    law_holds(DeniesTheLegal())


def test_what_has_no_reason_is_caught() -> None:
    """What is not legal must have one."""
    with pytest.raises(AssertionError):
        law_holds(AsksTheLast())
