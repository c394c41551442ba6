"""The simulated network: WebSockets and HTTP requests between people and a server process.

Within one connection everything arrives in order, as TCP promises; between connections nothing is
promised. A connection may break so that either side learns of it late, and a client may stop to
read, so that the server's sending waits.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from .faults import HALF_OPEN, LOST_ANSWER, NEVER_READS

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from random import Random

    from .faults import Faults
    from .process import Process
    from .scheduler import Scheduler

NETWORK: Final = "network"
"""The tag of everything that is on its way."""
BUFFER_MAX: Final = 16
"""So many frames fit between server and client; then sending waits until one is read."""
UNREAD_MAX: Final = 200
"""So many frames may wait for a client that does not read; then it is cut off."""
GONE: Final = 1006
"""The code of a connection that ended without a word."""
UNNOTICED_S: Final = 40.0
"""After this time at most a server learns that a client is gone."""
PATIENCE_S: Final = 30.0
"""How long somebody waits for the answer to an HTTP request."""

Message = dict[str, Any]


class Conditions:
    """How long messages take; drawn for each connection and message by itself."""

    def __init__(self, random: Random, faults: Faults) -> None:
        self._random = random
        self._faults = faults

    def delay_s(self) -> float:
        """How long one message takes."""
        least, spread, spike = self._faults.latency
        if spike and self._faults.is_on and self._random.random() < 0.02:
            return least + self._random.random() * spike
        return least + self._random.random() * spread if spread else least

    def draw(self, low: float, high: float) -> float:
        """Draw a time."""
        return self._random.uniform(low, high)


class Client:
    """Whoever is at the other end of a connection."""

    def opened(self) -> None:
        """The server has accepted."""
        raise NotImplementedError

    def received(self, frame: str) -> None:
        """A frame has arrived."""
        raise NotImplementedError

    def ended(self, code: int) -> None:
        """The connection is gone."""
        raise NotImplementedError


class Connection:
    """One WebSocket: what the client does with it, and the ASGI application's side of it."""

    def __init__(
        self, process: Process, conditions: Conditions, client: Client, path: str, address: str
    ) -> None:
        self._process = process
        self._scheduler: Scheduler = process.scheduler
        self._conditions = conditions
        self._faults = process.faults
        self._client = client
        self.is_open = False
        """Whether the client may send."""
        self.reads = True
        """Whether the client takes what arrives."""
        self.ended_at: float | None = None
        """When either side stopped to listen: who has sent something later hears nothing of it."""
        self.arrivals: list[tuple[float, str | bytes]] = []
        """What has reached the server, and when."""
        self._is_over = False
        self._to_server: deque[Message] = deque([{"type": "websocket.connect"}])
        self._to_server_at = 0.0
        self._receiver: asyncio.Future[None] | None = None
        self._to_client: deque[Message] = deque()
        self._to_client_at = 0.0
        self._sender: asyncio.Future[None] | None = None
        self._has_closed = False
        self._task: asyncio.Task[None] | None = None
        scope = process.scope("websocket", path, address)
        scope["subprotocols"] = []
        scope["state"]["write_text"] = self._write_text
        self._state = scope["state"]
        self._scheduler.after(conditions.delay_s(), NETWORK, lambda: self._arrive(scope))

    # ------------------------------------------------------------- the client's side

    def send(self, frame: str | bytes) -> None:
        """Send a frame; nobody can say whether it will arrive."""
        if not self.is_open:
            return
        kind = "text" if isinstance(frame, str) else "bytes"
        message: Message = {"type": "websocket.receive", kind: frame}
        self._on_the_way(lambda: self._reach_server(message, frame))

    def hang_up(self) -> None:
        """Close the connection properly."""
        if not self._is_over:
            self._end()
            self._on_the_way(lambda: self._reach_server(_disconnected(1000)))

    def break_off(self) -> None:
        """Lose the connection; the server may learn of it much later."""
        if self._is_over:
            return
        self._end()
        if self._faults.strikes(HALF_OPEN):
            after_s = self._conditions.draw(1.0, UNNOTICED_S)
            self._scheduler.after(after_s, NETWORK, lambda: self._reach_server(_disconnected(GONE)))
        else:
            self._on_the_way(lambda: self._reach_server(_disconnected(GONE)))

    def stop_reading(self) -> None:
        """Take nothing more, without a word."""
        self._faults.count(NEVER_READS)
        self.reads = False
        self._mark_end()

    def cut(self) -> None:
        """The server's process is gone."""
        if not self._is_over:
            self._mark_end()
            self._scheduler.after(self._conditions.delay_s(), NETWORK, lambda: self._tell_end(GONE))

    def close_by_server(self) -> None:
        """The server's process ends, and says so."""
        self._transmit({"type": "websocket.close", "code": 1012})
        self._reach_server(_disconnected(1012))

    def _end(self) -> None:
        """The client does not listen any more."""
        self._is_over = True
        self.is_open = False
        self._mark_end()

    def _mark_end(self) -> None:
        if self.ended_at is None:
            self.ended_at = self._scheduler.now

    def _tell_end(self, code: int) -> None:
        if not self._is_over:
            self._end()
            self._client.ended(code)

    def _on_the_way(self, arrive: Callable[[], None]) -> None:
        """Let something arrive at the server, after what was sent before."""
        when = max(self._to_server_at, self._scheduler.now + self._conditions.delay_s())
        self._to_server_at = when + 1e-6
        self._scheduler.at(when, NETWORK, arrive)

    # ------------------------------------------------------------- the server's side

    def _arrive(self, scope: Message) -> None:
        """The client's wish to connect has reached the server."""
        if not self._process.is_serving:
            self._tell_end(GONE)
            return
        self._task = self._process.run(self._talk(scope))
        self._process.connections.append(self)

    async def _talk(self, scope: Message) -> None:
        try:
            await self._process.app(scope, self._receive, self._send)
        except OSError:
            pass  # the client has gone: servers of ASGI are used to that
        except Exception as error:  # noqa: BLE001
            self._process.note_mistake("socket", error)
        self._process.connections.remove(self)
        self._transmit({"type": "websocket.close", "code": 1000})
        self._reach_server(_disconnected(GONE))

    def _reach_server(self, message: Message, frame: str | bytes | None = None) -> None:
        if frame is not None:
            self.arrivals.append((self._scheduler.now, frame))
        take = self._state.get("take_message")
        if take is not None and frame is not None and not self._to_server:
            if not self._process.loop.is_dead:
                with self._process.loop.running:
                    take(frame.encode() if isinstance(frame, str) else frame)
            return
        self._to_server.append(message)
        if self._receiver is not None and not self._receiver.done():
            self._receiver.set_result(None)
        if message["type"] == "websocket.disconnect":
            self._has_closed = True
            self._let_sender_go()

    async def _receive(self) -> Message:
        while not self._to_server:
            self._receiver = self._process.loop.create_future()
            await self._receiver
        message = self._to_server.popleft()
        if message["type"] == "websocket.disconnect":
            self._to_server.append(message)  # for whoever asks again
        return message

    async def _send(self, message: Message) -> None:
        if self._has_closed:
            raise OSError("the client has gone")
        self._transmit(message)
        while len(self._to_client) >= BUFFER_MAX and not self._has_closed:
            self._sender = self._process.loop.create_future()
            await self._sender

    def _write_text(self, data: bytes) -> None:
        """Send a frame without waiting; a client that reads nothing is cut off in the end."""
        if self._has_closed:
            return
        if len(self._to_client) >= UNREAD_MAX:
            self._reach_server(_disconnected(GONE))
            self._tell_end(GONE)
            return
        self._transmit({"type": "websocket.send", "text": data.decode()})

    def _transmit(self, message: Message) -> None:
        """Send something to the client, after what was sent before."""
        if message["type"] == "websocket.close" and not self._has_closed:
            self._has_closed = True
            code = message.get("code", 1000)
            self._on_the_way(lambda: self._reach_server(_disconnected(code)))
        self._to_client.append(message)
        when = max(self._to_client_at, self._scheduler.now + self._conditions.delay_s())
        self._to_client_at = when + 1e-6
        self._scheduler.at(when, NETWORK, self._deliver)

    def _deliver(self) -> None:
        if self._is_over or not self.reads or not self._to_client:
            return
        message = self._to_client.popleft()
        self._let_sender_go()
        if message["type"] == "websocket.accept":
            self.is_open = True
            self._client.opened()
        elif message["type"] == "websocket.send":
            self._client.received(message["text"])
        else:
            self._tell_end(message.get("code", GONE))

    def _let_sender_go(self) -> None:
        if self._sender is not None and not self._sender.done():
            self._sender.set_result(None)


class Request:
    """One HTTP request; `then` hears the status and the body, or nothing if the answer is lost."""

    def __init__(
        self,
        process: Process,
        conditions: Conditions,
        scope: Message,
        body: bytes,
        then: Callable[[int, bytes], None],
    ) -> None:
        self._process = process
        self._scheduler = process.scheduler
        self._conditions = conditions
        self._scope = scope
        self._body: bytes | None = body
        self._then = then
        self._is_answered = False
        self._is_under_way = False
        self._status = 0
        self._parts: list[bytes] = []
        delay_s = conditions.delay_s()
        self._scheduler.after(delay_s, NETWORK, self._arrive)
        self._impatience = self._scheduler.after(PATIENCE_S, "patience", self._give_up)

    def _arrive(self) -> None:
        if self._process.is_serving:
            self._process.run(self._ask())
        else:
            self._answer(0)

    async def _ask(self) -> None:
        self._is_under_way = True
        self._process.requests += 1
        try:
            await self._process.app(self._scope, self._receive, self._send)
        except Exception as error:  # noqa: BLE001
            self._process.note_mistake("request", error)
        self._process.requests -= 1
        self._is_under_way = False
        if self._process.faults.strikes(LOST_ANSWER):
            return
        self._scheduler.after(
            self._conditions.delay_s(), NETWORK, lambda: self._answer(self._status)
        )

    async def _receive(self) -> Message:
        body, self._body = self._body, None
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
        elif message["type"] == "http.response.body":
            self._parts.append(message.get("body", b""))

    def _give_up(self) -> None:
        """Wait no longer; a server that lives should have answered."""
        if self._is_under_way and not self._process.loop.is_dead:
            self._process.mistakes.append(f"{self._scope['path']}: no answer in {PATIENCE_S:g} s")
        self._answer(0)

    def _answer(self, status: int) -> None:
        if not self._is_answered:
            self._is_answered = True
            self._scheduler.call_off(self._impatience)
            self._then(status, b"".join(self._parts))


def _disconnected(code: int) -> Message:
    return {"type": "websocket.disconnect", "code": code}
