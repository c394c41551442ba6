"""A line to a database that can be cut, as if the network between had failed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self


class Relay:
    """Passes bytes on to a port, until it is cut: then nothing comes through, nor is refused."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self._to = port
        self._host = host
        self._open = asyncio.Event()
        self._open.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._pass, self._host, 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()

    def cut(self) -> None:
        """Let nothing through any more."""
        self._open.clear()

    def mend(self) -> None:
        """Let through what has waited, and what comes."""
        self._open.set()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, far_writer}
        for one, other in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(pump(one, other, self._open))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def pump(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_open: asyncio.Event
) -> None:
    """Pass bytes on while the line is open, until either side ends."""
    with suppress(OSError):
        while data := await reader.read(65_536):
            await is_open.wait()
            writer.write(data)
            await writer.drain()
    writer.close()
