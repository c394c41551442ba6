"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import read_rule_texts
from broadside.kernel import position
from broadside.kernel.advice import Advice
from broadside.kernel.game import Game, Options, choice, number, switch
from broadside.kernel.rng import Rng
from broadside.kernel.state import State
from broadside.kernel.step import questions_of

from . import setup
from .advice import JamaicaAdvice
from .board import PACKAGE
from .book import BOOK, STEPS
from .cards import (
    BANKS,
    REVEALS,
    ROUNDS_MAX,
    ROUNDS_USUAL,
    SEATS_MAX,
    SEATS_MIN,
    SHORTAGE_MODES,
    TREASURE_PICKS,
)
from .table import Table

VERSION: Final = 1

REFUSALS: Final = [
    "dice_as_rolled",
    "card_not_in_hand",
    "exact_steps",
    "first_payable_space",
    "no_ship_there",
    "too_little_gunpowder",
    "pay_exactly",
    "hold_not_empty",
    "hold_is_empty",
    "holds_are_alike",
    "jettison_same_kind",
    "jettison_needless",
    "hold_not_owned",
    "loot_cannot_be_loaded",
    "treasure_not_there",
    "beth_stays_with_ghost",
    "treasure_picked_blindly",
    "only_cursed_are_given",
]

BATTLE_DECISIONS: Final = 20
"""A target, gunpowder and its holds on both sides, the Sabre, spoils and a hold for them."""
LANDING_DECISIONS: Final = BATTLE_DECISIONS + 8
"""A battle, a way back and the holds to pay from."""
ARRIVALS: Final = 8
"""A retreat after a retreat needs a lost battle for the goods of a hold, and there are six."""


class Jamaica(Game):
    """Jamaica, for two to six."""

    def __init__(self) -> None:
        seats = range(SEATS_MIN, SEATS_MAX + 1)
        super().__init__(BOOK.name, VERSION, seats, BOOK.actions, BOOK.events)
        self.options = [
            choice("shortage_mode", SHORTAGE_MODES, "classic"),
            choice("bank", BANKS, "unlimited"),
            choice("reveal", REVEALS, "in_turn"),
            choice("treasure_pick", TREASURE_PICKS, "tracked"),
            number("max_rounds", 1, ROUNDS_MAX, ROUNDS_USUAL),
            switch("quick_pay", False),
        ]
        self.questions = questions_of(STEPS)
        self.refusals = REFUSALS[:]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first round."""
        return setup.deal(self.check_seats(seats), options, rng)

    def read(self, text: str) -> State:
        """The table that was written as this text."""
        return position.read(BOOK, text, self.seats, Table)

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return JamaicaAdvice()

    def decisions_max(self, seats: int) -> int:
        """Every action of every ship takes so many at most."""
        ships = seats + 1
        return ROUNDS_MAX * (1 + seats + 2 * ships * ARRIVALS * LANDING_DECISIONS)

    def rule_texts(self, language: str) -> str:
        """The rules for players."""
        return read_rule_texts(PACKAGE, language)
