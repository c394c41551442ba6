"""What the tests of the SQLite store share: filling a file and reading it back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from broadside.store.interface import TableRow
from broadside.store.sqlite import SqliteStore

T = TypeVar("T")

WAITING = TableRow("waiting", None, "", None, b"two seats free")


def with_store(path: Path, case: Callable[[SqliteStore], Awaitable[T]]) -> T:
    """Open the file, run the case on it, close it."""

    async def inside() -> T:
        store = SqliteStore(path)
        try:
            return await case(store)
        finally:
            await store.close()

    return asyncio.run(inside())


def fill(path: Path, records: int) -> None:
    """Write one table of so many records."""

    async def case(store: SqliteStore) -> None:
        contents = [b"%04d" % seq * 100 for seq in range(records)]
        await store.append("table", await store.lease("table"), 0, contents, WAITING)

    with_store(path, case)


def read_back(path: Path, table: str) -> list[bytes]:
    """Open the file anew and read one table."""
    return with_store(path, lambda store: store.read(table))
