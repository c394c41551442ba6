"""One socket, from accepting it to its end: frames become messages of a table, and back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.requests import HTTPConnection

from broadside.server.failures import explain
from broadside.server.table.decision import Join, Leave, Message
from broadside.server.table.presence import Listener
from broadside.server.table.viewpoints import encode
from broadside.service.bans import banned
from broadside.service.reading import tidy
from broadside.service.refusal import Refusal
from broadside.service.responses import address_of
from broadside.wire import messages as wire
from broadside.wire.messages import DECODE_ERRORS, MESSAGE_BYTES_MAX, ClientMessage, Hello

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Receive, Scope, Send

    from broadside.server.table.shell import Shell
    from broadside.server.tables import Tables

CLOSE_POLICY: Final = 1008
CLOSE_TOO_BIG: Final = 1009
CLOSE_AGAIN: Final = 1013
"""Come again: the server is busy with itself."""
CLOSE_REFUSED: Final = 4000
"""Plus the status that HTTP would have answered: 4403 wrong credential, 4404 no such table."""

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class CloseError(Exception):
    """The connection shall end, with this code; None: it has ended already."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"close {code}")
        self.code = code


class Connection(Listener):
    """One open socket of a seat or of a spectator."""

    def __init__(self, address: str, write: Callable[[bytes], None]) -> None:
        super().__init__(address)
        self._write = write
        self.closed: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        """The code to close with; None if the other side has closed."""

    def send(self, frames: list[bytes]) -> None:
        """Send frames in this order. Never waits: who does not read them is cut off."""
        for frame in frames:
            self._write(frame)

    def close(self, code: int | None) -> None:
        """End the connection after what was sent before."""
        if not self.closed.done():
            self.closed.set_result(code)


class Conversation:
    """What is said over one WebSocket."""

    def __init__(self, tables: Tables, name: str, scope: Scope) -> None:
        self._tables = tables
        self._limits = tables.house.limits
        self._name = name
        self._state = scope["state"]
        """Where the server's protocol leaves a quick way out, and looks for a quick way in."""
        self._connection = Connection(address_of(HTTPConnection(scope)), self._state["write_text"])

    async def run(self, receive: Receive, send: Send) -> None:
        """Talk until either side has enough."""
        await receive()  # the wish to connect
        await send({"type": "websocket.accept"})
        reading = asyncio.create_task(self._read(receive))
        try:
            code = await self._connection.closed
            if code is not None:
                await send({"type": "websocket.close", "code": code, "reason": ""})
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    # ----------------------------------------------------------------------- reading

    async def _read(self, receive: Receive) -> None:
        """Take messages until the connection ends, then have it closed."""
        try:
            shell = await self._tables.find(self._name)
            hello = await self._hello(receive)
            self._check_ban()  # who joins before a ban is cut by it
            try:
                await shell.ask(Join(self._connection, hello))
                self._state["take_message"] = lambda data: self._take(shell, data)
                while True:
                    self._pass_on(shell, self._decode(await _next(receive)))
            finally:  # also if the table has not taken the hello yet: it takes this after it
                self._state.pop("take_message", None)
                shell.put(Leave(self._connection))
        except Exception as error:  # noqa: BLE001  the client must not be left waiting
            self._fail(error)

    def _take(self, shell: Shell, data: bytes) -> None:
        """Take a message that comes the quick way."""
        if self._connection.closed.done():
            return
        try:
            self._pass_on(shell, self._decode(data))
        except Exception as error:  # noqa: BLE001  the same
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        """End the connection because of this, and say why."""
        if isinstance(error, CloseError):
            self._connection.close(error.code)
            return
        refusal = explain(error, self._name)
        self._refuse(None, refusal)
        is_passing = refusal.code in ("closed", "not_stored", "internal")
        self._connection.close(CLOSE_AGAIN if is_passing else CLOSE_REFUSED + refusal.status)

    async def _hello(self, receive: Receive) -> Hello:
        """Wait for the first message, which must say hello."""
        try:
            async with asyncio.timeout(self._tables.house.settings.hello_s):
                while True:
                    message = self._decode(await _next(receive))
                    if isinstance(message, Hello):
                        return message
                    if message is not None:
                        reason = "Say hello first: who are you, and what did you see last?"
                        self._refuse(message.id, Refusal(400, "hello_expected", reason))
        except TimeoutError:
            self._refuse(None, Refusal(408, "hello_expected", "You did not say hello in time."))
            raise CloseError(CLOSE_POLICY) from None

    def _check_ban(self) -> None:
        """Let nobody join who was banned after the doors had been passed."""
        if self._limits.bans.refuses(self._connection.address):
            self._refuse(None, banned())
            raise CloseError(CLOSE_POLICY)

    def _pass_on(self, shell: Shell, message: ClientMessage | None) -> None:
        """Give a message to the table, which answers it."""
        if message is None:
            return
        is_frequent = isinstance(message, wire.Act | wire.Hold | Hello)
        if isinstance(message, wire.Say):
            text = tidy(message.text)
            if bool(text) == (message.phrase is not None):
                which = "both." if text else "neither."
                reason = f"Say either a text or a phrase: this has {which}"
                self._refuse(message.id, Refusal(400, "empty", reason))
                return
            message = wire.Say(message.id, text, message.phrase)
        refusal = None if is_frequent else self._too_fast(message)
        shell.put(Message(self._connection, message, refusal))

    def _too_fast(self, message: ClientMessage) -> Refusal | None:
        """Why a message comes too often, if it does: others at the table must look at it."""
        # A person's limits count on however many lines; each spectator has its own.
        who = self._connection.credential_hash or f"line {id(self)}"
        try:
            if isinstance(message, wire.Hint):
                self._limits.hints.check(who)
            else:
                self._limits.says.check(who)
        except Refusal as refusal:
            return refusal
        return None

    def _decode(self, data: bytes) -> ClientMessage | None:
        """The message, or None if it could not be read and was refused."""
        if len(data) > MESSAGE_BYTES_MAX:
            reason = f"A message has at most {MESSAGE_BYTES_MAX} bytes."
            self._refuse(None, Refusal(413, "too_large", reason))
            raise CloseError(CLOSE_TOO_BIG)
        try:
            return _decoder.decode(data)
        except DECODE_ERRORS as error:
            self._refuse(None, Refusal(400, "malformed", f"This cannot be read: {error}."))
            return None

    def _refuse(self, message: str | None, refusal: Refusal) -> None:
        answer = wire.Refused(message, refusal.code, refusal.reason, refusal.rule, refusal.details)
        self._connection.send([encode(answer)])


async def _next(receive: Receive) -> bytes:
    """What the next message holds."""
    frame = await receive()
    if frame["type"] == "websocket.disconnect":
        raise CloseError(None)
    text = frame.get("text")
    return frame.get("bytes") or b"" if text is None else text.encode()
