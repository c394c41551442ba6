"""The embedded store: one SQLite file in a data folder that one server holds."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from broadside.store.changes import Append, Erase, Mark, Rewrite, RewriteResult
from broadside.store.columns import from_columns, game_result, results_of_player
from broadside.store.folder_lock import FolderLock
from broadside.store.interface import Store, StoreError, row_missing
from broadside.store.schema import connect, not_read, open_file, unusable
from broadside.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from pathlib import Path

    from broadside.store.changes import Change
    from broadside.store.interface import GameResult, PlayerResult, State, TableRow

READ: Final = (
    "SELECT record FROM records WHERE number = (SELECT number FROM tables WHERE name = ?)"
    " AND seq > ? ORDER BY seq"
)
FIND_ROW: Final = "SELECT state, wake_ms, code, listed_ms, summary FROM tables WHERE name = ?"
FIND_CODE: Final = "SELECT name FROM tables WHERE code = ? ORDER BY number DESC LIMIT 1"
LISTED: Final = (
    "SELECT name, state, wake_ms, code, listed_ms, summary FROM tables WHERE listed_ms <= ?"
    " ORDER BY listed_ms DESC, number DESC LIMIT ?"
)
DUE: Final = "SELECT name FROM tables WHERE wake_ms <= ? ORDER BY wake_ms, number LIMIT ?"
NEXT_WAKE: Final = "SELECT wake_ms FROM tables WHERE wake_ms > ? ORDER BY wake_ms LIMIT 1"
COUNT: Final = "SELECT state, count(*) FROM tables GROUP BY state"
OPENED_AFTER: Final = "SELECT number, name FROM tables WHERE number > ? ORDER BY number LIMIT ?"
FINISHED: Final = (
    "SELECT number, name, at_ms FROM tables LEFT JOIN results USING (number)"
    " WHERE state = 'over' AND number > ? ORDER BY number LIMIT ?"
)
MARKED: Final = "SELECT value FROM marks WHERE key = ?"
# A row for each player of a result.
RESULT: Final = (
    "SELECT game, at_ms, counts_ms, body, key, seat, share, score"
    " FROM tables JOIN results USING (number) LEFT JOIN players USING (number)"
    " WHERE name = ? ORDER BY seat"
)
RESULTS_OF: Final = (
    "SELECT number, mine.seat, name, game, at_ms, counts_ms, body,"
    " others.key, others.seat, others.share, others.score"
    " FROM players AS mine JOIN results USING (number) JOIN tables USING (number)"
    " JOIN players AS others USING (number)"
    " WHERE mine.key = ? AND counts_ms <= ?"
    " ORDER BY at_ms DESC, number DESC, mine.seat, others.seat"
)


class SqliteStore(Store):
    """All tables in one file. The lease of every table is the lock on the data folder.

    The epoch is a number in the file that grows with every opening, and that every commit checks:
    should a file system lose the lock, the server that opened the file last is the owner.
    """

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

    async def rewrite(self, table: str, epoch: int, seq: int, record: bytes) -> None:
        """Put another record in the place of one that is there; the old one is wiped soon after."""
        await self._change(Rewrite(table, epoch, seq, record))

    async def erase(self, table: str, epoch: int) -> None:
        """Forget a table; what was known of it is wiped soon after."""
        await self._change(Erase(table, epoch))

    async def rewrite_result(self, table: str, result: GameResult) -> None:
        """Put another result in the place of one that is there; the old one is wiped soon after."""
        await self._change(RewriteResult(table, result))

    async def mark(self, key: str, value: bytes | None) -> None:
        """Keep a note, or forget it and wipe it soon after."""
        await self._change(Mark(key, value))

    async def _change(self, change: Change) -> None:
        self._check_open()
        self._writer.put(change)
        await change.done

    # ---------------------------------------------------------------------- reading

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Give the records after number `since`."""
        return [record for (record,) in await self._select(READ, table, since)]

    async def row(self, table: str) -> TableRow | None:
        """Give a table's row."""
        found = await self._select(FIND_ROW, table)
        return from_columns(found[0]) if found else None

    async def find_code(self, code: str) -> str | None:
        """Name the table with this code."""
        found = await self._select(FIND_CODE, code)
        return found[0][0] if found else None

    async def listed(self, now_ms: int, limit: int) -> list[tuple[str, TableRow]]:
        """Give the tables of the public list, newest first."""
        found = await self._select(LISTED, now_ms, limit)
        return [(name, from_columns(columns)) for name, *columns in found]

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """Name the tables whose moment has come."""
        return [name for (name,) in await self._select(DUE, now_ms, limit)]

    async def next_wake_ms(self, after_ms: int) -> int | None:
        """Give the earliest moment, after another one, at which a table wants to be loaded."""
        found = await self._select(NEXT_WAKE, after_ms)
        return found[0][0] if found else None

    async def result(self, table: str) -> GameResult | None:
        """Give the result of a table."""
        found = await self._select(RESULT, table)
        return game_result(found) if found else None

    async def results_of(self, key: str, now_ms: int) -> list[tuple[str, GameResult, PlayerResult]]:
        """Give the results of one player, newest first."""
        found = await self._select(RESULTS_OF, key, now_ms)
        return results_of_player(found)

    async def marked(self, key: str) -> bytes | None:
        """Give the note that was kept under this key."""
        found = await self._select(MARKED, key)
        return found[0][0] if found else None

    async def count(self) -> dict[State, int]:
        """Count the tables of each state."""
        counted: dict[State, int] = {"waiting": 0, "playing": 0, "over": 0}
        counted.update(await self._select(COUNT))
        return counted

    async def finished(self, number: int, limit: int) -> list[tuple[int, str, int | None]]:
        """Name tables that are over, in the order of opening."""
        return [(at, name, over) for at, name, over in await self._select(FINISHED, number, limit)]

    async def opened_after(self, number: int, limit: int) -> list[tuple[int, str]]:
        """Name tables in the order of opening."""
        return [(found, name) for found, name in await self._select(OPENED_AFTER, number, limit)]

    async def marks(self) -> dict[str, bytes]:
        """Give all notes."""
        return dict(await self._select("SELECT key, value FROM marks"))

    async def _select(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        """All rows of a query, read in the reading thread."""
        self._check_open()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reading, self._fetch, query, values)
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            raise not_read(self.path, error) from error

    def _fetch(self, query: str, values: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        return self._reader.execute(query, values).fetchall()

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
