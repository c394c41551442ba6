"""How quick the engine is: decisions per second, and what the parts of a search cost.

Seconds are the processor's: what other programmes take meanwhile is not counted.
"""

from __future__ import annotations

import time
from itertools import repeat
from typing import TYPE_CHECKING, Final, Literal, TypedDict

from rich.table import Table

from broadside.kernel.playout import playouts
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import Console

    from broadside.kernel.game import Game
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State

Unit = Literal["compiled", "interpreted"]

SEED: Final = 1
REPEATS: Final = 6
"""The best of so many is taken: whatever else runs on a machine only ever slows it down."""


class Measure(TypedDict):
    """One game with one number of seats in one form of the engine.

    `inside_per_second` are random decisions with the loop inside the unit, `python_per_second`
    the same with a loop in Python around `legal` and `apply`.
    """

    game: str
    seats: int
    unit: Unit
    inside_per_second: float
    python_per_second: float
    clone_ns: float
    determinize_us: float
    view_us: float


def seat_counts(game: Game) -> list[int]:
    """The numbers of seats that are measured: the fewest and the most."""
    return sorted({game.seats[0], game.seats[-1]})


def measure(game: Game, seats: int, unit: Unit, budget_s: float) -> Measure:
    """Measure in this process; `unit` says what runs in it. Takes about `budget_s` seconds."""
    start = game.deal(seats, game.complete({}), FastRng(SEED))
    start.log = None
    middle = halfway(start, game.decisions_max(seats) // 2)
    seat = middle.deciders()[0]
    rng = FastRng(SEED)
    part_s = budget_s / 5 / REPEATS
    return {
        "game": game.name,
        "seats": seats,
        "unit": unit,
        "inside_per_second": round(rate(lambda n: playouts(start, n, rng), part_s)),
        "python_per_second": round(rate(lambda n: python_playouts(start, n, rng), part_s)),
        "clone_ns": round(1e9 / rate(lambda n: do_times(n, middle.clone), part_s), 1),
        "determinize_us": round(
            1e6 / rate(lambda n: do_times(n, lambda: middle.determinize(seat, rng)), part_s), 3
        ),
        "view_us": round(1e6 / rate(lambda n: do_times(n, lambda: middle.view(seat)), part_s), 3),
    }


def rate(work: Callable[[int], int], part_s: float) -> float:
    """How much of `work(n)` is done in a second: the best of several parts of such a length."""
    times = 1
    while True:
        done, took_s = timed(work, times)
        if took_s >= part_s / 4:
            break
        times *= 2
    times = max(1, round(times * part_s / took_s))
    best = done / took_s
    for _ in range(REPEATS):
        done, took_s = timed(work, times)
        best = max(best, done / took_s)
    return best


def timed(work: Callable[[int], int], times: int) -> tuple[int, float]:
    """How much was done, and how long it took."""
    start_s = time.process_time()
    done = work(times)
    return done, time.process_time() - start_s


def do_times(times: int, something: Callable[[], object]) -> int:
    """Do something so many times."""
    for _ in repeat(None, times):
        something()
    return times


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


def halfway(start: State, decisions: int) -> State:
    """A table in the middle of a random game, where there is something to copy and to see."""
    table = start.clone()
    rng = FastRng(SEED)
    for _ in range(decisions):
        actions = table.legal(table.deciders()[0])
        before = table.clone()
        table.apply(table.deciders()[0], actions[rng.below(len(actions))])
        if table.is_over():
            return before
    return table


# ---------------------------------------------------------------- several rounds, two units


def best_of(measures: Iterable[Measure]) -> list[Measure]:
    """The best figures of several rounds, per game, seats and unit, in order of appearance."""
    best: dict[tuple[str, int, Unit], Measure] = {}
    for each in measures:
        key = (each["game"], each["seats"], each["unit"])
        best[key] = better(best[key], each) if key in best else each
    return list(best.values())


def better(one: Measure, other: Measure) -> Measure:
    """Of two rounds the better of each figure."""
    return {
        "game": one["game"],
        "seats": one["seats"],
        "unit": one["unit"],
        "inside_per_second": max(one["inside_per_second"], other["inside_per_second"]),
        "python_per_second": max(one["python_per_second"], other["python_per_second"]),
        "clone_ns": min(one["clone_ns"], other["clone_ns"]),
        "determinize_us": min(one["determinize_us"], other["determinize_us"]),
        "view_us": min(one["view_us"], other["view_us"]),
    }


def show(measures: list[Measure], console: Console) -> None:
    """Print the figures for people, with how many times quicker the compiled unit is."""
    table = Table(title="Decisions of random play per second of one core")
    for heading in ("game", "seats", "unit"):
        table.add_column(heading)
    for heading in ("inside the unit", "from Python", "clone", "determinize", "view"):
        table.add_column(heading, justify="right")
    for each in measures:
        table.add_row(*cells(each))
        fast = compiled_twin(each, measures)
        if fast is not None:
            table.add_row(*ratio_cells(fast, each), style="bold", end_section=True)
    console.print(table)


def cells(each: Measure) -> list[str]:
    """One line of the table."""
    return [
        each["game"],
        str(each["seats"]),
        each["unit"],
        f"{each['inside_per_second']:,.0f}",
        f"{each['python_per_second']:,.0f}",
        f"{each['clone_ns']:,.0f} ns",
        f"{each['determinize_us']:,.2f} µs",
        f"{each['view_us']:,.2f} µs",
    ]


def compiled_twin(each: Measure, measures: list[Measure]) -> Measure | None:
    """What an interpreted measure is compared with."""
    for other in measures:
        same = other["game"] == each["game"] and other["seats"] == each["seats"]
        if same and each["unit"] == "interpreted" and other["unit"] == "compiled":
            return other
    return None


def ratio_cells(fast: Measure, slow: Measure) -> list[str]:
    """How many times quicker one is than the other."""
    ratios = [
        fast["inside_per_second"] / slow["inside_per_second"],
        fast["python_per_second"] / slow["python_per_second"],
        slow["clone_ns"] / fast["clone_ns"],
        slow["determinize_us"] / fast["determinize_us"],
        slow["view_us"] / fast["view_us"],
    ]
    return ["", "", "times quicker", *(f"× {ratio:.1f}" for ratio in ratios)]
