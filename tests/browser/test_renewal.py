"""A tab that is open while the server is upgraded: files that it would still fetch are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from .pages import await_ready, go

if TYPE_CHECKING:
    from .visitors import Crowd

GONE: Final = "**/MenuSheet-*.js"


def test_a_part_that_is_gone_is_had_by_loading_the_page_again(crowd: Crowd) -> None:
    """Once, by itself; then it is there."""
    anna = crowd.visitor("Anna")
    page = anna.page
    go(page, "/")
    page.get_by_test_id("lobby-game-jolly-and-roger").click()
    page.get_by_test_id("name-input").fill("Anna")
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)

    page.route(GONE, lambda route: route.fulfill(status=404))
    with page.expect_event("load"):
        page.get_by_test_id("menu").click()
    page.unroute(GONE)
    await_ready(page)
    page.get_by_test_id("menu").click()
    expect(page.locator(".menu .sheet button").first).to_be_visible()
    anna.forgive("MenuSheet|404|HEAD .*ERR_ABORTED")  # it leaves as soon as the server answers
