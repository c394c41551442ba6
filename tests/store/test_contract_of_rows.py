"""What every store must do: rows, results, lists, erasing, notes."""

from __future__ import annotations

import asyncio

import pytest

from broadside.store.interface import Conflict, Fenced, GameResult, PlayerResult, Store, StoreError

from .contract import ANNE, BEN, OVER, PLAYING, RESULT, WAITING, Run, opened

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
        assert await store.next_wake_ms(0) is None
        epochs = {}
        for name, wake_ms in {"a": 20, "b": 10, "c": None, "d": 30, "e": 20}.items():
            epochs[name] = await opened(store, name, row=PLAYING._replace(wake_ms=wake_ms))
        assert await store.next_wake_ms(9) == 10
        assert await store.next_wake_ms(10) == 20
        assert await store.next_wake_ms(30) is None
        assert await store.due(20, 9) == ["b", "a", "e"]
        assert await store.due(99, 2) == ["b", "a"]
        assert await store.due(9, 9) == []
        await store.append("b", epochs["b"], 1, [b"woken"], PLAYING._replace(wake_ms=40))
        assert await store.next_wake_ms(0) == 20
        assert await store.due(99, 9) == ["a", "e", "d", "b"]

    run(case)


def test_tables_in_the_order_of_opening(run: Run) -> None:
    """Some at a time; a table keeps its place whatever becomes of it."""

    async def case(store: Store) -> None:
        epochs = {name: await opened(store, name) for name in ("c", "a", "b")}
        await store.append("c", epochs["c"], 1, [b"ended"], OVER)
        first = await store.opened_after(-1, 2)
        assert [name for _, name in first] == ["c", "a"]
        then = await store.opened_after(first[-1][0], 2)
        assert [name for _, name in then] == ["b"]
        assert await store.opened_after(then[-1][0], 2) == []

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


def test_a_table_can_be_erased(run: Run) -> None:
    """With all that is known of it; others stay, and its name may be given again."""

    async def case(store: Store) -> None:
        epochs = {name: await opened(store, name) for name in ("a", "b", "c")}
        for name in ("a", "b"):
            await store.append(name, epochs[name], 1, [b"ended"], OVER, RESULT)
        with pytest.raises(Fenced):
            await store.erase("a", epochs["a"] + 1)
        assert await store.row("a") == OVER
        await store.erase("a", epochs["a"])
        assert await store.read("a") == []
        assert await store.row("a") is None
        assert await store.result("a") is None
        assert [table for table, _, _ in await store.results_of("anne", 9_000)] == ["b"]
        assert [name for _, name in await store.opened_after(-1, 9)] == ["b", "c"]
        with pytest.raises((Conflict, Fenced)):
            await store.append("a", epochs["a"], 2, [b"too late"])
        await store.erase("nowhere", await store.lease("nowhere"))
        assert await store.row("c") == WAITING
        again = await store.lease("a")
        await store.append("a", again, 0, [b"another"], WAITING)
        assert await store.read("a") == [b"another"]
        assert [name for _, name in await store.opened_after(-1, 9)] == ["b", "c", "a"]

    run(case)


def test_finished_tables_are_named_with_their_moment(run: Run) -> None:
    """In the order of opening, a few at a time; those that expired have no moment."""

    async def case(store: Store) -> None:
        for name, result in (("a", RESULT), ("b", None), ("c", RESULT._replace(at_ms=2_000))):
            await store.append(name, await opened(store, name), 1, [b"ended"], OVER, result)
        await opened(store, "d", row=PLAYING)
        found = await store.finished(-1, 9)
        assert [one[1:] for one in found] == [("a", 1_000), ("b", None), ("c", 2_000)]
        assert await store.finished(found[0][0], 1) == found[1:2]
        assert await store.finished(found[2][0], 9) == []

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
        assert await store.marks() == {"salt": b"\x00\x01"}
        for key in ("sal", "salt\0more", "salt\U0010ffff", "salu", "\U0010ffff"):
            await store.mark(key, b"")
        assert set(await store.marks("salt")) == {"salt", "salt\0more", "salt\U0010ffff"}
        assert len(await store.marks()) == 6

    run(case)
