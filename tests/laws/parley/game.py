"""The game object."""

from __future__ import annotations

from broadside.kernel import position
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.game import Game, Options
from broadside.kernel.rng import Rng
from broadside.kernel.state import State
from broadside.kernel.step import questions_of

from . import __doc__ as description
from . import rules
from .book import BOOK, STEPS
from .table import Table
from .verbs import SEATS_MAX

VERSION = 1


class Parley(Game):
    """Parley, for two to four. The laws' own tests hand it tables that break its rules."""

    def __init__(self, table: type[Table] = Table) -> None:
        super().__init__(BOOK.name, VERSION, range(2, SEATS_MAX + 1), BOOK.actions, BOOK.events)
        self.questions = questions_of(STEPS)
        self.refusals = rules.REFUSALS
        self.table = table

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first course."""
        table = self.table(self.check_seats(seats))
        rules.deal(table, rng)
        return table

    def read(self, text: str) -> State:
        """The table that was written as this text."""
        return position.read(BOOK, text, self.seats, self.table)

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return ParleyAdvice()

    def decisions_max(self, seats: int) -> int:
        """No game takes more decisions than this."""
        return rules.decisions_max(seats)

    def rule_texts(self, language: str) -> str:
        """The rules, in English only: nobody plays it."""
        return description or ""


class ParleyAdvice(Advice):
    """Gold, and a little for every card."""

    def value(self, world: State, seat: Seat) -> float:
        """How well this seat stands."""
        assert isinstance(world, Table)
        return world.gold[seat] + len(world.hands[seat]) / 2
