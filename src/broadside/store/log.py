"""The interface of every store: one append-only stream of records per table."""

from __future__ import annotations

from abc import ABC, abstractmethod


class StoreError(Exception):
    """The store cannot do what it should; the message says what, where, and what would help."""


class Conflict(Exception):
    """Somebody else appended first. Nothing was written; read what is new and try again."""

    def __init__(self, table: str, expected_seq: int, next_seq: int) -> None:
        super().__init__(f"table {table}: record {expected_seq} was expected, {next_seq} is next")
        self.table = table
        self.expected_seq = expected_seq
        self.next_seq = next_seq


class Log(ABC):
    """Streams of records. The first record of a table has sequence number 0; there are no gaps.

    A record is opaque to the store. Whoever appends says which number the record shall have; this
    is all that serializes a table, so several processes may share one log.
    """

    @abstractmethod
    async def append(
        self, table: str, expected_seq: int, record: bytes, *, last: bool = False
    ) -> int:
        """Append a record and return its number; it is durable when this returns.

        `last` marks the table as finished: it needs nobody any more after a restart. Records may
        still follow. Raises `Conflict` if `expected_seq` is not the next number of the table, and
        `StoreError` if the record could not be written.
        """

    @abstractmethod
    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Give the records after number `since`, in order: the first is number `since + 1`."""

    @abstractmethod
    async def rewrite(self, table: str, seq: int, record: bytes) -> None:
        """Put another record in the place of one that is there; what it said is soon gone.

        This is for erasing what a person wants to be forgotten, and for nothing else. Raises
        `StoreError` if there is no such record, or if it could not be written.
        """

    @abstractmethod
    async def tables(self, *, unfinished: bool = False) -> list[str]:
        """Name all tables, or those that no record marked as finished, in order of opening."""

    @abstractmethod
    async def close(self) -> None:
        """Write what is pending and let go of the store. Nothing may be called afterwards."""
