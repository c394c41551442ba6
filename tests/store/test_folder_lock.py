"""One server per data folder: the second one says who holds it; a dead one holds nothing."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from broadside.store.folder_lock import LOCK_FILE, FolderLock
from broadside.store.interface import Busy, StoreError
from broadside.store.sqlite import SqliteStore

from .shelf import read_back, with_store

HOLDER = """
import asyncio, os, subprocess, sys
from pathlib import Path
from broadside.store.interface import TableRow
from broadside.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    row = TableRow("waiting", None, "", None, b"")
    table = f"of {os.getpid()}"
    await store.append(table, await store.lease(table), 0, [b"opened"], row)
    child = subprocess.Popen([sys.executable, "-c", "input()"])
    print(child.pid, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await store.close()

asyncio.run(main())
"""


@contextmanager
def holder(path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Another process that has the store open until a line is written to it, and its child."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        yield process, int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdin.close()  # which ends the child
        process.stdout.close()


def test_a_second_server_is_told_who_holds_the_folder(tmp_path: Path) -> None:
    """Its process, its computer, since when, and what to do; and the first one is not disturbed."""
    path = tmp_path / "broadside.sqlite"
    with holder(path) as (process, _):
        with pytest.raises(Busy) as caught:
            SqliteStore(path)
        message = str(caught.value)
        assert isinstance(caught.value, StoreError)
        assert f"The data folder {tmp_path} is in use by process {process.pid} on" in message
        assert platform.node() in message
        assert " since 20" in message and "UTC" in message
        assert message.endswith("Stop that server, or choose another data folder.")
        process.communicate("end\n", timeout=30)
        assert process.returncode == 0
    assert read_back(path, f"of {process.pid}") == [b"opened"]


def test_a_folder_is_held_whatever_the_file_is_called(tmp_path: Path) -> None:
    """What is locked is the folder."""
    with holder(tmp_path / "broadside.sqlite"), pytest.raises(Busy):
        SqliteStore(tmp_path / "other.sqlite")
    assert not (tmp_path / "other.sqlite").exists()


def test_a_killed_server_holds_nothing(tmp_path: Path) -> None:
    """Not for a moment, though its lock file still names it and a child of it lives on."""
    path = tmp_path / "broadside.sqlite"
    for turn in range(1, 4):
        with holder(path) as (process, child):
            process.kill()
            process.wait()
            assert f"process {process.pid} on" in (tmp_path / LOCK_FILE).read_text()
            os.kill(child, 0)  # it is there
            assert with_store(path, lambda store: store.lease("a")) == 2 * turn
            assert tables_called(path, f"of {process.pid}") == 1


def tables_called(path: Path, table: str) -> int:
    """How many tables of this name are in the file."""
    connection = sqlite3.connect(path)
    (found,) = connection.execute("SELECT count(*) FROM tables WHERE name = ?", (table,)).fetchone()
    connection.close()
    return int(found)


def test_a_second_store_in_the_same_process_is_refused(tmp_path: Path) -> None:
    """A mistake in the server's own code is told in the same words."""

    async def case(store: SqliteStore) -> None:
        with pytest.raises(Busy, match=f"process {os.getpid()} on"):
            SqliteStore(store.path)
        assert await store.count() == {"waiting": 0, "playing": 0, "over": 0}

    with_store(tmp_path / "broadside.sqlite", case)


def test_a_holder_that_has_not_written_its_name(tmp_path: Path) -> None:
    """Between taking the lock and writing the name there is a moment."""
    lock = FolderLock(tmp_path)
    (tmp_path / LOCK_FILE).write_text("")
    with pytest.raises(Busy, match="in use by another process"):
        FolderLock(tmp_path)
    lock.release()


def test_a_released_lock_is_free(tmp_path: Path) -> None:
    """Again and again, and its file names nobody meanwhile."""
    for _ in range(3):
        lock = FolderLock(tmp_path)
        assert (tmp_path / LOCK_FILE).read_text().startswith(f"process {os.getpid()} on")
        lock.release()
        assert (tmp_path / LOCK_FILE).read_text() == ""
