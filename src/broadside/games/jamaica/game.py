"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import FolderGame
from broadside.kernel.game import READING, Options, choice, number, switch
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import cards, setup
from .advice import JamaicaAdvice
from .board import PACKAGE
from .book import BOOK
from .table import Table

VERSION: Final = 1

REFUSALS: Final = """
    dice_as_rolled card_not_in_hand exact_steps first_payable_space no_ship_there
    too_little_gunpowder pay_exactly hold_not_empty hold_is_empty holds_are_alike
    jettison_same_kind jettison_needless hold_not_owned loot_cannot_be_loaded treasure_not_there
    beth_stays_with_ghost treasure_picked_blindly only_cursed_are_given
""".split()

BATTLE_DECISIONS: Final = 20
"""A target, gunpowder and its holds on both sides, the Sabre, spoils and a hold for them."""
LANDING_DECISIONS: Final = BATTLE_DECISIONS + 8
"""A battle, a way back and the holds to pay from."""
ARRIVALS: Final = 8
"""A retreat after a retreat needs a lost battle for the goods of a hold, and there are six."""


class Jamaica(FolderGame):
    """Jamaica, for two to six."""

    def __init__(self) -> None:
        seats = range(cards.SEATS_MIN, cards.SEATS_MAX + 1)
        super().__init__(PACKAGE, VERSION, seats, BOOK, Table, JamaicaAdvice)
        self.options = [
            choice("shortage_mode", cards.SHORTAGE_MODES, "classic", READING),
            choice("bank", cards.BANKS, "unlimited"),
            choice("reveal", cards.REVEALS, "in_turn", READING),
            choice("treasure_pick", cards.TREASURE_PICKS, "tracked", READING),
            number("max_rounds", 1, cards.ROUNDS_MAX, cards.ROUNDS_USUAL),
            switch("quick_pay", False),
        ]
        self.refusals = REFUSALS[:]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first round."""
        return setup.deal(self.check_seats(seats), options, rng)

    def decisions_max(self, seats: int) -> int:
        """Every action of every ship takes so many at most."""
        ships = seats + 1
        return cards.ROUNDS_MAX * (1 + seats + 2 * ships * ARRIVALS * LANDING_DECISIONS)
