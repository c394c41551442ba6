"""What only a store on a disk can show: durability, reopening, and files that cannot be used."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from broadside.store.interface import Conflict, StoreError
from broadside.store.sqlite import SCHEMA_VERSION, SqliteStore

KILLED_WRITER = """
import asyncio, sys
from pathlib import Path
from broadside.store.sqlite import SqliteStore

async def fill(log, table):
    seq = 0
    while True:
        await log.append(table, seq, f"{table}:{seq}".encode())
        print(table, seq, flush=True)
        seq += 1

async def main():
    log = SqliteStore(Path(sys.argv[1]))
    await asyncio.gather(*(fill(log, f"t{i}") for i in range(8)))

asyncio.run(main())
"""


def filled(path: Path, records: int) -> None:
    """Write a file with one table of so many records."""

    async def inside() -> None:
        log = SqliteStore(path)
        for seq in range(records):
            await log.append("table", seq, b"%04d" % seq * 100)
        await log.close()

    asyncio.run(inside())


def read_back(path: Path, table: str) -> list[bytes]:
    """Open the file anew and read one table."""

    async def inside() -> list[bytes]:
        log = SqliteStore(path)
        try:
            return await log.read(table)
        finally:
            await log.close()

    return asyncio.run(inside())


def test_everything_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """A process dies by SIGKILL between appends: what it had reported as stored is there."""
    path = tmp_path / "broadside.sqlite"
    writer = subprocess.Popen(
        [sys.executable, "-c", KILLED_WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    acknowledged: dict[str, int] = {}
    lines = [writer.stdout.readline() for _ in range(400)]
    writer.kill()
    lines += writer.stdout.read().splitlines()
    writer.wait()
    writer.stdout.close()
    for line in lines:
        if len(line.split()) == 2:  # the last line may be cut
            table, number = line.split()
            acknowledged[table] = max(int(number), acknowledged.get(table, 0))

    assert len(acknowledged) == 8
    for table, seq in acknowledged.items():
        stored = read_back(path, table)
        assert len(stored) > seq
        assert stored == [f"{table}:{i}".encode() for i in range(len(stored))]


def test_reopening_goes_on_where_it_was(tmp_path: Path) -> None:
    """A closed file opens again; the next number is the next number."""
    path = tmp_path / "deep" / "folder" / "broadside.sqlite"
    filled(path, 3)

    async def inside() -> None:
        log = SqliteStore(path)
        with pytest.raises(Conflict):
            await log.append("table", 0, b"again")
        assert await log.append("table", 3, b"three") == 3
        assert await log.tables() == ["table"]
        await log.close()

    asyncio.run(inside())


def test_two_processes_share_a_file(tmp_path: Path) -> None:
    """Two logs on one file see each other's records, and conflict rather than overwrite."""

    async def inside() -> None:
        one = SqliteStore(tmp_path / "broadside.sqlite")
        two = SqliteStore(tmp_path / "broadside.sqlite")
        await one.append("a", 0, b"by one")
        with pytest.raises(Conflict):
            await two.append("a", 0, b"by two")
        assert await two.read("a") == [b"by one"]
        await two.append("a", 1, b"by two")
        assert await one.read("a", 0) == [b"by two"]
        await asyncio.gather(one.close(), two.close())

    asyncio.run(inside())


def test_the_file_is_as_durable_as_promised(tmp_path: Path) -> None:
    """WAL, and a sync for every commit."""
    log = SqliteStore(tmp_path / "broadside.sqlite")
    assert log._writer.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert log._writer.execute("PRAGMA synchronous").fetchone()[0] == 2
    asyncio.run(log.close())


# ------------------------------------------------------ files that cannot be used


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """The sentence names the file and the way out; the file stays as it was."""
    path = tmp_path / "broadside.sqlite"
    path.write_bytes(b"Dear diary, " * 500)
    with pytest.raises(StoreError, match=r"broadside\.sqlite is damaged .*backup"):
        SqliteStore(path)
    assert path.read_bytes() == b"Dear diary, " * 500


@pytest.mark.parametrize("cut", [0.5, 0.9])
def test_a_cut_file(tmp_path: Path, cut: float) -> None:
    """A file that lost its end is noticed at the start, not in the middle of a game."""
    path = tmp_path / "broadside.sqlite"
    filled(path, 300)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * cut)])
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(path)


def test_a_scratched_file(tmp_path: Path) -> None:
    """Pages overwritten with noise are noticed at the start."""
    path = tmp_path / "broadside.sqlite"
    filled(path, 300)
    noisy = bytearray(path.read_bytes())
    noisy[8192:16384] = bytes(i * 37 % 251 for i in range(8192))
    path.write_bytes(noisy)
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(path)


def test_a_newer_file(tmp_path: Path) -> None:
    """A file of a newer version is left alone."""
    path = tmp_path / "broadside.sqlite"
    filled(path, 1)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer Broadside"):
        SqliteStore(path)


def test_a_file_of_another_programme(tmp_path: Path) -> None:
    """We do not write into somebody else's database."""
    path = tmp_path / "broadside.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not one of Broadside"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(StoreError, match=r"Cannot create the data folder .*data"):
        SqliteStore(tmp_path / "data" / "broadside.sqlite")


def test_a_folder_where_the_file_should_be(tmp_path: Path) -> None:
    """SQLite cannot open a folder."""
    (tmp_path / "broadside.sqlite").mkdir()
    with pytest.raises(StoreError, match=r"Cannot open .*broadside\.sqlite"):
        SqliteStore(tmp_path / "broadside.sqlite")


def test_a_folder_without_the_right_to_write(tmp_path: Path) -> None:
    """The sentence names the file, and says what to do."""
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o500)
    if os.geteuid() == 0:
        folder = Path("/proc/self")  # even root cannot put a file there
    with pytest.raises(StoreError, match="Make the data folder writable"):
        SqliteStore(folder / "broadside.sqlite")


def test_a_failed_write_is_told_and_survived(tmp_path: Path) -> None:
    """Somebody holds the file too long: the append fails with the reason, the next one works."""

    async def inside() -> None:
        path = tmp_path / "broadside.sqlite"
        log = SqliteStore(path)
        log._writer.execute("PRAGMA busy_timeout = 50")
        blocker = sqlite3.connect(path, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"Cannot write to .*broadside\.sqlite.*locked"):
            await log.append("a", 0, b"zero")
        blocker.execute("ROLLBACK")
        blocker.close()
        assert await log.append("a", 0, b"zero") == 0
        await log.close()

    asyncio.run(inside())


def test_what_is_rewritten_is_on_no_disk(tmp_path: Path) -> None:
    """Neither in the database nor in its write-ahead log, while the log is still open."""

    async def inside() -> None:
        log = SqliteStore(tmp_path / "broadside.sqlite")
        for seq in range(50):
            await log.append("a", seq, b"the name of somebody" * 20)
        for seq in range(50):
            await log.rewrite("a", seq, b"nobody")
        assert await log.read("a") == [b"nobody"] * 50
        await wiped(tmp_path)
        await log.close()

    asyncio.run(inside())


async def wiped(folder: Path) -> None:
    """Wait until somebody's name is in none of the files."""
    for _ in range(500):
        if not names_somebody(folder):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it can still be read")


def names_somebody(folder: Path) -> bool:
    """Whether the name can be read in one of the files."""
    return any(b"somebody" in path.read_bytes() for path in folder.iterdir())


def test_erasing_holds_up_nobody_while_somebody_reads_the_file(tmp_path: Path) -> None:
    """A backup reads for long: appends go on meanwhile, and what was erased is wiped afterwards."""

    async def inside() -> None:
        log = SqliteStore(tmp_path / "broadside.sqlite")
        for seq in range(5):
            await log.append("a", seq, b"the name of somebody" * 20)
        backup = sqlite3.connect(log.path, isolation_level=None)
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM records").fetchall()
        async with asyncio.timeout(5):  # the lock of a reader would hold for twice as long
            for seq in range(5):
                await log.rewrite("a", seq, b"nobody")
            for seq in range(20):
                await log.append("b", seq, b"an act elsewhere")
                await asyncio.sleep(0.03)
        backup.execute("COMMIT")
        backup.close()
        await wiped(tmp_path)
        await log.close()

    asyncio.run(inside())


def test_many_erased_records_are_wiped_at_once(tmp_path: Path) -> None:
    """Not each for itself; at the latest when the log is closed."""

    async def inside() -> None:
        log, wipes = SqliteStore(tmp_path / "broadside.sqlite"), []
        log._writer.set_trace_callback(lambda text: wipes.append(text) if "wal_" in text else None)
        for seq in range(20):
            await log.append("a", seq, b"somebody")
        for seq in range(20):
            await log.rewrite("a", seq, b"nobody")
        await log.close()
        assert 1 <= len(wipes) < 10
        await wiped(tmp_path)

    asyncio.run(inside())


def test_what_a_killed_server_erased_is_wiped_by_the_next_one(tmp_path: Path) -> None:
    """It had no time to empty the write-ahead log."""
    writer = "import sqlite3, os, sys; log = sqlite3.connect(sys.argv[1], isolation_level=None);"
    for record in ("somebody" * 20, "nobody"):
        writer += f"log.execute('UPDATE records SET record = ?', (b'{record}',));"
    filled(tmp_path / "broadside.sqlite", 1)
    command = [sys.executable, "-c", writer + "os._exit(9)", str(tmp_path / "broadside.sqlite")]
    assert subprocess.run(command, check=False).returncode == 9
    assert names_somebody(tmp_path)

    async def inside() -> None:
        log = SqliteStore(tmp_path / "broadside.sqlite")
        await wiped(tmp_path)
        await log.close()

    asyncio.run(inside())


def test_closing_needs_no_thread_of_others(tmp_path: Path) -> None:
    """All threads that the event loop lends are taken: the log is closed all the same."""

    async def scenario() -> None:
        stop, loop = threading.Event(), asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        taken = loop.run_in_executor(None, stop.wait, 60)
        log = SqliteStore(tmp_path / "b.sqlite")
        try:
            await asyncio.wait_for(log.close(), 10)
        finally:
            stop.set()
            await taken

    asyncio.run(scenario())


def _mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes")
def test_what_is_created_is_for_its_owner_only(tmp_path: Path) -> None:
    """The folder, the file, and what SQLite keeps beside it; also where others may read much."""

    async def case() -> None:
        path = tmp_path / "data" / "broadside.sqlite"
        before = os.umask(0o022)
        try:
            log = SqliteStore(path)
            await log.append("table", 0, b"the seed")
        finally:
            os.umask(before)
        assert _mode(path.parent) == "0o700"
        beside = [found.name for found in path.parent.iterdir()]
        assert len(beside) > 1
        assert {_mode(path.parent / name) for name in beside} == {"0o600"}
        await log.close()

    asyncio.run(case())


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes")
def test_what_is_there_keeps_its_mode(tmp_path: Path) -> None:
    """Somebody may have given a group the right to read."""
    folder = tmp_path / "data"
    filled(folder / "broadside.sqlite", 1)
    folder.chmod(0o750)
    (folder / "broadside.sqlite").chmod(0o640)
    filled(folder / "other.sqlite", 1)
    assert read_back(folder / "broadside.sqlite", "table") == [b"0000" * 100]
    assert (_mode(folder), _mode(folder / "broadside.sqlite")) == ("0o750", "0o640")
    assert _mode(folder / "other.sqlite") == "0o600"
