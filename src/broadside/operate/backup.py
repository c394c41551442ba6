"""Backups: everything a server keeps in one file, taken while it runs.

A backup is an SQLite file as the embedded store writes it, whichever store it was taken from. It
can be looked at, served, or put into another store.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.operate.copying import copy
from broadside.store.choose import DATA_FILE, NO_DRIVER, is_database
from broadside.store.folder_lock import FILE_MODE
from broadside.store.interface import StoreError
from broadside.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.operate.copying import Copied
    from broadside.store.interface import Store

PAGES_AT_ONCE: Final = 2000
"""After so many pages the server has its turn: 8 MB."""


async def back_up(where: str, file: Path, tell: Callable[[int], None]) -> Copied | None:
    """Write everything of a folder or a database into a new file; raises `StoreError`.

    The file appears whole or not at all. Of a database it is told what was copied.
    """
    _check_new(file)
    try:
        folder = tempfile.TemporaryDirectory(prefix=".broadside-backup-", dir=file.parent)
    except OSError as error:
        raise StoreError(f"Cannot write to {file.parent}: {error.strerror}.") from error
    with folder as temporary:
        part = Path(temporary) / DATA_FILE
        copied = None
        if is_database(where):
            copied = await _copy_database(where, part, tell)
        else:
            _copy_file(Path(where) / DATA_FILE, part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
    return copied


def _check_new(file: Path) -> None:
    if file.exists():
        raise StoreError(f"{file} is there already. It was left alone; choose another name.")


def _copy_file(source: Path, target: Path) -> None:
    """Copy the file of a server that may be running; all of it as it was at one moment."""
    if not source.exists():
        raise StoreError(f"There is no {source}.")
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as one,
            closing(sqlite3.connect(target)) as other,
        ):
            one.backup(other, pages=PAGES_AT_ONCE, sleep=0.01)
            other.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise StoreError(f"Cannot copy {source}: {error}.") from error


async def _copy_database(url: str, target: Path, tell: Callable[[int], None]) -> Copied:
    """Copy a database as it is at one moment, while its servers go on."""
    source = snapshot(url)
    await source.open()
    try:
        kept = SqliteStore(target)
        try:
            copied = await copy(source, kept, tell)
        finally:
            await kept.close()
    finally:
        await source.close()
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return copied


def snapshot(url: str) -> Store:
    """A database as it is at one moment; raises `StoreError`."""
    try:
        from broadside.store.postgresql.snapshot import PostgresSnapshot
    except ImportError:
        raise StoreError(NO_DRIVER) from None
    return PostgresSnapshot(url)


async def restore(file: Path, target: Store, tell: Callable[[int], None]) -> Copied:
    """Put a backup into a store; raises `StoreError`. The file itself is left as it is."""
    with tempfile.TemporaryDirectory(prefix="broadside-restore-") as temporary:
        own = Path(temporary) / DATA_FILE
        _copy_file(file, own)
        source = SqliteStore(own)
        try:
            return await copy(source, target, tell)
        finally:
            await source.close()
