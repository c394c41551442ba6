"""The embedded store: one SQLite file, one writer thread, many appends to a commit."""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from broadside.store.log import Conflict, Log, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

SCHEMA_VERSION: Final = 1
APPLICATION_ID: Final = 0x42524F41  # "BROA": tells our file from another programme's
GROUP_MAX: Final = 512  # appends to one commit; bounds how long the first of them waits
LOCK_WAIT_S: Final = 10.0  # another process may be writing; its commits take milliseconds
WIPE_S: Final = 0.2  # what is erased in this time is wiped from the write-ahead log together
# The file knows the cards of running games and people's addresses: no other user shall read them.
FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600

CREATE: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS streams (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    length INTEGER NOT NULL,
    finished INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS records (
    stream INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    record BLOB NOT NULL,
    PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""


class _Append:
    """One append, or one rewriting, on its way to the writer thread, and back."""

    def __init__(
        self, table: str, expected_seq: int, record: bytes, last: bool, rewrites: bool = False
    ) -> None:
        self.table = table
        self.expected_seq = expected_seq
        self.record = record
        self.last = last
        self.rewrites = rewrites
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[int] = self.loop.create_future()
        self.error: Exception | None = None

    def settle(self) -> None:
        """Tell the waiting coroutine; runs in its event loop. It may have given up already."""
        if self.done.done():
            return
        if self.error is None:
            self.done.set_result(self.expected_seq)
        else:
            self.done.set_exception(self.error)


class SqliteLog(Log):
    """All tables in one file. Appends that arrive together share one durable commit."""

    def __init__(self, path: Path) -> None:
        """Open the file or create it, with its folder. Raises `StoreError` with the reason."""
        self.path = path
        self._writer = _open(path)
        try:
            self._reader = _connect(path)
        except sqlite3.Error as error:
            self._writer.close()
            raise _unusable(path, error) from error
        self._closed = False
        self._appends: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="broadside-read")
        self._thread = threading.Thread(target=self._write_all, name="broadside-write", daemon=True)
        self._thread.start()

    async def append(
        self, table: str, expected_seq: int, record: bytes, *, last: bool = False
    ) -> int:
        """Append a record and return its number, once it is on the disk."""
        self._check_open()
        append = _Append(table, expected_seq, record, last)
        self._appends.put(append)
        return await append.done

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Give the records after number `since`."""
        query = (
            "SELECT record FROM records JOIN streams ON stream = number"
            " WHERE name = ? AND seq > ? ORDER BY seq"
        )
        return await self._read(
            lambda: [row[0] for row in self._reader.execute(query, (table, since))]
        )

    async def rewrite(self, table: str, seq: int, record: bytes) -> None:
        """Put another record in the place of one that is there; the old one is wiped soon after."""
        self._check_open()
        rewrite = _Append(table, seq, record, last=False, rewrites=True)
        self._appends.put(rewrite)
        await rewrite.done

    async def tables(self, *, unfinished: bool = False) -> list[str]:
        """Name the tables in order of opening."""
        query = "SELECT name FROM streams WHERE finished = 0 OR ? ORDER BY number"
        wanted = (not unfinished,)
        return await self._read(lambda: [row[0] for row in self._reader.execute(query, wanted)])

    async def close(self) -> None:
        """Write what is pending, then close the file."""
        if self._closed:
            return
        self._closed = True
        self._appends.put(None)
        await asyncio.get_running_loop().run_in_executor(self._reading, self._thread.join)
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"The log {self.path} is closed.")

    async def _read(self, query: Callable[[], T]) -> T:
        self._check_open()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, query)
        except sqlite3.Error as error:
            raise StoreError(f"Cannot read {self.path}: {error}.") from error

    # ------------------------------------------------------- the writer thread

    def _write_all(self) -> None:
        """Take whatever has arrived as one group, until the log is closed."""
        # Whoever had the file before us may have been killed between erasing and wiping.
        wipe_due: float | None = time.monotonic()
        while True:
            group = self._next_group(wipe_due)
            appends = [append for append in group if append is not None]
            if appends:
                self._commit(appends)
            is_closing = len(appends) < len(group)
            if wipe_due is None and any(append.rewrites for append in appends):
                wipe_due = time.monotonic() + WIPE_S
            if wipe_due is not None and (is_closing or wipe_due <= time.monotonic()):
                wipe_due = None if self._wipe() else time.monotonic() + WIPE_S
            if is_closing:
                return

    def _next_group(self, due: float | None) -> list[_Append | None]:
        """What has arrived; wait for the first of it, but not beyond a moment."""
        wait_s = None if due is None else max(0.0, due - time.monotonic())
        try:
            group = [self._appends.get(timeout=wait_s)]
        except queue.Empty:
            return []
        while len(group) < GROUP_MAX and not self._appends.empty():
            group.append(self._appends.get())
        return group

    def _wipe(self) -> bool:
        """Empty the write-ahead log, where what was erased could still be read; whether it is done.

        Somebody may be reading the file, perhaps for long: nobody shall wait for that.
        """
        try:
            self._writer.execute("PRAGMA busy_timeout = 0")
            (is_busy, _, _) = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:
            return False
        finally:
            self._writer.execute(f"PRAGMA busy_timeout = {round(LOCK_WAIT_S * 1000)}")
        return not is_busy

    def _commit(self, group: list[_Append]) -> None:
        """Write a group in one transaction, then tell all who wait for it."""
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for append in group:
                if append.rewrites:
                    self._replace(append)
                else:
                    self._insert(append)
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            for append in group:
                append.error = StoreError(f"Cannot write to {self.path}: {error}.")
            if self._writer.in_transaction:
                self._writer.rollback()
        for append in group:
            with suppress(RuntimeError):  # that event loop has ended: nobody waits any more
                append.loop.call_soon_threadsafe(append.settle)

    def _replace(self, append: _Append) -> None:
        """Replace one record, or note that there is none."""
        replaced = self._writer.execute(
            "UPDATE records SET record = ? WHERE seq = ?"
            " AND stream = (SELECT number FROM streams WHERE name = ?)",
            (append.record, append.expected_seq, append.table),
        )
        if replaced.rowcount != 1:
            reason = f"There is no record {append.expected_seq} of table {append.table}."
            append.error = StoreError(reason)

    def _insert(self, append: _Append) -> None:
        """Insert one record, or note the conflict; the rest of the group goes on."""
        row = self._writer.execute(
            "SELECT number, length FROM streams WHERE name = ?", (append.table,)
        ).fetchone()
        stream, length = row or (None, 0)
        if append.expected_seq != length:
            append.error = Conflict(append.table, append.expected_seq, length)
            return
        if stream is None:
            stream = self._writer.execute(
                "INSERT INTO streams (name, length, finished) VALUES (?, 0, 0)", (append.table,)
            ).lastrowid
        self._writer.execute(
            "INSERT INTO records VALUES (?, ?, ?)", (stream, length, append.record)
        )
        self._writer.execute(
            "UPDATE streams SET length = ?, finished = max(finished, ?) WHERE number = ?",
            (length + 1, append.last, stream),
        )


# ------------------------------------------------------------ opening the file


def _open(path: Path) -> sqlite3.Connection:
    """Open the file for writing, after making sure that it is ours and sound."""
    _make_folder(path.parent)
    _make_file(path)
    try:
        connection = _connect(path)
    except sqlite3.Error as error:
        raise _unusable(path, error) from error
    try:
        _prepare(path, connection)
    except sqlite3.Error as error:
        connection.close()
        raise _unusable(path, error) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Check the file, make it durable, and create what a new one lacks."""
    _check_file(path, connection)
    if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise StoreError(f"Cannot use {path}: its file system does not support WAL mode.")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # what is rewritten leaves no trace
    connection.executescript(CREATE)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"Cannot create the data folder {folder}: {error.strerror or error}."
            " Choose another folder, or make this one writable."
        ) from error


def _make_file(path: Path) -> None:
    """Create a file that is only for its owner; SQLite gives what it puts beside it the same mode.

    What is there already keeps its mode: somebody may have meant it. What is wrong with the place
    is said when the file is opened.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))


def _connect(path: Path) -> sqlite3.Connection:
    # Each connection is used by one thread at a time, but not by the one that made it.
    return sqlite3.connect(path, timeout=LOCK_WAIT_S, isolation_level=None, check_same_thread=False)


def _check_file(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse a file of another programme, of a newer schema, or with damage."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    is_new = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if is_new:
        return
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is a database, but not one of Broadside. It was left alone.")
    if schema > SCHEMA_VERSION:
        raise StoreError(
            f"{path} was written by a newer Broadside (schema {schema}; this one knows"
            f" {SCHEMA_VERSION}). It was left alone. Use that version, or another data folder."
        )
    damage = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if damage != "ok":
        raise _damaged(path, damage)


def _damaged(path: Path, damage: str) -> StoreError:
    return StoreError(
        f"{path} is damaged ({damage}). It was left alone."
        " Restore it from a backup, or move it away to begin with an empty one."
    )


def _unusable(path: Path, error: sqlite3.Error) -> StoreError:
    """Turn what SQLite says into a sentence with the place, and what would help."""
    if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return _damaged(path, str(error))
    return StoreError(
        f"Cannot open {path} for writing: {error}."
        " Make the data folder writable, or choose another."
    )
