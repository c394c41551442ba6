"""Measurements: every figure is there, the best round counts, and the yardstick plays our games."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

import broadside
from broadside import unit
from broadside.arena.engine import peers
from broadside.arena.engine.measure import (
    FIGURES,
    POSITIONS_MAX,
    SEED,
    Measure,
    from_row,
    measure,
    python_playouts,
    questions,
    seat_counts,
)
from broadside.arena.engine.report import best_of, show
from broadside.kernel.errors import BroadsideError
from broadside.kernel.playout import playout, playouts
from broadside.kernel.rng import FastRng

GAME = broadside.game("jolly-and-roger")
BENCH = Path(__file__).parents[2] / "bench"
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


def made_up(form: str, rate: float) -> Measure:
    """A measurement with round figures."""
    figures = {each.name: each.scale / rate if each.scale else rate for each in FIGURES}
    return Measure("a-game", 2, form, figures)


def test_every_figure_is_measured() -> None:
    found = measure(GAME, 2, unit.which(), budget_s=0.05)
    assert list(found.figures) == [each.name for each in FIGURES]
    assert all(figure > 0 for figure in found.figures.values())


def test_the_fewest_and_the_most_seats_are_measured() -> None:
    assert seat_counts(GAME) == [2]


def test_the_best_round_counts() -> None:
    rounds = [made_up("compiled", 1000), made_up("interpreted", 100), made_up("compiled", 2000)]
    assert best_of(rounds) == [made_up("compiled", 2000), made_up("interpreted", 100)]


def test_an_older_engine_may_know_fewer_figures() -> None:
    row: dict[str, object] = {"game": "a-game", "seats": 2, "unit": "compiled", "clone_ns": 300.0}
    old = from_row(row, "baseline")
    assert old == Measure("a-game", 2, "baseline", {"clone_ns": 300.0})
    assert best_of([old, from_row({**row, "clone_ns": 200}, "baseline")])[0].figures == {
        "clone_ns": 200.0
    }


def test_people_see_how_many_times_quicker_it_is() -> None:
    out = io.StringIO()
    show([made_up("compiled", 1000), made_up("interpreted", 100)], Console(file=out, width=200))
    assert out.getvalue().count("× 10.0") == len(FIGURES)


def test_what_was_not_measured_is_not_compared() -> None:
    out = io.StringIO()
    yardstick = Measure("a-game", 2, "C", {"inside_per_second": 4000.0})
    show([made_up("compiled", 1000), yardstick], Console(file=out, width=200))
    assert out.getvalue().count("×") == 1
    assert "× 0.25" in out.getvalue()


def test_questions_come_from_a_whole_game() -> None:
    found = questions(broadside.new("jolly-and-roger", seed=1))
    assert len(found) == 56 <= POSITIONS_MAX
    assert all(each.answer in each.table.legal(each.seat) for each in found)
    assert len(questions(broadside.new("jamaica", seats=2, seed=1))) <= POSITIONS_MAX


def test_both_loops_do_the_same_work() -> None:
    start = broadside.new("jolly-and-roger", seed=1)
    assert python_playouts(start, 2, FastRng(5)) == playouts(start, 2, FastRng(5)) == 112


# ------------------------------------------------------------------------ yardsticks


@needs_compiler
def test_the_yardstick_in_c_plays_the_same_games(tmp_path: Path) -> None:
    """It draws the same numbers and finds the same actions in the same order as our engine."""
    games = 300
    command = peers.written_in_c(BENCH, tmp_path).command
    told = json.loads(subprocess.run([*command[:-1], str(games)], capture_output=True).stdout)
    rng = FastRng(SEED)
    start = GAME.deal(2, GAME.complete({"deck": "advanced"}), rng)
    decisions = checksum = 0
    for _ in range(games):
        table = start.clone()
        table.rng = rng.spawn()
        decisions += playout(table, rng)
        winners, (jolly, roger) = table.winners(), table.scores()
        winner = winners[0] if len(winners) == 1 else -1
        checksum = (checksum * 31 + jolly * 131 + roger * 7 + winner + 2) % 1_000_003
    assert (told["decisions"], told["checksum"]) == (decisions, checksum)


@needs_compiler
def test_a_yardstick_is_measured(tmp_path: Path) -> None:
    [found] = peers.run(peers.written_in_c(BENCH, tmp_path))
    assert (found.game, found.seats, found.unit) == ("jolly-and-roger", 2, "C")
    assert found.figures["inside_per_second"] > 0
    assert found.figures["clone_ns"] > 0


def test_a_yardstick_that_is_missing_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    found, missing = peers.find(BENCH, lambda stage: None)
    assert found == []
    assert list(missing) == [peers.C, peers.OPENSPIEL, "boardgameio"]
    assert "C compiler" in missing[peers.C]


def test_a_folder_without_yardsticks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BroadsideError, match="name the folder bench"):
        peers.find(tmp_path, lambda stage: None)


def test_a_yardstick_that_fails_is_told(tmp_path: Path) -> None:
    with pytest.raises(BroadsideError, match="measuring it failed"):
        peers.run(peers.Peer("it", ["ls", str(tmp_path / "nothing")]))
