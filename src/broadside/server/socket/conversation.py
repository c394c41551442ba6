"""Sockets: from frames to the table's messages, and back."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from starlette.websockets import WebSocketDisconnect

from broadside.server.connection import Connection
from broadside.server.limits import Bucket
from broadside.server.messages import (
    MESSAGE_BYTES_MAX,
    Act,
    Answer,
    Away,
    Back,
    ClientMessage,
    Hello,
    Hint,
    Hold,
    Notify,
    Propose,
    Refused,
    Relieve,
    Say,
)
from broadside.server.reading import decode, tidy
from broadside.server.refusal import Refusal
from broadside.store.log import StoreError

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from broadside.server.table import Table
    from broadside.server.tables import Tables

CLOSE_NORMAL: Final = 1000
CLOSE_POLICY: Final = 1008
CLOSE_TOO_BIG: Final = 1009
CLOSE_AGAIN: Final = 1013
"""Come again: the server is busy with itself."""
CLOSE_REFUSED: Final = 4000
"""Plus the status that HTTP would have answered: 4403 wrong credential, 4404 no such table."""

FLUSH_S: Final = 2.0
"""How long the last messages may take to leave before the connection is closed anyway."""

Order = Away | Back | Relieve | Propose | Answer | Notify
M = TypeVar("M", Say, Order)

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
logger = logging.getLogger(__name__)


class CloseError(Exception):
    """The connection shall end, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"close {code}")
        self.code = code


class Socket:
    """One WebSocket, from accepting it to its end."""

    def __init__(self, websocket: WebSocket, tables: Tables, name: str) -> None:
        settings = tables.settings
        self._websocket = websocket
        self._tables = tables
        self._name = name
        self._connection = Connection()
        self._messages = Bucket(tables.clock, settings.messages_per_s, settings.messages_burst)

    async def run(self) -> None:
        """Talk until either side has enough."""
        await self._websocket.accept()
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        dropping = asyncio.create_task(self._connection.dropped.wait())
        tasks = {reading, writing, dropping}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and not self._connection.dropped.is_set():
                await asyncio.wait([writing], timeout=FLUSH_S)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        """Take messages until the connection ends, then have it closed."""
        try:
            table, hello = await self._greet()
            await table.join(self._connection, hello)
            try:
                while True:
                    await self._handle(table)
            finally:
                await _leave(table, self._connection)
        except WebSocketDisconnect:
            self._connection.dropped.set()
        except CloseError as close:
            self._connection.close(close.code)
        except Refusal as refusal:
            self._refuse(None, refusal)
            self._connection.close(CLOSE_REFUSED + refusal.status)
        except StoreError as error:
            # A reserved seat could not be taken just now; the client comes again.
            logger.error("not_stored table=%s reason=%s", self._name, error)  # noqa: TRY400
            self._refuse(None, _not_stored())
            self._connection.close(CLOSE_AGAIN)
        except Exception:
            # Whoever asked must not be left waiting because of a mistake of ours.
            logger.exception("socket_failed table=%s", self._name)
            self._refuse(None, Refusal(500, "internal", "The server made a mistake."))
            self._connection.close(CLOSE_AGAIN)

    async def _greet(self) -> tuple[Table, Hello]:
        """Wait for the first message, which must say hello."""
        table = await self._tables.find(self._name)
        try:
            async with asyncio.timeout(self._tables.settings.hello_s):
                while True:
                    message = await self._receive()
                    if isinstance(message, Hello):
                        return table, message
                    if message is not None:
                        reason = "Say hello first: who are you, and what did you see last?"
                        self._refuse(message.id, Refusal(400, "hello_expected", reason))
        except TimeoutError:
            self._refuse(None, Refusal(408, "hello_expected", "You did not say hello in time."))
            raise CloseError(CLOSE_POLICY) from None

    async def _handle(self, table: Table) -> None:
        """Take one message and answer it; a refused one changes nothing."""
        message = await self._receive()
        if message is None:
            return
        try:
            await self._pass_on(table, message)
        except Refusal as refusal:
            assert not isinstance(message, Hello)
            if refusal.code == "closed":  # not an answer: the client shall come back and repeat it
                raise CloseError(CLOSE_AGAIN) from None
            self._refuse(message.id, refusal)
        except StoreError as error:
            logger.error("not_stored table=%s reason=%s", self._name, error)  # noqa: TRY400
            assert not isinstance(message, Hello)
            self._refuse(message.id, _not_stored())

    async def _pass_on(self, table: Table, message: ClientMessage) -> None:
        """Give a message to whoever at the table takes such messages."""
        connection = self._connection
        match message:
            case Act():
                await table.act(connection, message)
            case Hold():
                await table.hold(connection, message)
            case Say():
                await table.say(connection, self._check_say(table, message))
            case Hint():
                await table.hints.ask(connection, self._check_hint(message))
            case Hello():
                self._refuse(None, Refusal(409, "hello_again", "You have said hello already."))
            case _:
                await self._order(table, self._check_rate(table, message))

    async def _order(self, table: Table, message: Order) -> None:
        """Give a message to whoever arranges what goes on around the game."""
        connection = self._connection
        match message:
            case Away():
                await table.stand_ins.away(connection, message)
            case Back():
                await table.stand_ins.back(connection, message)
            case Relieve():
                await table.patience.relieve(connection, message)
            case Propose():
                await table.proposals.propose(connection, message)
            case Answer():
                await table.proposals.answer(connection, message)
            case Notify():
                await table.notices.notify(connection, message)

    async def _receive(self) -> ClientMessage | None:
        """Give the next message, or None if it could not be read and was refused."""
        frame = await self._websocket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", CLOSE_NORMAL))
        text = frame.get("text")
        data = frame.get("bytes", b"") if text is None else text.encode()
        if len(data) > MESSAGE_BYTES_MAX:
            reason = f"A message has at most {MESSAGE_BYTES_MAX} bytes; this one had {len(data)}."
            self._refuse(None, Refusal(413, "too_large", reason))
            raise CloseError(CLOSE_TOO_BIG)
        if not self._messages.take():
            self._refuse(None, Refusal(429, "too_fast", "Too many messages. Slow down."))
            raise CloseError(CLOSE_POLICY)
        try:
            return decode(_decoder, data)
        except Refusal as refusal:
            self._refuse(None, refusal)
            return None

    def _check_say(self, table: Table, say: Say) -> Say:
        text = tidy(say.text)
        if bool(text) == (say.phrase is not None):
            reason = "Say either a text or a phrase: this has " + ("both." if text else "neither.")
            raise Refusal(400, "empty", reason)
        return self._check_rate(table, Say(say.id, text, say.phrase))

    def _check_hint(self, hint: Hint) -> Hint:
        reason = "Too many hints. Think for a moment yourself."
        self._tables.limits.hints.check(self._who(), reason)
        return hint

    def _check_rate(self, table: Table, message: M) -> M:
        """What all others at the table must look at comes at a bearable rate.

        A repeat is nothing new for them, and a refusal would say that nothing was stored.
        """
        seat = self._connection.seat
        if seat is None or (seat, message.id) not in table.ledger.acknowledged:
            reason = "Too many messages. Wait a moment before you go on."
            self._tables.limits.says.check(self._who(), reason)
        return message

    def _who(self) -> str:
        """Whose limits count here: a person's, on however many lines; each spectator's own."""
        return self._connection.credential_hash or f"line {id(self)}"

    def _refuse(self, message: str | None, refusal: Refusal) -> None:
        self._connection.send(Refused(message, refusal.code, refusal.reason, refusal.rule))

    async def _write(self) -> None:
        """Send what the table has for this connection, until it is to be closed."""
        while True:
            parcel = await self._connection.outbox.get()
            if isinstance(parcel, int):
                await self._websocket.close(parcel)
                return
            for frame in parcel:
                await self._websocket.send_text(frame)


def _not_stored() -> Refusal:
    reason = "This could not be stored, so nothing was changed. Try again in a moment."
    return Refusal(503, "not_stored", reason)


async def _leave(table: Table, connection: Connection) -> None:
    with suppress(Refusal):  # the table may have closed before
        await table.leave(connection)
