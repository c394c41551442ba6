"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import FolderGame
from broadside.kernel.encoding import Encoder
from broadside.kernel.game import PRINTED, Options, choice
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import setup
from .advice import JollyAndRogerAdvice
from .book import BOOK
from .cards import CARDS_PER_TURN, DECK_NAMES, FIRST_SPLITTERS, MEMORIES, PACKAGE, SEATS, TURNS_MAX
from .encoder import JollyAndRogerEncoder
from .table import Table

VERSION: Final = 1


class JollyAndRoger(FolderGame):
    """Jolly & Roger, for exactly two."""

    def __init__(self) -> None:
        seats = range(SEATS, SEATS + 1)
        super().__init__(PACKAGE, VERSION, seats, BOOK, Table, JollyAndRogerAdvice)
        self.options = [
            choice("deck", DECK_NAMES, "advanced", PRINTED),
            choice("first_splitter", FIRST_SPLITTERS, "random"),
            choice("memory", MEMORIES, "open"),
        ]
        self.refusals = [
            "board_needs_captain",
            "kraken_no_crew",
            "kraken_meets_skeleton",
            "card_not_in_set",
            "no_parrots",
            "no_such_card",
        ]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first split."""
        self.check_seats(seats)
        return setup.deal(options, rng)

    def quick_encoder(self) -> Encoder | None:
        """Observations in compiled code."""
        return JollyAndRogerEncoder()

    def decisions_max(self, seats: int) -> int:
        """A turn is one split, one pick and five plays."""
        return TURNS_MAX * (2 + CARDS_PER_TURN)

    def rematch(self, options: Options, last: State) -> Options:
        """The options for another game of the same two."""
        assert isinstance(last, Table)
        return setup.rematch(options, last)
