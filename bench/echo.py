"""The floor: a durable echo of bare Starlette and SQLite. Run it: python bench/echo.py FOLDER

Every message is stored for good, together with those that came meanwhile, and then acknowledged.
There are no tables, no games and no views: what a server takes beyond this is its own doing.
"""

import asyncio
import queue
import sqlite3
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from listening import serve
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

GROUP_MAX: Final = 512


class Message(msgspec.Struct):
    """What a client sends: only its id matters."""

    id: str


Waiting = tuple[bytes, asyncio.Future[None]]


class Store:
    """One table of records, one writer thread, one commit for all that have come."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._records: queue.SimpleQueue[Waiting] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._write, daemon=True).start()

    def append(self, record: bytes) -> asyncio.Future[None]:
        """Done once the record is on the disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._records.put((record, done))
        return done

    def _write(self) -> None:
        file = sqlite3.connect(self._path, isolation_level=None)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        file.execute("CREATE TABLE records (record BLOB NOT NULL)")
        while True:
            group = list(self._next_group())
            file.execute("BEGIN IMMEDIATE")
            file.executemany("INSERT INTO records VALUES (?)", [(each,) for each, _ in group])
            file.execute("COMMIT")
            self._loop.call_soon_threadsafe(settle, group)

    def _next_group(self) -> Iterator[Waiting]:
        yield self._records.get()
        for _ in range(GROUP_MAX - 1):
            if self._records.empty():
                return
            yield self._records.get()


def settle(group: list[Waiting]) -> None:
    """Tell all who wait; a client may have gone meanwhile."""
    for _, done in group:
        if not done.done():
            done.set_result(None)


def create_app(path: Path) -> Starlette:
    """Make the application."""
    decode = msgspec.json.Decoder(Message).decode
    store: Store | None = None

    async def echo(socket: WebSocket) -> None:
        nonlocal store
        store = store or Store(path)
        await socket.accept()
        count = 0
        try:
            while True:
                text = await socket.receive_text()
                message = decode(text)
                await store.append(text.encode())
                count += 1
                await socket.send_text(f'{{"type":"ack","id":"{message.id}","seq":{count}}}')
        except WebSocketDisconnect:
            return

    return Starlette(routes=[WebSocketRoute("/", echo)])


if __name__ == "__main__":
    serve(create_app(Path(sys.argv[1]) / "echo.sqlite"))
