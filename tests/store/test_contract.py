"""What every store must do. A new implementation adds one line to `OPENERS`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from broadside.store.log import Conflict, Log, StoreError
from broadside.store.memory import MemoryLog
from broadside.store.sqlite import SqliteLog

Opener = Callable[[Path], Log]
Case = Callable[[Log], Awaitable[None]]

OPENERS: dict[str, Opener] = {
    "memory": lambda folder: MemoryLog(),
    "sqlite": lambda folder: SqliteLog(folder / "broadside.sqlite"),
}


@pytest.fixture(params=list(OPENERS))
def opener(request: pytest.FixtureRequest) -> Opener:
    """Each implementation in turn."""
    return OPENERS[request.param]


def run(opener: Opener, folder: Path, case: Case) -> None:
    """Open a store, run the case on it, close it."""

    async def inside() -> None:
        log = opener(folder)
        try:
            await case(log)
        finally:
            await log.close()

    asyncio.run(inside())


def test_records_come_back_in_order(opener: Opener, tmp_path: Path) -> None:
    """Numbers begin at 0; `since` is the last one already seen."""

    async def case(log: Log) -> None:
        for seq in range(5):
            assert await log.append("a", seq, f"record {seq}".encode()) == seq
        assert await log.read("a") == [b"record %d" % seq for seq in range(5)]
        assert await log.read("a", 2) == [b"record 3", b"record 4"]
        assert await log.read("a", 4) == []
        assert await log.read("a", 99) == []

    run(opener, tmp_path, case)


def test_streams_are_apart(opener: Opener, tmp_path: Path) -> None:
    """Every table counts for itself; tables are named in order of opening."""

    async def case(log: Log) -> None:
        await log.append("second", 0, b"s0")
        await log.append("first", 0, b"f0")
        await log.append("second", 1, b"s1")
        assert await log.read("second") == [b"s0", b"s1"]
        assert await log.read("first") == [b"f0"]
        assert await log.tables() == ["second", "first"]

    run(opener, tmp_path, case)


def test_a_record_can_be_rewritten(opener: Opener, tmp_path: Path) -> None:
    """That one and no other; the stream goes on as before, and stays rewritten."""

    async def case(log: Log) -> None:
        for name in ("a", "b"):
            for seq in range(3):
                await log.append(name, seq, f"{name} {seq}".encode(), last=seq == 2)
        await log.rewrite("a", 1, b"forgotten")
        assert await log.read("a") == [b"a 0", b"forgotten", b"a 2"]
        assert await log.read("b") == [b"b 0", b"b 1", b"b 2"]
        assert await log.append("a", 3, b"a 3") == 3
        assert await log.tables(unfinished=True) == []

    run(opener, tmp_path, case)


@pytest.mark.parametrize(("table", "seq"), [("a", 1), ("a", -1), ("nowhere", 0)])
def test_only_what_is_there_can_be_rewritten(
    opener: Opener, tmp_path: Path, table: str, seq: int
) -> None:
    """Rewriting creates nothing."""

    async def case(log: Log) -> None:
        await log.append("a", 0, b"a 0")
        with pytest.raises(StoreError, match=f"no record {seq} of table {table}"):
            await log.rewrite(table, seq, b"x")
        assert await log.read("a") == [b"a 0"]
        assert await log.tables() == ["a"]

    run(opener, tmp_path, case)


def test_an_unknown_table_is_empty(opener: Opener, tmp_path: Path) -> None:
    """Reading creates nothing."""

    async def case(log: Log) -> None:
        assert await log.read("nowhere") == []
        assert await log.tables() == []

    run(opener, tmp_path, case)


@pytest.mark.parametrize("wrong", [-1, 0, 1, 3, 1000])
def test_conflict_writes_nothing(opener: Opener, tmp_path: Path, wrong: int) -> None:
    """Only the next number is accepted; the error names it."""

    async def case(log: Log) -> None:
        await log.append("a", 0, b"zero")
        await log.append("a", 1, b"one")
        with pytest.raises(Conflict) as caught:
            await log.append("a", wrong, b"wrong")
        assert (caught.value.expected_seq, caught.value.next_seq) == (wrong, 2)
        assert await log.read("a") == [b"zero", b"one"]
        assert await log.append("a", 2, b"two") == 2

    run(opener, tmp_path, case)


def test_conflict_opens_no_table(opener: Opener, tmp_path: Path) -> None:
    """A first record with a wrong number leaves no trace."""

    async def case(log: Log) -> None:
        with pytest.raises(Conflict):
            await log.append("a", 1, b"wrong")
        assert await log.tables() == []

    run(opener, tmp_path, case)


def test_of_many_for_one_place_one_wins(opener: Opener, tmp_path: Path) -> None:
    """Twenty want number 0 of each of ten tables at once: ten succeed, the others conflict."""

    async def case(log: Log) -> None:
        wanted = [(f"table {t}", f"{t}/{i}".encode()) for i in range(20) for t in range(10)]
        outcomes = await asyncio.gather(
            *(log.append(table, 0, record) for table, record in wanted), return_exceptions=True
        )
        winners = [want for want, outcome in zip(wanted, outcomes, strict=True) if outcome == 0]
        assert len(winners) == 10
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 190
        for table, record in winners:
            assert await log.read(table) == [record]

    run(opener, tmp_path, case)


def test_concurrent_appends_are_all_kept(opener: Opener, tmp_path: Path) -> None:
    """A group of many tables' appends loses and mixes nothing."""

    async def fill(log: Log, table: str) -> None:
        for seq in range(20):
            await log.append(table, seq, f"{table}:{seq}".encode())

    async def case(log: Log) -> None:
        names = [f"table {i}" for i in range(50)]
        await asyncio.gather(*(fill(log, name) for name in names))
        for name in names:
            assert await log.read(name) == [f"{name}:{seq}".encode() for seq in range(20)]

    run(opener, tmp_path, case)


def test_any_bytes_and_any_names(opener: Opener, tmp_path: Path) -> None:
    """Records are opaque; names are text of any script."""

    async def case(log: Log) -> None:
        records = [b"", b"\x00\xff\x00", "Żółw, Krähe, 海賊, 🏴‍☠️".encode(), bytes(100_000)]
        for name in ["Żółta łódź", "海賊 🏴‍☠️", "o'neill; --", "a\x00b"]:
            for seq, record in enumerate(records):
                await log.append(name, seq, record)
            assert await log.read(name) == records
        assert len(await log.tables()) == 4

    run(opener, tmp_path, case)


def test_finished_tables_need_nobody(opener: Opener, tmp_path: Path) -> None:
    """`last` takes a table from the unfinished ones for good; records may still follow."""

    async def case(log: Log) -> None:
        await log.append("a", 0, b"opened")
        await log.append("b", 0, b"opened")
        await log.append("a", 1, b"ended", last=True)
        await log.append("a", 2, b"said")
        assert await log.tables(unfinished=True) == ["b"]
        assert await log.tables() == ["a", "b"]
        assert await log.read("a") == [b"opened", b"ended", b"said"]

    run(opener, tmp_path, case)


def test_a_conflict_finishes_nothing(opener: Opener, tmp_path: Path) -> None:
    """A refused record does not mark its table."""

    async def case(log: Log) -> None:
        await log.append("a", 0, b"opened")
        with pytest.raises(Conflict):
            await log.append("a", 0, b"ended", last=True)
        assert await log.tables(unfinished=True) == ["a"]

    run(opener, tmp_path, case)


def test_a_given_up_append_disturbs_nobody(opener: Opener, tmp_path: Path) -> None:
    """Whoever stops waiting does not stop the others."""

    async def case(log: Log) -> None:
        given_up = asyncio.ensure_future(log.append("a", 0, b"zero"))
        kept = asyncio.ensure_future(log.append("b", 0, b"zero"))
        await asyncio.sleep(0)
        given_up.cancel()
        assert await kept == 0
        assert await log.append("b", 1, b"one") == 1

    run(opener, tmp_path, case)


def test_a_closed_log_takes_nothing(opener: Opener, tmp_path: Path) -> None:
    """Closing twice is fine; using it afterwards is an error that says so."""

    async def inside() -> None:
        log = opener(tmp_path)
        await log.append("a", 0, b"zero")
        await log.close()
        await log.close()
        with pytest.raises(StoreError, match="closed"):
            await log.append("a", 1, b"one")
        with pytest.raises(StoreError, match="closed"):
            await log.read("a")

    asyncio.run(inside())
