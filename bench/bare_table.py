"""A bare table: the real engine, store and views. Run it: python bench/bare_table.py FOLDER

It speaks just enough of the protocol for the clients of `broadside bench server` and has none of a
server's other duties: no clocks, no bots, no limits, no reconnecting, no restart. What the server
takes beyond this are those duties.
"""

import asyncio
import itertools
import secrets
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from listening import serve
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import broadside
from broadside.store.interface import TableRow
from broadside.store.sqlite import SqliteStore

Append = Callable[[str, int, bytes, bool], Awaitable[object]]
"""Stores a table's record with this number; the last argument says that the game is over."""


def open_store(path: Path) -> Append:
    """The store of the server."""
    store = SqliteStore(path)
    epochs: dict[str, int] = {}

    async def append(table: str, seq: int, record: bytes, is_over: bool) -> None:
        if table not in epochs:
            epochs[table] = await store.lease(table)
        row = TableRow("over" if is_over else "playing", None, "", None, b"")
        has_news = seq == 0 or is_over
        await store.append(table, epochs[table], seq, [record], row if has_news else None)

    return append


class Message(msgspec.Struct):
    """What a client sends: hello with its credential, or an act."""

    type: str
    id: str = ""
    action: str = ""
    credential: str = ""


Outbox = asyncio.Queue[str]
_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode


class Table:
    """One game, whose task takes acts in the order of their arrival."""

    def __init__(self, name: str, game: str, seats: int, append: Append) -> None:
        self.name = name
        self.credentials: list[str] = []
        self.outboxes: dict[int, Outbox] = {}
        self.inbox: asyncio.Queue[tuple[int, Message]] = asyncio.Queue()
        self._append = append
        self._state = broadside.new(game, seats=seats, seed=secrets.randbits(40))
        self._seq = -1
        self._told_events = [0] * seats
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            seat, message = await self.inbox.get()
            await self._act(seat, message)

    async def _act(self, seat: int, message: Message) -> None:
        """Play an act, store it, acknowledge it, and tell everybody."""
        try:
            self._state.play(seat, message.action)
        except broadside.IllegalAction as error:
            refused = {"type": "refused", "id": message.id, "reason": str(error)}
            self.outboxes[seat].put_nowait(_encode(refused).decode())
            return
        self._seq += 1
        record = _encode({"seat": seat, "id": message.id, "action": message.action})
        await self._append(self.name, self._seq, record, self._state.result() is not None)
        ack = f'{{"type":"ack","id":"{message.id}","seq":{self._seq}}}'
        self.outboxes[seat].put_nowait(ack)
        for viewer, outbox in self.outboxes.items():
            outbox.put_nowait(self.update(viewer))

    def update(self, seat: int) -> str:
        """How the table stands, and what a seat was not told yet."""
        state = self._state
        events = state.seen_events(seat)
        told, self._told_events[seat] = self._told_events[seat], len(events)
        update: dict[str, Any] = {
            "type": "update",
            "seq": self._seq,
            "view": state.view(seat),
            "events": events[told:],
            "legal": [action.text for action in state.legal(seat)],
            "result": state.result(),
        }
        return _encode(update).decode()


class Tables:
    """All tables, and what clients may ask for."""

    def __init__(self, path: Path) -> None:
        self._append: Append | None = None
        self._path = path
        self._tables: dict[str, Table] = {}
        self._numbers = itertools.count()

    async def open(self, request: Request) -> JSONResponse:
        """Open a table."""
        self._append = self._append or open_store(self._path)
        wish = msgspec.json.decode(await request.body())
        name = f"t{next(self._numbers)}"
        self._tables[name] = Table(name, wish["game"], len(wish["seats"]), self._append)
        return JSONResponse({"table": name})

    async def sit(self, request: Request) -> JSONResponse:
        """Take the next seat."""
        credential = secrets.token_hex(8)
        self._tables[request.path_params["table"]].credentials.append(credential)
        return JSONResponse({"credential": credential})

    async def talk(self, socket: WebSocket) -> None:
        """Talk to the client of a seat, until it has gone."""
        table = self._tables[socket.path_params["table"]]
        await socket.accept()
        with suppress(WebSocketDisconnect):
            hello = _decode(await socket.receive_text())
            seat = table.credentials.index(hello.credential)
            outbox = table.outboxes[seat] = Outbox()
            outbox.put_nowait(table.update(seat))
            writing = asyncio.create_task(write(socket, outbox))
            try:
                while True:
                    table.inbox.put_nowait((seat, _decode(await socket.receive_text())))
            finally:
                writing.cancel()
                table.outboxes.pop(seat)


async def write(socket: WebSocket, outbox: Outbox) -> None:
    """Send what a table has for a client."""
    while True:
        await socket.send_text(await outbox.get())


def create_app(path: Path) -> Starlette:
    """Make the application."""
    tables = Tables(path)
    return Starlette(
        routes=[
            Route("/api/tables", tables.open, methods=["POST"]),
            Route("/api/tables/{table}/seats/{seat}", tables.sit, methods=["POST"]),
            WebSocketRoute("/api/tables/{table}/socket", tables.talk),
        ]
    )


if __name__ == "__main__":
    serve(create_app(Path(sys.argv[1]) / "bare.sqlite"))
