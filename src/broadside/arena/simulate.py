"""Many matches on all cores; the number of workers changes nothing but the time.

Every match has its own seed, derived from the seed of the simulation and its number. Matches are
counted in their order, in pieces whose size depends only on how many matches there are.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from broadside.arena.match import Outcome, Player, deal_match, derived_rng, play_match
from broadside.kernel.errors import BroadsideError
from broadside.kernel.game import Game, Options
from broadside.workers.processes import interrupts_held, new_pool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future, ProcessPoolExecutor

PIECE_MIN: Final = 5
PIECE_MAX: Final = 100
PIECES: Final = 64
Found = TypeVar("Found")
AHEAD: Final = 3  # pieces handed out per worker: nobody waits, and memory stays small

Cast = Callable[[str, Sequence[str]], tuple[Game, list[Player]]]
"""`cast(game, bots)` gives the game and one player per name; it must be picklable."""


@dataclass(frozen=True)
class Plan:
    """What is to be simulated. `bots` names the seats in order; options are complete.

    With `sides`, pairs of a side and a bot, the cards that were dealt decide who sits where; then
    `bots` has a name for each seat, in any order.
    """

    game: str
    options: Options
    bots: tuple[str, ...]
    games: int
    seed: int
    rotate: bool = False
    shuffle: bool = False
    sides: tuple[tuple[str, str], ...] = ()

    def names(self) -> tuple[str, ...]:
        """The bots that take part, each once."""
        return tuple(dict.fromkeys(self.bots))

    def seating(self, index: int) -> tuple[str, ...]:
        """Who sits where in match number `index`.

        Rotated, each moves one seat per match; shuffled, chance decides anew for each.
        """
        if self.shuffle:
            places = [*range(len(self.bots))]
            derived_rng(self.seed, index, "places").shuffle(places)
            return tuple(self.bots[place] for place in places)
        if not self.rotate:
            return self.bots
        by = index % len(self.bots)
        return self.bots[-by:] + self.bots[:-by]


@dataclass
class Share:
    """What was won from somewhere: by a bot in all its seats, or in a seat by all its bots."""

    games: int = 0
    wins: float = 0.0
    score: int = 0

    def add(self, games: int, wins: float, score: int) -> None:
        """Count more games."""
        self.games += games
        self.wins += wins
        self.score += score


@dataclass
class Held:
    """What bots believed of the true sides of others when their games ended."""

    seats: int = 0
    truth: float = 0.0
    chance: float = 0.0

    def add(self, seats: int, truth: float, chance: float) -> None:
        """Count more seats."""
        self.seats += seats
        self.truth += truth
        self.chance += chance


@dataclass
class Tally:
    """Matches, counted."""

    bots: tuple[str, ...]
    games: int = 0
    finished: int = 0
    shared: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    by_bot: dict[str, Share] = field(default_factory=dict)
    by_seat: list[Share] = field(default_factory=list)
    by_side: dict[str, int] = field(default_factory=dict)
    beliefs: dict[str, Held] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_bot = {name: Share() for name in self.bots}
        self.by_seat = [Share() for _ in self.bots]

    def count(self, names: Sequence[str], outcome: Outcome) -> None:
        """Count one match; one that did not end has decisions, but nobody's win or score."""
        self._add_length(outcome.decisions, outcome.decisions)
        self.games += 1
        self.decisions += outcome.decisions
        if outcome.result is None:
            return
        self.finished += 1
        self.shared += max(outcome.result) < 1.0
        for seat, name in enumerate(names):
            for share in (self.by_bot[name], self.by_seat[seat]):
                share.add(1, outcome.result[seat], outcome.scores[seat])
        self._count_sides(names, outcome)

    def _count_sides(self, names: Sequence[str], outcome: Outcome) -> None:
        """Whose side has won, and what everybody had believed; nothing in a game without sides."""
        if not outcome.sides:
            return
        assert outcome.result is not None
        won = {side for side, part in zip(outcome.sides, outcome.result, strict=True) if part}
        for side in sorted(set(outcome.sides) - {""}):
            wins = 1 if won == {side} else 0
            self.by_side[side] = self.by_side.get(side, 0) + wins
        for belief in outcome.beliefs:
            held = self.beliefs.setdefault(names[belief.seat], Held())
            held.add(1, belief.truth, belief.chance)

    def merge(self, later: Tally) -> None:
        """Count the matches that come after these."""
        self._add_length(later.shortest, later.longest)
        self.games += later.games
        self.decisions += later.decisions
        self.finished += later.finished
        self.shared += later.shared
        for name, share in later.by_bot.items():
            self.by_bot[name].add(share.games, share.wins, share.score)
        for seat, share in enumerate(later.by_seat):
            self.by_seat[seat].add(share.games, share.wins, share.score)
        for side, wins in later.by_side.items():
            self.by_side[side] = self.by_side.get(side, 0) + wins
        for name, held in later.beliefs.items():
            self.beliefs.setdefault(name, Held()).add(held.seats, held.truth, held.chance)

    def _add_length(self, shortest: int, longest: int) -> None:
        self.shortest = min(self.shortest, shortest) if self.games else shortest
        self.longest = max(self.longest, longest)


@dataclass(frozen=True)
class Simulation:
    """What came out of a plan, and how long it took with how many workers."""

    plan: Plan
    tally: Tally
    seconds: float
    workers: int


def cores() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(
    plan: Plan,
    cast: Cast,
    workers: int | None = None,
    tell: Callable[[int], None] | None = None,
) -> Simulation:
    """Play all matches of a plan; `tell` hears after each piece how many are done."""
    pieces = cut(plan.games)
    workers = min(workers or cores(), len(pieces))
    total = Tally(plan.bots)
    start_s = time.perf_counter()
    for tally in tallies(plan, cast, pieces, workers):
        total.merge(tally)
        if tell is not None:
            tell(total.games)
    return Simulation(plan, total, time.perf_counter() - start_s, workers)


def cut(games: int) -> list[range]:
    """The numbers of the matches in pieces, worth sending to a worker and small enough to share."""
    size = min(max(games // PIECES, PIECE_MIN), PIECE_MAX)
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def play_piece(plan: Plan, cast: Cast, piece: range) -> Tally:
    """Play some matches of a plan; runs in a worker process."""
    tally = Tally(plan.bots)
    game, players = cast(plan.game, plan.names())
    by_name = dict(zip(plan.names(), players, strict=True))
    for index in piece:
        names = seat_by_side(plan, game, index) if plan.sides else plan.seating(index)
        seated = [by_name[name] for name in names]
        tally.count(names, play_match(game, plan.options, seated, plan.seed, index))
    return tally


def seat_by_side(plan: Plan, game: Game, index: int) -> tuple[str, ...]:
    """Who sits where in match number `index`, as its cards are dealt."""
    dealt = deal_match(game, plan.options, len(plan.bots), plan.seed, index)
    by_side = dict(plan.sides)
    return tuple(by_side[dealt.side(seat)] for seat in range(len(plan.bots)))


def tallies(plan: Plan, cast: Cast, pieces: list[range], workers: int) -> Iterator[Tally]:
    """The tallies of all pieces, in their order."""
    return in_order(partial(play_piece, plan, cast), pieces, workers)


def in_order(play: Callable[[range], Found], pieces: list[range], workers: int) -> Iterator[Found]:
    """What is found in each piece, in their order, by so many processes."""
    if workers == 1:
        for piece in pieces:
            yield play(piece)
        return
    with pool(workers) as executor:
        waiting: deque[Future[Found]] = deque()
        for piece in pieces:
            if len(waiting) == workers * AHEAD:
                yield waiting.popleft().result()
            with interrupts_held():
                waiting.append(executor.submit(play, piece))
        while waiting:
            yield waiting.popleft().result()


# ------------------------------------------------------------------------ worker processes


@contextmanager
def pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes that end with this block, and at once when somebody presses Ctrl-C."""
    others = multiprocessing.active_children()
    executor = new_pool(workers)
    try:
        yield executor
    except BaseException as error:  # Ctrl-C among them: nobody wants the rest any more
        for worker in multiprocessing.active_children():
            if worker not in others:
                worker.terminate()
        if isinstance(error, BrokenProcessPool):
            raise BroadsideError("a worker process died; perhaps memory ran out") from None
        raise
    finally:
        executor.shutdown(cancel_futures=True)
