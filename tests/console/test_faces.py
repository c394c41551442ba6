"""Which face the client has, in which language, under which name."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest
from msgspec.structs import replace

from broadside.cli import terminal
from broadside.console.client import Client, meet
from broadside.console.remote_table import RemoteTable
from tests.console.people import open_table
from tests.server.harness import QUICK
from tests.server.live import running

HASTY = replace(QUICK, countdown_factor=0.02, messages_per_s=1000.0)


@pytest.mark.parametrize(
    ("wish", "said", "spoken"),
    [
        (None, "pl_PL.UTF-8", "pl"),
        (None, "de_AT", "de"),
        (None, "fr_FR.UTF-8", "en"),
        (None, "", "en"),
        ("de", "pl_PL.UTF-8", "de"),
    ],
)
def test_the_terminals_language_unless_another_is_wished_for(
    monkeypatch: pytest.MonkeyPatch, wish: str | None, said: str, spoken: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", said)
    assert terminal.language_of(wish) == spoken


def test_plain_lines_where_no_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where somebody listens to it, or it can do nothing else."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert not terminal.is_plain(False)
    assert terminal.is_plain(True)
    monkeypatch.setenv("TERM", "dumb")
    assert terminal.is_plain(False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("ACCESSIBLE", "1")
    assert terminal.is_plain(False)
    monkeypatch.delenv("ACCESSIBLE")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert terminal.is_plain(False)


def test_without_the_extra_it_says_how_to_get_the_full_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And plays by plain lines."""
    heard: list[str] = []

    def listen(client: Client) -> None:
        heard.extend(line.text for line in client.session.lines)

    monkeypatch.setattr(terminal, "is_plain", lambda wish: False)
    monkeypatch.setattr(terminal, "find_spec", lambda name: None)
    monkeypatch.setattr(terminal, "play_plainly", listen)
    with running(settings=HASTY) as address:
        link = open_table(address, "jolly-and-roger", ["open", "greedy"])
        client = meet(RemoteTable(link), "en", "Anne", None)
        assert terminal.play_at(client, plain=False, is_own=False) == 0
    assert heard[-1].endswith("pip install 'broadside[console]'")
    assert "broadside join http://" in capsys.readouterr().out


def test_a_true_terminal_gets_the_full_screen() -> None:
    """Started as a person starts it; Ctrl-Q leaves, and the link is on the terminal afterwards."""
    with running(settings=HASTY) as address:
        link = open_table(address, "jolly-and-roger", ["open", "open"])
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "broadside", "join", link, "--name", "Anne"]
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
        process = subprocess.Popen(
            [*command, "--language", "en"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
        )
        os.close(theirs)
        shown = read_until(ours, b"You are Anne")
        os.write(ours, b"\x11")
        shown += read_until(ours, b"broadside join ")
        assert process.wait(timeout=60) == 0
        os.close(ours)
    assert b"\x1b[?1049h" in shown  # the screen was its own
    assert b"#seat=" in shown


def test_another_game_with_the_same_crew() -> None:
    """Asked at a terminal when a game is over; yes leads to the next table."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "broadside", "play", "jolly-and-roger", "--plain"]
    command += ["--option", "deck=pocket", "--pace", "at_once", "--language", "en"]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    while b"same crew?" not in shown:
        shown = os.read(ours, 65536)
        if b"? " in shown:
            os.write(ours, b"1\n")
    os.write(ours, b"y\n")
    read_until(ours, b"You are ")
    os.write(ours, b"quit\n")
    read_until(ours, b"It is gone now.")
    assert process.wait(timeout=60) == 0
    os.close(ours)


def read_until(terminal_end: int, words: bytes) -> bytes:
    """Read what is shown up to some words, and what came with them."""
    shown = b""
    while words not in shown:
        shown += os.read(terminal_end, 65536)
    return shown
