"""A connection: frames wait here for their socket, so that a table never waits for a client."""

from __future__ import annotations

import asyncio
from typing import Final

from broadside.server.table.presence import Listener

OUTBOX_MAX: Final = 64
"""Parcels not yet sent. A client that is so far behind is dropped, and resumes when it can."""


class Connection(Listener):
    """One open socket of a seat or of a spectator."""

    def __init__(self, address: str = "") -> None:
        super().__init__(address)
        self.outbox: asyncio.Queue[list[str] | int] = asyncio.Queue(OUTBOX_MAX)
        """Frames to be sent together, or the code to close with."""
        self.dropped = asyncio.Event()

    def send(self, frames: list[str]) -> None:
        """Send frames together, in this order. A full outbox ends the connection."""
        self._put(frames)

    def close(self, code: int) -> None:
        """Close the connection after what was sent before."""
        self._put(code)

    def _put(self, parcel: list[str] | int) -> None:
        if not self.dropped.is_set():
            try:
                self.outbox.put_nowait(parcel)
            except asyncio.QueueFull:
                self.dropped.set()
