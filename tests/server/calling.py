"""Operations of the server, called without a network; and everything that a store holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from broadside.server.http import finished_games
from broadside.server.http.requests import Call
from broadside.server.table import host
from broadside.wire.http_messages import MySeat, MySeats

if TYPE_CHECKING:
    from broadside.server.table.shell import Shell
    from broadside.server.table.state import Table
    from broadside.store.memory import MemoryStore
    from broadside.wire.http_messages import HostCommand, Rematch
    from broadside.wire.messages import TableInfo, TakeSeat
    from tests.server.harness import House


def call(server: House, body: Any = None, *, credential: str = "", **path: str) -> Call:
    """A request to an operation, as the server has read it."""
    headers = [(b"authorization", f"Bearer {credential}".encode())] if credential else []
    scope = {"type": "http", "headers": headers, "path_params": path, "query_string": b""}
    return Call(Request({**scope, "client": ("192.0.2.7", 1)}), server.tables, body)


def naming(server: House, table: Shell, credential: str) -> Call:
    """A request that names one seat as mine."""
    return call(server, MySeats([MySeat(table.name, credential)]))


async def sit(server: House, table: Shell, seat: int, wish: TakeSeat) -> str:
    """Sit down; give the credential."""
    return str((await server.ask(table, host.sit, seat, wish)).credential)


async def told(server: House, table: Shell) -> TableInfo:
    """The table as everybody sees it."""
    return await server.tables.info(table.name)


async def command(server: House, table: Shell, credential: str, wish: HostCommand) -> TableInfo:
    """Have the host do something; tell how the table stands then."""
    await server.ask(table, host.command, credential, wish)
    return await told(server, table)


async def take_helm(server: House, table: Shell, credential: str) -> TableInfo:
    """Become the host; tell how the table stands then."""
    await server.ask(table, host.take_helm, credential)
    return await told(server, table)


async def stand_up(server: House, table: Shell, seat: int, credential: str) -> None:
    """Give a seat back."""
    await server.ask(table, host.stand_up, seat, credential)


async def next_table(server: House, table: Shell, credential: str) -> Rematch:
    """Open the next table of the same people, or find it."""
    return await finished_games.next_table(call(server, credential=credential, table=table.name))


async def table_of(shell: Shell) -> Table:
    """The table as its records tell it."""
    table: Table = await shell.look(lambda scene: scene.table)
    return table


def everything(store: MemoryStore) -> str:
    """All that is stored: records, rows, results and marks."""
    parts: list[bytes] = []
    for table in store._tables.values():
        parts += [*table.records, table.row.summary]
        if table.result is not None:
            keys = [player.key.encode() for player in table.result.players]
            parts += [table.result.body, *keys]
    for key, value in store._marks.items():
        parts += [key.encode(), value]
    return "\n".join(part.decode() for part in parts)
