"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import read_rule_texts
from broadside.kernel.advice import Advice
from broadside.kernel.game import Game, Options, choice
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import notation, setup
from .advice import JollyAndRogerAdvice
from .cards import BOX, CARDS_PER_TURN, DECK_NAMES, FIRST_SPLITTERS, MEMORIES, PACKAGE, SEATS
from .events import EVENTS
from .table import Table
from .verbs import ACTIONS

VERSION: Final = 1


class JollyAndRoger(Game):
    """Jolly & Roger, for exactly two."""

    def __init__(self) -> None:
        super().__init__(notation.NAME, VERSION, range(SEATS, SEATS + 1), ACTIONS, EVENTS)
        self.options = [
            choice("deck", DECK_NAMES, "advanced"),
            choice("first_splitter", FIRST_SPLITTERS, "random"),
            choice("memory", MEMORIES, "open"),
        ]
        self.questions = ["split", "pick", "play"]
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
        return notation.read(text, Table())

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return JollyAndRogerAdvice()

    def decisions_max(self, seats: int) -> int:
        """A turn is one split, one pick and five plays."""
        return max([deck.turns for deck in BOX.decks]) * (2 + CARDS_PER_TURN)

    def rematch(self, options: Options, last: State) -> Options:
        """The options for another game of the same two."""
        assert isinstance(last, Table)
        return setup.rematch(options, last)

    def rule_texts(self, language: str) -> str:
        """The rules for players."""
        return read_rule_texts(PACKAGE, language)
