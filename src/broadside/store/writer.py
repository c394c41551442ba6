"""The writer thread of the SQLite store: changes that arrive together share one durable commit."""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from broadside.store.changes import tell
from broadside.store.schema import LOCK_WAIT_S, is_damage, not_written
from broadside.store.tables_file import TablesFile

if TYPE_CHECKING:
    from pathlib import Path

    from broadside.store.changes import Change

GROUP_MAX: Final = 512  # changes to one commit; bounds how long the first of them waits
WIPE_S: Final = 0.2  # what is erased in this time is wiped from the write-ahead log together


class Writer:
    """Owns the connection that writes, and the thread that uses it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, epoch: int) -> None:
        self._path = path
        self._connection = connection
        self._file = TablesFile(path, connection, epoch)
        self._changes: queue.SimpleQueue[Change | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="broadside-write", daemon=True)
        self._commits = self._written = 0
        self._thread.start()

    def figures(self) -> dict[str, int]:
        """Count commits, what they wrote, and what waits for the next one."""
        waiting = self._changes.qsize()
        return {"commits": self._commits, "changes": self._written, "waiting": waiting}

    def put(self, change: Change) -> None:
        """Take a change; its future is told when it is durable, or why it is not."""
        self._changes.put(change)

    def close(self) -> None:
        """Write what was put before, wait for it, and close the connection."""
        self._changes.put(None)
        self._thread.join()
        self._connection.close()

    def _write_all(self) -> None:
        """Take whatever has arrived as one group, until the store is closed."""
        # The server before may have been killed between erasing and wiping.
        wipe_due: float | None = time.monotonic()
        while True:
            group = self._next_group(wipe_due)
            changes = [change for change in group if change is not None]
            if changes:
                self._commit(changes)
                tell(changes)
                self._commits += 1
                self._written += len(changes)
            is_closing = len(changes) < len(group)
            if wipe_due is None and any(change.erases for change in changes):
                wipe_due = time.monotonic() + WIPE_S
            if wipe_due is not None and (is_closing or wipe_due <= time.monotonic()):
                wipe_due = None if self._wipe() else time.monotonic() + WIPE_S
            if is_closing:
                return

    def _next_group(self, due: float | None) -> list[Change | None]:
        """What has arrived; wait for the first of it, but not beyond a moment."""
        wait_s = None if due is None else max(0.0, due - time.monotonic())
        try:
            group = [self._changes.get(timeout=wait_s)]
        except queue.Empty:
            return []
        while len(group) < GROUP_MAX and not self._changes.empty():
            group.append(self._changes.get())
        return group

    def _commit(self, group: list[Change]) -> None:
        """Write a group durably, and note in each change what became of it.

        If a single change is at fault, the halves of the group are tried by themselves: the others
        shall not fail with it.
        """
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._file.write(group)
            self._connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001  whatever it is, the tasks that wait must hear it
            self._undo()
            if len(group) > 1 and not _is_fault_of_file(error):
                middle = len(group) // 2
                self._commit(group[:middle])
                self._commit(group[middle:])
                return
            for change in group:
                change.error = not_written(self._path, error)

    def _undo(self) -> None:
        self._file.forget()
        with suppress(sqlite3.Error):  # then SQLite has ended the transaction by itself
            self._connection.rollback()

    def _wipe(self) -> bool:
        """Empty the write-ahead log, where what was erased could still be read; whether it is done.

        A backup may be reading the file, perhaps for long: no change shall wait for that.
        """
        try:
            self._connection.execute("PRAGMA busy_timeout = 0")
            (is_busy, _, _) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:
            return False
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {round(LOCK_WAIT_S * 1000)}")
        return not is_busy


def _is_fault_of_file(error: Exception) -> bool:
    """Whether every change would fail like that: the disk is full, the file locked or damaged."""
    return isinstance(error, sqlite3.OperationalError) or is_damage(error)
