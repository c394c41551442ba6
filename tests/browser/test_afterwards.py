"""When the game is over: the result, another game, statistics, and one's own data."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from .cruise import put_to_sea
from .pages import GAME, LobbyPage, TablePage, await_ready, go
from .room import Room, guest, host, let_bots_finish
from .texts import shell_text, with_one
from .visitors import phone

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Request

    from .visitors import Crowd, Visitor

GAME_MS: Final = 60_000
"""How long bots may take for a game that a page shows move by move."""


def test_the_result_shows_the_score_over_time(crowd: Crowd, finished_table: str) -> None:
    table = TablePage(crowd.visitor("Anna", phone(360, 740))).visit(finished_table)
    chart = table.page.get_by_test_id("score-chart")
    answer = table.page.request.get(f"/api/tables/{table.name}/chart").json()

    expect(chart.locator("svg path.line")).to_have_count(2)
    expect(chart.locator("tbody tr").last.locator("td")).to_have_text(
        [str(score) for score in answer["scores"][-1]]
    )
    assert table.overflow() == 0
    table.page.get_by_test_id("to-replay").click()
    expect(table.page.get_by_test_id("moment")).to_have_attribute("data-moment", "0")


def test_the_page_checks_the_game_by_itself(crowd: Crowd, finished_table: str) -> None:
    """Every shuffle, with what the browser kept; one that was shown something else says so."""
    table = TablePage(crowd.visitor("Anna", phone(360, 740))).visit(finished_table)

    assert check_game(table) == ["holds", "holds", "holds", "open", "open", "holds"]
    shown = {"commitment": "0" * 64, "salts": None, "early": True}
    kept = json.dumps([[table.name, shown]])
    table.page.evaluate("kept => localStorage.setItem('broadside.fairness', kept)", kept)
    table.page.reload()
    assert check_game(table) == ["holds", "holds", "holds", "fails", "open", "holds"]
    expect(table.page.get_by_test_id("kept-commitment")).to_contain_text("0" * 64)
    assert table.overflow() == 0


def check_game(table: TablePage) -> list[str]:
    """Have the page check its game; what it says of each thing."""
    table.page.locator("details.fair summary").click()
    table.page.get_by_test_id("check-game").click()
    lines = table.page.get_by_test_id("check-result").locator("li")
    expect(lines).to_have_count(6)
    found: list[str] = lines.evaluate_all("all => all.map((one) => one.dataset.verdict)")
    return found


def test_what_the_bots_believed(crowd: Crowd) -> None:
    """It is shown beside the truth when the game is over; no frame before tells any of it."""
    anna = crowd.visitor("Anna", phone(360, 740))
    asked: list[int] = []
    anna.context.on("request", lambda one: note_hidden(one, asked, anna))
    table = put_to_sea(anna, bots=4, level="bosun", short_deck="9")
    hidden = f"/api/tables/{table.name}/hidden"
    assert table.page.request.get(hidden).status == 409
    room = Room(anna, table.page)
    room.open_menu()
    room.page.get_by_test_id("go-away").click()
    expect(table.result).to_be_visible(timeout=GAME_MS)

    answer = table.page.request.get(hidden).json()
    truth = table.page.locator("[data-testid=beliefs] .truth td .spoken")
    expect(truth).to_have_text([side.capitalize() for side in answer["sides"]])
    assert answer["sides"] == table.loyalties(5)
    assert [held["seat"] for held in answer["beliefs"]] == [0, 1, 2, 3, 4]
    for held in answer["beliefs"]:
        cells = table.page.get_by_test_id(f"beliefs-{held['seat']}").locator("[data-right]")
        others = [seat for seat in range(5) if seat != held["seat"]]
        shown = cells.evaluate_all("all => all.map((one) => one.dataset.guess)")
        likely = [max(held["of"][seat].values()) for seat in others]
        assert [
            held["of"][seat].get(guess, best)
            for seat, guess, best in zip(others, shown, likely, strict=True)
        ] == likely
    assert table.overflow() == 0

    before = anna.frames[: asked[0]]
    assert any(is_over(frame) for frame in before)
    assert not any('"beliefs"' in frame for frame in anna.frames)


def note_hidden(request: Request, asked: list[int], visitor: Visitor) -> None:
    """Remember how many frames had come when the page asked for what was hidden."""
    if request.url.endswith("/hidden"):
        asked.append(len(visitor.frames))


def is_over(frame: str) -> bool:
    """Whether a frame tells the result."""
    return json.loads(frame).get("result") is not None


def test_another_game_with_the_same_people(crowd: Crowd) -> None:
    wishes = {"deck": "intro", "first_splitter": "seat0"}
    anna = host(crowd.visitor("Anna"), "me", "open", stand_in="bosun", **wishes)
    ben = guest(crowd.visitor("Ben"), anna)
    let_bots_finish(anna, ben)
    expect(call_of(ben)).to_have_text(shell_text("en", "rematch.call"))
    first = anna.path

    call_of(anna).click()

    anna.page.wait_for_url(lambda url: not url.endswith(first))
    await_ready(anna.page)
    expect(call_of(ben)).to_have_text(shell_text("en", "rematch.come"))
    ben.page.get_by_role("button", name=shell_text("en", "result.table")).click()
    call_of(ben).click()
    ben.page.wait_for_url(f"**{anna.path}")
    await_ready(ben.page)
    for table, name in ((anna, "Anna"), (ben, "Ben")):
        me = shell_text("en", "bar.you").format(name=name)
        expect(table.page.get_by_text(me)).to_be_visible()
    assert ben.answer() == "split"
    assert anna.await_question() == "pick"


def call_of(table: TablePage) -> Locator:
    """The call for another game, or the invitation to it."""
    return table.page.get_by_test_id("rematch")


def test_statistics_export_and_deletion(crowd: Crowd) -> None:
    nora = crowd.visitor("Nora the Bold")
    table = host(nora, "me", "bot:bosun", stand_in="bosun", deck="intro")
    table.say("Nobody shall read this")
    let_bots_finish(table)
    score, name, path = table.totals()[0], table.name, table.path
    LobbyPage(nora).visit()
    nora.page.get_by_test_id("to-player").click()
    page = nora.page
    played = page.get_by_test_id(f"statistics-{GAME}")
    expect(played.get_by_test_id("played")).to_have_text("1")
    expect(played.locator("dd").last).to_have_text(str(score))
    expect(page.get_by_test_id("latest-later")).to_be_visible()

    data = export(nora)
    assert [one["table"] for one in data] == [name]
    assert "Nora the Bold" in json.dumps(data)
    assert "Nobody shall read this" in json.dumps(data)

    page.get_by_test_id("delete").click()
    page.get_by_role("button", name=shell_text("en", "ask.no")).click()
    expect(played).to_be_visible()
    page.get_by_test_id("delete").click()
    rights = page.evaluate("localStorage.getItem('broadside.tables')")
    page.get_by_test_id("delete-yes").click()

    done = with_one(shell_text("en", "data.deleted"))
    expect(page.get_by_test_id("data-outcome")).to_have_text(done)
    expect(page.get_by_test_id("no-games")).to_be_visible()
    expect(page.get_by_test_id("my-data")).to_contain_text(shell_text("en", "data.none"))
    LobbyPage(nora).visit()
    expect(page.get_by_test_id("my-table")).to_have_count(0)

    page.evaluate("all => localStorage.setItem('broadside.tables', all)", rights)
    page.get_by_test_id("to-player").click()
    left = json.dumps(export(nora))
    assert "Nora" not in left
    assert "Nobody shall" not in left
    go(page, path)
    expect(page.get_by_test_id("seat-0")).to_contain_text("–")


def export(visitor: Visitor) -> list[dict[str, object]]:
    """Download one's data."""
    with visitor.page.expect_download() as download:
        visitor.page.get_by_test_id("export").click()
    assert re.search(r"\.json$", download.value.suggested_filename)
    found: list[dict[str, object]] = json.loads(
        Path(download.value.path()).read_text(encoding="utf-8")
    )
    return found


def test_a_name_that_nobody_has_used(crowd: Crowd) -> None:
    eve = crowd.visitor("Eve", phone(360, 740))

    go(eve.page, "/player/Nobody%20at%20all")

    expect(eve.page.get_by_test_id("page-title")).to_have_text("Nobody at all")
    expect(eve.page.get_by_test_id("no-games")).to_be_visible()
    expect(eve.page.get_by_test_id("my-data")).to_contain_text(shell_text("en", "data.none"))
    assert TablePage(eve).overflow() == 0
