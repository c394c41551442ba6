"""A disk that is full, a file that is locked or not to be written: told, and survived."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from broadside.store.interface import Conflict, GameResult, PlayerResult, Store, StoreError
from broadside.store.sqlite import SqliteStore

from .shelf import WAITING, read_back, with_store

# A process that may write files of 300 kB only, and of any size later.
LITTLE_ROOM = """
import asyncio, resource, sys
from pathlib import Path
from broadside.store.interface import StoreError, TableRow
from broadside.store.sqlite import SqliteStore

ROW = TableRow("waiting", None, "", None, b"")

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    epoch, seq, failed = await store.lease("a"), 0, 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    while failed < 3:
        try:
            await store.append("a", epoch, seq, [b"%06d" % seq * 500], ROW)
            seq += 1
        except StoreError as error:
            failed += 1
            print(error)
    assert len(await store.read("a")) == seq > 10
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    for later in range(seq, seq + 10):
        await store.append("a", epoch, later, [b"%06d" % later * 500], ROW)
    print(seq + 10)
    await store.close()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_file_that_cannot_grow(tmp_path: Path) -> None:
    """Appends fail with the reason, lose nothing that was acknowledged, and go on afterwards."""
    path = tmp_path / "broadside.sqlite"
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_ROOM, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    *failures, stored = done.stdout.splitlines()
    assert len(failures) == 3
    assert all(failure.startswith(f"Cannot write to {path}: ") for failure in failures)
    assert read_back(path, "a") == [b"%06d" % seq * 500 for seq in range(int(stored))]


def test_a_full_disk(tmp_path: Path) -> None:
    """Of a group that does not fit nothing is stored; each append hears why and what would help."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        await store.append("a", epoch, 0, [b"zero"], WAITING)
        connection = store._writer._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 20}")
        outcomes = await asyncio.gather(
            *(store.append(f"t{i}", epoch, 0, [bytes(3000)], WAITING) for i in range(100)),
            store.append("a", epoch, 1, [bytes(200_000)], WAITING._replace(summary=b"new")),
            return_exceptions=True,
        )
        failed = [str(outcome) for outcome in outcomes if isinstance(outcome, StoreError)]
        assert f"Cannot write to {store.path}: database or disk is full." in failed[-1]
        assert failed[-1].endswith("Make room on its disk.")
        stored = [await store.row(f"t{i}") is not None for i in range(100)]
        assert stored == [outcome is None for outcome in outcomes[:-1]]
        assert (await store.read("a"), await store.row("a")) == ([b"zero"], WAITING)
        connection.execute("PRAGMA max_page_count = 1000000")
        await store.append("a", epoch, 1, [bytes(200_000)])
        for number, was_stored in enumerate(stored):
            if not was_stored:
                await store.append(f"t{number}", epoch, 0, [b"again"], WAITING)

    with_store(tmp_path / "broadside.sqlite", case)


def test_a_file_that_became_read_only(tmp_path: Path) -> None:
    """Reading goes on, writing says what to do, and works again when it may."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        await store.append("a", epoch, 0, [b"zero"], WAITING)
        connection = store._writer._connection
        connection.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match=r"readonly.* Make the file and its folder writable"):
            await store.append("a", epoch, 1, [b"one"])
        with pytest.raises(StoreError, match="readonly"):
            await store.mark("salt", b"")
        assert await store.read("a") == [b"zero"]
        connection.execute("PRAGMA query_only = OFF")
        await store.append("a", epoch, 1, [b"one"])

    with_store(tmp_path / "broadside.sqlite", case)


def test_a_locked_file_is_told_and_survived(tmp_path: Path) -> None:
    """An administrator holds the file too long: the append fails, and says why; the next works."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        await store.mark("begun", b"")  # the writer has done what it does at the start
        store._writer._connection.execute("PRAGMA busy_timeout = 50")
        blocker = sqlite3.connect(store.path, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"Cannot write to .*broadside\.sqlite.*locked"):
            await store.append("a", epoch, 0, [b"zero"], WAITING)
        blocker.execute("ROLLBACK")
        blocker.close()
        await store.append("a", epoch, 0, [b"zero"], WAITING)

    with_store(tmp_path / "broadside.sqlite", case)


UNSTORABLE = GameResult("jamaica", 1, 1, b"", (PlayerResult("anne", 0, float("nan"), 1),))


@pytest.mark.parametrize(
    ("table", "row", "result"),
    [
        ("a", WAITING._replace(wake_ms=2**64), None),
        ("a", WAITING._replace(summary="not bytes"), None),  # type: ignore[arg-type]
        ("\ud800 is no character", WAITING, None),
        ("a", WAITING, UNSTORABLE),
        ("a", WAITING, UNSTORABLE._replace(at_ms=None)),  # type: ignore[arg-type]
    ],
)
def test_one_append_that_cannot_be_stored_fails_alone(
    tmp_path: Path, table: str, row: object, result: GameResult | None
) -> None:
    """Those that came with it are stored, in their order; the writer goes on."""

    async def case(store: Store) -> None:
        epoch = await store.lease("")
        others = [store.append("b", epoch, seq, [b"%d" % seq], WAITING) for seq in range(150)]
        bad = store.append(table, epoch, 0, [b"bad"], row, result)  # type: ignore[arg-type]
        others += [store.append("b", epoch, seq, [b"%d" % seq]) for seq in range(150, 300)]
        assert await asyncio.gather(*others) == [None] * 300
        with pytest.raises(StoreError, match="Cannot write"):
            await bad
        assert await store.read("b") == [b"%d" % seq for seq in range(300)]
        await store.append("a", epoch, 0, [b"good"], WAITING)

    with_store(tmp_path / "broadside.sqlite", case)


def test_an_impossible_question_is_an_error_of_the_store(tmp_path: Path) -> None:
    """No other exception reaches the server."""

    async def case(store: Store) -> None:
        with pytest.raises(StoreError, match="Cannot read"):
            await store.read("\ud800 is no character")
        with pytest.raises(StoreError, match="Cannot read"):
            await store.due(2**64, 1)

    with_store(tmp_path / "broadside.sqlite", case)


def test_after_a_failed_commit_nothing_is_remembered_that_is_not_in_the_file(
    tmp_path: Path,
) -> None:
    """A table whose opening failed can be opened; a number that failed is still the next one."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        await store.append("a", epoch, 0, [b"zero"], WAITING)
        store._writer._connection.execute("PRAGMA query_only = ON")
        failing = [
            store.append("a", epoch, 1, [b"lost"], WAITING._replace(code="LOST")),
            store.append("new", epoch, 0, [b"lost"], WAITING),
        ]
        outcomes = await asyncio.gather(*failing, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreError, StoreError]
        store._writer._connection.execute("PRAGMA query_only = OFF")
        with pytest.raises(Conflict):
            await store.append("a", epoch, 2, [b"two"])
        await store.append("a", epoch, 1, [b"one"], WAITING._replace(summary=b"one"))
        await store.append("new", epoch, 0, [b"zero"], WAITING)
        assert await store.read("a") == [b"zero", b"one"]
        assert await store.row("a") == WAITING._replace(summary=b"one")

    with_store(tmp_path / "broadside.sqlite", case)
