"""The numbers and names of somebody's box: at the table, on the result, on the page of the box."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from broadside import game
from broadside.kernel.edition import parse
from tests.editions import EXTREMES, extreme, extreme_file, own_text

from .axe import Inspector
from .clipping import clipped_words
from .pages import LobbyPage, await_ready, go, overflow
from .replaying import ReplayPage, let_bots_play
from .serving import Server
from .texts import game_text, shell_text
from .visitors import Crowd, phone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WRONG_SUMS: Final = {
    "de": "Zusammen müssen es 46 Karten sein, nicht 47.",
    "pl": "Razem potrzeba 46 kart, a jest 47.",
    "en": "There must be 46 cards in all, not 47.",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that offers a box of each game beside the games' own."""
    offers = [f"--edition={extreme_file(name, tmp_path)}" for name in EXTREMES]
    server = Server(tmp_path / "tables", *offers)
    server.start()
    yield server
    server.stop()


def test_a_whole_game_of_an_extreme_edition(crowd: Crowd) -> None:
    """Chosen in the lobby and played to its end; nothing that is shown comes from our box."""
    lobby = LobbyPage(crowd.visitor("Anna")).visit()
    table = lobby.open_table(edition="Odd box", deck="advanced_full")
    page = table.page
    ship = page.get_by_test_id("ship-red")
    expect(ship.locator(".gold")).to_have_text("40")
    expect(ship).to_have_attribute("aria-label", re.compile(r"^Crimson Queen, gold\s40"))

    table.run_home()
    expect(page.get_by_test_id("edition-played")).to_have_text("Edition: Odd box")
    lines = "\n".join(table.log_lines())
    assert "Crimson Queen" in lines
    assert game_text("en", "ship.red") not in lines
    assert "Bones" in lines

    go(page, f"/box/jolly-roger/{extreme('jolly-roger').digest}")
    expect(page.get_by_role("heading", name="Odd box")).to_be_visible()
    blade = page.get_by_test_id("box-crew").get_by_role("row", name="Old Blade")
    assert blade.get_by_role("cell").all_inner_texts() == ["10", "9", "–", "–", "2"]


@pytest.mark.torture
@pytest.mark.parametrize("name", [name for name in EXTREMES if name != "jolly-and-roger"])
def test_bots_play_an_extreme_edition_to_its_end(crowd: Crowd, name: str) -> None:
    """Somebody watches, sees the result, and a moment of the game with all cards open."""
    visitor = crowd.visitor("Anna")
    table = let_bots_play(visitor.page, name, 4, extreme(name).digest)
    expect(visitor.page.get_by_test_id("edition-played")).to_have_text("Edition: Odd box")
    ReplayPage(visitor).see(table, "all", 20)
    assert clipped_words(visitor.page) == []


def test_an_owner_types_in_a_box(crowd: Crowd, tmp_path: Path) -> None:
    """From the page of the cards: a mistake is told with its line, the file can be played."""
    page = crowd.visitor("Anna", phone(360, 740)).page
    go(page, "/box/jolly-roger")
    page.get_by_test_id("edit").click()
    await_ready(page)
    prizes = page.get_by_test_id("edit-prizes")
    prizes.locator("summary").click()
    gold = prizes.get_by_role("spinbutton")
    gold.nth(0).fill("15")
    page.get_by_test_id("check").click()
    checked = page.get_by_test_id("checked")
    for language, reason in WRONG_SUMS.items():
        page.get_by_test_id("settings").click()
        page.get_by_test_id("language").select_option(language)
        page.get_by_test_id("settings").click()
        expect(checked).to_contain_text(reason)
        assert clipped_words(page) == []
    checked.get_by_role("button", name=shell_text("en", "rule.open")).click()
    rules = page.get_by_test_id("rules-sheet")
    expect(rules.locator("[data-rule=JR-S4]")).to_be_focused()
    page.keyboard.press("Escape")
    checked.get_by_role("button", name=shell_text("en", "edit.show")).click()
    expect(prizes.locator("fieldset.wrong input").first).to_be_focused()
    page.reload()
    await_ready(page)
    prizes.locator("summary").click()
    expect(gold.nth(0)).to_have_value("15")
    gold.nth(2).fill("9")
    page.get_by_test_id("check").click()
    expect(checked).to_have_text(shell_text("en", "edit.good"))
    page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    assert overflow(page) == 0
    inspector = Inspector()
    inspector.look(page, "the editor")
    assert inspector.found == []

    with page.expect_download() as download:
        page.get_by_test_id("download").click()
    file = tmp_path / "mine.toml"
    download.value.save_as(file)
    edition = parse(file.read_text(encoding="utf-8"))
    ours = parse(own_text("jolly-roger"))
    for each in (edition, ours):
        game("jolly-roger").check_edition(each)
    pairs = [
        (row.cells, was.cells)
        for group, before in zip(edition.groups, ours.groups, strict=True)
        for row, was in zip(group.rows, before.rows, strict=True)
    ]
    changed = [row["id"] for row, was in pairs if row != was]
    assert changed == ["gold1", "gold2"]
    assert edition.groups[2].rows[0].names == ours.groups[2].rows[0].names
