"""A finished game that is seen again, and how bots come to finish one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from .pages import TablePage, await_ready, go

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Locator, Page

BOTS_PLAY_S: Final = 60.0
LOOK_S: Final = 0.1
MOMENTS_MAX: Final = 50


class ReplayPage(TablePage):
    """The table of a game that is over, at any of its moments."""

    def see(self, table: str, eyes: str, moment: int) -> None:
        """Open a moment through somebody's eyes."""
        go(self.page, f"/replay/{table}?eyes={eyes}&moment={moment}")
        self.await_moment(moment)

    def await_moment(self, moment: int) -> None:
        """Wait until a moment is shown with what came before it."""
        expect(self.page.get_by_test_id("moment")).to_have_attribute("data-moment", str(moment))
        expect(self.page.get_by_test_id("replay-log")).to_have_attribute("aria-busy", "false")

    def look_through(self, eyes: str) -> None:
        """See the same moment through other eyes."""
        self.page.get_by_test_id(f"eyes-{eyes}").check()
        await_ready(self.page)

    @property
    def scrubber(self) -> Locator:
        """The way through time."""
        return self.page.get_by_test_id("scrubber")

    def hand(self) -> list[str]:
        """The cards in the hand below, in Jamaica."""
        cards = self.page.locator("[data-testid^=hand-]")
        names = cards.evaluate_all("all => all.map((one) => one.dataset.testid)")
        return [name.removeprefix("hand-") for name in names]


def moments(request: APIRequestContext, table: str, eyes: str) -> list[dict[str, Any]]:
    """All moments of a game as these eyes saw them."""
    found: list[dict[str, Any]] = []
    while True:
        query = f"eyes={eyes}&first={len(found)}&count={MOMENTS_MAX}"
        answer = request.get(f"/api/tables/{table}/moments?{query}").json()
        found += answer["moments"]
        if len(found) == answer["count"]:
            return found


def let_bots_play(page: Page, game: str, seats: int, edition: str = "") -> str:
    """Open a table for bots alone, which play only while somebody watches, and wait for the end."""
    wish = {"game": game, "seats": [{"kind": "bot", "bot": "greedy"}] * seats, "edition": edition}
    table = str(page.request.post("/api/tables", data=wish).json()["table"])
    go(page, f"/table/{table}")
    await_end(page.request, table)
    return table


def await_end(request: APIRequestContext, table: str) -> None:
    """Wait for the end of a game that bots play."""
    deadline = time.monotonic() + BOTS_PLAY_S
    while request.get(f"/api/tables/{table}").json()["status"] != "over":
        assert time.monotonic() < deadline, "the bots do not come to an end"
        time.sleep(LOOK_S)
