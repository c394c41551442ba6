"""The pictures of `docs/screens.md`: real pages of a server of its own, by one command.

python -m tests.browser.screens
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

import broadside

from .conftest import SWITCHES
from .pages import await_ready, go
from .serving import Server
from .visitors import phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures" / "screens"
STEPS: Final = 3
"""So many steps of a guided game are taken before its table is shown without the guide."""
QUALITY: Final = 72
DEVICES: Final[dict[str, dict[str, Any]]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "night": {"viewport": {"width": 1366, "height": 768}, "color_scheme": "dark"},
    "phone": {**phone(390, 844), "device_scale_factor": 1},
    "sideways": {**phone(844, 390), "device_scale_factor": 1},
}


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
    context = browser.new_context(base_url=address, **wishes)
    page = context.new_page()
    go(page, "/")
    _take(page, f"lobby-{name}")
    for game in broadside.games():
        _guided(page, game, name)
    go(page, "/player/Newcomer")
    _take(page, f"player-{name}")
    context.close()


def _guided(page: Page, game: str, name: str) -> None:
    """A guided game: its first step, and the table some steps later."""
    go(page, "/")
    page.get_by_test_id(f"guided-{game}").click()
    page.wait_for_url("**/table/*")
    await_ready(page)
    ready = page.locator("[data-testid=guide-do]:enabled")
    ready.wait_for()
    _take(page, f"{game}-guided-{name}")
    for _ in range(STEPS):
        ready.wait_for()
        ready.click()
        page.wait_for_timeout(500)
    ready.wait_for()
    page.get_by_test_id("guide-skip").click()
    page.wait_for_timeout(300)
    _take(page, f"{game}-{name}")


def _take(page: Page, title: str) -> None:
    page.evaluate("() => document.fonts.ready")
    page.screenshot(path=FOLDER / f"{title}.jpg", type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    main()
