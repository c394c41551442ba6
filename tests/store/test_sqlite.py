"""What only a store on a disk can show: durability, reopening, epochs and modes."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from broadside.store.folder_lock import LOCK_FILE
from broadside.store.interface import (
    Conflict,
    Fenced,
    GameResult,
    PlayerResult,
    StoreError,
    TableRow,
)
from broadside.store.sqlite import SqliteStore

from .shelf import WAITING, fill, read_back, with_store

OVER = TableRow("over", None, "", None, b"Anne won")
RESULT = GameResult("jamaica", 1_000, 1_000, b"{}", (PlayerResult("anne", 0, 1.0, 42),))

KILLED_WRITER = """
import asyncio, sys
from pathlib import Path
from broadside.store.interface import GameResult, PlayerResult, TableRow
from broadside.store.sqlite import SqliteStore

async def fill(store, epoch, table):
    seq = 0
    while True:
        name = f"{table}:{seq}"
        row = TableRow("playing", seq, "", None, name.encode())
        result = GameResult("jamaica", seq, seq, name.encode(), (PlayerResult(table, 0, 1.0, seq),))
        await store.append(table, epoch, seq, [name.encode()], row, result)
        print(table, seq, flush=True)
        seq += 1

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    epoch = await store.lease("")
    await asyncio.gather(*(fill(store, epoch, f"t{i}") for i in range(8)))

asyncio.run(main())
"""


# ------------------------------------------------------------------ durability


def test_everything_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """A process dies by SIGKILL between appends: what it had reported as stored is there.

    Records, row and result of one append are never apart.
    """
    path = tmp_path / "broadside.sqlite"
    acknowledged = killed_in_the_middle(path)
    assert len(acknowledged) == 8

    async def case(store: SqliteStore) -> None:
        for table, seq in acknowledged.items():
            stored = await store.read(table)
            assert len(stored) > seq
            assert stored == [f"{table}:{i}".encode() for i in range(len(stored))]
            last = len(stored) - 1
            assert await store.row(table) == TableRow("playing", last, "", None, stored[-1])
            result = await store.result(table)
            assert result is not None and (result.body, result.at_ms) == (stored[-1], last)
            assert await store.results_of(table, last) == [(table, result, result.players[0])]

    with_store(path, case)


def killed_in_the_middle(path: Path) -> dict[str, int]:
    """Kill a process that writes to eight tables; the last number of each that it told."""
    writer = subprocess.Popen(
        [sys.executable, "-c", KILLED_WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    lines = [writer.stdout.readline() for _ in range(400)]
    writer.kill()
    lines += writer.stdout.read().splitlines()
    writer.wait()
    writer.stdout.close()
    acknowledged: dict[str, int] = {}
    for line in lines:
        if len(line.split()) == 2:  # the last line may be cut
            table, number = line.split()
            acknowledged[table] = max(int(number), acknowledged.get(table, 0))
    return acknowledged


def test_the_file_is_as_durable_as_promised(tmp_path: Path) -> None:
    """WAL, and a sync for every commit."""

    async def case(store: SqliteStore) -> None:
        connection = store._writer._connection
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2

    with_store(tmp_path / "broadside.sqlite", case)


def test_an_append_is_in_the_file_when_it_is_acknowledged(tmp_path: Path) -> None:
    """Another connection sees all of it at once."""
    path = tmp_path / "broadside.sqlite"

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        onlooker = sqlite3.connect(path)
        for seq in range(50):
            await store.append("a", epoch, seq, [b"%d" % seq], WAITING)
            found = onlooker.execute("SELECT count(*) FROM records").fetchone()
            assert found == (seq + 1,)
        onlooker.close()

    with_store(path, case)


def test_reopening_goes_on_where_it_was(tmp_path: Path) -> None:
    """A closed file opens again; the next number is the next number."""
    path = tmp_path / "deep" / "folder" / "broadside.sqlite"
    fill(path, 3)

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("table")
        with pytest.raises(Conflict):
            await store.append("table", epoch, 0, [b"again"], WAITING)
        await store.append("table", epoch, 3, [b"three"])
        await store.append("new", epoch, 0, [b"zero"], OVER)
        assert await store.row("table") == WAITING

    with_store(path, case)
    assert read_back(path, "table")[2:] == [b"0002" * 100, b"three"]
    assert read_back(path, "new") == [b"zero"]


def test_everything_survives_reopening(tmp_path: Path) -> None:
    """Rows, results, and the notes of the server."""
    path = tmp_path / "broadside.sqlite"
    row = TableRow("waiting", 5, "K7QM", 3, b"summary")

    async def write(store: SqliteStore) -> None:
        await store.append("a", await store.lease("a"), 0, [b"zero"], row, RESULT)
        await store.mark("salt", b"\x00\x01")

    async def look(store: SqliteStore) -> None:
        assert await store.row("a") == row
        assert await store.find_code("K7QM") == "a"
        assert await store.listed(3, 9) == [("a", row)]
        assert (await store.due(5, 9), await store.next_wake_ms(0)) == (["a"], 5)
        assert await store.result("a") == RESULT
        assert await store.results_of("anne", 1_000) == [("a", RESULT, RESULT.players[0])]
        assert await store.marked("salt") == b"\x00\x01"
        assert await store.count() == {"waiting": 1, "playing": 0, "over": 0}

    with_store(path, write)
    with_store(path, look)


def test_a_table_that_was_forgotten_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer remembers so many tables; appends to any number of them go on all the same."""
    monkeypatch.setattr("broadside.store.tables_file.KNOWN_MAX", 3)

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("")
        for seq in range(3):
            for table in range(10):
                await store.append(f"t{table}", epoch, seq, [b"%d" % seq], WAITING)
        for table in range(10):
            assert await store.read(f"t{table}") == [b"0", b"1", b"2"]

    with_store(tmp_path / "broadside.sqlite", case)


# ---------------------------------------------------------------------- epochs


def test_the_epoch_grows_with_every_opening(tmp_path: Path) -> None:
    """So that a server of before can be told from the present one."""
    path = tmp_path / "broadside.sqlite"
    epochs = [with_store(path, lambda store: store.lease("a")) for _ in range(3)]
    assert epochs == [1, 2, 3]


def test_a_server_whose_lock_was_lost_is_fenced(tmp_path: Path) -> None:
    """The lock file was removed and another server came: the older one writes nothing."""
    path = tmp_path / "broadside.sqlite"

    async def inside() -> None:
        older = SqliteStore(path)
        old = await older.lease("a")
        await older.append("a", old, 0, [b"by the older"], WAITING, RESULT)
        await older.mark("salt", b"by the older")
        (tmp_path / LOCK_FILE).unlink()
        newer = SqliteStore(path)
        new = await newer.lease("a")
        assert new > old

        fenced: list[Awaitable[None]] = [
            older.append("a", old, 1, [b"late"], OVER),
            older.append("b", old, 0, [b"late"], WAITING),
            older.append("a", new, 1, [b"with a number that is not its own"]),
            older.rewrite("a", old, 0, b"late"),
            older.rewrite_result("a", RESULT._replace(body=b"late")),
        ]
        outcomes = await asyncio.gather(*fenced, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Fenced] * 5
        for value in (b"late", None):
            with pytest.raises(StoreError, match="another server has opened it since"):
                await older.mark("salt", value)

        await newer.append("a", new, 1, [b"by the newer"])
        assert await newer.read("a") == [b"by the older", b"by the newer"]
        assert (await newer.row("a"), await newer.row("b")) == (WAITING, None)
        assert await newer.result("a") == RESULT
        assert await newer.marked("salt") == b"by the older"
        await asyncio.gather(older.close(), newer.close())

    asyncio.run(inside())


# --------------------------------------------------------------------- threads


def test_one_commit_for_many_and_one_call_of_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a commit is under way others gather; the event loop is woken once for all of them."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("a")
        statements: list[str] = []
        connection = store._writer._connection
        await store.append("first", epoch, 0, [b"zero"], WAITING)  # the writer has begun its work
        connection.set_trace_callback(statements.append)
        calls = 0
        wake = asyncio.get_running_loop().call_soon_threadsafe

        def count_calls(*given: Any, **named: Any) -> asyncio.Handle:
            nonlocal calls
            calls += 1
            return wake(*given, **named)

        monkeypatch.setattr(asyncio.get_running_loop(), "call_soon_threadsafe", count_calls)
        await asyncio.gather(
            *(store.append(f"t{i}", epoch, 0, [b"zero"], WAITING) for i in range(200))
        )
        connection.set_trace_callback(None)
        commits = statements.count("COMMIT")
        assert 1 <= commits < 20
        assert calls == commits

    with_store(tmp_path / "broadside.sqlite", case)


def test_an_event_loop_that_ended_stops_nobody(tmp_path: Path) -> None:
    """A loop ends while its appends are under way: they are written, and the store goes on."""
    store = SqliteStore(tmp_path / "broadside.sqlite")

    async def leave_behind() -> int:
        epoch = await store.lease("a")
        for seq in range(100):
            store.append("a", epoch, seq, [b"%d" % seq], WAITING)
        return epoch

    async def go_on(epoch: int) -> None:
        await store.append("a", epoch, 100, [b"100"])
        assert await store.read("a") == [b"%d" % seq for seq in range(101)]
        await store.close()

    epoch = asyncio.run(leave_behind())
    asyncio.run(go_on(epoch))


def test_closing_writes_what_is_pending(tmp_path: Path) -> None:
    """Nobody awaited the appends; they are in the file all the same."""
    path = tmp_path / "broadside.sqlite"

    async def inside() -> None:
        store = SqliteStore(path)
        epoch = await store.lease("a")
        pending = [store.append("a", epoch, seq, [b"%d" % seq], WAITING) for seq in range(2000)]
        await store.close()
        await asyncio.gather(*pending)

    asyncio.run(inside())
    assert read_back(path, "a") == [b"%d" % seq for seq in range(2000)]


def test_closing_needs_no_thread_of_others(tmp_path: Path) -> None:
    """All threads that the event loop lends are taken: the store is closed all the same."""

    async def scenario() -> None:
        stop, loop = threading.Event(), asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        taken = loop.run_in_executor(None, stop.wait, 60)
        store = SqliteStore(tmp_path / "broadside.sqlite")
        try:
            await asyncio.wait_for(store.close(), 10)
        finally:
            stop.set()
            await taken

    asyncio.run(scenario())


# ----------------------------------------------------------------------- modes


def _mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes")
def test_what_is_created_is_for_its_owner_only(tmp_path: Path) -> None:
    """The folder, the file, the lock, and what SQLite keeps beside them; whatever the umask."""
    path = tmp_path / "data" / "broadside.sqlite"

    async def case(store: SqliteStore) -> None:
        await store.append("table", await store.lease("table"), 0, [b"the seed"], WAITING)
        assert _mode(path.parent) == "0o700"
        beside = [found.name for found in path.parent.iterdir()]
        assert {path.name, f"{path.name}-wal", LOCK_FILE} <= set(beside)
        assert {_mode(path.parent / name) for name in beside} == {"0o600"}

    before = os.umask(0o022)
    try:
        with_store(path, case)
    finally:
        os.umask(before)


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes")
def test_what_is_there_keeps_its_mode(tmp_path: Path) -> None:
    """Its owner may have given a group the right to read."""
    folder = tmp_path / "data"
    fill(folder / "broadside.sqlite", 1)
    folder.chmod(0o750)
    (folder / "broadside.sqlite").chmod(0o640)
    fill(folder / "other.sqlite", 1)
    assert read_back(folder / "broadside.sqlite", "table") == [b"0000" * 100]
    assert (_mode(folder), _mode(folder / "broadside.sqlite")) == ("0o750", "0o640")
    assert _mode(folder / "other.sqlite") == "0o600"
