"""What every store must do. A new implementation adds one line to `OPENERS`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from broadside.store.interface import (
    Conflict,
    Fenced,
    GameResult,
    PlayerResult,
    Store,
    StoreError,
    TableRow,
)
from broadside.store.memory import MemoryStore
from broadside.store.sqlite import SqliteStore

Opener = Callable[[Path], Store]
Case = Callable[[Store], Coroutine[Any, Any, None]]

OPENERS: dict[str, Opener] = {
    "memory": lambda folder: MemoryStore(),
    "sqlite": lambda folder: SqliteStore(folder / "broadside.sqlite"),
}

WAITING = TableRow("waiting", None, "", None, b"two seats free")
PLAYING = TableRow("playing", 5_000, "", None, b"round 3")
OVER = TableRow("over", None, "", None, b"Anne won")
ANNE = PlayerResult("anne", 0, 1.0, 42)
BEN = PlayerResult("ben", 1, 0.0, -3)
RESULT = GameResult("jamaica", 1_000, 1_000, b'{"rounds": 9}', (ANNE, BEN))


@pytest.fixture(params=list(OPENERS))
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Case], None]:
    """Run a case on a new store of each kind in turn, then close it."""

    async def inside(case: Case) -> None:
        store = OPENERS[request.param](tmp_path)
        try:
            await case(store)
        finally:
            await store.close()

    return lambda case: asyncio.run(inside(case))


Run = Callable[[Case], None]


async def opened(store: Store, table: str, *records: bytes, row: TableRow = WAITING) -> int:
    """Open a table with some records; the epoch of its lease."""
    epoch = await store.lease(table)
    await store.append(table, epoch, 0, records or (b"opened",), row)
    return epoch


# ----------------------------------------------------------------- the records


def test_records_come_back_in_order(run: Run) -> None:
    """Numbers begin at 0; `since` is the last one already seen."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a", b"0")
        await store.append("a", epoch, 1, [b"1", b"2"])
        await store.append("a", epoch, 3, (b"3",))
        await store.append("a", epoch, 4, [b"4"])
        assert await store.read("a") == [b"0", b"1", b"2", b"3", b"4"]
        assert await store.read("a", 2) == [b"3", b"4"]
        assert await store.read("a", 4) == []
        assert await store.read("a", 99) == []
        assert await store.read("a", -7) == await store.read("a")

    run(case)


def test_tables_are_apart(run: Run) -> None:
    """Every table counts for itself."""

    async def case(store: Store) -> None:
        second = await opened(store, "second", b"s0")
        await opened(store, "first", b"f0", row=PLAYING)
        await store.append("second", second, 1, [b"s1"])
        assert await store.read("second") == [b"s0", b"s1"]
        assert await store.read("first") == [b"f0"]
        assert await store.row("second") == WAITING
        assert await store.row("first") == PLAYING

    run(case)


def test_an_unknown_table_is_empty(run: Run) -> None:
    """Neither reading nor leasing creates anything."""

    async def case(store: Store) -> None:
        await store.lease("nowhere")
        assert await store.read("nowhere") == []
        assert await store.row("nowhere") is None
        assert await store.result("nowhere") is None
        assert await store.count() == {"waiting": 0, "playing": 0, "over": 0}

    run(case)


def test_any_bytes_and_any_names(run: Run) -> None:
    """Records are opaque; names are text of any script."""

    async def case(store: Store) -> None:
        records = [b"", b"\x00\xff\x00", "Żółw, Krähe, 海賊, 🏴‍☠️".encode(), bytes(100_000)]
        names = ["Żółta łódź", "海賊 🏴‍☠️", "o'neill; --", "a\x00b", "a", ""]
        for name in names:
            await opened(store, name, *records, row=WAITING._replace(summary=name.encode()))
        for name in names:
            assert await store.read(name) == records
            row = await store.row(name)
            assert row is not None and row.summary == name.encode()

    run(case)


def test_what_was_given_is_kept_whatever_the_caller_does_with_it(run: Run) -> None:
    """A list that is filled again after the call changes nothing that was appended."""

    async def case(store: Store) -> None:
        epoch = await store.lease("a")
        records = [b"0"]
        first = store.append("a", epoch, 0, records, WAITING)
        records[:] = [b"x", b"y"]
        await first
        assert await store.read("a") == [b"0"]

    run(case)


@pytest.mark.parametrize("wrong", [-1, 0, 1, 3, 1000])
def test_conflict_writes_nothing(run: Run, wrong: int) -> None:
    """Only the next number is accepted; the error names it; no part of the append is kept."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a", b"zero", b"one")
        with pytest.raises(Conflict) as caught:
            await store.append("a", epoch, wrong, [b"wrong"], OVER, RESULT)
        error = caught.value
        assert (error.table, error.expected_seq, error.next_seq) == ("a", wrong, 2)
        assert await store.read("a") == [b"zero", b"one"]
        assert await store.row("a") == WAITING
        assert await store.result("a") is None
        await store.append("a", epoch, 2, [b"two"])

    run(case)


def test_conflict_opens_no_table(run: Run) -> None:
    """A first record with a wrong number leaves no trace."""

    async def case(store: Store) -> None:
        epoch = await store.lease("a")
        with pytest.raises(Conflict):
            await store.append("a", epoch, 1, [b"wrong"], WAITING)
        assert await store.row("a") is None

    run(case)


def test_a_table_is_opened_with_its_row_only(run: Run) -> None:
    """Without one it could never be listed, woken or counted."""

    async def case(store: Store) -> None:
        epoch = await store.lease("a")
        with pytest.raises(StoreError, match="Table a cannot be opened without its row"):
            await store.append("a", epoch, 0, [b"zero"])
        assert await store.read("a") == []
        await store.append("a", epoch, 0, [b"zero"], WAITING)

    run(case)


def test_an_append_fails_when_awaited_not_when_called(run: Run) -> None:
    """The caller may go on with other things, and hear of it in one place."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        failing = [
            store.append("a", epoch, 0, [b"no row"]),
            store.append("a", epoch, 7, [b"a conflict"]),
            store.append("a", epoch - 1, 1, [b"another epoch"]),
        ]
        outcomes = await asyncio.gather(*failing, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreError, Conflict, Fenced]

    run(case)


# ------------------------------------------------------------- rows and results


def test_all_of_an_append_is_there_when_it_is_acknowledged(run: Run) -> None:
    """Records, row and result go together."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        await store.append("a", epoch, 1, [b"ended", b"told"], OVER, RESULT)
        assert await store.read("a") == [b"opened", b"ended", b"told"]
        assert await store.row("a") == OVER
        assert await store.result("a") == RESULT

    run(case)


def test_of_an_append_that_cannot_be_stored_nothing_is(run: Run) -> None:
    """Two players on one seat: the result is refused, and with it everything else."""
    impossible = RESULT._replace(players=(ANNE, BEN._replace(seat=0)))

    async def case(store: Store) -> None:
        epoch, other = await opened(store, "a"), await opened(store, "b")
        new = await store.lease("new")
        outcomes = await asyncio.gather(
            store.append("b", other, 1, [b"before"]),
            store.append("a", epoch, 1, [b"wrong"], OVER, impossible),
            store.append("new", new, 0, [b"wrong"], OVER, impossible),
            store.append("b", other, 2, [b"after"], PLAYING),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [
            type(None),
            StoreError,
            StoreError,
            type(None),
        ]
        assert await store.read("a") == [b"opened"]
        assert await store.row("a") == WAITING
        assert await store.result("a") is None
        assert await store.row("new") is None
        assert await store.results_of("anne", 9_000) == []
        assert await store.read("b") == [b"opened", b"before", b"after"]
        assert await store.row("b") == PLAYING
        await store.append("a", epoch, 1, [b"right"], OVER, RESULT)

    run(case)


def test_a_row_changes_alone_and_records_come_alone(run: Run) -> None:
    """No records: the row changes and the numbers stay. No row: the old one stays."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        await store.append("a", epoch, 1, [], PLAYING)
        assert await store.row("a") == PLAYING
        assert await store.read("a") == [b"opened"]
        await store.append("a", epoch, 1, [b"one"])
        assert await store.row("a") == PLAYING
        with pytest.raises(Conflict):
            await store.append("a", epoch, 1, [], WAITING)
        assert await store.row("a") == PLAYING

    run(case)


def test_every_field_of_a_row_changes_by_itself(run: Run) -> None:
    """Also back, and to nothing."""
    rows = [
        WAITING,
        WAITING._replace(summary=b"one seat free"),
        WAITING._replace(wake_ms=3),
        WAITING._replace(wake_ms=3, code="ABCD"),
        WAITING._replace(code="ABCD"),
        WAITING._replace(listed_ms=7, code="ABCE"),
        WAITING._replace(listed_ms=8),
        PLAYING,
        OVER,
        OVER,
        WAITING._replace(wake_ms=0, listed_ms=0, summary=b""),
        WAITING,
    ]

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        for seq, row in enumerate(rows, 1):
            await store.append("a", epoch, seq, [b"a record"], row)
            assert await store.row("a") == row
            expected = ["a"] if row.wake_ms is not None else []
            assert await store.due(10_000, 9) == expected
            assert await store.find_code("ABCD") == ("a" if row.code == "ABCD" else None)
            assert len(await store.listed(10_000, 9)) == (row.listed_ms is not None)

    run(case)


def test_a_second_result_replaces_the_first(run: Run) -> None:
    """Also for the players: who is not in it any more has no result."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        await store.append("a", epoch, 1, [b"ended"], OVER, RESULT)
        second = RESULT._replace(at_ms=2_000, players=(ANNE._replace(score=50),))
        await store.append("a", epoch, 2, [b"corrected"], result=second)
        assert await store.result("a") == second
        assert await store.results_of("anne", 9_000) == [("a", second, second.players[0])]
        assert await store.results_of("ben", 9_000) == []

    run(case)


def test_results_of_a_player(run: Run) -> None:
    """Newest first, those that count by now, with the other players; two seats count twice."""

    async def case(store: Store) -> None:
        stored = {}
        for number, (at_ms, counts_ms) in enumerate([(20, 20), (30, 500), (10, 10), (20, 20)]):
            players = (ANNE._replace(score=number), BEN)
            result = GameResult("jamaica", at_ms, counts_ms, b"%d" % number, players)
            name = f"table {number}"
            epoch = await opened(store, name)
            await store.append(name, epoch, 1, [b"ended"], OVER, result)
            stored[name] = (name, result, players[0])
        assert await store.results_of("anne", 499) == [
            stored[f"table {number}"] for number in (3, 0, 2)
        ]
        assert await store.results_of("anne", 500) == [
            stored[f"table {number}"] for number in (1, 3, 0, 2)
        ]
        assert len(await store.results_of("ben", 500)) == 4
        assert await store.results_of("Anne", 500) == []
        assert await store.results_of("anne", 9) == []
        hot_seat = RESULT._replace(players=(BEN, PlayerResult("ben", 0, 1.0, 9)))
        epoch = await opened(store, "hot seat")
        await store.append("hot seat", epoch, 1, [], OVER, hot_seat)
        seats = [player.seat for table, _, player in await store.results_of("ben", 9_999)][:2]
        assert seats == [0, 1]
        found = await store.result("hot seat")
        assert found is not None and [player.seat for player in found.players] == [0, 1]

    run(case)


def test_codes(run: Run) -> None:
    """A code finds its table as long as the row has it; no code finds nothing."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a", row=WAITING._replace(code="K7QM"))
        await opened(store, "b")
        assert await store.find_code("K7QM") == "a"
        assert await store.find_code("k7qm") is None
        assert await store.find_code("") is None
        await store.append("a", epoch, 1, [b"began"], PLAYING)
        assert await store.find_code("K7QM") is None
        await opened(store, "c", row=WAITING._replace(code="K7QM"))
        await opened(store, "d", row=WAITING._replace(code="K7QM"))
        assert await store.find_code("K7QM") == "d"

    run(case)


def test_the_public_list(run: Run) -> None:
    """Newest first, no more than asked for, nothing before its moment."""

    async def case(store: Store) -> None:
        rows = {
            name: WAITING._replace(listed_ms=listed_ms)
            for name, listed_ms in {"a": 20, "b": 30, "c": None, "d": 10, "e": 20}.items()
        }
        for name, row in rows.items():
            await opened(store, name, row=row)
        assert await store.listed(30, 9) == [(name, rows[name]) for name in "bead"]
        assert [name for name, _ in await store.listed(29, 9)] == ["e", "a", "d"]
        assert [name for name, _ in await store.listed(30, 2)] == ["b", "e"]
        assert await store.listed(9, 9) == []

    run(case)


def test_waking(run: Run) -> None:
    """The earliest first, no more than asked for; a table that wants nothing is not named."""

    async def case(store: Store) -> None:
        assert await store.next_wake_ms() is None
        epochs = {}
        for name, wake_ms in {"a": 20, "b": 10, "c": None, "d": 30, "e": 20}.items():
            epochs[name] = await opened(store, name, row=PLAYING._replace(wake_ms=wake_ms))
        assert await store.next_wake_ms() == 10
        assert await store.due(20, 9) == ["b", "a", "e"]
        assert await store.due(99, 2) == ["b", "a"]
        assert await store.due(9, 9) == []
        await store.append("b", epochs["b"], 1, [b"woken"], PLAYING._replace(wake_ms=40))
        assert await store.next_wake_ms() == 20
        assert await store.due(99, 9) == ["a", "e", "d", "b"]

    run(case)


def test_tables_are_counted_by_state(run: Run) -> None:
    """Each counts once, as what it is now."""

    async def case(store: Store) -> None:
        for name, row in {"a": WAITING, "b": WAITING, "c": PLAYING}.items():
            await opened(store, name, row=row)
        assert await store.count() == {"waiting": 2, "playing": 1, "over": 0}
        epoch = await store.lease("a")
        await store.append("a", epoch, 1, [], OVER)
        assert await store.count() == {"waiting": 1, "playing": 1, "over": 1}

    run(case)


# ------------------------------------------------------------------- ownership


def test_every_lease_gives_an_epoch_that_appends_may_name(run: Run) -> None:
    """Also after a release, and for a table that is there already."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        await store.release("a", epoch)
        again = await store.lease("a")
        assert again >= epoch > 0
        await store.append("a", again, 1, [b"one"])
        await store.rewrite("a", again, 0, b"rewritten")
        assert await store.read("a") == [b"rewritten", b"one"]

    run(case)


@pytest.mark.parametrize("step", [-1, 1])
def test_another_epoch_is_fenced(run: Run, step: int) -> None:
    """Older or never given: nothing is written, and the error names table and epoch."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        wrong = epoch + step
        with pytest.raises(Fenced) as caught:
            await store.append("a", wrong, 1, [b"wrong"], OVER, RESULT)
        assert (caught.value.table, caught.value.epoch) == ("a", wrong)
        with pytest.raises(Fenced):
            await store.append("a", wrong, 99, [b"wrong in two ways"])
        with pytest.raises(Fenced):
            await store.append("new", wrong, 0, [b"wrong"], WAITING)
        with pytest.raises(Fenced):
            await store.rewrite("a", wrong, 0, b"wrong")
        assert await store.read("a") == [b"opened"]
        assert await store.row("a") == WAITING
        assert await store.row("new") is None
        assert await store.result("a") is None

    run(case)


# --------------------------------------------------------------------- erasing


def test_a_record_can_be_rewritten(run: Run) -> None:
    """That one and no other; the table goes on as before."""

    async def case(store: Store) -> None:
        epochs = {}
        for name in ("a", "b"):
            epochs[name] = await opened(store, name, *(b"%d" % seq for seq in range(3)))
        await store.rewrite("a", epochs["a"], 1, b"forgotten")
        assert await store.read("a") == [b"0", b"forgotten", b"2"]
        assert await store.read("b") == [b"0", b"1", b"2"]
        await store.append("a", epochs["a"], 3, [b"3"])
        assert await store.row("a") == WAITING

    run(case)


@pytest.mark.parametrize(("table", "seq"), [("a", 1), ("a", -1), ("nowhere", 0)])
def test_only_what_is_there_can_be_rewritten(run: Run, table: str, seq: int) -> None:
    """Rewriting creates nothing."""

    async def case(store: Store) -> None:
        await opened(store, "a", b"a 0")
        epoch = await store.lease(table)
        with pytest.raises(StoreError, match=f"no record {seq} of table {table}"):
            await store.rewrite(table, epoch, seq, b"x")
        assert await store.read("a") == [b"a 0"]
        assert await store.row("nowhere") is None

    run(case)


def test_a_result_can_be_rewritten(run: Run) -> None:
    """The old name finds it no more; where there is none, none is made."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        await opened(store, "b")
        await store.append("a", epoch, 1, [b"ended"], OVER, RESULT)
        forgotten = RESULT._replace(body=b"{}", players=(ANNE._replace(key="-"), BEN))
        await store.rewrite_result("a", forgotten)
        assert await store.result("a") == forgotten
        assert await store.results_of("anne", 9_000) == []
        assert await store.results_of("ben", 9_000) == [("a", forgotten, BEN)]
        for table in ("b", "nowhere"):
            with pytest.raises(StoreError, match=f"Table {table} has no result"):
                await store.rewrite_result(table, forgotten)
            assert await store.result(table) is None
        impossible = RESULT._replace(players=(ANNE, ANNE))
        with pytest.raises(StoreError, match="Cannot"):
            await store.rewrite_result("a", impossible)
        assert await store.result("a") == forgotten

    run(case)


def test_marks(run: Run) -> None:
    """Notes of the server itself: kept, replaced, forgotten."""

    async def case(store: Store) -> None:
        assert await store.marked("mail anne@example.org") is None
        await store.mark("mail anne@example.org", b"asked")
        await store.mark("mail anne@example.org", b"")
        await store.mark("salt", b"\x00\x01")
        assert await store.marked("mail anne@example.org") == b""
        await store.mark("mail anne@example.org", None)
        await store.mark("never there", None)
        assert await store.marked("mail anne@example.org") is None
        assert await store.marked("salt") == b"\x00\x01"

    run(case)


# ----------------------------------------------------------------- concurrency


def test_of_many_for_one_place_one_wins(run: Run) -> None:
    """Twenty want number 0 of each of ten tables at once: ten succeed, the others conflict."""

    async def case(store: Store) -> None:
        epochs = {f"table {t}": await store.lease(f"table {t}") for t in range(10)}
        wanted = [(table, f"{table}/{i}".encode()) for i in range(20) for table in epochs]
        outcomes = await asyncio.gather(
            *(store.append(table, epochs[table], 0, [record], WAITING) for table, record in wanted),
            return_exceptions=True,
        )
        winners = [want for want, outcome in zip(wanted, outcomes, strict=True) if outcome is None]
        assert winners == wanted[:10]  # appends are taken in the order of the calls
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 190
        for table, record in winners:
            assert await store.read(table) == [record]

    run(case)


def test_concurrent_appends_are_all_kept(run: Run) -> None:
    """A group of many tables' appends loses and mixes nothing."""

    async def fill(store: Store, table: str) -> None:
        epoch = await opened(store, table, f"{table}:0".encode())
        for seq in range(1, 20):
            row = None if seq % 3 else WAITING._replace(summary=f"{table}:{seq}".encode())
            await store.append(table, epoch, seq, [f"{table}:{seq}".encode()], row)

    async def case(store: Store) -> None:
        names = [f"table {i}" for i in range(50)]
        await asyncio.gather(*(fill(store, name) for name in names))
        for name in names:
            assert await store.read(name) == [f"{name}:{seq}".encode() for seq in range(20)]
            row = await store.row(name)
            assert row is not None and row.summary == f"{name}:18".encode()

    run(case)


def test_appends_need_not_wait_for_each_other(run: Run) -> None:
    """Those of one table are written in the order of the calls; the last row stands."""

    async def case(store: Store) -> None:
        epoch = await store.lease("a")
        calls: list[Awaitable[None]] = []
        for seq in range(700):  # more than one commit takes
            row = WAITING._replace(wake_ms=seq, summary=b"%d" % seq)
            calls.append(store.append("a", epoch, seq, [b"%d" % seq], row))
        await asyncio.gather(*calls)
        assert await store.read("a") == [b"%d" % seq for seq in range(700)]
        assert await store.row("a") == WAITING._replace(wake_ms=699, summary=b"699")
        assert await store.next_wake_ms() == 699

    run(case)


def test_an_append_lets_other_tasks_run(run: Run) -> None:
    """It is never acknowledged within the call: no caller can rely on that by accident."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        acknowledged = asyncio.ensure_future(store.append("a", epoch, 1, [b"one"]))
        assert not acknowledged.done()
        await acknowledged

    run(case)


def test_a_given_up_append_disturbs_nobody(run: Run) -> None:
    """A task that stops waiting does not stop the others."""

    async def case(store: Store) -> None:
        a, b = await opened(store, "a"), await opened(store, "b")
        given_up = asyncio.ensure_future(store.append("a", a, 1, [b"one"]))
        failing = asyncio.ensure_future(store.append("a", a, 9, [b"nine"]))
        kept = asyncio.ensure_future(store.append("b", b, 1, [b"one"]))
        await asyncio.sleep(0)
        given_up.cancel()
        failing.cancel()
        await kept
        await store.append("b", b, 2, [b"two"])
        assert await store.read("b") == [b"opened", b"one", b"two"]

    run(case)


# --------------------------------------------------------------------- closing


def test_a_closed_store_takes_nothing(run: Run) -> None:
    """Closing twice is fine; using it afterwards is an error that says so."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        await store.close()
        await store.close()
        calls: list[Callable[[], Awaitable[object]]] = [
            lambda: store.lease("a"),
            lambda: store.release("a", epoch),
            lambda: store.append("a", epoch, 1, [b"one"]),
            lambda: store.read("a"),
            lambda: store.rewrite("a", epoch, 0, b"x"),
            lambda: store.row("a"),
            lambda: store.find_code("K7QM"),
            lambda: store.listed(0, 1),
            lambda: store.due(0, 1),
            store.next_wake_ms,
            lambda: store.result("a"),
            lambda: store.results_of("anne", 0),
            lambda: store.rewrite_result("a", RESULT),
            lambda: store.mark("key", b"value"),
            lambda: store.marked("key"),
            store.count,
        ]
        for call in calls:
            with pytest.raises(StoreError, match="closed"):
                await call()

    run(case)


def test_closing_acknowledges_what_is_pending(run: Run) -> None:
    """Appends that were called before are written and told, though nobody awaited them yet."""

    async def case(store: Store) -> None:
        epoch = await opened(store, "a")
        pending = [store.append("a", epoch, seq, [b"%d" % seq]) for seq in range(1, 50)]
        await store.close()
        assert await asyncio.gather(*pending) == [None] * 49

    run(case)
