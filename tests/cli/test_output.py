"""Wherever output goes, a command ends with a sentence and a code, never with a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from broadside.cli import main


def run(*words: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-P", "-m", "broadside", *words]
    return subprocess.run(command, stderr=subprocess.PIPE, timeout=120, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("command", [("games",), ("rules", "jolly-roger")])
def test_a_reader_that_has_enough_is_no_mistake(command: tuple[str, ...]) -> None:
    """However a command writes: exit code 0, and not a word."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run(*command, stdout=writer)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to be had here")
@pytest.mark.parametrize("command", [("games",), ("rules", "jolly-roger"), ("games", "--json")])
def test_a_full_disk_costs_one_line(command: tuple[str, ...]) -> None:
    """It says what is wrong."""
    with Path("/dev/full").open("wb") as full:
        done = run(*command, stdout=full)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        f"broadside {command[0]}: cannot read or write: No space left on device"
    ]


@pytest.mark.parametrize(
    ("closing", "code"),
    [("games >&-", 0), ("games <&- >&- 2>&-", 0), ("gamez 2>&-", 2), ("--version >&-", 0)],
)
def test_streams_that_were_never_opened(closing: str, code: int) -> None:
    """As a service may be started: nothing is said, and nothing goes into the wrong place."""
    command = f'"{sys.executable}" -P -m broadside {closing}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    "command", [("rules", "jolly-roger", "--language", "pl"), ("games",), ("--help",)]
)
def test_output_without_all_letters(encoding: str, command: tuple[str, ...]) -> None:
    """What cannot be spelled is marked, and the rest is there."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = run(*command, stdout=subprocess.PIPE, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.decode(encoding)) > 100


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rulse"], "broadside: COMMAND: there is no 'rulse'; did you mean rules?"),
        (["Serve"], "there is no 'Serve'; did you mean serve?"),
        (["bench", "sever"], "there is no 'sever'; did you mean server?"),
        (["rules", "JAMAICA"], "there is no game 'JAMAICA'; did you mean jamaica?"),
        (
            ["simulate", "jolly-and-roger", "--games", "1", "--bots", "Greedy,random"],
            "there is no bot 'Greedy'; did you mean greedy?",
        ),
        (
            ["serve", "--link", "play.example.org"],
            "--link play.example.org: give the whole address",
        ),
        (["serve", "--link", "https://"], "--link https://: give the whole address"),
        (["serve", "--link", "http://[broken"], "--link http://[broken: give the whole address"),
        (["serve", "--inner", "0.0.0.0:9000"], "is not the address of one machine and a port"),
        (["verify", "x", "--commitment", "abc"], "is no commitment: those have 64 digits"),
    ],
)
def test_mistakes_name_what_would_be_right(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    """In one line."""
    assert main(words) == 2
    output = capsys.readouterr()
    assert told in output.err
    assert (output.out, len(output.err.splitlines())) == ("", 1)
