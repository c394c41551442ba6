"""What only the store in PostgreSQL shows: servers that share tables, die and are cut off."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from broadside.store.interface import Conflict, Fenced, OwnedElsewhere, StoreError
from broadside.store.postgresql import schema, store
from broadside.store.postgresql.leases import LEASE_S
from broadside.store.postgresql.store import PostgresStore
from tests.postgresql import PostgresServer, programs, shared_server

from .contract import BEN, OVER, PLAYING, RESULT, WAITING, opened
from .relay import Relay


@asynccontextmanager
async def opened_at(url: str, address: str = "") -> AsyncIterator[PostgresStore]:
    """A store that is closed in the end."""
    one = PostgresStore(url, address)
    await one.open()
    try:
        yield one
    finally:
        await one.close()


async def die(one: PostgresStore) -> None:
    """End as a process does that is killed: nothing is given back, no line is closed properly."""
    one._is_open = False
    assert one._leases._task is not None
    one._leases._task.cancel()
    one._writer._task.cancel()
    one._writer.cut()
    one._leases._session.drop()
    for session in one._readers._free:
        session.drop()


def run(case: Coroutine[Any, Any, None]) -> None:
    asyncio.run(case)


# ------------------------------------------------------------------- ownership


def test_a_table_is_owned_by_one_server_that_lives() -> None:
    """The other one is told where; after a release it may have the table."""

    async def case() -> None:
        url = shared_server().new_url()
        async with opened_at(url, "10.0.0.1:9001") as one, opened_at(url, "10.0.0.2:9001") as two:
            epoch = await opened(one, "a")
            with pytest.raises(OwnedElsewhere) as caught:
                await two.lease("a")
            assert (caught.value.table, caught.value.address) == ("a", "10.0.0.1:9001")
            assert (await two.owner("a"), await one.owner("a")) == ("10.0.0.1:9001", None)
            assert await two.owner("nowhere") is None
            for wrong in (epoch, epoch + 1):
                with pytest.raises(Fenced):
                    await two.append("a", wrong, 1, [b"not mine"], OVER, RESULT)
            with pytest.raises(Fenced):
                await two.append("a", 1, 0, [b"not mine"], WAITING)
            await one.release("a", epoch)
            assert await two.owner("a") is None
            second = await two.lease("a")
            assert second > epoch
            await two.append("a", second, 1, [b"mine now"])
            with pytest.raises(Fenced):
                await one.append("a", epoch, 2, [b"late"])
            assert await one.read("a") == [b"opened", b"mine now"]

    run(case())


def test_of_two_servers_that_open_one_table_one_wins() -> None:
    """As two players may ask for the same rematch at two servers."""

    async def case() -> None:
        url = shared_server().new_url()
        async with opened_at(url) as one, opened_at(url) as two:
            for number in range(20):
                name = f"rematch {number}"
                epochs = [await each.lease(name) for each in (one, two)]
                outcomes = await asyncio.gather(
                    one.append(name, epochs[0], 0, [b"of one"], WAITING),
                    two.append(name, epochs[1], 0, [b"of two"], WAITING),
                    return_exceptions=True,
                )
                won = [place for place, outcome in enumerate(outcomes) if outcome is None]
                assert len(won) == 1
                assert isinstance(outcomes[1 - won[0]], Fenced)
                assert await one.read(name) == [[b"of one", b"of two"][won[0]]]

    run(case())


def test_a_second_lease_of_the_same_server_ends_the_first() -> None:
    """A release that comes late does not end the new one."""

    async def case() -> None:
        async with opened_at(shared_server().new_url()) as one:
            first = await opened(one, "a")
            second = await one.lease("a")
            assert second > first
            await one.release("a", first)
            with pytest.raises(Fenced):
                await one.append("a", first, 1, [b"late"])
            with pytest.raises(Fenced):
                await one.rewrite("a", first, 0, b"late")
            await one.append("a", second, 1, [b"one"])

    run(case())


def test_a_server_that_ends_gives_all_tables_back_at_once() -> None:
    """Nobody waits for its lease to be over."""

    async def case() -> None:
        url = shared_server().new_url()
        async with opened_at(url) as two:
            async with opened_at(url) as one:
                await opened(one, "a")
            begun = time.monotonic()
            await two.append("a", await two.lease("a"), 1, [b"taken over"])
            assert time.monotonic() - begun < LEASE_S / 2

    run(case())


def test_the_tables_of_a_dead_server_are_taken_within_five_seconds() -> None:
    """By whoever asks for them, and when they are due by whoever looks first; by one only."""

    async def case() -> None:
        url = shared_server().new_url()
        async with opened_at(url) as two, opened_at(url) as three:
            one = PostgresStore(url, "10.0.0.1:9001")
            await one.open()
            for number in range(50):
                await opened(one, f"table {number}", row=PLAYING._replace(wake_ms=number))
            assert await two.due(1_000, 100) == []  # its business
            await die(one)
            died = time.monotonic()
            found: dict[str, list[str]] = {"two": [], "three": []}
            while sum(map(len, found.values())) < 50:
                assert time.monotonic() - died < 5.0
                names = await asyncio.gather(two.due(1_000, 10), three.due(1_000, 10))
                for who, each, asked in zip(found, names, (two, three), strict=True):
                    fresh = [name for name in each if name not in found[who]]
                    for name in fresh:
                        epoch = await asked.lease(name)
                        await asked.append(name, epoch, 1, [who.encode()], OVER)
                    found[who] += fresh
                await asyncio.sleep(0.05)
            assert not set(found["two"]) & set(found["three"])
            assert found["two"] and found["three"]
            for who, names_of in found.items():
                for name in names_of:
                    assert await two.read(name) == [b"opened", who.encode()]

    run(case())


def test_many_look_at_once_and_each_due_table_is_taken_once() -> None:
    """Two servers ask for what is due at the same time; nothing is named to both."""

    async def case() -> None:
        url = shared_server().new_url()
        async with opened_at(url) as one, opened_at(url) as two, opened_at(url) as three:
            for number in range(120):
                name = f"table {number}"
                epoch = await opened(one, name, row=PLAYING._replace(wake_ms=number))
                await one.release(name, epoch)
            names = await asyncio.gather(*(each.due(500, 40) for each in (one, two, three)))
            flat = [name for each in names for name in each]
            assert len(flat) == len(set(flat)) > 40

    run(case())


# ------------------------------------------------------------------ being cut off


def test_a_server_that_was_cut_off_knows_it_and_cannot_write() -> None:
    """It drops its tables by its own clock; when the line is back, it begins anew."""

    async def case() -> None:
        server = shared_server()
        url = server.new_url()
        async with Relay(server.port) as relay, opened_at(url) as two:
            far = url.replace(f":{server.port}/", f":{relay.port}/")
            async with opened_at(far, "10.0.0.1:9001") as one:
                told: list[float] = []
                one.on_lost(lambda: told.append(time.monotonic()))
                epoch = await opened(one, "a")
                await one.append("a", epoch, 1, [b"acknowledged"])
                relay.cut()
                cut = time.monotonic()
                under_way = asyncio.ensure_future(one.append("a", epoch, 2, [b"under way"]))
                taken = None
                while taken is None:
                    assert time.monotonic() - cut < 5.0
                    try:
                        taken = await two.lease("a")
                    except OwnedElsewhere:
                        await asyncio.sleep(0.05)
                assert len(told) == 1 and told[0] - cut < LEASE_S + 1.0
                with pytest.raises((StoreError, Fenced)):
                    await under_way
                with pytest.raises(Fenced):
                    await one.append("a", epoch, 2, [b"late"])
                await two.append("a", taken, 2, [b"of the new owner"])
                relay.mend()
                await until_known_again(one)
                with pytest.raises(Fenced):
                    await one.append("a", epoch, 3, [b"later still"])
                with pytest.raises(OwnedElsewhere):
                    await one.lease("a")
                await opened(one, "b")
                assert await two.read("a") == [b"opened", b"acknowledged", b"of the new owner"]

    run(case())


async def until_known_again(one: PostgresStore) -> None:
    for _ in range(200):
        if one._leases.server is not None:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the server does not come back")


def test_a_pause_of_the_process_is_as_good_as_being_cut_off() -> None:
    """A process that was stopped for long wakes up without its leases, and is told."""

    async def case() -> None:
        url = shared_server().new_url()
        async with opened_at(url) as one, opened_at(url) as two:
            told: list[int] = []
            one.on_lost(lambda: told.append(1))
            epoch = await opened(one, "a")
            # Nobody renews its row: what a stopped process looks like from outside.
            await two._select("UPDATE servers SET until = clock_timestamp() - interval '1 second'")
            await asyncio.sleep(1.5)
            assert told
            await until_known_again(one)
            with pytest.raises(Fenced):
                await one.append("a", epoch, 1, [b"late"])

    run(case())


def test_a_restarted_database_costs_nothing_that_was_acknowledged() -> None:
    """What is asked meanwhile fails with the reason; afterwards everything goes on."""

    async def case() -> None:
        own = PostgresServer(programs())
        try:
            async with opened_at(own.new_url()) as one:
                epoch = await opened(one, "a")
                for seq in range(1, 20):
                    await one.append("a", epoch, seq, [b"%d" % seq])
                await asyncio.to_thread(own.stop, at_once=True)
                with pytest.raises((StoreError, Fenced), match=r"PostgreSQL at 127|over"):
                    await one.append("a", epoch, 20, [b"lost"])
                with pytest.raises(StoreError, match="PostgreSQL at 127"):
                    await one.read("a")
                await asyncio.to_thread(own.start)
                await until_known_again(one)
                stored = await one.read("a")
                assert stored == [b"opened", *(b"%d" % seq for seq in range(1, 20))]
                await one.append("a", await one.lease("a"), 20, [b"20"])
        finally:
            own.close()

    run(case())


def test_a_connection_that_is_lost_amid_a_group_hurts_only_that_group() -> None:
    """Each append is told that it failed, or stands in the log; the next ones go on."""

    async def case() -> None:
        server = shared_server()
        async with opened_at(server.new_url()) as one:
            epochs = {f"t{n}": await opened(one, f"t{n}") for n in range(30)}
            acknowledged = dict.fromkeys(epochs, 1)
            for turn in range(10):
                calls = [
                    one.append(name, epoch, acknowledged[name], [b"%d" % turn])
                    for name, epoch in epochs.items()
                ]
                if turn % 3 == 1:
                    await asyncio.to_thread(
                        server.execute,
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE application_name = 'broadside'",
                    )
                outcomes = await asyncio.gather(*calls, return_exceptions=True)
                for name, outcome in zip(epochs, outcomes, strict=True):
                    stored = len(await one.read(name))
                    if outcome is None:
                        assert stored == acknowledged[name] + 1
                    else:
                        assert isinstance(outcome, StoreError | Conflict), outcome
                    acknowledged[name] = stored
                await until_known_again(one)
                for name in epochs:  # the leases may have been made anew
                    epochs[name] = await one.lease(name)

    run(case())


# --------------------------------------------------------------------- the schema


def test_servers_that_start_together_make_one_database() -> None:
    """Each waits for the other; nobody fails."""

    async def case() -> None:
        url = shared_server().new_url()
        await asyncio.gather(*(store.check(url) for _ in range(5)))
        async with opened_at(url) as one:
            await opened(one, "a")

    run(case())


@pytest.mark.parametrize("version", range(1, len(schema.STEPS) + 1))
def test_a_database_of_each_version_becomes_one_of_today(version: int) -> None:
    """With what is in it; and it is the same as one that was made today."""

    async def case() -> None:
        new, old = shared_server().new_url(), shared_server().new_url()
        connection = await asyncpg.connect(old)
        kept = Path(__file__).parent / f"postgresql_{version}.sql"
        await connection.execute(kept.read_text(encoding="utf-8"))
        await connection.close()
        await store.check(new)
        async with opened_at(old) as one:
            assert await shape_of(old) == await shape_of(new)
            assert await one.read("over") == [b"opened", b"ended"]
            assert await one.result("over") == RESULT
            assert await one.results_of("ben", 9_000) == [("over", RESULT, BEN)]
            assert await one.find_code("K7QM") == "open"
            assert await one.due(5_000, 9) == ["open"]
            assert await one.marked("salt") == b"pepper"
            epoch = await one.lease("over")
            assert epoch == 4
            await one.append("over", epoch, 2, [b"talk"], OVER)
            assert await one.count() == {"waiting": 1, "playing": 0, "over": 1}

    run(case())


def test_a_step_that_fails_leaves_the_database_as_it_was() -> None:
    """And the version, too."""

    async def case() -> None:
        url = shared_server().new_url()
        await store.check(url)
        before = await shape_of(url)
        connection = await asyncpg.connect(url)
        broken = (*schema.STEPS, "CREATE TABLE half (one int)", "CREATE TABLE half (two int)")
        with pytest.raises(asyncpg.DuplicateTableError):
            await schema.prepare(connection, broken)
        good = (*schema.STEPS, "CREATE TABLE whole (one int)")
        await schema.prepare(connection, good)
        await schema.prepare(connection, good)
        assert await connection.fetchval("SELECT version FROM broadside") == len(good)
        await connection.execute("DROP TABLE whole")
        await connection.close()
        assert await shape_of(url) == before
        with pytest.raises(StoreError, match=f"a newer Broadside .schema {len(good)}"):
            await store.check(url)

    run(case())


def test_other_peoples_tables_are_left_alone() -> None:
    """A database where `tables` means something else is refused."""

    async def case() -> None:
        url = shared_server().new_url()
        connection = await asyncpg.connect(url)
        await connection.execute("CREATE TABLE tables (wood text)")
        await connection.close()
        with pytest.raises(StoreError, match="It was left alone"):
            await store.check(url)

    run(case())


async def shape_of(url: str) -> list[tuple[object, ...]]:
    """All columns and indexes of a database."""
    connection = await asyncpg.connect(url)
    columns = await connection.fetch(
        "SELECT table_name, column_name, data_type, is_nullable, collation_name"
        " FROM information_schema.columns WHERE table_schema = current_schema()"
        " ORDER BY table_name, column_name"
    )
    indexes = await connection.fetch(
        "SELECT tablename, indexname, regexp_replace(indexdef, current_schema() || '.', '')"
        " FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexname"
    )
    await connection.close()
    return [tuple(row) for row in (*columns, *indexes)]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://anne:secret@127.0.0.1:1/x", "Cannot connect to PostgreSQL at 127.0.0.1:1/x"),
        ("postgresql://anne:secret@nowhere.invalid/x", "PostgreSQL at nowhere.invalid/x"),
        ("postgresql://127.0.0.1:banana/x", "Cannot connect to"),
    ],
)
def test_a_database_that_is_not_there_is_named_without_the_password(url: str, reason: str) -> None:
    """The operator hears where it was sought, and nobody hears the password."""
    with pytest.raises(StoreError, match=reason) as caught:
        asyncio.run(store.check(url))
    assert "secret" not in str(caught.value)
