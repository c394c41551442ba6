"""Reports: rates, intervals, and tables one can read."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import broadside
from broadside.arena import report
from broadside.arena.simulate import Plan, simulate
from broadside.cli.thinking import cast

GAME = broadside.game("jolly-and-roger")
PLAN = Plan(GAME.name, GAME.complete({"deck": "intro"}), ("random", "random"), games=6, seed=1)


@pytest.fixture(scope="module")
def found() -> report.SimulationReport:
    """A small simulation, reported."""
    return report.report(simulate(PLAN, cast, workers=1))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)],
)
def test_wilson_bounds(wins: float, games: int, low: float, high: float) -> None:
    assert report.wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_figures_fit_together(found: report.SimulationReport) -> None:
    assert found["options"]["deck"] == "intro"
    assert found["games"] == found["finished"] == 6
    assert found["decisions"] == 6 * found["length"]["mean"]
    per_second = found["decisions"] / found["seconds"]
    assert found["decisions_per_second"] == pytest.approx(per_second, rel=0.01)
    assert sum(share["wins"] for share in found["by_seat"]) == 6
    assert found["by_bot"]["random"]["win_rate"] == 0.5


def test_people_get_a_table(found: report.SimulationReport) -> None:
    out = io.StringIO()
    report.show(found, Console(file=out, width=120))
    text = out.getvalue()
    assert "random" in text and "seat 1" in text
    assert "6 of 6 games finished" in text
    assert "95 % interval" in text


def test_no_bar_where_nobody_looks() -> None:
    out = io.StringIO()
    with report.progress(3, Console(file=out)) as tell:
        tell(3)
    assert out.getvalue() == ""


def test_a_bar_on_a_terminal() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=80, _environ={"TERM": "xterm"})
    with report.progress(3, console) as tell:
        tell(2)
    assert "2/3" in out.getvalue()
