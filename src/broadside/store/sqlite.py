"""The embedded store: one SQLite file in a data folder that one server holds."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from broadside.store.changes import Append
from broadside.store.folder_lock import FolderLock
from broadside.store.interface import StoreError, row_missing
from broadside.store.schema import connect, not_read, open_file, unusable
from broadside.store.sql import Queries, SqlStore
from broadside.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from pathlib import Path

    from broadside.store.changes import Change
    from broadside.store.interface import GameResult, TableRow

DUE: Final = "SELECT name FROM tables WHERE wake_ms <= $1 ORDER BY wake_ms, number LIMIT $2"
VALUE: Final = re.compile(r"\$\d+")


class SqliteStore(SqlStore):
    """All tables in one file. The lease of every table is the lock on the data folder.

    The epoch is a number in the file that grows with every opening, and that every commit checks:
    should a file system lose the lock, the server that opened the file last is the owner.
    """

    queries = Queries(rows="tables", tables="tables")

    def __init__(self, path: Path) -> None:
        """Open the file or create it, with its folder.

        Raises `Busy` if another server holds the folder, `StoreError` if the file cannot be used.
        """
        self.path = path
        self._lock = FolderLock(path.parent)
        try:
            connection, self._epoch = open_file(path)
            try:
                self._reader = connect(path)
                self._writer = Writer(path, connection, self._epoch)
            except sqlite3.Error as error:
                connection.close()
                raise unusable(path, error) from error
        except BaseException:
            self._lock.release()
            raise
        self._closed = False
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="broadside-read")

    async def lease(self, table: str) -> int:  # noqa: ARG002
        """Give the epoch of this opening: who holds the folder owns every table."""
        self._check_open()
        return self._epoch

    async def release(self, table: str, epoch: int) -> None:  # noqa: ARG002
        """Nothing is to be done: the folder is held until the store is closed."""
        self._check_open()

    # --------------------------------------------------------------------- changing

    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        """Append all of it in one commit; it is on the disk when the future is done."""
        change = Append(table, epoch, expected_seq, records, row, result)
        if self._closed:
            change.done.set_exception(self._is_closed())
        elif expected_seq == 0 and row is None:
            change.done.set_exception(row_missing(table))
        else:
            self._writer.put(change)
        return change.done

    async def _change(self, change: Change) -> None:
        self._check_open()
        self._writer.put(change)
        await change.done

    # ---------------------------------------------------------------------- reading

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """Name the tables whose moment has come."""
        return [name for (name,) in await self._select(DUE, now_ms, limit)]

    async def _select(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        """All rows of a query, read in the reading thread."""
        self._check_open()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reading, self._fetch, query, values)
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            raise not_read(self.path, error) from error

    def _fetch(self, query: str, values: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        return self._reader.execute(VALUE.sub("?", query), values).fetchall()

    def figures(self) -> dict[str, int]:
        """Count commits, what they wrote, and what waits for the next one."""
        return self._writer.figures()

    # ---------------------------------------------------------------------- closing

    async def close(self) -> None:
        """Write what is pending, then close the file and let the next server in."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._reading, self._close)
        self._reading.shutdown()

    def _close(self) -> None:
        """In the reading thread, after all reads: the threads that a loop lends may be taken."""
        self._writer.close()
        self._reader.close()
        self._lock.release()

    def _check_open(self) -> None:
        if self._closed:
            raise self._is_closed()

    def _is_closed(self) -> StoreError:
        return StoreError(f"The store {self.path} is closed.")
