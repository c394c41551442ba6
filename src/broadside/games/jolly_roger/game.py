"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import FolderGame
from broadside.kernel.game import PRINTED, READING, Options, choice, switch
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import setup
from .advice import JollyRogerAdvice
from .book import BOOK
from .cards import CAPTAIN_PICKS, ISLAND_FAILS, PACKAGE, POLLS, ROUNDS, SEATS_MAX, SEATS_MIN
from .table import Table

VERSION: Final = 1

REFUSALS: Final[list[str]] = (
    "card_not_in_hand prize_not_there only_normal_cards not_this_window captain_cannot_call "
    "mutiny_used reveal_too_early only_quartermaster_reveals bound_to_other_side "
    "leader_of_other_side cutthroat_not_yourself no_neutral_seat not_yourself no_hand_cards "
    "stack_empty island_barred not_among_fewest not_laid_out multi_cards_exactly "
    "traded_already nothing_to_draw cannot_be_buried cannot_be_sold not_punishable "
    "surgeon_not_for_officers used_in_this_window nobody_to_rob nothing_buried no_open_prize "
    "guard_already asked_already bribes_off one_open_offer offers_used_up no_such_offer "
    "first_card_due prizes_forfeit"
).split()

WINDOWS: Final = 20
"""Open windows of a round at most, with a mutiny and its sharing."""
PLAYS: Final = 45
"""Cards played in a round at most, more or less: each asks everybody again, twice."""


class JollyRoger(FolderGame):
    """Jolly Roger, for three to ten."""

    def __init__(self) -> None:
        seats = range(SEATS_MIN, SEATS_MAX + 1)
        super().__init__(PACKAGE, VERSION, seats, BOOK, Table, JollyRogerAdvice)
        self.options = [
            switch("hidden_treasures", False, origin=PRINTED),  # JR-O2
            switch("captains_gold", False, origin=PRINTED),  # JR-O3
            choice("island_fail", ISLAND_FAILS, "round_lost", READING),  # JR-O4
            choice("captain_pick", CAPTAIN_PICKS, "counts", READING),  # JR-O5
            switch("bribes", True),  # JR-O6
            switch("bot_bribes", False),  # JR-O6
            switch("bribe_crew_open", True, origin=READING),  # JR-O6
            choice("poll", POLLS, "clockwise"),  # JR-O7
            switch("both_roles", False, origin=READING),  # JR-O9
            switch("ask_all", False, live=True),  # JR-O8
        ]
        self.refusals = REFUSALS[:]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first round."""
        return setup.deal(self.check_seats(seats), options, rng)

    def decisions_max(self, seats: int) -> int:
        """Every play asks everybody again, and gifts do so too."""
        per_round = (WINDOWS + 2 * PLAYS + 3 * seats * WINDOWS) * seats + 200
        return ROUNDS * per_round
