"""What is erased is gone from the disk, too: from the file and from its write-ahead log."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from broadside.store.interface import GameResult, PlayerResult, TableRow
from broadside.store.sqlite import SqliteStore

from .shelf import WAITING, fill, with_store

SOMEBODY = b"the name of somebody"


async def wiped(folder: Path) -> None:
    """Wait until the name is in none of the files."""
    for _ in range(500):
        if not names_somebody(folder):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it can still be read")


def names_somebody(folder: Path) -> bool:
    """Whether the name can be read in one of the files."""
    return any(b"somebody" in path.read_bytes() for path in folder.iterdir())


def test_a_rewritten_record_is_on_no_disk(tmp_path: Path) -> None:
    """While the store is still open."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        for seq in range(50):
            await store.append("a", epoch, seq, [SOMEBODY * 20], WAITING)
        for seq in range(50):
            await store.rewrite("a", epoch, seq, b"nobody")
        assert await store.read("a") == [b"nobody"] * 50
        await wiped(tmp_path)

    with_store(tmp_path / "broadside.sqlite", case)


def test_an_erased_table_is_on_no_disk(tmp_path: Path) -> None:
    """Its records, its row, and its result."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        row = WAITING._replace(summary=SOMEBODY)
        result = GameResult("jamaica", 1, 1, SOMEBODY, (PlayerResult("somebody", 0, 1.0, 1),))
        await store.append("a", epoch, 0, [SOMEBODY * 20] * 50, row, result)
        await store.erase("a", epoch)
        await wiped(tmp_path)

    with_store(tmp_path / "broadside.sqlite", case)


def test_a_rewritten_result_is_on_no_disk(tmp_path: Path) -> None:
    """Neither what it says, nor the name it was found by."""

    async def case(store: SqliteStore) -> None:
        players = (PlayerResult("somebody", 0, 1.0, 1), PlayerResult("anne", 1, 0.0, 0))
        result = GameResult("jamaica", 1, 1, SOMEBODY, players)
        await store.append("a", await store.lease("a"), 0, [b"ended"], WAITING, result)
        assert names_somebody(tmp_path)
        forgotten = result._replace(
            body=b"nobody", players=(players[0]._replace(key="-"), players[1])
        )
        await store.rewrite_result("a", forgotten)
        await wiped(tmp_path)

    with_store(tmp_path / "broadside.sqlite", case)


def test_a_forgotten_note_is_on_no_disk(tmp_path: Path) -> None:
    """Neither its key nor its value."""

    async def case(store: SqliteStore) -> None:
        await store.mark("mail somebody@example.org", b"asked")
        await store.mark("mail", b"somebody@example.org")
        assert names_somebody(tmp_path)
        await store.mark("mail somebody@example.org", None)
        await store.mark("mail", None)
        await wiped(tmp_path)

    with_store(tmp_path / "broadside.sqlite", case)


def test_a_row_is_wiped_with_the_record_after_it(tmp_path: Path) -> None:
    """A row is replaced first, then the record that is erased."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        row = WAITING._replace(summary=SOMEBODY)
        await store.append("a", epoch, 0, [SOMEBODY], row)
        await store.append("a", epoch, 1, [], WAITING)
        await store.rewrite("a", epoch, 0, b"nobody")
        await wiped(tmp_path)

    with_store(tmp_path / "broadside.sqlite", case)


def test_what_moving_rows_left_behind_goes_with_the_next_opening(tmp_path: Path) -> None:
    """Rows that grow are moved from page to page; no copy stays in a page's unused part."""
    path, random_ = tmp_path / "broadside.sqlite", random.Random(7)
    tables = [f"t{number}" for number in range(400)]
    nothing = GameResult("jamaica", 1, 1, b"", ())

    def speaking() -> tuple[TableRow, GameResult]:
        said = SOMEBODY * random_.randrange(1, 12)
        keys = [f"somebody {random_.random()}" for _ in range(3)]
        players = tuple(PlayerResult(key, seat, 1.0, 1) for seat, key in enumerate(keys))
        return WAITING._replace(summary=said), nothing._replace(body=said, players=players)

    async def fill_and_erase(store: SqliteStore) -> None:
        epoch = await store.lease("")
        await asyncio.gather(*(store.append(name, epoch, 0, [b""], WAITING) for name in tables))
        for _ in range(8):
            names = random_.sample(tables, 200)
            await asyncio.gather(*(store.append(name, epoch, 1, [], *speaking()) for name in names))
        await asyncio.gather(
            *(store.append(name, epoch, 1, [], WAITING, nothing) for name in tables)
        )
        await asyncio.gather(*(store.rewrite_result(name, nothing) for name in tables))

    async def look(store: SqliteStore) -> None:
        await wiped(tmp_path)
        assert await store.count() == {"waiting": 400, "playing": 0, "over": 0}
        assert await store.lease("") == 2

    with_store(path, fill_and_erase)
    with_store(path, look)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT has_erased FROM owner").fetchone() == (0,)
    connection.close()


def test_erasing_holds_up_nobody_while_a_backup_reads_the_file(tmp_path: Path) -> None:
    """A backup reads for long: appends go on meanwhile, and what was erased is wiped afterwards."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        await store.append("a", epoch, 0, [SOMEBODY * 20] * 5, WAITING)
        backup = sqlite3.connect(store.path, isolation_level=None)
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM records").fetchall()
        async with asyncio.timeout(5):  # the lock of a reader would hold for twice as long
            for seq in range(5):
                await store.rewrite("a", epoch, seq, b"nobody")
            for seq in range(20):
                await store.append("b", epoch, seq, [b"an act elsewhere"], WAITING)
                await asyncio.sleep(0.03)
        assert names_somebody(tmp_path)
        backup.execute("COMMIT")
        backup.close()
        await wiped(tmp_path)

    with_store(tmp_path / "broadside.sqlite", case)


def test_many_erased_records_are_wiped_at_once(tmp_path: Path) -> None:
    """Not each for itself; at the latest when the store is closed."""

    async def inside() -> None:
        store, wipes = SqliteStore(tmp_path / "broadside.sqlite"), []
        store._writer._connection.set_trace_callback(
            lambda text: wipes.append(text) if "wal_checkpoint" in text else None
        )
        epoch = await store.lease("a")
        await store.append("a", epoch, 0, [b"somebody"] * 20, WAITING)
        for seq in range(20):
            await store.rewrite("a", epoch, seq, b"nobody")
        await store.close()
        assert 1 <= len(wipes) < 10
        assert not names_somebody(tmp_path)

    asyncio.run(inside())


def test_what_a_killed_server_erased_is_wiped_by_the_next_one(tmp_path: Path) -> None:
    """It had no time to empty the write-ahead log."""
    writer = "import sqlite3, os, sys; log = sqlite3.connect(sys.argv[1], isolation_level=None);"
    for record in ("somebody" * 20, "nobody"):
        writer += f"log.execute('UPDATE records SET record = ?', (b'{record}',));"
    fill(tmp_path / "broadside.sqlite", 1)
    command = [sys.executable, "-c", writer + "os._exit(9)", str(tmp_path / "broadside.sqlite")]
    assert subprocess.run(command, check=False).returncode == 9
    assert names_somebody(tmp_path)
    with_store(tmp_path / "broadside.sqlite", lambda store: wiped(tmp_path))


@pytest.mark.parametrize("is_small", [True, False])
def test_only_a_small_file_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_small: bool
) -> None:
    """A large one would keep people waiting; it waits for its administrator."""
    path = tmp_path / "broadside.sqlite"

    async def erase(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        await store.append("a", epoch, 0, [bytes(100_000)], WAITING)
        await store.rewrite("a", epoch, 0, b"")

    with_store(path, erase)
    before = path.stat().st_size
    monkeypatch.setattr("broadside.store.schema.SMALL_BYTES_MAX", 10**6 if is_small else 1000)
    with_store(path, lambda store: store.count())
    assert (path.stat().st_size < before / 2) == is_small
