"""A slow line: a page that does not hear everything in time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute


class SlowLine:
    """Stands between a page and the server, and may hold back what the server says."""

    def __init__(self, page: Page) -> None:
        self._page_side: WebSocketRoute | None = None
        self._held_types: set[str] = set()
        self._waiting: list[str | bytes] = []
        page.route_web_socket("**/socket", self._connect)

    def hold(self, *types: str) -> None:
        """From now on messages of these types wait."""
        self._held_types = set(types)

    @property
    def holds_back(self) -> bool:
        """Whether something waits."""
        return bool(self._waiting)

    def release(self) -> None:
        """Everything arrives, in order."""
        assert self._page_side is not None
        self._held_types = set()
        for message in self._waiting:
            self._page_side.send(message)
        self._waiting = []

    def _connect(self, page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        page_side.on_message(server_side.send)
        server_side.on_message(self._pass_on)
        self._page_side = page_side

    def _pass_on(self, message: str | bytes) -> None:
        assert self._page_side is not None
        if json.loads(message)["type"] in self._held_types:
            self._waiting.append(message)
        else:
            self._page_side.send(message)
