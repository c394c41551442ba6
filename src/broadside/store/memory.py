"""A store that forgets: for tests, and for tables that nobody wants to keep."""

from __future__ import annotations

from broadside.store.log import Conflict, Log, StoreError


class MemoryLog(Log):
    """Keeps every stream in a list."""

    def __init__(self) -> None:
        self._streams: dict[str, list[bytes]] = {}
        self._finished: set[str] = set()
        self._closed = False

    async def append(
        self, table: str, expected_seq: int, record: bytes, *, last: bool = False
    ) -> int:
        """Append a record and return its number."""
        self._check_open()
        stream = self._streams.get(table, [])
        if expected_seq != len(stream):
            raise Conflict(table, expected_seq, len(stream))
        stream.append(bytes(record))
        self._streams[table] = stream
        if last:
            self._finished.add(table)
        return expected_seq

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Give the records after number `since`."""
        self._check_open()
        return self._streams.get(table, [])[max(since, -1) + 1 :]

    async def rewrite(self, table: str, seq: int, record: bytes) -> None:
        """Put another record in the place of one that is there."""
        self._check_open()
        stream = self._streams.get(table, [])
        if not 0 <= seq < len(stream):
            raise StoreError(f"There is no record {seq} of table {table}.")
        stream[seq] = bytes(record)

    async def tables(self, *, unfinished: bool = False) -> list[str]:
        """Name the tables in order of opening."""
        self._check_open()
        return [name for name in self._streams if not unfinished or name not in self._finished]

    async def close(self) -> None:
        """Forget nothing yet, but take nothing more."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("The log is closed.")
