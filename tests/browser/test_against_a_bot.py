"""A person against a bot: whole games, from the lobby to the replay file."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .pages import LobbyPage, pattern_of
from .texts import game_text, shell_text

if TYPE_CHECKING:
    from pathlib import Path

    from .pages import TablePage
    from .visitors import Crowd


@pytest.mark.parametrize("deck", ["intro", "advanced"])
def test_a_whole_game(crowd: Crowd, tmp_path: Path, deck: str) -> None:
    """The large one by touching the table, the small one by the list of orders."""
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table(deck=deck)

    if deck == "advanced":
        table.play_to_the_end()
        assert {"crew", "parrot"} <= set(table.uses)
    else:
        table.run_home()

    lines = table.log_lines()
    assert pattern_of(game_text("en", "event.turn_began"), turn="1").fullmatch(lines[0])
    assert any(pattern_of(game_text("en", "event.scored"), name="Anna").fullmatch(x) for x in lines)
    totals = table.totals()
    title = table.result.locator("#result-title")
    if totals[0] != totals[1]:
        winner = "Anna" if totals[0] > totals[1] else name_of_bot(table)
        expect(title).to_have_text(shell_text("en", "result.winner").replace("{name}", winner))
    else:
        expect(table.page.get_by_test_id("tie-break")).to_be_visible()

    with table.page.expect_download() as download:
        table.result.locator("a[download]").click()
    replay = tmp_path / "game.json"
    download.value.save_as(replay)
    checked = broadside("verify", str(replay))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert f"scores {totals}" in checked.stdout


def name_of_bot(table: TablePage) -> str:
    """The character whom the bot plays."""
    name = table.page.url.rpartition("/")[2]
    info = table.page.request.get(f"/api/tables/{name}").json()
    return str(info["seats"][1]["name"])


def broadside(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the product."""
    command = [sys.executable, "-m", "broadside", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
