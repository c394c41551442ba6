"""`broadside bench server`: its figures, and that it finds a server which breaks its promises."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from broadside.arena.load import contest, peers, report
from broadside.arena.load.contest import Contender
from broadside.arena.load.job import Faults, Figures, Job, Load, Speech
from broadside.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
FAKE = Path(__file__).with_name("fake_server.py")
SMALL = Load(game="jolly-and-roger", tables=2, seats=2, seconds=0.5, game_acts=40)
SOON_S = 60.0


def quietly(_stage: str) -> None:
    """Tell nobody."""


def fake(fault: str, protocol: str, folder: Path) -> Figures:
    """Measure a server that has a fault."""
    job = Job(
        speech="broadside",
        command=[sys.executable, str(FAKE), fault, protocol, str(folder)],
        environment=dict(os.environ),
        data=str(folder),
        run="test",
        load=SMALL,
        resumes=True,
        answer_s=1.0,
    )
    return contest.run_job(job, "the fake", quietly)


def figures(acts_per_second: float, not_stored: int = 0) -> Figures:
    """Figures of which one matters."""
    return Figures(
        acts=100,
        acts_per_second=acts_per_second,
        ack_p50_ms=1.0,
        ack_p99_ms=2.0,
        update_p50_ms=1.0,
        update_p99_ms=2.0,
        cpu_us_per_act=None,
        server_busy=None,
        load_busy=0.1,
        kb_per_table=None,
        refused=0,
        held_back=0,
        games_ended=0,
        opened_late=0,
        faults=Faults(not_stored=not_stored),
    )


# --------------------------------------------------------------------- the command


def test_a_short_run(capfd: pytest.CaptureFixture[str]) -> None:
    """The real server plays, is killed, comes back, and has lost nothing."""
    code = main(["bench", "server", "--tables", "2", "--seconds", "1", "--json"])
    result = json.loads(capfd.readouterr().out)

    assert code == 0
    assert (result["game"], result["tables"], result["seats"]) == ("jolly-and-roger", 2, 2)
    assert result["seconds"] == 1.0
    assert result["acts"] > 0
    assert result["acts_per_second"] > 0
    assert 0 < result["ack_p50_ms"] <= result["ack_p99_ms"] <= result["update_p99_ms"] + 1
    assert result["lost"] == 0
    if sys.platform == "linux":
        assert result["cpu_us_per_act"] > 0
        assert result["kb_per_table"] is not None


def test_a_baseline_beside_it(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Another installation is measured by turns; here one that loses an act."""
    other = tmp_path / "python"
    other.write_text(
        f'#!/bin/sh\nfor last; do :; done\nexec {sys.executable} {FAKE} forgets apart "$last"\n'
    )
    other.chmod(0o755)
    argv = ["bench", "server", "--tables", "2", "--seconds", "0.5", "--rounds", "1"]

    assert main([*argv, "--baseline", str(other)]) == 0
    out, err = capfd.readouterr()
    assert "this server" in out
    assert "the baseline" in out
    assert "the baseline has LOST something: not stored" in err


@pytest.mark.parametrize(("lost", "code"), [(0, 0), (1, 1)])
def test_a_loss_makes_it_fail(
    lost: int, code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code says so, for scripts that look at nothing else."""
    found = {"server": [figures(1000.0), figures(1000.0, not_stored=lost)]}
    monkeypatch.setattr(contest, "measure_by_turns", lambda *_args: found)

    assert main(["bench", "server", "--json"]) == code
    assert json.loads(capsys.readouterr().out)["lost"] == lost


def test_a_server_that_does_not_start(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it said before it ended is told."""
    broken = Contender(
        name="server",
        command=[sys.executable, "-c", "import sys; sys.exit('no ship')"],
        environment=dict(os.environ),
    )
    monkeypatch.setattr("broadside.cli.bench_server.serving", lambda *_args: broken)

    assert main(["bench", "server", "--tables", "2"]) == 2
    told = "server could not be measured: the server ended with exit code 1: no ship\n"
    assert capfd.readouterr().err.endswith(told)


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are of POSIX")
def test_ctrl_c_ends_all_its_processes() -> None:
    """Server, clients and command."""
    command = [sys.executable, "-m", "broadside", "bench", "server", "--tables", "2"]
    bench = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        time.sleep(3.0)
        os.killpg(bench.pid, signal.SIGINT)
        out, err = bench.communicate(timeout=SOON_S)
    finally:
        bench.kill()
        bench.wait()
    assert (bench.returncode, out, err) == (130, "", "interrupted\n")
    end_s = time.monotonic() + SOON_S
    while has_processes(bench.pid):  # those that ended stay there until they are reaped
        assert time.monotonic() < end_s
        time.sleep(0.1)


def has_processes(group: int) -> bool:
    """Whether a process group still exists."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        (["--bots", "2"], "--bots 2: 2 seats leave room for 1 at most"),
        (["--seats", "9"], "jolly-and-roger"),
        (["--baseline", "nowhere/python"], "should be the Python of another installation"),
        (["--peers", "nowhere"], "there is no echo.py"),
        (["--data", "nowhere"], "--data nowhere: there is no such folder"),
    ],
)
def test_mistakes_are_told(
    capsys: pytest.CaptureFixture[str], argv: list[str], reason: str
) -> None:
    assert main(["bench", "server", *argv]) == 2
    assert reason in capsys.readouterr().err


# ------------------------------------------------------------- promises that are broken


@pytest.mark.parametrize("protocol", ["apart", "inside"])
def test_an_honest_server_has_lost_nothing(protocol: str, tmp_path: Path) -> None:
    """In both protocols; games that end make room for others."""
    found = fake("none", protocol, tmp_path)

    assert found.faults == Faults()
    assert found.acts > 20
    assert found.games_ended > 0
    assert found.refused == 0


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("forgets", {"not_stored", "views_differ"}),
        ("doubles", {"stored_twice", "views_differ"}),
        ("refuses", {"stored_though_refused", "views_differ"}),
        ("silent", {"never_answered", "views_differ"}),
        ("lies", {"views_differ"}),
    ],
)
def test_a_broken_promise_is_found(fault: str, found: set[str], tmp_path: Path) -> None:
    """Each by its name, and by no other."""
    faults = fake(fault, "inside", tmp_path).faults

    told = {name: getattr(faults, name) for name in faults.__struct_fields__}
    assert {name for name, count in told.items() if count} == found
    assert faults.total() == sum(told.values())


# ------------------------------------------------------------------------- the peers


@pytest.mark.parametrize(("name", "speech"), [("echo", "echo"), ("bare_table", "broadside")])
def test_the_yardsticks_can_be_measured(name: str, speech: Speech, tmp_path: Path) -> None:
    """They store every act, too."""
    peer = peers.python_peer(ROOT / "bench", name, speech)
    found = contest.measure_once(peer, SMALL, tmp_path, quietly)

    assert found.acts > 0
    assert found.faults == Faults()


def test_boardgameio_needs_npm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it everything else is measured, and the reason is told."""
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    found, missing = peers.find(ROOT / "bench", "jolly-and-roger", quietly)

    assert [peer.name for peer in found] == ["echo", "bare_table"]
    assert missing == {"boardgameio": "boardgame.io needs node and npm, which are not installed"}


def test_boardgameio_knows_one_game() -> None:
    _, missing = peers.find(ROOT / "bench", "jamaica", quietly)

    assert missing == {"boardgameio": "only jolly-and-roger was written for boardgame.io"}


# ------------------------------------------------------------------------- the report


def test_ratios_are_those_of_neighbours() -> None:
    """The machine was slower in the second round, for both: that changes nothing."""
    ours = [figures(3000.0), figures(1000.0), figures(2900.0)]
    theirs = [figures(1000.0), figures(400.0), figures(1000.0)]

    assert contest.times_acts(ours, theirs) == 2.9
    assert contest.times_processor(ours, theirs) is None


def test_the_middle_of_several_rounds() -> None:
    """Rates are medians, losses are summed, and what nobody measured stays unknown."""
    middle = contest.middle([figures(3.0), figures(1.0, not_stored=2), figures(2.0, not_stored=1)])

    assert middle.acts_per_second == 2.0
    assert middle.acts == 300
    assert middle.cpu_us_per_act is None
    assert middle.faults.not_stored == 3


def test_peers_in_the_result() -> None:
    """A peer that could not be measured is there without a figure, and the reason is told."""
    found = {"server": [figures(3000.0)], "echo": [figures(12000.0)]}
    result = report.report(SMALL, 1, found, {"boardgameio": "no npm"})

    assert result["echo_per_second"] == 12000.0
    assert result["boardgameio_per_second"] is None
    assert result["peers"]["echo"]["server_times"] == 0.25
    assert result["notes"] == ["boardgame.io was not measured: no npm"]
