"""Levels, characters, lessons and puzzles as a person meets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import LobbyPage, await_ready, go
from .texts import shell_text
from .visitors import phone

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .axe import Inspector
    from .visitors import Crowd

LEVELS = ["deckhand", "bosun", "captain", "old-salt"]


def test_a_level_is_chosen_for_all_bots_and_they_are_somebody(crowd: Crowd) -> None:
    """Each level says what it is; at the table the bots have names, faces and tempers."""
    page = crowd.visitor("Anna", phone(360, 740)).page
    go(page, "/")
    page.get_by_test_id("lobby-game-jamaica").click()
    page.get_by_test_id("name-input").fill("Anna")
    for level in LEVELS:
        row = page.locator(f"label:has([data-testid=level-{level}])")
        expect(row).to_contain_text(shell_text("en", f"bot.{level}.about"))
    page.get_by_test_id("seat-count").select_option("3")
    page.get_by_test_id("level-deckhand").check()
    for seat in (1, 2):
        expect(page.get_by_test_id(f"seat-{seat}-kind")).to_have_value("bot:deckhand")
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)

    info = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    page.get_by_test_id("menu").click()
    listed = page.get_by_test_id("bot-list").locator("li")
    expect(listed).to_have_count(2)
    for place, seat in enumerate(info["seats"][1:]):
        expect(listed.nth(place)).to_contain_text(seat["name"])
        temper = shell_text("en", f"temper.{seat['character']['temper']}.about")
        expect(listed.nth(place)).to_contain_text(temper)
        expect(listed.nth(place).locator("svg.face")).to_be_visible()
        name = page.get_by_test_id(f"panel-{seat['seat']}").locator(".word").first
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth")  # it is not cut


def test_a_lesson_after_a_game_leads_into_what_if(crowd: Crowd, inspector: Inspector) -> None:
    """A captain looks at every decision; the way to try again leads to a table of its own."""
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table(deck="intro")
    table.run_home()
    page = table.page
    before = page.url

    page.get_by_test_id("analyse").click()
    expect(page.get_by_test_id("lesson-sum")).to_be_visible(timeout=90_000)
    inspector.look(page, "the lesson")
    again = page.get_by_test_id("try-again")
    if again.count() == 0:
        return  # whoever made no mistake has nothing to try again
    again.first.click()
    page.wait_for_url(lambda url: url != before)
    await_ready(page)
    expect(page.get_by_test_id("prompt")).to_be_visible()


def test_the_puzzle_of_the_day(crowd: Crowd, inspector: Inspector) -> None:
    """From the lobby; a wrong answer shows the solution, and another puzzle follows."""
    page = crowd.visitor("Anna").page
    go(page, "/")
    page.get_by_test_id("to-puzzle").click()
    page.wait_for_url("**/puzzle/*")
    solve_wrongly(page)
    page.get_by_test_id("puzzle-next").click()
    page.wait_for_url("**/puzzle/*/*")
    await_ready(page)
    expect(page.get_by_test_id("puzzle-give-up")).to_be_visible()
    page.get_by_test_id("puzzle-give-up").click()
    expect(page.get_by_test_id("puzzle-verdict")).to_contain_text(
        shell_text("en", "puzzle.solution")
    )
    inspector.look(page, "the puzzle")


def solve_wrongly(page: Page) -> None:
    """Give an answer that is not the best one."""
    await_ready(page)
    buttons = page.get_by_test_id("action-list").locator("button")
    expect(buttons.first).to_be_visible()
    today = page.request.get("/api/games/jolly-and-roger/puzzles").json()["today"]
    puzzle = page.request.get(f"/api/games/jolly-and-roger/puzzles/{today}").json()
    wrong = next(one for one in puzzle["update"]["legal"] if one != puzzle["solution"]["best"])
    page.get_by_test_id("action-list").locator(f'[data-action="{wrong}"]').click()
    certain = page.get_by_test_id("ask-once").locator("button").first
    if certain.is_visible():
        certain.click()
    expect(page.get_by_test_id("puzzle-verdict")).to_contain_text(shell_text("en", "puzzle.wrong"))
