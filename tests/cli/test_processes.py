"""The command as a process: serving, Ctrl-C, broken pipes, and what workers run."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import broadside
from broadside.bots.levels import BOTS
from broadside.cli import serve
from broadside.cli.thinking import cast, think
from broadside.kernel.rng import FastRng
from broadside.service import addresses
from broadside.workers.pool import Question

COMMAND = [sys.executable, "-m", "broadside"]
SOON_S = 20.0


def start(*argv: str) -> subprocess.Popen[str]:
    """A command in a process group of its own, as a shell would start it."""
    return subprocess.Popen(
        [*COMMAND, *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_serve_until_interrupted(tmp_path: Path) -> None:
    server = start("serve", "--no-open", "--port", "0", "--data", str(tmp_path / "data"))
    try:
        assert server.stdout is not None
        ready = server.stdout.readline()
        place = server.stdout.readline()
        link = ready.rpartition(" ")[2].strip()
        with urllib.request.urlopen(link + "healthz", timeout=SOON_S) as answer:
            assert answer.status == 200
        assert (tmp_path / "data" / "broadside.sqlite").is_file()
        os.killpg(server.pid, signal.SIGINT)
        _, err = server.communicate(timeout=SOON_S)
    finally:
        server.kill()
        server.wait()
    assert ready.startswith("Broadside is ready: http://127.0.0.1:")
    assert str(tmp_path / "data") in place
    assert "Traceback" not in err
    assert server.returncode == 0


def test_ctrl_c_ends_a_simulation_at_once() -> None:
    argv = ("simulate", "jolly-and-roger", "--bots", "greedy", "--games", "1000000")
    simulation = start(*argv, "--workers", "2")
    try:
        time.sleep(4.0)  # both workers are at work by then, also on a busy machine
        os.killpg(simulation.pid, signal.SIGINT)
        out, err = simulation.communicate(timeout=SOON_S)
    finally:
        simulation.kill()
        simulation.wait()
    assert (simulation.returncode, out, err) == (130, "", "interrupted\n")


def test_a_reader_who_has_enough() -> None:
    reading = start("games")
    assert reading.stdout is not None
    reading.stdout.close()
    assert reading.wait(SOON_S) in (0, 1)
    assert reading.stderr is not None
    with reading.stderr as errors:
        assert errors.read() == ""


# ------------------------------------------------------------------- what workers run


@pytest.mark.parametrize("name", BOTS)
def test_think_answers_with_a_legal_action(name: str) -> None:
    table = broadside.new("jolly-and-roger", seed=3)
    seat = table.deciders()[0]
    world = table.determinize(seat, FastRng(1)).write()
    question = Question("jolly-and-roger", world, seat, name, 5)
    text = think(question)
    assert text == think(question)
    table.play(seat, text)


def test_what_workers_run_can_be_sent_to_them() -> None:
    for function in (think, cast):
        assert pickle.loads(pickle.dumps(function)) is function


# ------------------------------------------------------------------ telling the link


def test_the_link_is_told_and_opened(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv("DISPLAY", ":0")
    serve.announcer("127.0.0.1", "tables", opens=True)("http://127.0.0.1:8667/")
    assert capsys.readouterr().out.startswith("Broadside is ready: http://127.0.0.1:8667/\n")
    assert opened == ["http://127.0.0.1:8667/"]


def test_other_machines_are_told_their_link(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "network_addresses", lambda: ["192.0.2.5"])
    serve.announcer("0.0.0.0", "tables", opens=False)("http://127.0.0.1:8667/")
    assert "In this network:    http://192.0.2.5:8667/\n" in capsys.readouterr().out


def test_a_terminal_shows_the_link_as_a_picture(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For the phones in the room; not where nobody reads along, or on this machine alone."""
    monkeypatch.setattr(addresses, "network_addresses", lambda: ["192.0.2.7"])
    monkeypatch.setattr(serve, "shows_blocks", lambda: True)
    serve.announcer("0.0.0.0", "tables", opens=False)("http://127.0.0.1:8667/")
    assert "█" in capsys.readouterr().out
    serve.announcer("127.0.0.1", "tables", opens=False)("http://127.0.0.1:8667/")
    assert "█" not in capsys.readouterr().out


def test_addresses_are_not_this_machine_only() -> None:
    assert all(not address.startswith("127.") for address in addresses.network_addresses())


def test_a_worker_does_not_import_the_command_line() -> None:
    """A process that a command starts imports the command's own module first."""
    code = (
        "import sys, broadside.__main__; print([m for m in sys.modules if 'cli' in m.split('.')])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.skipif(sys.platform != "linux", reason="other platforms always have a display")
def test_no_browser_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not serve.has_display()
