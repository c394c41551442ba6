"""Two people at one table, each with a browser, brought together by a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import LobbyPage, TablePage, invite

if TYPE_CHECKING:
    from .visitors import Crowd


def test_a_game_by_invitation_with_a_reload_in_the_middle(crowd: Crowd) -> None:
    duel = invite(crowd.visitor("Anna"), crowd.visitor("Ben"), deck="pocket")
    anna, ben = duel.asked, duel.other
    duel.play(4)
    ben.await_log(anna.log.count() - 1)
    told = ben.log_lines()

    ben.reload()

    expect(ben.log).to_have_count(len(told))
    assert ben.log_lines() == told
    duel.play()
    expect(ben.result).to_be_visible()
    assert anna.totals() == ben.totals()
    assert anna.result.locator("h2").inner_text() == ben.result.locator("h2").inner_text()
    assert anna.log_lines() == ben.log_lines()


def test_what_is_said_is_shown_as_it_was_written(crowd: Crowd) -> None:
    duel = invite(crowd.visitor("Anna"), crowd.visitor("Ben"))
    words = "<b>x</b> & <img src=x onerror=alert(1)> żółw"

    duel.asked.say(words)

    for table in (duel.asked, duel.other):
        table.open_tab("chat")
        line = table.page.get_by_test_id("chat").locator("> *").last
        expect(line.locator("span").last).to_have_text(words)
        expect(line.locator("img, span b")).to_have_count(0)


def test_a_name_with_markup_is_a_name(crowd: Crowd) -> None:
    table = LobbyPage(crowd.visitor("<i>Anna</i>")).visit().open_table()

    expect(table.page.get_by_test_id("seat-0")).to_contain_text("<i>Anna</i>")
    expect(table.page.get_by_test_id("seat-0").locator("i", has_text="Anna")).to_have_count(0)


def test_the_lobby_leads_back_to_a_table(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna")
    path = LobbyPage(anna).visit().open_table(("me", "open")).path

    LobbyPage(anna).visit()
    anna.page.get_by_test_id("my-table").click()

    anna.page.wait_for_url(f"**{path}")
    assert TablePage(anna).invitation().endswith(path)
