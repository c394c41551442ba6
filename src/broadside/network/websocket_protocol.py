"""WebSockets as uvicorn speaks them, with limits for what a client may do to the server.

Every frame counts: messages, their parts, pings, pongs. A frame costs the server the same whatever
it carries, and an answer to a ping waits in memory like any other message.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.utils import apply_mask

from broadside.network.front_door import too_many
from broadside.network.open_connections import NetworkConfig

if TYPE_CHECKING:
    from asyncio.transports import BaseTransport
    from collections.abc import Callable

    from uvicorn.config import Config
    from websockets.frames import Frame

    from broadside.service.settings import Settings

CLOSE_NOT_TEXT: Final = 1007
CLOSE_POLICY: Final = 1008
CLOSE_TOO_BIG: Final = 1009
FRAMES_PER_MESSAGE: Final = 2
"""How many frames there may be for each message: most clients send one, and a ping now and then."""
UNSENT_BYTES_MAX: Final = 524_288
"""Who has so much to read still is not sent more. The longest welcome is far shorter."""
TEXT: Final = 0x81
"""How a text begins that is whole in its frame."""
MASKED: Final = 0x80
MASK_END: Final = 6
"""Where the text of a short frame begins: after its kind, its size and its mask."""
SIZE_IN_TWO_BYTES: Final = 126
SIZE_IN_EIGHT_BYTES: Final = 65_536
"""From these sizes on a frame says its size in so many bytes."""
PARTS_MAX: Final = 64
"""A message of the largest size has fewer parts in every client that is used."""
LINGER_S: Final = 2.0
LINGER_BYTES_MAX: Final = 1_048_576
"""How long, and how much, is read of a client that was told the end and sends on."""

logger = logging.getLogger(__name__)


class LimitedFrames(ServerProtocol):
    """Reads frames, as long as they do not come too fast.

    `unread` is the number of bytes since the last whole frame.
    """

    unread = 0

    def __init__(self, settings: Settings, now: Callable[[], float], **options: Any) -> None:
        super().__init__(**options)
        self._now = now
        self._per_s = settings.messages_per_s * FRAMES_PER_MESSAGE
        self._burst = settings.messages_burst * FRAMES_PER_MESSAGE
        self._left = self._burst
        self._filled_at = now()

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame, or close and pass over all that follows it."""
        size = len(frame.data)
        self.unread -= MASK_END + size
        if size >= SIZE_IN_TWO_BYTES:
            self.unread -= 2 if size < SIZE_IN_EIGHT_BYTES else 8
        if self.count():
            super().recv_frame(frame)

    def short_text(self, data: bytes) -> bytes | None:
        """The text, if the data is one short frame between others that holds a whole message."""
        size = len(data) - MASK_END
        if self.unread or not 0 <= size < SIZE_IN_TWO_BYTES:
            return None
        if data[0] != TEXT or data[1] != MASKED | size:
            return None
        return apply_mask(data[MASK_END:], data[2:MASK_END])

    def count(self) -> bool:
        """Count a frame; whether it may be taken. If it comes too fast, the connection ends."""
        self._left -= 1
        if self._left >= 0 or self._fill():
            return True
        self.fail(CLOSE_POLICY, "Too many messages. Slow down.")
        self.parser_exc = ProtocolError("too many frames")
        return False

    def _fill(self) -> bool:
        """Allow what time has brought; only asked when nothing is left, as frames must be quick."""
        now = self._now()
        self._left = min(self._burst, int((now - self._filled_at) * self._per_s)) - 1
        if self._left < 0:
            return False
        self._filled_at = now
        return True


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection, from the handshake to its end."""

    kind: ClassVar[str] = "websocket"

    conn: LimitedFrames
    _linger_bytes = 0

    def __init__(self, config: Config, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        assert isinstance(config, NetworkConfig)
        self._open_connections = config.open_connections
        self.conn = LimitedFrames(
            config.settings, self.loop.time, max_size=config.ws_max_size, logger=self.logger
        )

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin."""
        super().connection_made(transport)
        if not self._open_connections.enter(self):
            self.app = too_many

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._open_connections.leave(self)
        super().connection_lost(exc)

    def end_without_handshake(self) -> None:
        """End if the request was not read as one for a WebSocket, with what is to be said to it."""
        if not self.handshake_initiated:
            self.handle_parser_exception()

    def data_received(self, data: bytes) -> None:
        """Read on. A short message by itself, as most are, is read without the whole machinery."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self.disconnected:
            self._pass_over(data)
            return
        is_ready = self.conn.state is State.OPEN and not self.frames
        text = self.conn.short_text(data) if is_ready else None
        if text is None:
            self.conn.unread += len(data)
            super().data_received(data)
        elif self.conn.count():
            self.curr_msg_data_type = "text"
            self.frames = [text]
            self.send_receive_event_to_app()
        else:
            self.handle_parser_exception()

    async def run_asgi(self) -> None:
        """Run the application, which finds `write_text` in the state of its scope.

        It may leave `take_message` there: then messages are given to that, and not to `receive`.
        """
        self.scope["state"]["write_text"] = self.write_text
        await super().run_asgi()

    def write_text(self, message: bytes) -> None:
        """Send a text message without waiting; a client for which too much piles up is cut off.

        The quick way out: what ASGI's `send` does takes several times as long. Before the
        WebSocket is accepted, and after it has ended, nothing is sent.
        """
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        size = len(message)
        if size < SIZE_IN_TWO_BYTES:
            head = b"\x81%c" % size
        elif size < SIZE_IN_EIGHT_BYTES:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + message)
        if self.writable.is_set():
            return
        if self.transport.get_write_buffer_size() > UNSENT_BYTES_MAX:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Take a further part of a message."""
        if len(self.frames) >= PARTS_MAX:
            self._fail(CLOSE_TOO_BIG, f"A message has at most {PARTS_MAX} parts.")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message on.

        Straight to the application if it has said how and has taken all that came before; else
        it waits, and nothing further is read until it is taken.
        """
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        is_text = self.curr_msg_data_type == "text"
        if self.close_sent:
            return
        if is_text and not _is_utf8(data):
            self._fail(CLOSE_NOT_TEXT, "This is not text in UTF-8.")
            return
        take = self.scope["state"].get("take_message")
        if take is not None and self.queue.empty():
            take(data)
            return
        self.queue.put_nowait(
            {"type": "websocket.receive", "text": data.decode()}
            if is_text
            else {"type": "websocket.receive", "bytes": data}
        )
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        """Answer a ping, but not to a client that does not read: the answers would pile up."""
        output = self.conn.data_to_send()
        if self.writable.is_set():
            self.transport.write(b"".join(output))

    def handle_parser_exception(self) -> None:
        """End the connection after what must not be: the client is told why, the log is not."""
        logger.debug("socket_failed reason=%s", self.conn.parser_exc)
        if self.conn.close_sent is None:  # before the handshake is complete there are no codes
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            return
        self.queue.put_nowait(
            {
                "type": "websocket.disconnect",
                "code": self.conn.close_sent.code,
                "reason": self.conn.close_sent.reason,
            }
        )
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.disconnected = True
        self._linger()

    def _linger(self) -> None:
        """Say nothing more, but read on for a while before the connection is closed.

        A system that closes while bytes come in cuts the line, and a client that is still sending
        then loses what it was told: it would hear that the line broke, and not why.
        """
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LINGER_S, self.transport.abort)

    def _pass_over(self, data: bytes) -> None:
        """Read what a client sends that was told the end."""
        self._linger_bytes += len(data)
        if self._linger_bytes > LINGER_BYTES_MAX:
            self.transport.abort()

    def _fail(self, code: int, reason: str) -> None:
        self.conn.fail(code, reason)
        self.handle_parser_exception()


def _is_utf8(data: bytes) -> bool:
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False
