"""What the contract's tests share: the stores, and some tables to put into them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from broadside.store.interface import GameResult, PlayerResult, Store, TableRow
from broadside.store.memory import MemoryStore
from broadside.store.postgresql.store import PostgresStore
from broadside.store.sqlite import SqliteStore
from tests.postgresql import shared_server

Opener = Callable[[Path], Store]
Case = Callable[[Store], Coroutine[Any, Any, None]]
Run = Callable[[Case], None]

# A new implementation adds one line.
OPENERS: dict[str, Opener] = {
    "memory": lambda folder: MemoryStore(),
    "postgresql": lambda folder: PostgresStore(shared_server().new_url()),
    "sqlite": lambda folder: SqliteStore(folder / "broadside.sqlite"),
}

WAITING = TableRow("waiting", None, "", None, b"two seats free")
PLAYING = TableRow("playing", 5_000, "", None, b"round 3")
OVER = TableRow("over", None, "", None, b"Anne won")
ANNE = PlayerResult("anne", 0, 1.0, 42)
BEN = PlayerResult("ben", 1, 0.0, -3)
RESULT = GameResult("jamaica", 1_000, 1_000, b'{"rounds": 9}', (ANNE, BEN))


async def opened(store: Store, table: str, *records: bytes, row: TableRow = WAITING) -> int:
    """Open a table with some records; the epoch of its lease."""
    epoch = await store.lease(table)
    await store.append(table, epoch, 0, records or (b"opened",), row)
    return epoch
