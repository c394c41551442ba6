"""What every store must do: records, ownership, concurrency, closing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from broadside.store.interface import Conflict, Fenced, Store, StoreError

from .contract import OVER, PLAYING, RESULT, WAITING, Run, opened

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
        assert await store.next_wake_ms(0) == 699

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
            lambda: store.next_wake_ms(0),
            lambda: store.result("a"),
            lambda: store.results_of("anne", 0),
            lambda: store.rewrite_result("a", RESULT),
            lambda: store.mark("key", b"value"),
            lambda: store.marked("key"),
            store.count,
            store.marks,
            lambda: store.opened_after(-1, 1),
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
