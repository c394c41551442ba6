"""A finished game again: step by step, through anybody's eyes, and on from there."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from .pages import LobbyPage, TablePage, await_ready, go
from .replaying import ReplayPage, let_bots_play, moments
from .texts import shell_text
from .visitors import phone

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from .serving import Server
    from .visitors import Crowd


@pytest.fixture(scope="module")
def race(browser: Browser, shared_server: Server) -> str:
    """A finished race of two bots around Jamaica."""
    context = browser.new_context(base_url=shared_server.address)
    table = let_bots_play(context.new_page(), "jamaica", 2)
    context.close()
    return table


@pytest.fixture
def duel(finished_table: str) -> str:
    """A finished game of Jolly & Roger."""
    return finished_table.rsplit("/", 1)[-1]


def test_two_seats_saw_different_hands(crowd: Crowd, race: str) -> None:
    page = ReplayPage(crowd.visitor("Anna"))
    truth = moments(page.page.request, race, "all")
    number = len(truth) // 2
    hands = [ship["cards"]["hand"] for ship in truth[number]["view"]["ships"] if ship["cards"]]
    assert hands[0]
    assert hands[1]

    for seat in (0, 1):
        page.see(race, str(seat), number)
        expect(page.page.get_by_test_id(f"hand-{hands[seat][0]}")).to_be_visible()
        assert page.hand() == hands[seat]
        check_eyes(moments(page.page.request, race, str(seat)), seat)

    page.look_through("spectator")
    expect(page.page.locator("[data-testid^=hand-]")).to_have_count(0)
    page.look_through("all")
    for seat, hand in enumerate(hands):
        open_hand = page.page.get_by_test_id(f"panel-{seat}").locator("ul.open > li")
        expect(open_hand).to_have_count(len(hand))


def test_parrots_show_their_faces_where_all_cards_are_open(crowd: Crowd, duel: str) -> None:
    page = ReplayPage(crowd.visitor("Anna"))
    truth = moments(page.page.request, duel, "all")
    number, parrots = max(enumerate(map(parrots_in, truth)), key=lambda found: found[1])
    assert parrots > 0

    page.see(duel, "all", number)
    expect(page.page.get_by_test_id("open-parrot")).to_have_count(parrots)

    page.look_through("spectator")
    expect(page.page.get_by_test_id("open-parrot")).to_have_count(0)


def parrots_in(moment: dict[str, Any]) -> int:
    """How many cards lie face down in the crews while the game is on."""
    crews = [crew for ship in moment["view"]["ships"] for crew in ship["crews"]]
    hidden = sum(not card["face_up"] for crew in crews for card in crew)
    return 0 if moment["result"] else hidden


def check_eyes(seen: list[dict[str, Any]], seat: int) -> None:
    """Nobody was told the hand of somebody else."""
    for moment in seen:
        for ship in moment["view"]["ships"]:
            if ship["cards"] is not None and ship["seat"] != seat:
                assert ship["cards"]["hand"] is None


def test_a_way_through_time_by_keys(crowd: Crowd, duel: str) -> None:
    anna = crowd.visitor("Anna")
    page = ReplayPage(anna)
    page.see(duel, "0", 0)
    keys = page.page.keyboard
    last = int(page.scrubber.get_attribute("max") or 0)

    keys.press("End")
    page.await_moment(last)
    table = TablePage(anna, anna.new_page()).visit(f"/table/{duel}")
    expect(page.log).to_have_count(table.log.count())
    assert page.log_lines() == table.log_lines()
    page.page.get_by_test_id("show-result").click()
    expect(page.result).to_be_visible()
    assert page.totals() == table.totals()
    keys.press("Escape")
    expect(page.result).to_have_count(0)  # not only hidden: keys are its own until it is gone

    keys.press("ArrowLeft")
    page.await_moment(last - 1)
    assert page.log.count() < table.log.count()
    keys.press("Home")
    page.await_moment(0)
    lines = page.log.count()
    keys.press("ArrowRight")
    page.await_moment(1)
    expect(page.log).not_to_have_count(lines)
    page.scrubber.focus()
    keys.press("ArrowRight")
    page.await_moment(2)
    page.page.get_by_test_id("speed").select_option("4")
    page.page.locator("h1").click()
    keys.press("Space")
    expect(page.page.get_by_test_id("moment")).not_to_have_attribute("data-moment", "2")
    keys.press("Space")
    label = shell_text("en", "replay.play")
    expect(page.page.get_by_test_id("replay-play")).to_have_attribute("aria-label", label)


def test_a_link_leads_to_the_moment(crowd: Crowd, duel: str) -> None:
    anna = ReplayPage(crowd.visitor("Anna"))
    anna.see(duel, "spectator", 0)
    anna.page.get_by_test_id("scrubber").fill("20")
    anna.await_moment(20)
    anna.look_through("1")
    expect(anna.page).to_have_url(re.compile(r"\?eyes=1&moment=20$"))
    anna.page.get_by_text(shell_text("en", "replay.share")).click()
    link = anna.page.get_by_test_id("replay-link").input_value()
    assert link == anna.page.url

    ben = ReplayPage(crowd.visitor("Ben", phone(360, 740)))
    go(ben.page, link)

    ben.await_moment(20)
    expect(ben.page.get_by_test_id("eyes-1")).to_be_checked()
    expect(ben.log).to_have_count(anna.log.count())
    assert ben.overflow() == 0


def test_what_if_plays_on(crowd: Crowd, duel: str, tmp_path: Path) -> None:
    page = ReplayPage(crowd.visitor("Anna"))
    page.see(duel, "all", 45)
    told = page.log.count()

    page.page.get_by_test_id("what-if").locator("summary").click()
    page.page.get_by_test_id("what-if-seat").select_option("1")
    page.page.get_by_test_id("what-if-name").fill("Anna")
    page.page.get_by_test_id("what-if-go").click()
    page.page.wait_for_url("**/table/*")
    await_ready(page.page)

    table = TablePage(page.visitor)
    expect(table.page.get_by_test_id("seat-1")).to_contain_text("Anna")
    table.await_log(told - 1)
    table.run_home()
    assert table.log.count() > told
    with table.page.expect_download() as download:
        table.result.locator("a[download]").click()
    replay = tmp_path / "game.json"
    download.value.save_as(replay)
    command = [sys.executable, "-m", "broadside", "verify", str(replay)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_game_that_is_on_has_no_replay(crowd: Crowd) -> None:
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table()
    eve = crowd.visitor("Eve")

    go(eve.page, f"/replay/{table.name}")

    expect(eve.page.locator("h1")).to_have_text(shell_text("en", "replay.not_over"))
    eve.page.get_by_text(shell_text("en", "replay.to_table")).click()
    eve.page.wait_for_url(f"**{table.path}")
