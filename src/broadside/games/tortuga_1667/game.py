"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import FolderGame
from broadside.kernel.errors import BadOption
from broadside.kernel.game import PRINTED, Options, choice, number, some, switch
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import cards, start
from .advice import TortugaAdvice
from .book import BOOK
from .cards import PACKAGE
from .scoring import RACE_TURNS_UNCAPPED
from .table import Table
from .turns import GUARD_OFF

VERSION: Final = 1

REFUSALS: Final = """
    peek_exactly_two slot_is_empty peek_forbidden armada_alone one_card_left only_events_now
    not_yourself no_such_seat boat_taken boat_exploded ship_full not_adjacent no_letter
    letter_is_fresh no_letter_target not_captain not_first_mate not_cabin_boy not_governor
    not_aboard not_your_hold hold_is_empty card_not_in_hand no_el_dorado el_dorado_order
    galleon_first nothing_there space_taken not_one_of_two no_vote_cards card_not_in_pool
    boat_is_gone no_sand_timer atlantis_not_held
""".split()

STARS_USUAL: Final = 3
DECK_SPARE: Final = 13
"""So many events a short deck may lose with three stars."""
SMALL_DECK_SPARE: Final = 10
TURN_DECISIONS: Final = 24
"""Atlantis, two actions, a vote of all or a new hand for somebody, and what comes of it."""


class Tortuga(FolderGame):
    """Tortuga 1667, for two to nine."""

    def __init__(self) -> None:
        seats = range(cards.SEATS_MIN, cards.SEATS_MAX + 1)
        super().__init__(PACKAGE, VERSION, seats, BOOK, Table, TortugaAdvice)
        self.options = [
            number("star_count", STARS_USUAL, cards.STARS, STARS_USUAL, PRINTED),
            some("star_pick", cards.STAR_NAMES, PRINTED),
            switch("small_drop", True, origin=PRINTED),
            number("short_deck", 0, DECK_SPARE + cards.STARS - STARS_USUAL, 0, PRINTED),
            switch("sand_timer", False, origin=PRINTED),
            choice("loyalty_mode", cards.LOYALTY_MODES, "hidden", PRINTED),
            switch("madness", False, origin=PRINTED),
            switch("instant_intrigue", False, origin=PRINTED),
            switch("stall_guard", True, live=False),
            switch("race_cap", True, live=False),
        ]
        self.refusals = REFUSALS[:]

    def check(self, seats: int, options: Options) -> None:
        """Refuse stars and short decks that cannot be had together or with so many seats.

        T67-O1 T67-O2 T67-O5
        """
        picked = str(options["star_pick"])
        names = picked.split(",") if picked else []
        count = int(options["star_count"])
        allowed = [cards.EVENT_NAMES[kind] for kind in start.star_choice(seats, options)]
        if options["madness"] is True:
            if count != STARS_USUAL or names:
                raise BadOption(
                    "madness takes every star: leave star_count at 3 and star_pick empty", "madness"
                )
            count = len(allowed)
        if count > len(allowed):
            raise BadOption(
                f"star_count is {count}, but with small_drop and {seats} seats there are"
                f" {len(allowed)} stars",
                "star_count",
                len(allowed),
            )
        for name in names:
            if name not in allowed:
                raise BadOption(f"star_pick has {name}, which small_drop leaves out", "star_pick")
        if names and len(names) != count:
            raise BadOption(
                f"star_pick has {len(names)} stars; star_count is {count}", "star_pick", count
            )
        spare = (SMALL_DECK_SPARE if seats <= cards.SMALL else DECK_SPARE) + count - STARS_USUAL
        if int(options["short_deck"]) > spare:
            raise BadOption(
                f"short_deck is {options['short_deck']}; with {seats} seats and {count} stars"
                f" it may be at most {spare}",
                "short_deck",
                spare,
            )

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first decision."""
        self.check(self.check_seats(seats), options)
        t = Table(seats)
        start.deal(t, options, rng)
        return t

    def decisions_max(self, seats: int) -> int:
        """Every event is revealed in the end, and so is every race.  T67-R32"""
        turns = cards.EVENT_CARDS * (GUARD_OFF + seats) + RACE_TURNS_UNCAPPED * seats
        return seats + turns * TURN_DECISIONS

    def rule_texts(self, language: str) -> str:
        """The rules for players, with the words of all three languages.  T67-C7"""
        return super().rule_texts(language)
