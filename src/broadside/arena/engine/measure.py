"""How quick the engine is: decisions per second, and what the parts of a search cost.

Seconds are the processor's: what other programmes take meanwhile is not counted. All but
`inside_per_second` is called from Python, as somebody outside the unit would do it.
"""

from __future__ import annotations

import time
from itertools import repeat
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.playout import playouts
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.kernel.game import Game
    from broadside.kernel.rng import Rng

    Work = Callable[[int], tuple[int, float]]

SEED: Final = 1
REPEATS: Final = 6
"""The best of so many is taken: whatever else runs on a machine only ever slows it down."""
POSITIONS_MAX: Final = 60


class Figure(Struct, frozen=True):
    """One thing that is measured: what it is called, and how it is told.

    `scale` is 0 for a number per second, of which more is better; else how many of its unit are a
    second, and less is better.
    """

    name: str
    heading: str
    unit: str
    scale: float = 0.0

    def is_better(self, one: float, other: float) -> bool:
        """Whether one value is better than another."""
        return one < other if self.scale else one > other

    def times(self, one: float, other: float) -> float:
        """How many times as quick one value is as the other."""
        return other / one if self.scale else one / other


FIGURES: Final = [
    Figure("inside_per_second", "inside the unit", ""),
    Figure("python_per_second", "from Python", ""),
    Figure("legal_ns", "legal", "ns", 1e9),
    Figure("apply_ns", "apply", "ns", 1e9),
    Figure("clone_ns", "clone", "ns", 1e9),
    Figure("determinize_us", "determinize", "µs", 1e6),
    Figure("value_us", "value", "µs", 1e6),
    Figure("sensible_us", "sensible", "µs", 1e6),
    Figure("view_us", "view", "µs", 1e6),
]


class Measure(Struct):
    """One game with one number of seats, and who played it: a form of the engine or a yardstick.

    A figure that was not measured is not there.
    """

    game: str
    seats: int
    unit: str
    figures: dict[str, float]

    def as_row(self) -> dict[str, object]:
        """For scripts: everything in one row."""
        return {"game": self.game, "seats": self.seats, "unit": self.unit, **self.figures}


class Question(Struct):
    """A table in the course of a game, who is asked there, and an answer."""

    table: State
    seat: Seat
    answer: Action


def from_row(row: dict[str, object], unit: str) -> Measure:
    """What another process has measured; an older one may know fewer figures."""
    figures = {each.name: float(str(row[each.name])) for each in FIGURES if each.name in row}
    return Measure(str(row["game"]), int(str(row["seats"])), unit, figures)


def seat_counts(game: Game) -> list[int]:
    """The numbers of seats that are measured: the fewest and the most."""
    return sorted({game.seats[0], game.seats[-1]})


def measure(game: Game, seats: int, unit: str, budget_s: float) -> Measure:
    """Measure in this process; `unit` says what runs in it. Takes about `budget_s` seconds.

    `legal`, `apply`, `value` and `sensible` are asked all through a random game, the rest in its
    middle, where there is something to copy and to see.
    """
    start = game.deal(seats, game.complete({}), FastRng(SEED))
    start.log = None
    course = questions(start)
    middle = course[len(course) // 2]
    table, seat = middle.table, middle.seat
    rng = FastRng(SEED)
    advice = game.advice()
    works: dict[str, Work] = {
        "inside_per_second": timed(lambda times: playouts(start, times, rng)),
        "python_per_second": timed(lambda times: python_playouts(start, times, rng)),
        "legal_ns": all_through(course, lambda each: each.table.legal(each.seat)),
        "apply_ns": applying(course),
        "clone_ns": again(table.clone),
        "determinize_us": again(lambda: table.determinize(seat, rng)),
        "value_us": all_through(course, lambda each: advice.value(each.table, each.seat)),
        "sensible_us": all_through(course, lambda each: advice.sensible(each.table, each.seat)),
        "view_us": again(lambda: table.view(seat)),
    }
    part_s = budget_s / len(FIGURES) / REPEATS
    figures: dict[str, float] = {}
    for figure in FIGURES:
        per_second = rate(works[figure.name], part_s)
        figures[figure.name] = (
            round(figure.scale / per_second, 3) if figure.scale else round(per_second)
        )
    return Measure(game.name, seats, unit, figures)


def rate(work: Work, part_s: float) -> float:
    """How much of `work(n)` is done in a second: the best of several parts of such a length."""
    times = 1
    while True:
        done, took_s = work(times)
        if took_s >= part_s / 4:
            break
        times *= 2
    times = max(1, round(times * part_s / took_s))
    best = done / took_s
    for _ in range(REPEATS):
        done, took_s = work(times)
        best = max(best, done / took_s)
    return best


# ------------------------------------------------------------------------ kinds of work


def timed(something: Callable[[int], int]) -> Work:
    """Work that says how much it did."""

    def work(times: int) -> tuple[int, float]:
        start_s = time.process_time()
        done = something(times)
        return done, time.process_time() - start_s

    return work


def again(something: Callable[[], object]) -> Work:
    """The same over and over."""

    def work(times: int) -> int:
        for _ in repeat(None, times):
            something()
        return times

    return timed(work)


def all_through(course: list[Question], something: Callable[[Question], object]) -> Work:
    """The same at every question of a game."""

    def work(times: int) -> int:
        for _ in repeat(None, times):
            for each in course:
                something(each)
        return times * len(course)

    return timed(work)


def applying(course: list[Question]) -> Work:
    """Answer every question of a game, on copies that were made before."""

    def work(times: int) -> tuple[int, float]:
        took_s = 0.0
        for _ in repeat(None, times):
            copies = [each.table.clone() for each in course]
            start_s = time.process_time()
            for table, each in zip(copies, course, strict=True):
                table.apply(each.seat, each.answer)
            took_s += time.process_time() - start_s
        return times * len(course), took_s

    return work


# ---------------------------------------------------------------------------- random games


def python_playouts(start: State, games: int, rng: Rng) -> int:
    """What `kernel.playout.playouts` does, as somebody outside the unit would write it."""
    decisions = 0
    for _ in range(games):
        table = start.clone()
        table.rng = rng.spawn()
        while not table.is_over():
            seat = table.deciders()[0]
            actions = table.legal(seat)
            table.apply(seat, actions[rng.below(len(actions))])
            decisions += 1
    return decisions


def questions(start: State) -> list[Question]:
    """The questions of a random game; of a long one so many, evenly from beginning to end."""
    table = start.clone()
    rng = FastRng(SEED)
    found: list[Question] = []
    while not table.is_over():
        seat = table.deciders()[0]
        actions = table.legal(seat)
        found.append(Question(table.clone(), seat, actions[rng.below(len(actions))]))
        table.apply(seat, found[-1].answer)
    return found[:: -(-len(found) // POSITIONS_MAX)]
