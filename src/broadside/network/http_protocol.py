"""HTTP as uvicorn speaks it, with an end for requests that never become whole."""

from __future__ import annotations

from socket import SO_SNDBUF, SOL_SOCKET
from typing import TYPE_CHECKING, Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from broadside.network.front_door import too_many
from broadside.network.open_connections import NetworkConfig
from broadside.network.websocket_protocol import WebSocketProtocol

if TYPE_CHECKING:
    import asyncio

    from uvicorn.config import Config

SEND_BYTES: Final = 131_072
"""So much the system keeps for a client that has not taken it yet; Linux keeps twice of it."""
HEAD_BYTES_MAX: Final = 16_384
PARTS_MAX: Final = 1_000
"""A body comes in fewer parts, unless somebody wants to keep the server busy."""
TIMED_OUT: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class LimitedRequests(h11.Connection):
    """Reads requests whose bodies have a bearable number of parts, be they ever so small."""

    _parts = 0

    def next_event(self) -> type[h11.NEED_DATA | h11.PAUSED] | h11.Event:
        """Read on; raises `RemoteProtocolError`."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._parts = 0
        elif isinstance(event, h11.Data):
            self._parts += 1
            if self._parts > PARTS_MAX:
                raise h11.RemoteProtocolError("too many parts")
        return event


class HttpProtocol(H11Protocol):
    """One connection, until it ends or becomes a WebSocket."""

    kind: ClassVar[str] = "http"

    def __init__(self, config: Config, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        assert isinstance(config, NetworkConfig)
        self._open_connections = config.open_connections
        self._request_s = config.settings.request_s
        self._timer: asyncio.TimerHandle | None = None
        self.conn = LimitedRequests(h11.SERVER, HEAD_BYTES_MAX)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; a first request must follow soon."""
        super().connection_made(transport)
        # By itself the system would keep megabytes, and hide that the client takes nothing.
        transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BYTES)
        if not self._open_connections.enter(self):
            self.app = too_many
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_timer()
        self._open_connections.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; what has been begun must become whole soon."""
        super().data_received(data)
        if self not in self.connections:  # a WebSocket has taken over
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._expect_request()
        else:
            self._stop_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over."""
        self._stop_timer()
        self._open_connections.leave(self)
        super().handle_websocket_upgrade(event)
        successor = self.transport.get_protocol()
        if isinstance(successor, WebSocketProtocol):
            successor.end_without_handshake()

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read, unless another answer has begun."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()

    def _expect_request(self) -> None:
        """A request shall be whole in a while, counted from its beginning."""
        if self._timer is None:
            self._timer = self.loop.call_later(self._request_s, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        """End the connection, with an answer to what was begun if there is none yet."""
        is_silent = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        if not is_silent and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(TIMED_OUT)
        self.transport.close()
