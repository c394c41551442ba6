"""Whole games by plain lines: through a pipe, over the network, with a server that is killed."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from broadside import texts
from broadside.cli.entry import main
from broadside.games import registry
from broadside.lessons import guided
from tests.console.people import open_table, person
from tests.server.harness import QUICK
from tests.server.live import running

if TYPE_CHECKING:
    from collections.abc import Iterator

HASTY = replace(QUICK, countdown_factor=0.02, messages_per_s=1000.0)
UNFINISHED = re.compile(r"\{\w+|\b[a-z_]{3,}\.[a-z_]{3,}\b")
"""A gap that was not filled, or a key without a text."""


def guesses(seed: int, yes: str) -> Iterator[str]:
    """Numbers that may fit or not, and now and then a yes for what is asked twice."""
    chance = random.Random(seed)
    while True:
        yield yes if chance.random() < 0.1 else str(chance.choice((1, 1, 2, 2, 3, 4, 7)))


@pytest.mark.parametrize(
    ("game", "language", "bots", "yes"),
    [
        ("jolly-and-roger", "en", 1, "yes"),
        ("jamaica", "de", 2, "ja"),
        ("tortuga-1667", "pl", 3, "tak"),
        ("jolly-roger", "en", 3, "yes"),
    ],
)
def test_a_whole_game_through_a_pipe(game: str, language: str, bots: int, yes: str) -> None:
    """Everything is said in words, and the game has an end."""
    with running(settings=HASTY) as address:
        link = open_table(address, game, ["open", *["greedy"] * bots])
        with person("join", link, "--name", "Anne", "--language", language) as anne:
            heard = anne.play_on(guesses(7, yes))
            assert anne.process.wait() == 0
    whole = "\n".join(heard)
    assert f"? {texts.read(language)['prompt.over']}" in heard
    assert any(line.startswith("*** ") for line in heard)
    assert UNFINISHED.search(whole) is None, UNFINISHED.search(whole)
    assert "Traceback" not in whole


def test_play_brings_its_own_server() -> None:
    """Nothing is left of it: no process, no folder."""
    with person("play", "jolly-and-roger", "--option", "deck=pocket", "--pace", "at_once") as anne:
        heard = anne.play_on(guesses(3, "yes"))
        assert anne.process.wait() == 0
    assert any(line.startswith("*** ") for line in heard)
    assert not [line for line in heard if "leaked" in line or "Traceback" in line]


def test_a_guided_first_game() -> None:
    """Every step is told, and nothing but what it asks for can be answered."""
    steps = guided.texts(registry.find("jolly-and-roger"), "de").steps
    with person("play", "jolly-and-roger", "--guided", "--language", "de") as anne:
        for step in steps[:3]:
            anne.wait_for(f"== {step.title}")
            anne.wait_for(f"- {step.text}")
            anne.wait_for("    1. ")
            anne.type("2")
            anne.wait_for("! ")
            anne.type("1")


def test_the_host_begins_with_bots_in_the_open_seats_and_resigns() -> None:
    """Nobody else does: the refusal says so."""
    with person("play", "jolly-and-roger", "--bots", "open", "--pace", "at_once") as anne:
        link = anne.wait_for("/table/").rpartition(" ")[2]
        with person("join", link.rstrip("."), "--name", "Ben") as ben:
            ben.wait_for("You are Ben")
            ben.type("start")
            ben.wait_for("! Only the host may do that.")
            ben.type("resign")
            ben.wait_for("- A bot plays on for you.")
    splits = ("--option", "first_splitter=seat0")
    with person("play", "jolly-and-roger", "--bots", "open", *splits) as anne:
        anne.wait_for("/table/")
        anne.type("start")
        anne.wait_for("? ")


def test_a_pipe_that_ends_early_leaves_the_link() -> None:
    """Whoever has it sits on the same seat again, and hears what happened."""
    with running(settings=HASTY) as address:
        link = open_table(address, "jolly-and-roger", ["open", "greedy"])
        with person("join", link, "--name", "Anne") as anne:
            assert anne.process.stdin is not None
            anne.process.stdin.close()
            back = anne.wait_for("broadside join ").rpartition(" ")[2]
            assert anne.process.wait() == 0
        assert "#seat=" in back
        with person("join", back) as anne:
            anne.wait_for("You are Anne")
            anne.play_on(guesses(1, "yes"))
            assert anne.process.wait() == 0


def test_commands_while_one_is_asked() -> None:
    """Why not, a hint, the table, the log, the rule, a part of an answer, undo, and leaving."""
    with running(settings=HASTY) as address:
        seats = ["open", "greedy"]
        options = {"first_splitter": "seat0"}
        link = open_table(address, "jolly-and-roger", seats, hints=True, options=options)
        with person("join", link, "--name", "Anne") as anne:
            anne.wait_for("? How do you split the five cards?")
            anne.type("view")
            anne.wait_for("| Draw pile: ")
            anne.type("h")
            anne.wait_for("(the captain’s choice)")
            anne.type("rule")
            anne.wait_for(lambda line: line.startswith("- "))
            anne.type("say Ahoy!")
            anne.wait_for("<> Anne: Ahoy!")
            anne.type("nothing like this")
            anne.wait_for("! No answer fits “nothing like this”.")
            anne.type("99")
            anne.wait_for("! There is no answer 99.")
            anne.type("split")
            anne.wait_for("- Several answers fit:")
            anne.type("1")
            anne.wait_for("? Which card do you play, and where?")
            anne.type("?")
            anne.wait_for("Your captain must stand on the ship of this colour")
            anne.type("? 1")
            anne.wait_for(lambda line: line.startswith("- "))
            anne.type("log")
            anne.wait_for("  Anne offers ")
            anne.type("help")
            anne.wait_for("undo (u)")
            anne.type("quit")
            anne.wait_for("To come back: broadside join ")
            assert anne.process.wait() == 0


def test_two_people_at_one_table() -> None:
    """Each sees the other come, hears the other talk, and must agree to take a move back."""
    with running(settings=HASTY) as address:
        options = {"first_splitter": "seat0"}
        link = open_table(address, "jolly-and-roger", ["open", "open"], options=options)
        with person("join", link, "--name", "Anne") as anne:
            anne.wait_for("- Seat 2: Open seat")
            with person("join", link, "--name", "Mary", "--language", "de") as mary:
                anne.wait_for("- Mary takes a seat.")
                mary.wait_for("- Du bist Mary")
                anne.wait_for("? How do you split the five cards?")
                mary.type("sag Ahoi!")
                anne.wait_for("<> Mary: Ahoi!")
                anne.type("1")
                anne.wait_for(". Mary picks a set.")
                anne.type("u")
                mary.wait_for(texts.read("de")["proposal.undo"].replace("{name}", "Anne"))
                mary.type("ja")
                anne.wait_for("- A move was taken back.")
                anne.wait_for("? How do you split the five cards?")
                with person("join", link, "--name", "Jack") as jack:
                    jack.wait_for("- No seat is open at this table. You are watching.")


def kill(server: subprocess.Popen[str]) -> None:
    """End a server without warning."""
    server.kill()
    server.communicate()


def serve(data: Path, port: int) -> tuple[subprocess.Popen[str], str]:
    """A server in a process of its own, and its address."""
    command = [sys.executable, "-m", "tests.server.serving", str(data), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout is not None
    return process, process.stdout.readline().strip().rstrip("/")


def test_a_killed_server_comes_back(tmp_path: Path) -> None:
    """Nothing is lost, and the game goes on where it stood."""
    server, address = serve(tmp_path, 0)
    try:
        options = {"first_splitter": "seat0"}
        link = open_table(address, "jolly-and-roger", ["open", "greedy"], options=options)
        with person("join", link, "--name", "Anne") as anne:
            anne.wait_for("? How do you split the five cards?")
            kill(server)
            anne.wait_for("! Connection lost. Reconnecting…")
            anne.type("1")
            server, _ = serve(tmp_path, int(address.rpartition(":")[2]))
            anne.wait_for("- Connected again.")
            anne.wait_for("Anne offers ")
            anne.play_on(guesses(2, "yes"))
            assert anne.process.wait() == 0
    finally:
        kill(server)


def test_ctrl_c_leaves_the_link() -> None:
    """Like any command, it ends with 130."""
    with running(settings=HASTY) as address:
        link = open_table(address, "jolly-and-roger", ["open", "open"])
        with person("join", link, "--name", "Anne") as anne:
            anne.wait_for("- Seat 2: Open seat")
            anne.process.send_signal(signal.SIGINT)
            anne.wait_for("To come back: broadside join ")
            assert anne.process.wait() == 130


def test_mistakes_cost_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """No traceback, and exit code 2."""
    for arguments, told in (
        (["join", "nonsense"], "not the link of a table"),
        (["join", "http://127.0.0.1:9/table/abc"], "no server answers there"),
        (["play", "jamaica", "--bots", "bosun,bosun", "--seats", "4"], "2 for 3 other seats"),
        (["play", "jamaica", "--bots", "parrot"], "there is no 'parrot'"),
        (["play", "jamaica", "--seats", "9"], "seats"),
        (["play", "chess"], "chess"),
        (["play", "jamaica", "--option", "bank"], "name=value"),
    ):
        assert main(arguments) == 2
        assert told in capsys.readouterr().err


def test_a_table_that_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    """The server's own words."""
    with running(settings=HASTY) as address:
        assert main(["join", f"{address}/table/nowhere"]) == 2
        assert "nowhere" in capsys.readouterr().err
        link = open_table(address, "jolly-and-roger", ["open", "greedy"])
        with person("join", f"{link}#seat=wrong") as anne:
            anne.wait_for("no longer has the seat")
            assert anne.process.wait() == 2
