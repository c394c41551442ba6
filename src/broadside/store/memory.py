"""A store that forgets: for tests, and for tables that nobody wants to keep."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from broadside.store.interface import Conflict, Fenced, Store, StoreError, in_order, row_missing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from broadside.store.interface import GameResult, PlayerResult, State, TableRow


@dataclass
class _Table:
    """All there is of one table."""

    number: int  # in the order of opening
    row: TableRow
    records: list[bytes] = field(default_factory=list)
    result: GameResult | None = None


class MemoryStore(Store):
    """Keeps everything in dictionaries.

    Every call lets other tasks run before it answers, as a store on a disk does: a test on this
    store meets the same interleavings. Each table has its own lease; servers that share one store
    fence each other table by table.
    """

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}
        self._epochs: dict[str, int] = {}
        self._leased: set[str] = set()
        self._marks: dict[str, bytes] = {}
        self._opened = 0
        self._closed = False

    async def lease(self, table: str) -> int:
        """Own a table from now on; the lease before ends."""
        await self._turn()
        self._epochs[table] = self._epochs.get(table, 0) + 1
        self._leased.add(table)
        return self._epochs[table]

    async def release(self, table: str, epoch: int) -> None:
        """Give a table back, unless another lease has begun."""
        await self._turn()
        if self._epochs.get(table) == epoch:
            self._leased.discard(table)

    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        """Append in one of the event loop's next turns; nothing is seen of it before."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        kept = [bytes(record) for record in records]
        if self._closed:
            done.set_exception(_closed())
        else:
            loop.call_soon(self._settle, done, table, epoch, expected_seq, kept, row, result)
        return done

    def _settle(
        self,
        done: asyncio.Future[None],
        table: str,
        epoch: int,
        expected_seq: int,
        records: list[bytes],
        row: TableRow | None,
        result: GameResult | None,
    ) -> None:
        """Append, and tell the task that waits; it may have given up already."""
        error: Exception | None = None
        try:
            self._write(table, epoch, expected_seq, records, row, result)
        except (Conflict, Fenced, StoreError) as caught:
            error = caught
        if done.done():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    def _write(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: list[bytes],
        row: TableRow | None,
        result: GameResult | None,
    ) -> None:
        """Change a table, after every check."""
        if expected_seq == 0 and row is None:
            raise row_missing(table)
        self._check_epoch(table, epoch)
        known = self._tables.get(table)
        next_seq = len(known.records) if known else 0
        if expected_seq != next_seq:
            raise Conflict(table, expected_seq, next_seq)
        checked = None if result is None else in_order(table, result)
        if known is None:
            assert row is not None  # it was demanded above
            known = self._tables[table] = _Table(self._opened, row)
            self._opened += 1
        known.records += records
        known.row = known.row if row is None else row
        known.result = known.result if checked is None else checked

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Give the records after number `since`."""
        await self._turn()
        known = self._tables.get(table)
        return known.records[max(since, -1) + 1 :] if known else []

    async def rewrite(self, table: str, epoch: int, seq: int, record: bytes) -> None:
        """Put another record in the place of one that is there."""
        await self._turn()
        self._check_epoch(table, epoch)
        known = self._tables.get(table)
        if known is None or not 0 <= seq < len(known.records):
            raise StoreError(f"There is no record {seq} of table {table}.")
        known.records[seq] = bytes(record)

    async def erase(self, table: str, epoch: int) -> None:
        """Forget a table."""
        await self._turn()
        self._check_epoch(table, epoch)
        self._tables.pop(table, None)

    async def row(self, table: str) -> TableRow | None:
        """Give a table's row."""
        await self._turn()
        known = self._tables.get(table)
        return known.row if known else None

    async def find_code(self, code: str) -> str | None:
        """Name the table with this code."""
        await self._turn()
        found = [name for name, table in self._tables.items() if code and table.row.code == code]
        return found[-1] if found else None

    async def listed(self, now_ms: int, limit: int) -> list[tuple[str, TableRow]]:
        """Give the tables of the public list, newest first."""
        await self._turn()
        found = [
            (since, table.number, name, table.row)
            for name, table in self._tables.items()
            if (since := table.row.listed_ms) is not None and since <= now_ms
        ]
        found.sort(reverse=True)
        return [(name, row) for _, _, name, row in found[:limit]]

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """Name the tables whose moment has come."""
        await self._turn()
        return [name for wake_ms, _, name in self._wakes() if wake_ms <= now_ms][:limit]

    async def next_wake_ms(self, after_ms: int) -> int | None:
        """Give the earliest moment, after another one, at which a table wants to be loaded."""
        await self._turn()
        return min((wake for wake, _, _ in self._wakes() if wake > after_ms), default=None)

    def _wakes(self) -> list[tuple[int, int, str]]:
        """The tables that want to be loaded some time, the earliest first."""
        return sorted(
            (table.row.wake_ms, table.number, name)
            for name, table in self._tables.items()
            if table.row.wake_ms is not None
        )

    async def result(self, table: str) -> GameResult | None:
        """Give the result of a table."""
        await self._turn()
        known = self._tables.get(table)
        return known.result if known else None

    async def results_of(self, key: str, now_ms: int) -> list[tuple[str, GameResult, PlayerResult]]:
        """Give the results of one player, newest first."""
        await self._turn()
        found = [
            (-result.at_ms, -table.number, player.seat, (name, result, player))
            for name, table in self._tables.items()
            if (result := table.result) is not None and result.counts_ms <= now_ms
            for player in result.players
            if player.key == key
        ]
        return [entry for _, _, _, entry in sorted(found)]

    async def rewrite_result(self, table: str, result: GameResult) -> None:
        """Put another result in the place of one that is there."""
        await self._turn()
        known = self._tables.get(table)
        if known is None or known.result is None:
            raise StoreError(f"Table {table} has no result.")
        known.result = in_order(table, result)

    async def mark(self, key: str, value: bytes | None) -> None:
        """Keep a note, or forget it."""
        await self._turn()
        if value is None:
            self._marks.pop(key, None)
        else:
            self._marks[key] = bytes(value)

    async def marked(self, key: str) -> bytes | None:
        """Give the note that was kept under this key."""
        await self._turn()
        return self._marks.get(key)

    async def count(self) -> dict[State, int]:
        """Count the tables of each state."""
        await self._turn()
        counted: dict[State, int] = {"waiting": 0, "playing": 0, "over": 0}
        for table in self._tables.values():
            counted[table.row.state] += 1
        return counted

    async def finished(self, number: int, limit: int) -> list[tuple[int, str, int | None]]:
        """Name tables that are over, in the order of opening."""
        await self._turn()
        over = [
            (table.number, name, None if table.result is None else table.result.at_ms)
            for name, table in self._tables.items()
            if table.row.state == "over" and table.number > number
        ]
        return over[:limit]

    async def opened_after(self, number: int, limit: int) -> list[tuple[int, str]]:
        """Name tables in the order of opening."""
        await self._turn()
        found = [(table.number, name) for name, table in self._tables.items()]
        return [one for one in found if one[0] > number][:limit]

    async def marks(self, prefix: str = "") -> dict[str, bytes]:
        """Give all notes whose keys begin so."""
        await self._turn()
        return {key: value for key, value in self._marks.items() if key.startswith(prefix)}

    async def close(self) -> None:
        """Let pending appends be written, and take nothing more."""
        self._closed = True
        await asyncio.sleep(0)

    async def _turn(self) -> None:
        """Let other tasks run first, and appends that were made before."""
        if self._closed:
            raise _closed()
        await asyncio.sleep(0)

    def _check_epoch(self, table: str, epoch: int) -> None:
        if table not in self._leased or self._epochs[table] != epoch:
            raise Fenced(table, epoch)


def _closed() -> StoreError:
    return StoreError("The store is closed.")
