"""A server that breaks a promise: python fake_server.py FAULT PROTOCOL FOLDER.

Its game is counting: two seats by turns, to a limit. It keeps its records in a file and goes on
with them when it is started again. `PROTOCOL` is `apart`, where an acknowledgement is a message of
its own, or `inside`, where the update has it and every act must name the question it answers.
"""

import asyncio
import itertools
import socket
import sqlite3
import sys
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

SEATS = 2
GAME_ACTS = 40
BROKEN_ACT = 7
"""The act of every table at which a faulty server breaks its promise."""


class Table:
    """A table that counts its acts."""

    def __init__(self) -> None:
        self.count = 0
        self.lines: dict[int, WebSocket] = {}


class FakeServer:
    """All tables, their file, and the fault."""

    def __init__(self, fault: str, is_inside: bool, path: Path) -> None:
        self._fault = fault
        self._is_inside = is_inside
        self._is_again = path.exists()
        self._file = sqlite3.connect(path, isolation_level=None)
        self._file.execute("PRAGMA synchronous = OFF")  # it is killed, its machine is not
        self._file.execute("CREATE TABLE IF NOT EXISTS records (name TEXT, record BLOB)")
        self._tables: dict[str, Table] = {}
        self._numbers = itertools.count()
        for (name,) in self._file.execute("SELECT name FROM records"):
            self._tables.setdefault(name, Table()).count += 1

    async def open(self, _request: Request) -> JSONResponse:
        """Open a table."""
        name = f"t{next(self._numbers)}"
        self._tables[name] = Table()
        return JSONResponse({"table": name})

    async def sit(self, request: Request) -> JSONResponse:
        """Take a seat; its number is its credential."""
        return JSONResponse({"credential": request.path_params["seat"]})

    async def talk(self, line: WebSocket) -> None:
        """Talk to the client of a seat."""
        name = line.path_params["table"]
        table = self._tables.setdefault(name, Table())
        await line.accept()
        try:
            seat = int(msgspec.json.decode(await line.receive_text())["credential"])
            table.lines[seat] = line
            await line.send_json(self._update(table, seat, None))
            while True:
                await self._act(name, table, seat, msgspec.json.decode(await line.receive_text()))
        except WebSocketDisconnect:
            table.lines.pop(seat, None)

    async def _act(self, name: str, table: Table, seat: int, act: dict[str, Any]) -> None:
        """Count on, and tell everybody."""
        if table.count % SEATS != seat or (self._is_inside and act["question"] != table.count):
            await self._refuse(table, seat, act)
            return
        fault = self._fault if table.count == BROKEN_ACT else ""
        times = {"forgets": 0, "doubles": 2}.get(fault, 1)
        for _ in range(times):
            record = msgspec.msgpack.encode(act)
            self._file.execute("INSERT INTO records VALUES (?, ?)", (name, record))
        if fault == "refuses":
            self._fault = ""
            await self._refuse(table, seat, act)
        if fault in ("refuses", "silent"):
            return
        table.count += 1
        if not self._is_inside:
            ack = {"type": "ack", "id": act["id"], "seq": table.count}
            await table.lines[seat].send_json(ack)
        for viewer, line in table.lines.items():
            await line.send_json(self._update(table, viewer, act["id"] if viewer == seat else None))

    async def _refuse(self, table: Table, seat: int, act: dict[str, Any]) -> None:
        refused = {"type": "refused", "id": act["id"], "code": "no", "reason": "No."}
        await table.lines[seat].send_json(refused)

    def _update(self, table: Table, seat: int, ack: str | None) -> dict[str, Any]:
        is_asked = table.count % SEATS == seat
        is_lie = self._is_again and self._fault == "lies"
        update: dict[str, Any] = {
            "type": "update",
            "seq": table.count + self._is_again,  # as if it had noted that it was away
            "view": {"count": table.count + is_lie},
            "legal": ["count on"] if is_asked else [],
            "result": [0.5, 0.5] if table.count == GAME_ACTS else None,
        }
        if self._is_inside:
            update |= {"question": table.count if is_asked else None, "ack": ack}
        return update


async def main(fault: str, protocol: str, folder: str) -> None:
    """Serve until killed."""
    server = FakeServer(fault, protocol == "inside", Path(folder) / "fake.sqlite")
    app = Starlette(
        routes=[
            Route("/api/tables", server.open, methods=["POST"]),
            Route("/api/tables/{table}/seats/{seat}", server.sit, methods=["POST"]),
            WebSocketRoute("/api/tables/{table}/socket", server.talk),
        ]
    )
    # Without its protocol asyncio would not know that it should send without delay.
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    print(f"ready: http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(app, ws="websockets-sansio", log_level="warning")
    await uvicorn.Server(config).serve(sockets=[listener])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
