"""Requests over HTTP to another server of the cluster."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import h11

from broadside.cluster.inner_address import HEADER, header

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from broadside.cluster.inner_address import Asker

CONNECT_S: Final = 1.0
ANSWER_S: Final = 60.0
"""What takes longest is a finished game that is played through."""
READ_BYTES: Final = 65_536
OF_ONE_HOP: Final = frozenset(
    (b"connection", b"keep-alive", b"transfer-encoding", b"te", b"upgrade", b"content-length")
)
"""Headers that concern one connection only: each hop says them itself."""
FAILURES: Final = (OSError, TimeoutError, h11.ProtocolError, EOFError)


class NotReachedError(Exception):
    """The other server cannot be connected to: nothing was asked."""


class Answer:
    """What the other server answers, as it comes."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._connection = h11.Connection(h11.CLIENT)
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []

    def write(self, event: h11.Event) -> bytes:
        """What is sent for a part of the request."""
        return self._connection.send(event) or b""

    async def begin(self) -> None:
        """Wait for the head."""
        head = await self._next()
        while isinstance(head, h11.InformationalResponse):
            head = await self._next()
        if not isinstance(head, h11.Response):
            raise EOFError("no answer")  # noqa: TRY004  it has closed without one
        self.status = head.status_code
        self.headers = [(name, value) for name, value in head.headers if name not in OF_ONE_HOP]

    async def parts(self) -> AsyncIterator[bytes]:
        """The parts of the body."""
        while isinstance(part := await self._next(), h11.Data):
            yield bytes(part.data)

    async def _next(self) -> object:
        while (event := self._connection.next_event()) is h11.NEED_DATA:
            self._connection.receive_data(await self._reader.read(READ_BYTES))
        return event


@asynccontextmanager
async def ask(
    address: str,
    secret: str,
    asker: Asker,
    method: str,
    target: bytes,
    headers: Iterable[tuple[bytes, bytes]] = (),
    body: bytes = b"",
) -> AsyncIterator[Answer]:
    """Ask another server; raises `NotReachedError` if it has heard nothing, else a failure."""
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(CONNECT_S):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, TimeoutError, ValueError) as error:
        raise NotReachedError(address) from error
    try:
        async with asyncio.timeout(ANSWER_S):
            answer = Answer(reader)
            sent = [one for one in headers if one[0] not in OF_ONE_HOP and one[0] != HEADER]
            sent += [
                (HEADER, header(secret, asker).encode("latin-1")),
                (b"content-length", b"%d" % len(body)),
                (b"connection", b"close"),
            ]
            if not any(name == b"host" for name, _ in sent):
                sent.append((b"host", address.encode()))
            request = h11.Request(method=method.encode(), target=target, headers=sent)
            writer.write(
                answer.write(request)
                + answer.write(h11.Data(data=body))
                + answer.write(h11.EndOfMessage())
            )
            await answer.begin()
            yield answer
    finally:
        writer.transport.abort()
