"""A connection as the table sees it: somewhere to send messages, without ever waiting for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from broadside.server.messages import ServerMessage, Update

OUTBOX_MAX: Final = 64
"""Parcels not yet sent. Who is that far behind is dropped, and resumes when it can."""

_encoder = msgspec.json.Encoder()


def encode(message: ServerMessage) -> str:
    """The message as it crosses the wire."""
    return _encoder.encode(message).decode()


class Connection:
    """One open socket of a seat or of a spectator."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.credential_hash = ""
        """Tells whose connection this is, also when people change places; empty for spectators."""
        self.told: Update | None = None
        """The last update that this connection was sent."""
        self.told_seq = -1
        """The record up to which it was told all that it may know."""
        self.outbox: asyncio.Queue[list[str] | int] = asyncio.Queue(OUTBOX_MAX)
        """Frames to be sent together, or the code to close with."""
        self.dropped = asyncio.Event()

    def has_missed(self, rewound_seq: int) -> bool:
        """Whether it was told of what has been taken back since."""
        return self.told is not None and self.told_seq < rewound_seq

    @property
    def seen_number(self) -> int:
        """The number of the last update, as this connection's viewpoint counts."""
        return -1 if self.told is None else self.told.seq

    def send(self, *messages: ServerMessage) -> None:
        """Send messages together, in this order."""
        self.send_frames([encode(message) for message in messages])

    def send_frames(self, frames: list[str]) -> None:
        """Send what is encoded already. Never waits: a full outbox ends the connection."""
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
