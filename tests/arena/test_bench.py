"""Measurements: every figure is there, and the best round counts."""

from __future__ import annotations

import io

from rich.console import Console

import broadside
from broadside import unit
from broadside.arena.bench import Measure, Unit, best_of, halfway, measure, seat_counts, show
from broadside.kernel.playout import playouts
from broadside.kernel.rng import FastRng

GAME = broadside.game("jolly-and-roger")


def made_up(form: Unit, rate: float) -> Measure:
    """A measurement with round figures."""
    return {
        "game": "a-game",
        "seats": 2,
        "unit": form,
        "inside_per_second": rate,
        "python_per_second": rate / 2,
        "clone_ns": 1e9 / rate,
        "determinize_us": 1e6 / rate,
        "view_us": 1e6 / rate,
    }


def test_every_figure_is_measured() -> None:
    found = measure(GAME, 2, unit.which(), budget_s=0.05)
    assert list(found) == list(Measure.__annotations__)
    figures = [value for value in found.values() if isinstance(value, (int, float))]
    assert len(figures) == 6 and all(figure > 0 for figure in figures)


def test_the_fewest_and_the_most_seats_are_measured() -> None:
    assert seat_counts(GAME) == [2]


def test_the_best_round_counts() -> None:
    rounds = [made_up("compiled", 1000), made_up("interpreted", 100), made_up("compiled", 2000)]
    assert best_of(rounds) == [made_up("compiled", 2000), made_up("interpreted", 100)]


def test_people_see_how_many_times_quicker_it_is() -> None:
    out = io.StringIO()
    show([made_up("compiled", 1000), made_up("interpreted", 100)], Console(file=out, width=120))
    assert out.getvalue().count("× 10.0") == 5


def test_halfway_is_never_over() -> None:
    start = broadside.new("jolly-and-roger", seed=1)
    assert halfway(start, 28).deciders()
    assert halfway(start, 10_000).deciders()


def test_both_loops_do_the_same_work() -> None:
    from broadside.arena.bench import python_playouts

    start = broadside.new("jolly-and-roger", seed=1)
    assert python_playouts(start, 2, FastRng(5)) == playouts(start, 2, FastRng(5)) == 112
