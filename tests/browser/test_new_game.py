"""The guide to a new game, followed line by line: skeleton, laws, server, browser."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from .axe import Inspector
from .pages import DECISIONS_MAX, LobbyPage, TablePage, await_ready
from .serving import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .visitors import Crowd

GUIDE: Final = Path(__file__).parents[2] / "docs" / "guides" / "add-a-game.md"
PATIENCE_S: Final = 300


def guided_lines() -> list[str]:
    """The commands of the guide's first example."""
    found = re.search(
        r"^```sh\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found is not None
    return found[1].splitlines()


def write_command(folder: Path, name: str, words: list[str], *more: str) -> None:
    """A command that the shell finds: this Python's, with some words before and after."""
    line = f'exec {shlex.join([sys.executable, *words])} "$@" {shlex.join(more)}'
    command = folder / name
    command.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    command.chmod(0o755)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the new game is installed: apart, so that no other test meets it."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory, site: Path) -> dict[str, str]:
    """A shell in which `pip` installs into the site, and fetches nothing."""
    commands = tmp_path_factory.mktemp("commands")
    write_command(commands, "python", [])
    write_command(commands, "broadside", ["-m", "broadside"])
    apart = ("--no-index", "--no-deps", "--no-build-isolation", "--target", str(site))
    write_command(commands, "pip", ["-m", "pip", "--disable-pip-version-check"], *apart)
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(commands), os.environ.get("PATH", os.defpath)]),
        "PYTHONPATH": os.pathsep.join([*python_path(), str(site)]),
    }


def python_path() -> list[str]:
    """Where modules come from that are not installed."""
    parts = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [str(Path(part).resolve()) for part in parts if part]


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]
) -> Iterator[Server]:
    """Follow the guide up to its last line, which serves."""
    *lines, last = guided_lines()
    assert last == "broadside serve"
    script = "\n".join(["set -e", *lines])
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=tmp_path_factory.mktemp("author"),
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d+ passed", done.stdout)
    server = Server(tmp_path_factory.mktemp("tables"), environment=environment)
    server.start()
    yield server
    server.stop()


def test_the_guide_leads_to_a_game_in_the_browser(crowd: Crowd) -> None:
    """It is in the lobby under its own name, asks in its own words, and is played to the end.

    Its pages keep the rules of accessibility, though nobody has drawn them.
    """
    inspector = Inspector()
    anna = crowd.visitor("Anna")
    page = LobbyPage(anna).visit().page
    card = page.get_by_test_id("lobby-game-treasure-dig")
    expect(card).to_contain_text("Treasure Dig")
    card.click()
    page.get_by_test_id("name-input").fill("Anna")
    page.get_by_test_id("seat-count").select_option("2")
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)

    table = TablePage(anna)
    ways = page.locator("[data-way]")
    cards = page.get_by_test_id("seat-part-0").locator("button[data-target]")
    asked = 0
    for _ in range(DECISIONS_MAX):
        expect(ways.or_(table.result).first).to_be_visible()
        if table.result.is_visible():
            break
        expect(table.prompt).to_have_text("Play a card")
        if asked == 1:
            inspector.look(page, "table")
        assert cards.count() == ways.count(), "each card of the hand can be played by touching it"
        before = table.log.count()
        (cards if asked % 2 else ways).first.click()
        table.await_log(before)
        asked += 1

    assert asked > 2
    lines = "\n".join(table.log_lines())
    assert re.search(r"Anna plays \d+", lines)
    assert "draws ?" in lines, "what a bot draws is not told"
    totals = [page.get_by_test_id(f"total-{seat}") for seat in range(2)]
    expect(totals[0]).to_be_visible()
    points = [int(total.get_attribute("data-total") or "") for total in totals]
    assert sum(points) == 8
    inspector.look(page, "result")
    assert inspector.found == []
