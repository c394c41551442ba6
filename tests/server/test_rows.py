"""Rows: a table that waits costs nothing, is loaded at its moment, and expires if nobody comes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from broadside.server import tables
from broadside.server.table.core import AT_ONCE
from broadside.server.table.records import Acted, Expired, Paused, Resumed
from broadside.service.settings import Settings
from broadside.store.interface import Store
from broadside.store.memory import MemoryStore
from broadside.wire.messages import Away, OpenTable, Seats, SeatWish, TableInfo, Welcome

from .harness import (
    NAME,
    QUICK,
    Client,
    FakeClock,
    FaultyStore,
    House,
    SilentThinkers,
    house,
    play,
    refused,
)

if TYPE_CHECKING:
    from broadside.store.interface import TableRow

DAY = 86_400
WEEK = 7 * DAY
PATIENT = replace(QUICK, idle_s=3600)


@pytest.fixture(autouse=True)
def _look_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let days pass quickly: the server looks for tables that are due once an hour."""
    monkeypatch.setattr(Store, "look_again_s", 3600.0)


async def open_only(running: House, **wish: object) -> str:
    """Open a table of two people that nobody visits; give its name."""
    seats = [SeatWish("open")] * 2
    info, _ = await running.tables.open(OpenTable(NAME, seats, **wish))  # type: ignore[arg-type]
    return info.table


async def row_of(running: House, name: str) -> TableRow:
    """The row of a table."""
    row = await running.store.row(name)
    assert row is not None
    return row


async def acted(running: House, name: str) -> list[Acted]:
    """What was done at a table."""
    return [record for record in await running.stored(name) if isinstance(record, Acted)]


def is_last_act(clients: list[Client]) -> bool:
    """Whether the game is over with what `play` lets the next person do."""
    asked = next(client for client in clients if client.update.prompt is not None)
    assert asked.table.playing is not None
    assert asked.seat is not None
    assert asked.update.prompt is not None
    trial = asked.table.playing.clone()
    text = asked.update.prompt.default or asked.update.legal[0]
    trial.apply(asked.seat, trial.action_table().by_text[text])
    return trial.is_over()


# ----------------------------------------------------------------------------- expiring


@pytest.mark.parametrize("delay_s", [0, 60])
def test_a_table_that_waits_in_vain_expires(delay_s: int) -> None:
    """After a week by default: no code leads to it, no list shows it, who comes is told."""

    async def case() -> None:
        assert Settings().expire_s == WEEK
        async with house(settings=PATIENT) as running:
            name = await open_only(running, is_public=True, spectator_delay_s=delay_s)
            code = (await row_of(running, name)).code
            await running.clock.advance(WEEK - 1)
            assert len(await running.stored(name)) == 1
            assert running.tables._shells == {}
            assert await running.store.find_code(code) == name
            assert [info.table for info in await running.tables.public()] == [name]
            await running.clock.advance(1)
            (_, record) = await running.stored(name)
            assert record == Expired(running.clock.now_ms())
            row = await row_of(running, name)
            assert (row.state, row.wake_ms, row.code, row.listed_ms) == ("over", None, "", None)
            assert msgspec.json.decode(row.summary, type=TableInfo).status == "expired"
            assert await running.store.find_code(code) is None
            assert await running.tables.public() == []
            watcher = await running.join(name)
            assert watcher.last(Welcome).table.status == "expired"
            shell = await running.tables.find(name)
            assert (await refused(lambda: running.sit(shell, 0))).code == "expired"
            assert await running.store.result(name) is None

    asyncio.run(case())


@pytest.mark.parametrize("is_down", [False, True])
def test_it_expires_at_its_moment_whatever_the_server_did(is_down: bool) -> None:
    """Its row knows the moment; a server that was down then makes up for it."""

    async def case() -> None:
        store, clock = MemoryStore(), FakeClock()
        async with house(store=store, clock=clock, settings=PATIENT) as running:
            name = await open_only(running)
            await clock.advance(3 * DAY)
        if is_down:
            await clock.advance(WEEK)
        async with house(store=store, clock=clock, settings=PATIENT) as running:
            if not is_down:
                await clock.advance(4 * DAY - 1)
                assert running.tables._shells == {}
                assert len(await running.stored(name)) == 1
            await clock.advance(1)
            assert isinstance((await running.stored(name))[-1], Expired)

    asyncio.run(case())


def test_what_happens_puts_the_expiry_off() -> None:
    """A week after the last change; and a table that started does not expire."""

    async def case() -> None:
        async with house(settings=PATIENT) as running:
            shell = await running.open()
            await running.clock.advance(4 * DAY)
            await running.sit(await running.tables.find(shell.name), 0)
            await running.clock.advance(WEEK - 1)
            assert len(await running.stored(shell.name)) == 2
            playing, other = await running.pair()
            await playing.leave()
            await other.leave()
            await running.clock.advance(1)
            assert isinstance((await running.stored(shell.name))[-1], Expired)
            await running.clock.advance(2 * WEEK)
            stored = await running.stored(playing.table.name)
            assert not any(isinstance(record, Expired) for record in stored)

    asyncio.run(case())


def test_a_table_that_is_watched_does_not_expire() -> None:
    """It does when the last one has left, and not before."""

    async def case() -> None:
        async with house(settings=replace(QUICK, expire_s=100)) as running:
            shell = await running.open()
            anne = await running.join(shell.name, await running.sit(shell, 0))
            watcher = await running.join(shell.name)
            await running.clock.advance(200)
            assert (await running.tables.info(shell.name)).status == "waiting"
            await anne.leave()
            assert len(await running.stored(shell.name)) == 2
            await watcher.leave()
            assert isinstance((await running.stored(shell.name))[-1], Expired)

    asyncio.run(case())


# ------------------------------------------------------------------- leaving memory


def test_tables_that_wait_are_not_loaded() -> None:
    """However many there are, when a server starts and for days."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store, settings=PATIENT) as running:
            for _ in range(100):
                await open_only(running)
        async with house(store=store, settings=PATIENT) as running:
            await running.clock.advance(DAY)
            assert running.tables._shells == {}

    asyncio.run(case())


def test_a_table_by_days_comes_back_at_its_deadline() -> None:
    """It has left memory; the clock answers to the second, and then the next deadline counts."""

    async def case() -> None:
        async with house() as running:
            shell = await running.open("pp", DAY, first_splitter="seat0")
            rights = [await running.sit(shell, seat) for seat in range(2)]
            began = running.clock.now_ms()
            await running.clock.advance(10 * QUICK.idle_s)
            assert running.tables._shells == {}
            assert (await row_of(running, shell.name)).wake_ms == began + DAY * 1000
            anne = await running.join(shell.name, rights[0])
            assert anne.update.clock is not None
            assert anne.update.clock.left_ms == (DAY - 10 * QUICK.idle_s) * 1000
            await anne.leave()
            await running.clock.advance(DAY - 10 * QUICK.idle_s - 1)
            assert not any(isinstance(r, Acted) for r in await running.stored(shell.name))
            await running.clock.advance(1)
            record = (await running.stored(shell.name))[-1]
            assert isinstance(record, Acted)
            assert (record.seat, record.by, record.at_ms) == (0, "clock", began + DAY * 1000)
            await running.clock.advance(10 * QUICK.idle_s)
            assert running.tables._shells == {}
            await running.clock.advance(DAY - 10 * QUICK.idle_s)
            acted = [r for r in await running.stored(shell.name) if isinstance(r, Acted)]
            assert [(r.seat, r.by) for r in acted[:2]] == [(0, "clock"), (1, "clock")]
            assert acted[1].at_ms == began + 2 * DAY * 1000

    asyncio.run(case())


def test_a_live_table_without_people_leaves_memory_and_waits() -> None:
    """It is paused and wants to be woken by nobody; who comes back finds it as it was."""

    async def case() -> None:
        async with house(settings=PATIENT) as running:
            shell = await running.open("pb", 30, first_splitter="seat0")
            right = await running.sit(shell, 0)
            anne = await running.join(shell.name, right)
            await anne.leave()
            await running.clock.advance(DAY)
            assert running.tables._shells == {}
            assert (await row_of(running, shell.name)).wake_ms is None
            stored = await running.stored(shell.name)
            assert isinstance(stored[-1], Paused)
            back = await running.join(shell.name, right)
            assert back.update.clock is not None
            assert back.update.clock.left_ms == 30_000
            stored = await running.stored(shell.name)
            assert stored[-1] == Resumed(running.clock.now_ms(), anew=True)

    asyncio.run(case())


def test_who_watches_keeps_a_table_in_memory() -> None:
    """It leaves when the last one has left, not before."""

    async def case() -> None:
        async with house() as running:
            anne, mary = await running.pair()
            await anne.leave()
            await running.clock.advance(10 * QUICK.idle_s)
            assert [*running.tables._shells] == [mary.table.name]
            assert mary.closed is None
            await mary.leave()
            await running.clock.advance(3 * QUICK.idle_s)
            assert running.tables._shells == {}

    asyncio.run(case())


def test_tables_in_memory_do_not_hide_those_that_are_due(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their rows may name a moment that is past: they have an alarm of their own."""

    async def case() -> None:
        monkeypatch.setattr(tables, "DUE_AT_ONCE", 1)
        async with house(settings=PATIENT) as running:
            loaded = set()
            for _ in range(3):
                shell = await running.open("pb", first_splitter="seat1")
                await running.join(shell.name, await running.sit(shell, 0))
                assert (await row_of(running, shell.name)).wake_ms == AT_ONCE
                loaded.add(shell.name)
            await running.clock.advance(10)
            name = await open_only(running)
            moment = running.clock.now_ms() + 5000
            row = (await row_of(running, name))._replace(wake_ms=moment)
            await running.store.append(name, await running.store.lease(name), 1, [], row)
            running.tables._news.set()  # as with a table that leaves memory
            await running.clock.advance(4)
            assert {*running.tables._shells} == loaded
            await running.clock.advance(2)
            assert {*running.tables._shells} == {*loaded, name}

    asyncio.run(case())


# ------------------------------------------------------------------------- closing


@pytest.mark.parametrize("is_crash", [False, True])
def test_a_server_that_ends_leaves_the_moment_in_the_row(is_crash: bool) -> None:
    """Without it, after a crash, a table is loaded too early, and once: then its row is right."""

    async def case() -> None:
        store, clock = FaultyStore(), FakeClock()
        async with house(store=store, clock=clock, settings=PATIENT) as running:
            shell = await running.open("pp", DAY, first_splitter="seat0")
            right = await running.sit(shell, 0)
            await running.sit(shell, 1)
            began = clock.now_ms()
            anne = await running.join(shell.name, right)
            await clock.advance(DAY / 2)
            store.dies_after = is_crash
            await anne.act("split 12", "a")
            assert (await row_of(running, shell.name)).wake_ms == began + DAY * 1000
        store.dies_after = False
        deadline = began + 3 * DAY * 1000 // 2
        async with house(store=store, clock=clock, settings=PATIENT) as running:
            row = await row_of(running, shell.name)
            assert row.wake_ms == (began + DAY * 1000 if is_crash else deadline)
            await clock.advance(DAY / 2)
            assert (shell.name in running.tables._shells) == is_crash
            await clock.advance(PATIENT.idle_s * 2)
            assert running.tables._shells == {}
            assert (await row_of(running, shell.name)).wake_ms == deadline
            await clock.advance(DAY / 2 - PATIENT.idle_s * 2 - 1)
            assert len(await acted(running, shell.name)) == 1
            await clock.advance(1)
            record = (await running.stored(shell.name))[-1]
            assert isinstance(record, Acted)
            assert (record.seat, record.by, record.at_ms) == (1, "clock", deadline)

    asyncio.run(case())


def test_a_record_and_the_moment_that_follows_from_it_are_stored_together() -> None:
    """A server that dies in between would let the table sleep until somebody comes."""

    async def case() -> None:
        store, clock = FaultyStore(), FakeClock()
        async with house(store=store, clock=clock, settings=PATIENT) as running:
            shell = await running.open("pb", first_splitter="seat0")
            anne = await running.join(shell.name, await running.sit(shell, 0))
            assert (await row_of(running, shell.name)).wake_ms is None  # it is a person's turn
            store.dies_after = True
            await anne.act("split 12", "a")
        store.dies_after = False
        async with house(store=store, clock=clock, settings=PATIENT) as running:
            await clock.advance(10)
            assert [each.by for each in await acted(running, shell.name)][:2] == ["person", "bot"]

    asyncio.run(case())


def test_the_end_and_the_moment_when_outsiders_learn_of_it_are_stored_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else lists would show a game for ever that is over."""

    async def case() -> None:
        monkeypatch.setattr(tables, "LONG_LOG", 1_000_000)  # no thread loads it
        store, clock = FaultyStore(), FakeClock()
        async with house(store=store, clock=clock, settings=PATIENT) as running:
            running.wish = {"spectator_delay_s": 60}
            people = await running.pair()
            while not is_last_act(people):
                await play(people, 1)
            await clock.advance(600)  # outsiders know all of it
            store.dies_after = True
            await play(people, 1)
        store.dies_after = False
        async with house(store=store, clock=clock, settings=PATIENT) as running:
            name = people[0].table.name
            row = await row_of(running, name)
            assert (row.state, row.wake_ms) == ("over", clock.now_ms() + 60_000)
            await clock.advance(61)
            row = await row_of(running, name)
            assert row.wake_ms is None
            assert msgspec.json.decode(row.summary, type=TableInfo).status == "over"

    asyncio.run(case())


def test_what_is_due_is_done_though_the_clock_was_set_back() -> None:
    """A server that starts with another time does not wait until that moment comes again."""

    async def case() -> None:
        store, clock = FaultyStore(), FakeClock()
        await clock.advance(DAY)
        silent = SilentThinkers()
        async with house(store=store, clock=clock, thinkers=silent, settings=PATIENT) as running:
            shell = await running.open("pb", first_splitter="seat1")
            await running.sit(shell, 0)
        earlier = FakeClock()
        async with house(store=store, clock=earlier, settings=PATIENT) as running:
            assert earlier.now_ms() < clock.now_ms()
            await earlier.advance(10)
            assert [each.by for each in await acted(running, shell.name)][:1] == ["bot"]

    asyncio.run(case())


def test_a_table_in_memory_is_not_looked_for_all_the_time() -> None:
    """Its row may say that it is due long after it was: the store is asked for others only."""

    async def case() -> None:
        asked: list[int] = []

        class Asked(MemoryStore):
            async def due(self, now_ms: int, limit: int) -> list[str]:
                asked.append(now_ms)
                return await super().due(now_ms, limit)

        async with house(store=Asked(), settings=PATIENT) as running:
            anne, _ = await running.pair(DAY)
            await running.clock.advance(DAY - 60)
            await anne.act("split 12")
            await running.clock.advance(3600)
            row = await row_of(running, anne.table.name)
            assert row.wake_ms is not None
            assert row.wake_ms < running.clock.now_ms()
            asked.clear()
            await running.clock.advance(3600)
            assert len(asked) <= 2

    asyncio.run(case())


def test_a_row_does_not_keep_who_was_there() -> None:
    """Only the log lasts: nobody is connected to a table of which a row is all that is known."""

    async def case() -> None:
        store, clock = FaultyStore(), FakeClock()
        async with house(store=store, clock=clock) as running:
            running.wish = {"is_public": True}
            shell = await running.open("pp", 120)
            anne = await running.join(shell.name, await running.sit(shell, 0))
            mary = await running.join(shell.name, await running.sit(shell, 1))
            assert [seat.online for seat in anne.last(Seats).table.seats] == [True, True]
            store.dies_after = True  # with a row that was written while both were there
            await mary.post(Away("a"))
            told = msgspec.json.decode((await row_of(running, shell.name)).summary, type=TableInfo)
            assert [seat.stand_in for seat in told.seats] == [None, "greedy"]
            assert [seat.online for seat in told.seats] == [False, False]
        store.dies_after = False
        async with house(store=store, clock=clock) as running:
            (listed,) = await running.tables.public()
            assert [seat.online for seat in listed.seats] == [False, False]

    asyncio.run(case())
