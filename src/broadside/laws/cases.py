"""What the laws look at: a game with a number of seats, its options, and somebody's way to play."""

from __future__ import annotations

from functools import cached_property
from itertools import cycle, islice, product
from math import prod
from typing import TYPE_CHECKING

from broadside import unit
from broadside.kernel.errors import BadOption
from broadside.kernel.event import SPECTATOR, Seat
from broadside.kernel.game import LIST, NUMBER, SWITCH, Game, Option, Options, OptionValue
from broadside.kernel.playout import playout
from broadside.kernel.replay import CLOSING, Record
from broadside.kernel.rng import FastRng, Rng, SealedRng

from .policies import decide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadside.kernel.state import State

COMBINATIONS_MAX = 24
"""With more combinations of options than this, each value is tried with one number of seats."""


SEATS_MAX = 6
"""Numbers of seats of a game that is for few."""

LENGTH_USUAL = 60
"""Decisions of a game that is not long."""

LOOKS_MAX = 12
"""After so many looks at a game, the next ones come half as often."""

IS_QUICK = unit.which() == "compiled"
"""Interpreted, a game with many options is tried as it is usually played, and less often."""


class Case:
    """A game with a number of seats and all its options chosen.

    With `closes_apart` windows that count down rest as they do on a server.
    """

    def __init__(
        self, game: Game, seats: int, options: Options, closes_apart: bool = False
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.closes_apart = closes_apart

    def __str__(self) -> str:
        apart = ["closes_apart"] if self.closes_apart else []
        return "-".join([self.game.name, str(self.seats), *map(str, self.options.values()), *apart])

    @property
    def is_usual(self) -> bool:
        """Whether the game is played as it usually is."""
        return self.options == self.game.complete({})

    @cached_property
    def is_live(self) -> bool:
        """Whether nothing is chosen as only a simulation has it."""
        return all(
            option.live == option.default or self.options[option.name] == option.live
            for option in self.game.options
        )

    @cached_property
    def is_vast(self) -> bool:
        """Whether the game is played in two ways by a great many: it is looked at less often."""
        is_twofold = self.game.live_options() != self.game.complete({})
        return is_twofold and len(self.game.seats) > SEATS_MAX

    @cached_property
    def length(self) -> int:
        """How many decisions a random game of this kind takes, more or less."""
        return playout(self.deal(FastRng(1)), FastRng(2))

    def deal(self, rng: Rng) -> State:
        """A new table, which records what happens."""
        table = self.game.deal(self.seats, dict(self.options), rng)
        table.closes_apart = self.closes_apart
        return table

    def record(self) -> Record:
        """The heading of a record of such a game."""
        record = Record(self.game.name, self.game.version, self.seats, dict(self.options))
        record.closes_apart = self.closes_apart
        return record


def values(option: Option) -> list[OptionValue]:
    """The values of an option that are worth trying."""
    if option.kind == SWITCH:
        return [False, True]
    if option.kind == NUMBER:
        return sorted({option.low, int(option.default), option.high})
    if option.kind == LIST:
        return [",".join(option.values[:count]) for count in range(len(option.values) + 1)]
    return list(option.values)


def combinations(game: Game) -> list[Options]:
    """All combinations of options."""
    names = [option.name for option in game.options]
    choices = [values(option) for option in game.options]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*choices)]


def deviations(game: Game) -> list[Options]:
    """Each unusual value of an option once, everything else as at a live table."""
    usual = game.live_options()
    return [
        {**usual, option.name: value}
        for option in game.options
        for value in values(option)
        if value not in (option.default, option.live)
    ]


def has_many_options(game: Game) -> bool:
    """Whether not all combinations of options can be tried."""
    return prod([len(values(option)) for option in game.options]) > COMBINATIONS_MAX


def fits(game: Game, seats: int, options: Options) -> bool:
    """Whether options go with each other and with so many seats."""
    try:
        game.check(seats, options)
    except BadOption:
        return False
    return True


def unusual_cases(game: Game) -> Iterator[Case]:
    """Each unusual value with one number of seats, if it goes with any; else a lower number."""
    counts = cycle(game.seats)
    for options in deviations(game):
        for seats in islice(counts, len(game.seats)):
            lowered = lowered_to_fit(game, seats, options)
            if lowered is not None:
                yield Case(game, seats, lowered)
                break


def lowered_to_fit(game: Game, seats: int, options: Options) -> Options | None:
    """The options, with a number lowered until they go with so many seats; None if it must not."""
    usual = game.complete({})
    while not fits(game, seats, options):
        numbers = [
            option
            for option in game.options
            if option.kind == NUMBER and options[option.name] != usual[option.name]
        ]
        if not numbers:
            return None
        name = numbers[0].name
        options = {**options, name: int(options[name]) - 1}
    return options


def thinned(cases: list[Case], first: int, every: int) -> list[Case]:
    """A long game for a great many is not tried in all its ways with every number of seats."""
    return cases if len(cases) <= SEATS_MAX else cases[first::every]


def cases_of(game: Game) -> list[Case]:
    """All options with all numbers of seats; if these are many, each value with one of them."""
    if not has_many_options(game):
        every = combinations(game)
        return [Case(game, seats, options) for seats in game.seats for options in every]
    usual = [Case(game, seats, game.complete({})) for seats in game.seats]
    if game.live_options() != game.complete({}):
        live = [Case(game, seats, game.live_options()) for seats in game.seats]
        usual = thinned(usual, 0, 1 if IS_QUICK else 3) + thinned(live, 1, 3)
    if counts_down(game):
        apart = [Case(game, seats, game.live_options(), True) for seats in game.seats]
        usual += thinned(apart, 0, 3)
    return usual + list(unusual_cases(game)) if IS_QUICK else usual


def counts_down(game: Game) -> bool:
    """Whether a game has windows that count down."""
    table = game.deal(game.seats[0], game.live_options(), FastRng(1))
    return any(step.countdown_ms for step in table.book().steps)


SEATS_MANY = 6
"""A game with more numbers of seats than this is tried less often with each of them."""


def is_often_tried(case: Case) -> bool:
    """Whether a case is tried with every seed there is; there are many with unusual options."""
    counts = case.game.seats[:: 1 if len(case.game.seats) <= SEATS_MANY else 3]
    return case.seats in counts and (case.is_usual or not has_many_options(case.game))


def examples(case: Case) -> int:
    """How many games of a kind each law looks at."""
    if not IS_QUICK or not (case.is_usual or not has_many_options(case.game)):
        return 1
    return 4 if len(case.game.seats) <= SEATS_MANY else 2


class Play:
    """One game as one policy plays it: the same seed plays the same game."""

    def __init__(self, case: Case, policy: str, seed: int) -> None:
        self.case = case
        self.policy = policy
        self.seed = seed

    def deal(self) -> State:
        """The table as it was dealt."""
        return self.case.deal(FastRng(self.seed))

    def deal_live(self) -> State:
        """The table as a server deals it: from a key."""
        return self.case.deal(self.live_rng())

    def live_rng(self) -> Rng:
        """The generator of a live table."""
        return SealedRng(self.seed.to_bytes(32, "big"))

    def run(self, table: State) -> Iterator[tuple[Seat, str]]:
        """Play a table to its end; yields each decision after it was applied, and each closing of a
        window that rested, as a record has it.
        """
        rng = FastRng(self.seed + 1)
        decisions_max = self.case.game.decisions_max(self.case.seats)
        decisions = 0
        while not table.is_over():
            assert decisions < decisions_max, f"{self.policy} does not come to an end"
            decision = decide(self.policy, table, rng)
            if decision is None:
                table.close_window()
                yield SPECTATOR, CLOSING
            else:
                seat, action = decision
                table.apply(seat, action)
                decisions += 1
                yield seat, action.text

    def positions(self, every: int = 1) -> Iterator[State]:
        """The table before each decision and at the end; with `every`, only some of these.

        A long game has more of them to pass over: it is looked at as often as a short one, and the
        longer it goes on the more seldom.
        It is the same table all the time: whoever plays on must clone it.
        """
        is_picky = every > 1
        if is_picky:
            every *= max(1, self.case.length // LENGTH_USUAL)
        table = self.deal()
        yield table
        looks = 0
        for place, _ in enumerate(self.run(table), 1):
            if place % every == 0 or table.is_over():
                yield table
                looks += 1
                if is_picky and looks % LOOKS_MAX == 0:
                    every *= 2

    def viewpoints(self) -> list[Seat]:
        """All seats and the spectator."""
        return [*range(self.case.seats), SPECTATOR]
