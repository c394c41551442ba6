"""The SQLite file: its tables, and what is checked before it is used."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from broadside.store.folder_lock import FILE_MODE
from broadside.store.interface import StoreError

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA_VERSION: Final = 1
APPLICATION_ID: Final = 0x42524F41  # "BROA": tells our file from another programme's
LOCK_WAIT_S: Final = 10.0  # a backup or an administrator may be writing for a moment
# A file up to this size is looked through for damage at the start, and written anew if something
# was erased: that takes some tenths of a second. In a larger one damage is found when it is met.
SMALL_BYTES_MAX: Final = 64 * 1024 * 1024

# How many pages the write-ahead log may grow before they are put into the file (16 MB): a page that
# many commits change is then put there once.
LOG_PAGES_MAX: Final = 4000

# Records lie in the order of writing: those of one commit fill a few pages, whatever tables they
# belong to. The indexes of rows hold only tables that have such a moment or code.
CREATE: Final = """
CREATE TABLE owner (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    epoch INTEGER NOT NULL,
    has_erased INTEGER NOT NULL
) STRICT;
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    wake_ms INTEGER,
    code TEXT,
    listed_ms INTEGER,
    summary BLOB NOT NULL
) STRICT;
CREATE INDEX tables_by_state ON tables (state);
CREATE INDEX tables_by_wake ON tables (wake_ms) WHERE wake_ms IS NOT NULL;
CREATE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
CREATE INDEX tables_by_listed ON tables (listed_ms) WHERE listed_ms IS NOT NULL;
CREATE TABLE records (
    place INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    record BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX records_of_table ON records (number, seq);
CREATE TABLE results (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    counts_ms INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE TABLE players (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    key TEXT NOT NULL,
    share REAL NOT NULL,
    score INTEGER NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_by_key ON players (key);
CREATE TABLE marks (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""


def open_file(path: Path) -> tuple[sqlite3.Connection, int]:
    """Open the file for writing, after making sure that it is ours and sound; begin an epoch."""
    _make_file(path)
    try:
        connection = connect(path)
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    try:
        return connection, _prepare(path, connection)
    except sqlite3.Error as error:
        connection.close()
        raise unusable(path, error) from error
    except StoreError:
        connection.close()
        raise


def connect(path: Path) -> sqlite3.Connection:
    """One more connection. It is used by one thread at a time, but not by the one that made it."""
    return sqlite3.connect(path, timeout=LOCK_WAIT_S, isolation_level=None, check_same_thread=False)


def _make_file(path: Path) -> None:
    """Create a file that is only for its owner; SQLite gives what it puts beside it the same mode.

    A file that is there already keeps its mode: its owner may have meant it. What is wrong with the
    place is said when the file is opened.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))


def _prepare(path: Path, connection: sqlite3.Connection) -> int:
    """Check the file, make it durable, create what a new one lacks; return the new epoch."""
    is_new = not _table_names(connection)
    if not is_new:
        _check(path, connection)
    if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise StoreError(f"Cannot use {path}: its file system does not support WAL mode.")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES_MAX}")
    connection.execute("PRAGMA secure_delete = ON")  # what is rewritten leaves no trace
    if is_new:
        _create(connection)
    _tidy_up(path, connection)
    query = "UPDATE owner SET epoch = epoch + 1 RETURNING epoch"
    ((epoch,),) = connection.execute(query).fetchall()
    return int(epoch)


def _create(connection: sqlite3.Connection) -> None:
    """Make a new file ours, all at once."""
    connection.executescript("BEGIN IMMEDIATE;" + CREATE)
    connection.execute("INSERT INTO owner VALUES (1, 0, 0)")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _tidy_up(path: Path, connection: sqlite3.Connection) -> None:
    """Write a small file anew if something was erased since the last time.

    `secure_delete` wipes what is deleted, but not the copies that SQLite leaves in the unused part
    of a page when it moves rows or index entries from page to page.
    """
    (has_erased,) = connection.execute("SELECT has_erased FROM owner").fetchone()
    if has_erased and _is_small(path):
        with suppress(sqlite3.OperationalError):  # the disk is full: it is tried the next time
            connection.execute("VACUUM")
            connection.execute("UPDATE owner SET has_erased = 0")


def _is_small(path: Path) -> bool:
    return path.stat().st_size <= SMALL_BYTES_MAX


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse a file of another programme, of another schema, or with damage."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError(f"{path} is a database, but not one of Broadside. It was left alone.")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} was written by a newer Broadside (schema {version}; this one knows"
            f" {SCHEMA_VERSION}). It was left alone. Use that version, or another data folder."
        )
    if "owner" not in _table_names(connection):
        raise StoreError(
            f"{path} was written by a Broadside from before the first release, and cannot be read"
            " any more. It was left alone. Move it away, or choose another data folder."
        )
    if _is_small(path):
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _damaged(path, found)


def _table_names(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {name for (name,) in rows}


def unusable(path: Path, error: sqlite3.Error) -> StoreError:
    """Turn what SQLite says of a file into a sentence with the place, and what would help."""
    if is_damage(error):
        return _damaged(path, str(error))
    return StoreError(
        f"Cannot open {path} for writing: {error}."
        " Make the data folder writable, or choose another."
    )


def is_damage(error: Exception) -> bool:
    """Whether SQLite found something in the file that it cannot have written."""
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT"))


def _damaged(path: Path, damage: str) -> StoreError:
    return StoreError(
        f"{path} is damaged ({' '.join(damage.split())}). It was left alone."
        " Restore it from a backup, or move it away to begin with an empty one."
    )


def not_written(path: Path, error: Exception) -> StoreError:
    """Why a change is not in the file, and what would help."""
    if is_damage(error):
        return _damaged(path, str(error))
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL":
        hint = " Make room on its disk."
    elif name.startswith("SQLITE_READONLY"):
        hint = " Make the file and its folder writable."
    else:
        hint = ""
    return StoreError(f"Cannot write to {path}: {error}.{hint}")


def not_read(path: Path, error: Exception) -> StoreError:
    """Why nothing can be read of the file, and what would help."""
    if is_damage(error):
        return _damaged(path, str(error))
    return StoreError(f"Cannot read {path}: {error}.")
