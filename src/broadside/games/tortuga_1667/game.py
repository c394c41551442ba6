"""The game object: what a server or a bot is handed."""

from __future__ import annotations

from typing import Final

from broadside.games.data import read_rule_texts
from broadside.kernel.advice import Advice
from broadside.kernel.errors import BadOption
from broadside.kernel.game import Game, Options, choice, number, some, switch
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import notation, reading, setup
from .advice import TortugaAdvice
from .cards import (
    EVENT_CARDS,
    EVENT_NAMES,
    LOYALTY_MODES,
    PACKAGE,
    SEATS_MAX,
    SEATS_MIN,
    SMALL,
    STAR_NAMES,
    STARS,
)
from .events import EVENTS
from .refusals import REFUSALS
from .scoring import RACE_TURNS_UNCAPPED
from .turns import GUARD_OFF
from .verbs import ACTIONS

VERSION: Final = 1

QUESTIONS: Final = [
    "start_chest",
    "place_pawn",
    "atlantis",
    "action",
    "forced_pick",
    "vote",
    "take_chest",
    "letter",
    "pistol",
    "map_to",
    "cabin_fever",
    "crows_target",
    "crows_pick",
    "black_powder",
    "fountain",
]

STARS_USUAL: Final = 3
DECK_SPARE: Final = 13
"""So many events a short deck may lose with three stars."""
SMALL_DECK_SPARE: Final = 10
TURN_DECISIONS: Final = 24
"""Atlantis, two actions, a vote of all or a new hand for somebody, and what comes of it."""


class Tortuga(Game):
    """Tortuga 1667, for two to nine."""

    def __init__(self) -> None:
        seats = range(SEATS_MIN, SEATS_MAX + 1)
        super().__init__(notation.NAME, VERSION, seats, ACTIONS, EVENTS)
        self.options = [
            number("star_count", STARS_USUAL, STARS, STARS_USUAL),
            some("star_pick", STAR_NAMES),
            switch("small_drop", True),
            number("short_deck", 0, DECK_SPARE + STARS - STARS_USUAL, 0),
            switch("sand_timer", False),
            choice("loyalty_mode", LOYALTY_MODES, "hidden"),
            switch("madness", False),
            switch("instant_intrigue", False),
            switch("stall_guard", True),
            switch("race_cap", True),
        ]
        self.questions = QUESTIONS[:]
        self.refusals = REFUSALS[:]

    def check(self, seats: int, options: Options) -> None:
        """Refuse stars and short decks that cannot be had together or with so many seats.

        T67-O1 T67-O2 T67-O5
        """
        picked = str(options["star_pick"])
        names = picked.split(",") if picked else []
        count = int(options["star_count"])
        allowed = [EVENT_NAMES[kind] for kind in setup.star_choice(seats, options)]
        if options["madness"] is True:
            if count != STARS_USUAL or names:
                raise BadOption(
                    "madness takes every star: leave star_count at 3 and star_pick empty"
                )
            count = len(allowed)
        if count > len(allowed):
            raise BadOption(
                f"star_count is {count}, but with small_drop and {seats} seats there are"
                f" {len(allowed)} stars"
            )
        for name in names:
            if name not in allowed:
                raise BadOption(f"star_pick has {name}, which small_drop leaves out")
        if names and len(names) != count:
            raise BadOption(f"star_pick has {len(names)} stars; star_count is {count}")
        spare = (SMALL_DECK_SPARE if seats <= SMALL else DECK_SPARE) + count - STARS_USUAL
        if int(options["short_deck"]) > spare:
            raise BadOption(
                f"short_deck is {options['short_deck']}; with {seats} seats and {count} stars"
                f" it may be at most {spare}"
            )

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first decision."""
        self.check(self.check_seats(seats), options)
        return setup.deal(seats, options, rng)

    def read(self, text: str) -> State:
        """The table that was written as this text."""
        return reading.read(text)

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return TortugaAdvice()

    def decisions_max(self, seats: int) -> int:
        """Every event is revealed in the end, and so is every race.  T67-R32"""
        turns = EVENT_CARDS * (GUARD_OFF + seats) + RACE_TURNS_UNCAPPED * seats
        return seats + turns * TURN_DECISIONS

    def rule_texts(self, language: str) -> str:
        """The rules for players, with the words of all three languages.  T67-C7"""
        return read_rule_texts(PACKAGE, language)
