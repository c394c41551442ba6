"""Rows about matches, and the files that hold them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import broadside
from broadside.arena.results import read_results
from broadside.arena.rows import LEVELS
from broadside.bots.simple import Bot, RandomBot
from broadside.cli.entry import main
from broadside.kernel.action import Action
from broadside.kernel.errors import BadData, BroadsideError
from broadside.kernel.rng import Rng
from broadside.kernel.state import State
from tests.house.tree import ROOT

COMMAND = ("simulate", "jolly-and-roger", "--bots", "random", "--rotate", "--games", "12")


def run(path: Path, *more: str) -> int:
    """Simulate into a file."""
    return main([*COMMAND, "--out", str(path), *more])


@pytest.mark.parametrize("level", list(LEVELS))
def test_the_columns_are_those_that_are_documented(level: str) -> None:
    row = next(iter(broadside.simulate("jamaica", "random", 1, rows=level)))

    assert list(row) == list(LEVELS[level])


def test_the_guide_tells_all_columns() -> None:
    guide = (ROOT / "docs" / "guides" / "research.md").read_text(encoding="utf-8")

    for columns in LEVELS.values():
        for name, meaning in columns.items():
            assert f"| `{name}` | {meaning} |" in guide


def test_rows_tell_what_happened() -> None:
    rows = list(broadside.simulate("tortuga-1667", "random", 6, seats=4, seed=5))
    played = broadside.play("tortuga-1667", "random", seed=5, seats=4)

    assert [row["share"] for row in rows[:4]] == played.result
    assert [row["score"] for row in rows[:4]] == played.scores
    assert rows[0]["decisions"] == len(played.actions)
    for row in rows[:4]:
        own = [text for seat, text in played.actions if seat == row["seat"]]
        assert row["answers"] == len(own) == sum(json.loads(row["plays"]).values())
        assert 0 < row["hidden"] < 1
        assert row["choices"] >= 1
        assert row["side"] in {"british", "french", "dutch"}


def test_decisions_are_the_moves_of_the_game() -> None:
    rows = list(broadside.simulate("jolly-and-roger", "random", 1, seed=3, rows="decisions"))
    played = broadside.play("jolly-and-roger", "random", seed=3)

    assert [(row["seat"], row["action"]) for row in rows] == played.actions
    assert played.table().result() == played.result
    assert played.table(0).deciders() == [rows[0]["seat"]]
    assert json.loads(json.dumps(played.as_dict()))["bots"] == ["random", "random"]


@pytest.mark.parametrize("name", broadside.games())
def test_lots_are_drawn_as_if_each_bot_were_asked(name: str) -> None:
    """Compiled code plays whole games for bots that take anything: the same games."""
    asked = RandomBot()
    asked.draws_lots = False

    quick, slow = (list(broadside.simulate(name, bot, 3, seed=9)) for bot in ("random", asked))

    assert quick == slow


def test_bots_may_be_objects_and_keep_apart() -> None:
    class First(Bot):
        """Takes the first action."""

        def choose(self, world: State, seat: int, rng: Rng) -> Action:
            return world.legal(seat)[0]

    done: list[int] = []
    rows = list(
        broadside.simulate(
            "jolly-and-roger", [First("x"), First("x")], 7, rotate=True, progress=done.append
        )
    )

    assert done == [5, 7]
    assert {row["bot"] for row in rows} == {"x", "x-2"}
    with pytest.raises(BroadsideError, match="cannot be sent to workers"):
        broadside.simulate("jolly-and-roger", First("x"), 7, workers=2)
    with pytest.raises(BroadsideError, match="2 bots for 3 seats"):
        broadside.play("jamaica", ["random", "random"], seats=3)
    with pytest.raises(BroadsideError, match="there are no rows of 'moves'"):
        broadside.simulate("jamaica", "random", rows="moves")


def test_any_number_of_workers_writes_the_same_file(tmp_path: Path) -> None:
    assert run(tmp_path / "one.csv", "--workers", "1") == 0
    assert run(tmp_path / "two.csv", "--workers", "2") == 0

    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_all_formats_hold_the_same_rows(tmp_path: Path) -> None:
    names = ["a.csv", "a.jsonl"]
    if find_spec("pyarrow"):
        names.append("a.parquet")
    else:
        assert run(tmp_path / "a.parquet") == 2
    for name in names:
        assert run(tmp_path / name, "--workers", "1") == 0
    expected = list(broadside.simulate("jolly-and-roger", "random", 12, rotate=True))

    for name in names:
        assert list(read_results(tmp_path / name)) == expected, name


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_torn_file_is_continued(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"rows.{suffix}"
    run(path, "--workers", "1")
    whole = path.read_bytes()
    for size in (0, 10, len(whole) // 3, len(whole) // 2 + 1, len(whole)):
        path.write_bytes(whole[:size])
        assert run(path, "--workers", "1") == 0
        assert path.read_bytes() == whole, size


def test_a_killed_simulation_is_continued(tmp_path: Path) -> None:
    """Killed with all its workers, in the middle: no game is lost or counted twice."""
    path = tmp_path / "rows.jsonl"
    more = ["--out", str(path), "--workers", "2"]
    command = [*COMMAND[:-1], "20000", *more]
    started = subprocess.Popen(
        [sys.executable, "-P", "-m", "broadside", *command], start_new_session=True
    )
    until = time.monotonic() + 60
    while (not path.exists() or not path.stat().st_size) and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(started.pid, signal.SIGKILL)
    started.wait()
    had = len(path.read_bytes().splitlines())
    assert 0 < had < 40_000
    # The rest would take long: what counts is that it goes on rightly from where it was.
    plan = json.loads((tmp_path / "rows.jsonl.plan.json").read_text())
    plan["plan"]["games"] = had // 2 + 5
    text = json.dumps(plan, indent=1, ensure_ascii=False) + "\n"
    (tmp_path / "rows.jsonl.plan.json").write_text(text)
    assert main([*COMMAND[:-1], str(had // 2 + 5), *more]) == 0

    numbers = [(row["number"], row["seat"]) for row in read_results(path)]
    assert numbers == [(number, seat) for number in range(had // 2 + 5) for seat in range(2)]


def test_another_plan_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path / "rows.csv", "--workers", "1")
    assert run(tmp_path / "rows.csv", "--seed", "2") == 2
    assert "holds another simulation" in capsys.readouterr().err
    (tmp_path / "mine.csv").write_text("mine")
    assert run(tmp_path / "mine.csv") == 2
    assert run(tmp_path / "rows.txt") == 2
    assert main([*COMMAND, "--engine", "ray"]) == 2
    (tmp_path / "bad.jsonl").write_text("no")
    with pytest.raises(BadData, match="is no file of results"):
        list(read_results(tmp_path / "bad.jsonl"))
    with pytest.raises(BroadsideError, match="cannot read"):
        list(read_results(tmp_path / "none.csv"))


def marked_processes(mark: str, name: str) -> list[int]:
    """The processes of that name which carry a mark in their environment; others are not ours."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = mark.encode() in (folder / "environ").read_bytes()
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue  # it has ended, or is another user's
        if is_ours and name in command:
            found.append(int(folder.name))
    return found


@pytest.mark.torture
def test_ray_loses_no_game_though_a_worker_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="ray is not installed: pip install 'broadside[ray]'")
    path = tmp_path / "rows.jsonl"
    command = [*COMMAND[:-1], "600", "--out", str(path), "--workers", "2", "--engine", "ray"]
    mark = f"BROADSIDE_TEST={tmp_path}"
    started = subprocess.Popen(
        [sys.executable, "-P", "-m", "broadside", *command],
        env=os.environ | {"BROADSIDE_TEST": str(tmp_path)},
    )
    until = time.monotonic() + 120
    while (not path.exists() or not path.stat().st_size) and time.monotonic() < until:
        time.sleep(0.05)
    workers = marked_processes(mark, "ray::play_on_ray")
    assert workers, "no worker of Ray is at work"
    os.kill(workers[0], signal.SIGKILL)

    assert started.wait(timeout=180) == 0
    numbers = [(row["number"], row["seat"]) for row in read_results(path)]
    assert numbers == [(number, seat) for number in range(600) for seat in range(2)]
