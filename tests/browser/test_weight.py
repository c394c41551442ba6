"""Light enough for a phone, and fit for it: upright, on its side, and with large letters.

Counted are the files that are fetched before one can play, as they cross the wire, fonts included;
in Polish, whose texts and letters are the heaviest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

import broadside

from .pages import TablePage, await_ready, choose_options, go
from .visitors import phone

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, ViewportSize

    from .visitors import Crowd

LOBBY_MAX: Final = 120_000
TABLE_MAX: Final = 60_000
UPRIGHT: Final[ViewportSize] = {"width": 360, "height": 740}
SIDEWAYS: Final[ViewportSize] = {"width": 844, "height": 390}
MOST_OF_THE_BOARD: Final = 0.5
SEATS: Final = {"jamaica": "4"}
OPTIONS: Final = {"jolly-and-roger": {"first_splitter": "seat0"}}
"""Where the names have least room."""


class Scales:
    """Weighs the files that a page fetches."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._fetched: list[Request] = []
        page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        self._fetched.append(request)

    def weigh(self) -> dict[str, int]:
        """The bytes of each file since the last time."""
        self._page.wait_for_load_state("networkidle")
        files, self._fetched[:] = list(self._fetched), []
        return {
            one.url.rsplit("/", 1)[-1]: one.sizes()["responseBodySize"]
            for one in files
            if "/api/" not in one.url
        }


@pytest.mark.parametrize("game", broadside.games())
def test_light_enough_and_fit_for_a_phone(crowd: Crowd, game: str) -> None:
    """One table of each game: a lobby and a table within their limits, and nothing sticks out."""
    visitor = crowd.visitor("Anna", phone(**UPRIGHT), locale="pl-PL")
    page = visitor.page
    scales = Scales(page)
    go(page, "/")
    lobby = scales.weigh()
    assert any(name.endswith(".woff2") for name in lobby)
    assert sum(lobby.values()) <= LOBBY_MAX, lobby

    page.get_by_test_id(f"lobby-game-{game}").tap()
    page.get_by_test_id("name-input").fill("Annegret")
    if game in SEATS:
        page.get_by_test_id("seat-count").select_option(SEATS[game])
    choose_options(page, OPTIONS.get(game, {}))
    page.get_by_test_id("open-table").tap()
    page.wait_for_url("**/table/*")
    await_ready(page)
    table = TablePage(visitor)
    expect(table.orders).to_be_visible()
    fetched = scales.weigh()
    assert sum(fetched.values()) <= TABLE_MAX, fetched
    assert table.overflow() == 0
    assert table.cut_off() == table.cut_names() == []

    page.set_viewport_size(SIDEWAYS)
    mine = page.locator("#board .in-reach")
    expect(table.prompt).to_be_in_viewport()
    expect(mine.locator("[data-card]").first).to_be_in_viewport(ratio=0.5)
    covered = mine.evaluate("one => one.getBoundingClientRect().width / innerWidth")
    assert covered < MOST_OF_THE_BOARD, "the board is behind what one plays with"
    assert table.overflow() == 0
    assert table.cut_off() == table.cut_names() == []

    page.set_viewport_size(UPRIGHT)
    page.get_by_test_id("settings").tap()
    page.get_by_test_id("text-size").select_option("200")
    page.keyboard.press("Escape")
    assert table.overflow() == 0
