"""Clocks: the default is played when a person's time is up, never earlier, never for a bot."""

from __future__ import annotations

import asyncio

from broadside.server.table.records import Acted
from broadside.server.settings import Settings
from tests.server.harness import FaultyLog, house, play


def test_the_default_is_played_when_time_is_up() -> None:
    """A moment before nothing happens; then the prompt's default, marked as the clock's."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            await server.clock.advance(29.9)
            assert anne.table.ledger.seq == 3
            await server.clock.advance(0.2)
            record = (await server.stored(anne.table.ledger.table))[-1]
            assert isinstance(record, Acted)
            assert (record.seat, record.action, record.by) == (0, "split 12", "clock")
            assert [event["kind"] for event in mary.events()] == ["turn_began", "split"]

    asyncio.run(case())


def test_a_table_that_one_person_stays_at_ends() -> None:
    """With a clock nobody waits in vain: the game goes on without whoever left."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            await mary.leave()
            await server.clock.advance(30 * 100)
            assert anne.table.info().status == "over"

    asyncio.run(case())


def test_without_a_clock_nothing_hurries() -> None:
    """A table by days waits for ever."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            await server.clock.advance(3600)
            assert anne.table.ledger.seq == 3
            assert anne.update.clock is None

    asyncio.run(case())


def test_everybody_sees_how_long_it_takes() -> None:
    """The update carries what is left when it is sent; a decision begins with all of it."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            assert anne.update.clock is not None
            assert (anne.update.clock.left_ms, anne.update.clock.total_ms) == (30_000, 30_000)
            await server.clock.advance(12)
            watcher = await server.join(anne.table.ledger.table)
            assert watcher.update.clock is not None
            assert watcher.update.clock.left_ms == 18_000
            await anne.act("split 12")
            assert mary.update.clock is not None
            assert mary.update.clock.left_ms == 30_000

    asyncio.run(case())


def test_a_decision_in_time_stops_the_clock() -> None:
    """The next seat has its own, whole time."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            await server.clock.advance(29)
            await anne.act("split 12")
            await server.clock.advance(29)
            assert mary.update.prompt is not None
            await mary.act("pick A")
            assert anne.table.ledger.seq == 5

    asyncio.run(case())


def test_a_repeated_message_buys_no_time() -> None:
    """An old id again is acknowledged, but the clock runs on."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            await anne.act("split 12", "old")
            await mary.act("pick A", "old")
            await server.clock.advance(20)
            await mary.act("pick A", "old")
            await server.clock.advance(10)
            assert mary.table.ledger.seq == 6

    asyncio.run(case())


def test_the_clock_insists_when_the_store_fails() -> None:
    """The default is tried again until it is stored."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log) as server:
            anne, _ = await server.pair(clock_s=30)
            log.refuses = b"clock"
            await server.clock.advance(40)
            assert anne.table.ledger.seq == 3
            log.refuses = None
            await server.clock.advance(1)
            assert anne.table.ledger.seq == 4

    asyncio.run(case())


def test_bots_answer_on_the_beat() -> None:
    """Whatever a bot thinks of, if it is quick it takes the same time as any other thought."""

    async def case() -> None:
        async with house(settings=Settings(bot_beat_s=0.6)) as server:
            table = await server.open("pb", first_splitter="seat1")
            anne = await server.join(table.ledger.table, await server.sit(table, 0))
            for _ in range(5):
                await server.clock.advance(0.55)
                seq = table.ledger.seq
                await server.clock.advance(0.051)
                assert table.ledger.seq == seq + 1
                await play([anne])

    asyncio.run(case())
