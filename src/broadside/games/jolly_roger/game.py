"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import read_rule_texts
from broadside.kernel.advice import Advice
from broadside.kernel.game import Game, Options, choice, switch
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import notation, reading, setup
from .advice import JollyRogerAdvice
from .cards import CAPTAIN_PICKS, ISLAND_FAILS, PACKAGE, POLLS, ROUNDS, SEATS_MAX, SEATS_MIN
from .events import EVENTS
from .questions import QUESTIONS, REFUSALS
from .verbs import ACTIONS

VERSION: Final = 1

WINDOWS: Final = 20
"""Open windows of a round at most, with a mutiny and its sharing."""
PLAYS: Final = 45
"""Cards played in a round at most, more or less: each asks everybody again, twice."""


class JollyRoger(Game):
    """Jolly Roger, for three to ten."""

    def __init__(self) -> None:
        seats = range(SEATS_MIN, SEATS_MAX + 1)
        super().__init__(notation.NAME, VERSION, seats, ACTIONS, EVENTS)
        self.options = [
            switch("hidden_treasures", False),  # JR-O2
            switch("captains_gold", False),  # JR-O3
            choice("island_fail", ISLAND_FAILS, "round_lost"),  # JR-O4
            choice("captain_pick", CAPTAIN_PICKS, "counts"),  # JR-O5
            switch("bribes", True),  # JR-O6
            switch("bot_bribes", False),  # JR-O6
            switch("bribe_crew_open", True),  # JR-O6
            choice("poll", POLLS, "clockwise"),  # JR-O7
            switch("ask_all", False, live=True),  # JR-O8
        ]
        self.questions = QUESTIONS[:]
        self.refusals = REFUSALS[:]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first round."""
        return setup.deal(self.check_seats(seats), options, rng)

    def read(self, text: str) -> State:
        """The table that was written as this text."""
        return reading.read(text)

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return JollyRogerAdvice()

    def decisions_max(self, seats: int) -> int:
        """Every play asks everybody again, and gifts do so too."""
        per_round = (WINDOWS + 2 * PLAYS + 3 * seats * WINDOWS) * seats + 200
        return ROUNDS * per_round

    def rule_texts(self, language: str) -> str:
        """The rules for players."""
        return read_rule_texts(PACKAGE, language)
