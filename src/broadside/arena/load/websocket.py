"""A WebSocket client that costs next to nothing, so that the server is what is measured.

It speaks as much of the protocol as servers on the same machine need: whole text frames, pings and
the end. Its frames are masked with zeros, so that nothing has to be computed.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, cast

from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT: Final = 0x81
PONG: Final = 0x8A
CLOSE: Final = 0x88
PING: Final = 0x89
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)
SHORT_MAX: Final = 125
TWO_BYTES: Final = 126
EIGHT_BYTES: Final = 127
TWO_BYTES_MAX: Final = 0xFFFF
CODE_BYTES: Final = 2
ANSWER_S: Final = 30.0

HANDSHAKE: Final = (
    "GET {path} HTTP/1.1\r\n"
    "Host: {host}:{port}\r\n"
    "Upgrade: websocket\r\n"
    "Connection: Upgrade\r\n"
    "Sec-WebSocket-Key: YnJvYWRzaWRlIGxvYWQhIQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n"
    "\r\n"
)


class ConnectionEnded(BroadsideError):
    """The server refused a connection or ended it; the message says what it told."""


def frame(first: int, payload: bytes) -> bytes:
    """A frame of a client, whose first byte says what it is."""
    length = len(payload)
    if length <= SHORT_MAX:
        head = bytes((first, MASKED | length))
    elif length <= TWO_BYTES_MAX:
        head = bytes((first, MASKED | TWO_BYTES)) + length.to_bytes(2, "big")
    else:
        head = bytes((first, MASKED | EIGHT_BYTES)) + length.to_bytes(8, "big")
    return head + NO_MASK + payload


def split_frame(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame at this place starts and ends; None if it is not all there."""
    if len(data) < at + 2:
        return None
    length = data[at + 1]
    start = at + 2
    if length >= TWO_BYTES:
        start += 2 if length == TWO_BYTES else 8
        if len(data) < start:
            return None
        length = int.from_bytes(data[at + 2 : start], "big")
    end = start + length
    return (start, end) if end <= len(data) else None


class Socket(asyncio.Protocol):
    """One connection: calls `hear` with every text, and `lost` if the server ends it."""

    def __init__(self, hear: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._hear = hear
        self._lost = lost
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._is_open = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, host: str, port: int, path: str, source: str | None) -> None:
        """Connect, from an address of this machine if one is named."""
        loop = asyncio.get_running_loop()
        local = None if source is None else (source, 0)
        try:
            async with asyncio.timeout(ANSWER_S):
                await loop.create_connection(lambda: self, host, port, local_addr=local)
                self._write(HANDSHAKE.format(path=path, host=host, port=port).encode())
                await self._opened
        except TimeoutError:
            reason = f"the server did not open a WebSocket at {path} within {ANSWER_S:g} s"
            raise ConnectionEnded(reason) from None

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._write(frame(TEXT, text))

    def close(self) -> None:
        """End the connection; nobody is told."""
        self._is_open = False
        if self._transport is not None:
            self._transport.abort()

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    # ------------------------------------------------------ called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Hand on all frames that are complete."""
        if self._rest:
            data = self._rest + data
        at = 0
        if not self._opened.done():
            at = self._read_handshake(data)
        while self._is_open and (found := split_frame(data, at)) is not None:
            start, end = found
            if data[at] == TEXT:
                self._hear(data[start:end])
            else:
                self._control(data[at], data[start:end])
            at = end
        self._rest = data[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell that the server has ended it, if it was not we who did."""
        self._end(f"the connection broke: {exc}" if exc else "the server ended the connection")

    def _read_handshake(self, data: bytes) -> int:
        """Open the connection once the server has agreed; where its first frame starts."""
        head, found, _ = data.partition(b"\r\n\r\n")
        if not found:
            return 0
        status = head.split(b"\r\n", 1)[0].decode("latin-1")
        if " 101 " in f"{status} ":
            self._is_open = True
            self._opened.set_result(None)
        else:
            self._end(f"the server did not open a WebSocket: {status}")
        return len(head) + len(found)

    def _control(self, first: int, payload: bytes) -> None:
        if first == PING:
            self._write(frame(PONG, payload))
        elif first == CLOSE:
            code = int.from_bytes(payload[:CODE_BYTES], "big")
            reason = payload[CODE_BYTES:].decode("utf-8", "replace")
            self._end(f"the server closed the connection with code {code} {reason}".rstrip())

    def _end(self, why: str) -> None:
        if not self._opened.done():
            self._opened.set_exception(ConnectionEnded(why))
        elif self._is_open:
            self._is_open = False
            self._lost(why)
