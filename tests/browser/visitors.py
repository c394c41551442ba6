"""People with a browser of their own each: nothing may go wrong on their pages unnoticed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
        Response,
        WebError,
        WebSocket,
    )

PATIENCE_MS: Final = 40_000
"""How long a page may take for what takes a moment."""
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
UNFOLD: Final = """if (location.protocol === "http:" && !localStorage.getItem("broadside.orders"))
  localStorage.setItem("broadside.orders", "open");"""
"""Visitors of these tests have unfolded the list of their orders once."""
FIRST_REFUSED_STATUS: Final = 400
WORKER_BLOCKED: Final = "Service Worker registration blocked by Playwright"
"""What a page hears that would keep itself on the device; only some tests let it."""


def phone(width: int, height: int) -> dict[str, Any]:
    """A phone held upright."""
    return {
        "viewport": {"width": width, "height": height},
        "is_mobile": True,
        "has_touch": True,
        "device_scale_factor": 1,  # more would only be more to draw
    }


class Visitor:
    """Somebody with a browser of their own. Keeps note of everything that went wrong there."""

    def __init__(self, name: str, context: BrowserContext) -> None:
        self.name = name
        self.context = context
        self.troubles: list[str] = []
        self.frames: list[str] = []
        context.set_default_timeout(PATIENCE_MS)
        context.on("console", self._hear)
        context.on("weberror", self._fail)
        context.on("requestfailed", self._miss)
        context.on("response", self._look_at)
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Open another tab."""
        page = self.context.new_page()
        page.on("websocket", self._listen)
        return page

    def forgive(self, pattern: str, *, certain: bool = True) -> None:
        """Strike the troubles that the test has caused; if they are certain, there must be some."""
        left = [trouble for trouble in self.troubles if not re.search(pattern, trouble)]
        missing = certain and len(left) == len(self.troubles)
        assert not missing, f"no trouble with {pattern!r}: {self.troubles}"
        self.troubles = left

    def _hear(self, message: ConsoleMessage) -> None:
        is_ours = message.text != WORKER_BLOCKED
        if message.type in ("error", "warning") and is_ours:
            self.troubles.append(f"console {message.type}: {message.text}")

    def _fail(self, error: WebError) -> None:
        self.troubles.append(f"page error: {error.error}")

    def _miss(self, request: Request) -> None:
        if request.method == "GET" and request.failure == "net::ERR_ABORTED":
            return  # the page was left before it came
        self.troubles.append(f"request failed: {request.method} {request.url}: {request.failure}")

    def _look_at(self, response: Response) -> None:
        if response.status >= FIRST_REFUSED_STATUS:
            self.troubles.append(f"status {response.status}: {response.url}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))


class Crowd:
    """Everybody who takes part in a test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self.visitors: list[Visitor] = []

    def visitor(self, name: str, device: dict[str, Any] = DESK, **wishes: Any) -> Visitor:
        """Let somebody come: no animations, nothing kept on the device, unless wishes say so."""
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        settings = {**usual, **device, **wishes}
        context = self._browser.new_context(base_url=self._address, **settings)
        context.add_init_script(UNFOLD)
        visitor = Visitor(name, context)
        self.visitors.append(visitor)
        return visitor

    def troubles(self) -> list[str]:
        """What went wrong on anybody's page."""
        return [f"{who.name}: {trouble}" for who in self.visitors for trouble in who.troubles]

    def photograph(self, folder: Path, title: str) -> list[Path]:
        """Keep a picture of every page."""
        folder.mkdir(exist_ok=True)
        pictures = []
        for visitor in self.visitors:
            for number, page in enumerate(visitor.context.pages):
                picture = folder / f"{title}-{visitor.name}-{number}.png"
                page.screenshot(path=picture)
                pictures.append(picture)
        return pictures

    def leave(self) -> None:
        """Close all browsers' windows."""
        for visitor in self.visitors:
            visitor.context.close()
