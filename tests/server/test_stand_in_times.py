"""Stand-ins, extra time and tables by days."""

from __future__ import annotations

import asyncio

import pytest

from broadside.server.table.records import Acted
from broadside.service.settings import Settings
from broadside.store.memory import MemoryStore
from broadside.wire.messages import Away, Back, Welcome
from tests.server.harness import (
    FakeClock,
    SilentThinkers,
    house,
    play,
    settle,
)
from tests.server.test_sealed_clock import sit_down
from tests.server.test_stand_ins import couple, whys

DAY = 86_400
SLOW = Settings(bot_beat_s=2)


# ------------------------------------------------------------------ reserve and days


def test_the_reserve_runs_when_the_own_time_is_over() -> None:
    """Visibly; what is used is gone for the rest of the game, also after a restart."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            server.wish = {"reserve_s": 20}
            (anne, mary), credentials = await couple(server, 30)
            clock = anne.update.clock
            assert clock is not None
            assert (clock.left_ms, clock.total_ms, clock.reserve_ms) == (30_000, 30_000, 20_000)
            await server.clock.advance(42)
            watcher = await server.join(anne.table.name)
            assert watcher.update.clock is not None
            assert (watcher.update.clock.left_ms, watcher.update.clock.reserve_ms) == (0, 8_000)
            await anne.act("split 12")
            record = (await server.stored(anne.table.name))[-1]
            assert isinstance(record, Acted)
            assert record.reserve_ms == 12_000
            assert mary.update.clock is not None
            assert mary.update.clock.reserve_ms == 20_000
            await server.clock.advance(49)
            assert anne.table.seq == 4
            await server.clock.advance(1)
            assert anne.table.times.reserve_ms == [8_000, 0]
        async with house(store=store) as server:
            back = await server.join(anne.table.name, credentials[0])
            assert back.table.times.reserve_ms == [8_000, 0]

    asyncio.run(case())


def test_a_table_by_days_keeps_its_deadline() -> None:
    """A restart gives nobody more time; being offline is no leaving there."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            (anne, mary), _ = await couple(server, 2 * DAY)
            name, clock = anne.table.name, server.clock
            await anne.leave()
            await clock.advance(1.5 * DAY)
            assert await whys(server, mary) == []
        async with house(store=store, clock=clock) as server:
            watcher = await server.join(name)
            assert watcher.update.clock is not None
            assert watcher.update.clock.left_ms == DAY // 2 * 1000
            await clock.advance(DAY // 2 - 1)
            assert len(await server.stored(name)) == 4
            await clock.advance(1)
            record = (await server.stored(name))[-1]
            assert isinstance(record, Acted)
            assert (record.seat, record.by) == (0, "clock")

    asyncio.run(case())


def test_a_deadline_that_passed_while_the_server_was_down() -> None:
    """It is acted upon as soon as the server is up."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            (anne, _), _ = await couple(server, DAY)
            name, clock = anne.table.name, server.clock
        await clock.advance(DAY * 3)
        async with house(store=store, clock=clock) as server:
            await clock.advance(1)
            assert len(await server.stored(name)) == 5

    asyncio.run(case())


def test_by_days_a_stand_in_needs_nobody_present() -> None:
    """Two missed deadlines: the bot comes although the other person is not connected now."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), credentials = await couple(server, DAY)
            name = anne.table.name
            await anne.leave()
            for _ in range(40):
                await server.clock.advance(DAY)
                if await whys(server, mary):
                    break
                await play([mary])
            assert await whys(server, mary) == ["time"]
            assert (await server.join(name, credentials[0])).last(Welcome).seat == 0

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [60, DAY])
def test_a_moment_with_a_stand_in_gives_no_time(clock_s: int) -> None:
    """The decision is the same, and so is its deadline, for everybody and after a restart."""

    async def case() -> None:
        store, clock = MemoryStore(), FakeClock()
        async with house(store=store, clock=clock, thinkers=SilentThinkers()) as server:
            (anne, _), rights = await couple(server, clock_s)
            name = anne.table.name
            for count in range(2):
                await clock.advance(clock_s / 4)
                await anne.post(Away(f"a{count}"))
                await clock.advance(1)
                await anne.post(Back(f"b{count}"))
            left_ms = (clock_s // 2 - 2) * 1000
            for right in (rights[0], None):
                again = await server.join(name, right)
                assert again.update.clock is not None
                assert again.update.clock.left_ms == left_ms
        if clock_s == DAY:
            async with house(store=store, clock=clock) as server:
                anne = await server.join(name, rights[0])
                assert anne.update.clock is not None
                assert anne.update.clock.left_ms == left_ms
                await clock.advance(left_ms / 1000)
                assert anne.table.actions[0] == (0, "split 12")

    asyncio.run(case())


def test_what_the_stand_in_answered_is_over() -> None:
    """The next question has its whole time."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server, 60)
            await server.clock.advance(50)
            await anne.post(Away("a"))
            await settle()
            assert mary.update.prompt is not None
            await anne.post(Back("b"))
            while anne.update.prompt is None:
                await play([mary], 1)
            assert anne.update.clock is not None
            assert anne.update.clock.left_ms == 60_000

    asyncio.run(case())


@pytest.mark.parametrize("has_answered", [False, True])
def test_a_return_does_not_tell_who_answered_under_seal(has_answered: bool) -> None:
    """Back in the seat, whoever has answered seems to have as much time as whoever has not."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, other = await sit_down(server, 120)
            await server.clock.advance(10)
            if has_answered:
                await other.act(other.update.legal[0])
            await other.post(Away("a"))
            await server.clock.advance(10)
            await other.post(Back("b"))
            await me.post(Away("a"))
            watcher = await server.join(me.table.name)
            assert watcher.update.clock is not None
            assert watcher.update.clock.left_ms == 100_000

    asyncio.run(case())
