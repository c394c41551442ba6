"""Clocks: the default is played when a person's time is up, never earlier, never for a bot."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from broadside.server.table.pause import GRACE_MS
from broadside.server.table.records import Acted, Paused, Started
from broadside.service.clock import SystemClock
from broadside.service.settings import Settings
from tests.server.harness import FakeClock, FaultyStore, house, play

if TYPE_CHECKING:
    from collections.abc import Callable

HOUR_NS = 3_600_000_000_000
A_WHILE_MS = 60_000  # longer than any of these tests takes


class HastyClock(FakeClock):
    """A clock whose timers ring a hair too early, as those of a real event loop may."""

    def call_at(self, moment_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        hair = 1 if moment_ms - self.now_ms() > 1 else 0
        return super().call_at(moment_ms - hair, callback)


def test_the_default_is_played_when_time_is_up() -> None:
    """A moment before nothing happens; then the prompt's default, marked as the clock's."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            await server.clock.advance(29.9)
            assert anne.table.seq == 3
            await server.clock.advance(0.2)
            record = (await server.stored(anne.table.name))[-1]
            assert isinstance(record, Acted)
            assert (record.seat, record.action, record.by) == (0, "split 12", "clock")
            kinds = [(event["kind"], event["seq"]) for event in mary.events()]
            assert kinds == [("turn_began", 3), ("table_clock", 4), ("split", 4)]

    asyncio.run(case())


def test_a_timer_that_rings_too_early_is_set_again() -> None:
    """The table looks, finds nothing due, and waits on: the decision is neither early nor lost."""

    async def case() -> None:
        async with house(clock=HastyClock()) as server:
            anne, _ = await server.pair(clock_s=30)
            began_ms = server.clock.now_ms()
            await server.clock.advance(40)
            record = (await server.stored(anne.table.name))[-1]
            assert isinstance(record, Acted)
            assert (record.by, record.at_ms - began_ms) == ("clock", 30_000)

    asyncio.run(case())


@pytest.mark.parametrize("comes", [True, False])
def test_a_table_that_has_just_started_waits_a_moment_for_its_people(comes: bool) -> None:
    """They sit down first and connect then: that is no pause, unless none of them comes."""

    async def case() -> None:
        async with house() as server:
            shell = await server.open("pp", clock_s=30)
            rights = [await server.sit(shell, seat) for seat in range(2)]
            began_ms = server.clock.now_ms()
            await server.clock.advance(GRACE_MS / 1000 - 0.1)
            if comes:
                await server.join(shell.name, rights[0])
            await server.clock.advance(0.2)
            last = (await server.stored(shell.name))[-1]
            assert last == (Started(began_ms) if comes else Paused(began_ms + GRACE_MS))

    asyncio.run(case())


def test_a_table_that_one_person_stays_at_ends() -> None:
    """With a clock nobody waits in vain: the game goes on without whoever left."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            await mary.leave()
            await server.clock.advance(30 * 100)
            assert anne.table.status == "over"

    asyncio.run(case())


def test_without_a_clock_nothing_hurries() -> None:
    """A table by days waits for ever."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            await server.clock.advance(3600)
            assert anne.table.seq == 3
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
            watcher = await server.join(anne.table.name)
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
            assert anne.table.seq == 5

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
            assert mary.table.seq == 6

    asyncio.run(case())


def test_the_clock_insists_when_the_store_fails() -> None:
    """The default is tried again until it is stored."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            anne, _ = await server.pair(clock_s=30)
            store.refuses = b"clock"
            await server.clock.advance(40)
            assert anne.table.seq == 3
            store.refuses = None
            await server.clock.advance(1)
            assert anne.table.seq == 4

    asyncio.run(case())


def test_bots_answer_on_the_beat() -> None:
    """Whatever a bot thinks of, if it is quick it takes the same time as any other thought."""

    async def case() -> None:
        async with house(settings=Settings(bot_beat_s=0.6)) as server:
            table = await server.open("pb", first_splitter="seat1")
            anne = await server.join(table.name, await server.sit(table, 0))
            for _ in range(5):
                await server.clock.advance(0.599)
                seq = anne.table.seq
                await server.clock.advance(0.001)
                assert anne.table.seq == seq + 1
                await play([anne])

    asyncio.run(case())


# --------------------------------------------------------------------- the machine's clock


def test_time_comes_from_the_wall_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins with the date; whoever sets the wall clock afterwards changes nothing."""
    monkeypatch.setattr(time, "time_ns", lambda: 2 * HOUR_NS)
    clock = SystemClock()
    began_ms = clock.now_ms()
    assert 0 <= began_ms - 2 * HOUR_NS // 1_000_000 < A_WHILE_MS
    for set_to in (HOUR_NS, 100 * HOUR_NS):
        monkeypatch.setattr(time, "time_ns", lambda set_to=set_to: set_to)
        assert 0 <= clock.now_ms() - began_ms < A_WHILE_MS


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="this system cannot tell")
def test_the_time_that_a_laptop_slept_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table by days has lost an hour when the lid was closed for one."""
    slept = 0
    read = time.clock_gettime_ns
    monkeypatch.setattr(time, "clock_gettime_ns", lambda which: read(which) + slept)
    clock = SystemClock()
    began_ms = clock.now_ms()
    slept = HOUR_NS
    assert 3_600_000 <= clock.now_ms() - began_ms < 3_600_000 + A_WHILE_MS


def test_where_the_system_cannot_tell_how_long_it_slept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time goes on all the same, and never back."""
    monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
    clock = SystemClock()
    read = [clock.now_ms() for _ in range(100)]
    assert read == sorted(read)
    assert read[-1] - read[0] < A_WHILE_MS


def test_the_clock_calls_at_a_moment() -> None:
    """Not before; at once if the moment is past; and not at all if it was cancelled."""

    async def case() -> None:
        clock = SystemClock()
        called: dict[str, int] = {}
        done = asyncio.Event()
        due_ms = clock.now_ms() + 20
        cancelled = clock.call_at(due_ms, lambda: called.update(cancelled=clock.now_ms()))
        clock.call_at(due_ms - A_WHILE_MS, lambda: called.update(past=clock.now_ms()))
        clock.call_at(due_ms, lambda: called.update(due=clock.now_ms()))
        clock.call_at(due_ms + 1, done.set)
        cancelled.cancel()
        await asyncio.wait_for(done.wait(), A_WHILE_MS / 1000)
        assert list(called) == ["past", "due"]
        assert called["due"] >= due_ms - 1  # an event loop may be a hair early

    asyncio.run(case())
