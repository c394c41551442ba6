"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import read_rule_texts
from broadside.kernel import position
from broadside.kernel.advice import Advice
from broadside.kernel.game import Game, Options, choice
from broadside.kernel.rng import Rng
from broadside.kernel.state import State
from broadside.kernel.step import questions_of

from . import setup
from .advice import JollyAndRogerAdvice
from .book import BOOK, STEPS
from .cards import CARDS_PER_TURN, DECK_NAMES, FIRST_SPLITTERS, MEMORIES, PACKAGE, SEATS, TURNS_MAX
from .table import Table

VERSION: Final = 1


class JollyAndRoger(Game):
    """Jolly & Roger, for exactly two."""

    def __init__(self) -> None:
        super().__init__(BOOK.name, VERSION, range(SEATS, SEATS + 1), BOOK.actions, BOOK.events)
        self.options = [
            choice("deck", DECK_NAMES, "advanced"),
            choice("first_splitter", FIRST_SPLITTERS, "random"),
            choice("memory", MEMORIES, "open"),
        ]
        self.questions = questions_of(STEPS)
        self.refusals = [
            "board_needs_captain",
            "kraken_no_crew",
            "kraken_meets_skeleton",
            "card_not_in_set",
        ]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first split."""
        self.check_seats(seats)
        return setup.deal(options, rng)

    def read(self, text: str) -> State:
        """The table that was written as this text."""
        return position.read(BOOK, text, self.seats, Table)

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return JollyAndRogerAdvice()

    def decisions_max(self, seats: int) -> int:
        """A turn is one split, one pick and five plays."""
        return TURNS_MAX * (2 + CARDS_PER_TURN)

    def rematch(self, options: Options, last: State) -> Options:
        """The options for another game of the same two."""
        assert isinstance(last, Table)
        return setup.rematch(options, last)

    def rule_texts(self, language: str) -> str:
        """The rules for players."""
        return read_rule_texts(PACKAGE, language)
