"""The pictures of `docs/screens.md`: real pages of a server of its own, by one command.

python -m tests.browser.screens
"""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

import broadside

from .conftest import SWITCHES
from .guided import begin
from .pages import GAME_MS, go
from .replaying import await_end
from .serving import Server
from .visitors import Visitor, phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures" / "screens"
STEPS: Final = 3
"""So many steps of a guided game are taken before its table is shown without the guide."""
FORMAT: Final = {"format": "webp", "quality": 60}
DEVICES: Final[dict[str, dict[str, Any]]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "night": {"viewport": {"width": 1366, "height": 768}, "color_scheme": "dark"},
    "phone": phone(390, 844),
    "sideways": phone(844, 390),
}
BOTS: Final = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]


def main() -> None:
    """Take every picture anew."""
    from tools.chromium import find

    FOLDER.mkdir(parents=True, exist_ok=True)
    chromium = find()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        try:
            for name, device in DEVICES.items():
                _walk(browser, server.address, name, device)
        finally:
            browser.close()
            server.stop()


def _walk(browser: Browser, address: str, name: str, device: dict[str, Any]) -> None:
    """Look at every page with one device."""
    wishes = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block", **device}
    visitor = Visitor("Newcomer", browser.new_context(base_url=address, **wishes))
    visitor.context.set_default_timeout(GAME_MS)
    page = visitor.page
    go(page, "/")
    _take(page, f"lobby-{name}")
    page.get_by_test_id("rules-jamaica").click()
    page.get_by_test_id("rules-short").wait_for()
    _take(page, f"rules-{name}")
    for game in broadside.games():
        _guided(visitor, game, name)
    go(page, "/puzzle/jolly-and-roger")
    _take(page, f"puzzle-{name}")
    _finished(page, name)
    visitor.context.close()


def _guided(visitor: Visitor, game: str, name: str) -> None:
    """A guided game: its first step, and the table some steps later."""
    table = begin(visitor, game)
    for number in range(STEPS):
        step = table.await_step()
        assert step is not None
        if number == 0:
            _take(table.page, f"{game}-guided-{name}")
        table.do(lambda one: one.help.click(), step)
    table.await_step()
    table.page.get_by_test_id("guide-skip").click()
    table.page.get_by_test_id("guide-back").wait_for()
    _take(table.page, f"{game}-{name}")


def _finished(page: Page, name: str) -> None:
    """What two bots have played: its result and its replay."""
    wish = {"game": "jolly-and-roger", "seats": BOTS}
    table = page.request.post("/api/tables", data=wish).json()["table"]
    go(page, f"/table/{table}")
    await_end(page.request, table)
    page.get_by_test_id("score-chart").wait_for()
    _take(page, f"result-{name}")
    go(page, f"/replay/{table}?eyes=all&moment=30")
    _take(page, f"replay-{name}")


def _take(page: Page, title: str) -> None:
    page.evaluate("() => document.fonts.ready")
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", FORMAT)
    (FOLDER / f"{title}.webp").write_bytes(base64.b64decode(taken["data"]))


if __name__ == "__main__":
    main()
