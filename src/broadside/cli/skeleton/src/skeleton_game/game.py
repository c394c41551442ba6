"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import read_rule_texts, read_texts
from broadside.kernel import position
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.game import Game, Options
from broadside.kernel.rng import Rng
from broadside.kernel.state import State
from broadside.kernel.step import questions_of

from .book import BOOK, STEPS
from .cards import CARDS, HAND, SEATS_MAX, SEATS_MIN
from .table import Table
from .tricks import PLAYING

VERSION: Final = 1
"""Raise it when the rules change: games that were stored are replayed by their own version."""


class SkeletonGame(Game):
    """Skeleton Game, for two to four."""

    def __init__(self) -> None:
        seats = range(SEATS_MIN, SEATS_MAX + 1)
        super().__init__(BOOK.name, VERSION, seats, BOOK.actions, BOOK.events)
        self.questions = questions_of(STEPS)
        self.refusals = ["not_in_hand"]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """Three cards each; the first seat leads.  SKL-S1"""
        table = Table(self.check_seats(seats))
        table.set_out()
        table.log = []
        table.rng = rng
        deck = list(range(CARDS))
        rng.shuffle(deck)
        table.deck = tuple(deck)
        for _ in range(HAND):
            for seat in table.clockwise():
                table.draw(seat)
        table.agenda = [PLAYING]
        table.run()
        return table

    def read(self, text: str) -> State:
        """The table that was written as this text."""
        return position.read(BOOK, text, self.seats, Table)

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return SkeletonGameAdvice()

    def decisions_max(self, seats: int) -> int:
        """Every card is played once at most."""
        return CARDS

    def texts(self, language: str) -> dict[str, str]:
        """What the client says of the game."""
        return read_texts(__package__, language)

    def rule_texts(self, language: str) -> str:
        """The rules for players."""
        return read_rule_texts(__package__, language)


class SkeletonGameAdvice(Advice):
    """Tricks, and a little for high cards."""

    def value(self, world: State, seat: Seat) -> float:
        """How well this seat stands; a difference of 1 is about a point."""
        assert isinstance(world, Table)
        return world.scores()[seat] + sum(world.hands[seat]) / CARDS
