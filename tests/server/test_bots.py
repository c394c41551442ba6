"""Bots: they see no secret, and whatever is wrong with them, their table goes on."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from broadside.kernel.event import EVERYTHING
from broadside.replays.fairness import table_rng
from broadside.server.table import bots
from broadside.server.table.records import Acted, Record, Started
from broadside.server.table.shell import CLOSE_RESTART
from broadside.store.interface import StoreError
from broadside.store.memory import MemoryStore
from broadside.wire.messages import OpenTable, SeatWish
from broadside.workers import pool
from broadside.workers.pool import (
    LONG_MS,
    THINK_MS_MIN,
    Brain,
    NoThoughtError,
    ProcessThinkers,
    Question,
)
from broadside.workers.turns import Turns
from tests.server import thoughts
from tests.server.harness import (
    GAMES,
    NAME,
    QUICK,
    FakeClock,
    FaultyStore,
    InlineThinkers,
    SilentThinkers,
    SlowThinkers,
    house,
    play,
    refused,
    settle,
)


def test_a_person_against_a_bot() -> None:
    """The bot answers by itself; its actions are marked in the log."""

    async def case() -> None:
        async with house() as server:
            shell = await server.open("pb")
            anne = await server.join(shell.name, await server.sit(shell, 0))
            await play([anne])
            assert anne.update.result is not None
            acted = [r for r in await server.stored(shell.name) if isinstance(r, Acted)]
            assert {(r.seat, r.by) for r in acted} == {(0, "person"), (1, "bot")}
            told = await server.tables.info(shell.name)
            assert [seat.kind for seat in told.seats] == ["person", "bot"]

    asyncio.run(case())


async def rest() -> None:
    """Let a table of bots play as far as it can."""
    for _ in range(100):
        await settle()


@pytest.mark.parametrize("seats", [2, 10])
def test_bots_among_themselves_play_for_who_watches(seats: int) -> None:
    """Nothing is dealt while nobody looks; then they play, and wait when nobody is left."""

    async def case() -> None:
        thinkers = InlineThinkers()
        async with house(thinkers=thinkers) as server:
            game = NAME if seats == 2 else "jolly-roger"
            shell = await server.open_table(
                OpenTable(game, [SeatWish("bot", "greedy")] * seats, clock_s=None)
            )
            await server.clock.advance(3600)
            assert len(await server.stored(shell.name)) == 1
            assert (await server.tables.info(shell.name)).status == "waiting"
            assert thinkers.worlds == []
            watcher = await server.join(shell.name)
            assert watcher.update.view
            await watcher.leave()
            await rest()
            stored = await server.stored(shell.name)
            assert isinstance(stored[1], Started)
            await server.clock.advance(3600)
            assert await server.stored(shell.name) == stored
            watcher = await server.join(shell.name)
            await server.clock.advance(60)
            await rest()
            assert len(await server.stored(shell.name)) > len(stored)
            if seats == 2:
                assert watcher.update.result is not None
                assert (await server.tables.info(shell.name)).status == "over"

    asyncio.run(case())


def test_tables_of_bots_cost_nothing_after_a_restart() -> None:
    """Though one was amid its game: it goes on when somebody watches."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            shell = await server.open("bb")
            watcher = await server.join(shell.name)
            await watcher.leave()
            stored = await server.stored(shell.name)
        async with house(store=store) as server:
            await server.clock.advance(3600)
            assert server.tables._shells == {}
            assert await server.stored(shell.name) == stored
            watcher = await server.join(shell.name)
            await rest()
            assert watcher.update.result is not None

    asyncio.run(case())


def test_a_bot_is_never_told_the_truth() -> None:
    """What is sent to it is a world with another pile and another future, but the same view."""

    async def case() -> None:
        thinkers = InlineThinkers()
        async with house(thinkers=thinkers) as server:
            shell = await server.open("pb", first_splitter="seat1", memory="closed")
            anne = await server.join(shell.name, await server.sit(shell, 0))
            table = anne.table
            await play([anne], 5)
            for world in thinkers.worlds:
                assert "sealed" not in world  # the kind of generator that live tables have
            seed = table.opened.seed
            assert not any(seed in world for world in thinkers.worlds)
            first = GAMES[NAME].read(thinkers.worlds[0])
            rng = table_rng(seed, table.salts())
            dealt = GAMES[NAME].deal(2, table.opened.options, rng)
            assert first.view(1) == dealt.view(1)
            assert first.view(EVERYTHING) != dealt.view(EVERYTHING)

    asyncio.run(case())


@pytest.mark.parametrize(
    "answer",
    ["dance", "", "pick A", "x" * 10_000, NoThoughtError("gone"), RuntimeError("a mistake")],
)
def test_a_bot_without_a_good_answer(answer: str | Exception) -> None:
    """The default is played for it."""

    async def case() -> None:
        thinkers = InlineThinkers()
        thinkers.script = [answer]
        async with house(thinkers=thinkers) as server:
            table = await server.open("pb", first_splitter="seat1")
            await server.sit(table, 0)
            await settle()
            record = (await server.stored(table.name))[3]
            assert isinstance(record, Acted)
            assert (record.seat, record.action, record.by) == (1, "split 12", "bot")

    asyncio.run(case())


def test_a_bot_plays_on_after_mistakes_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """It thinks again after a while, and not at once: the mistake may be there still."""

    async def case() -> None:
        mistakes = [1, 2]
        settle = bots.settle

        def stumble(*given: Any) -> list[Record]:
            if mistakes:
                raise RuntimeError(f"mistake {mistakes.pop()} of ours")
            return settle(*given)

        monkeypatch.setattr(bots, "settle", stumble)
        async with house() as server:
            shell = await server.open("pb", first_splitter="seat1")
            anne = await server.join(shell.name, await server.sit(shell, 0))
            assert (mistakes, anne.table.actions) == ([1], [])
            await server.clock.advance(QUICK.retry_s)
            assert (mistakes, anne.table.actions) == ([], [])
            await server.clock.advance(QUICK.retry_s)
            assert [seat for seat, _ in anne.table.actions] == [1]
            assert anne.closed is None

    asyncio.run(case())


def test_bots_go_on_after_a_restart() -> None:
    """The server ended while a bot was thinking: the new one thinks again, with nobody there."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store, thinkers=SilentThinkers()) as server:
            table = await server.open("pb", first_splitter="seat1")
            await server.sit(table, 0)
            assert len(await server.stored(table.name)) == 3
        async with house(store=store) as server:
            await server.clock.advance(0)
            assert len(await server.stored(table.name)) == 4

    asyncio.run(case())


def test_two_servers_do_not_play_a_bot_twice() -> None:
    """One has the table; the other has lost it, plays nothing more, and its clients come again."""

    async def case() -> None:
        store = MemoryStore()
        thinkers = InlineThinkers()
        async with house(store=store, thinkers=thinkers) as here, house(store=store) as there:
            shell = await here.open("bb")
            mine = await here.join(shell.name)
            theirs = await there.join(shell.name)
            await rest()
            assert mine.closed == CLOSE_RESTART
            assert theirs.closed is None
            assert theirs.update.result is not None
            acted = [r for r in await here.stored(shell.name) if isinstance(r, Acted)]
            assert all(record.by == "bot" for record in acted)
            assert (await store.count())["over"] == 1
            told = sum(event["kind"] == "split" for event in theirs.events())
            assert told == sum(record.action.startswith("split") for record in acted)

    asyncio.run(case())


# ------------------------------------------------------------------------------ turns


def test_tables_have_their_turns() -> None:
    """However much one table wants, another that comes later need not wait for all of it."""

    async def case() -> None:
        turns, order = Turns(1), list[str]()
        await turns.take("first")

        async def think(table: str) -> None:
            await turns.take(table)
            order.append(table)

        tables = ["greedy"] * 5 + ["late"] * 2 + ["last"]
        waiting = [asyncio.create_task(think(table)) for table in tables]
        await settle()
        assert order == []
        for _ in tables:
            turns.give_back()
            await settle()
        assert order == ["greedy", "late", "last", "greedy", "late", "greedy", "greedy", "greedy"]
        await asyncio.gather(*waiting)
        turns.give_back()
        async with asyncio.timeout(1):
            await turns.take("again")

    asyncio.run(case())


@pytest.mark.parametrize("has_come", [False, True])
def test_a_place_is_not_lost_with_who_gave_up(has_come: bool) -> None:
    """Neither before it came nor just when it did: the next table has it."""

    async def case() -> None:
        turns = Turns(1)
        await turns.take("first")
        gone = asyncio.create_task(turns.take("gone"))
        await settle()
        if has_come:
            turns.give_back()
        gone.cancel()
        await settle()
        if not has_come:
            turns.give_back()
        async with asyncio.timeout(1):
            await turns.take("next")

    asyncio.run(case())


def test_who_opens_many_tables_of_bots_delays_nobody() -> None:
    """Fifty want a thought each, again and again; one with a person waits for one round only."""

    async def case() -> None:
        thinkers = TurnThinkers()
        settings = replace(QUICK, bot_tables_per_address=50)
        async with house(thinkers=thinkers, settings=settings) as server:
            for _ in range(50):
                shell = await server.open("bb")
                await server.join(shell.name)
            shell = await server.open("pb", first_splitter="seat1")
            anne = await server.join(shell.name, await server.sit(shell, 0))
            before = thinkers.thoughts
            while anne.update.prompt is None:
                await thinkers.think_once()
            assert thinkers.thoughts - before <= 51

    asyncio.run(case())


def test_an_address_has_so_many_tables_without_people() -> None:
    """Others have as many, and tables with people do not count; nor does one that never was."""

    async def case() -> None:
        store = FaultyStore()
        bot = SeatWish("bot", "greedy")
        bots, mixed = [bot, bot], [bot, SeatWish("open")]
        settings = replace(QUICK, bot_tables_per_address=2)
        async with house(store=store, settings=settings) as server:
            open_table = server.tables.open
            store.refuses = b'"opened"'
            for _ in range(3):
                with pytest.raises(StoreError):
                    await open_table(OpenTable(NAME, bots), "192.0.2.1")
            store.refuses = None
            for _ in range(2):
                await open_table(OpenTable(NAME, bots), "192.0.2.1")
            more = await refused(lambda: open_table(OpenTable(NAME, bots), "192.0.2.1"))
            assert more.code == "too_many_tables"
            await open_table(OpenTable(NAME, mixed), "192.0.2.1")
            await open_table(OpenTable(NAME, bots), "192.0.2.2")

    asyncio.run(case())


class TurnThinkers(InlineThinkers):
    """One worker for all, that thinks when a test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.turns = Turns(0)
        self.thoughts = 0

    async def think_once(self) -> None:
        """Let the next table in the row have its thought."""
        self.thoughts += 1
        self.turns.give_back()
        await settle()

    async def think(self, question: Question, *, table: str = "") -> str:
        assert table
        await self.turns.take(table)
        return await super().think(question, table=table)


# ------------------------------------------------------------------- real processes


def test_workers_that_crash_hang_or_raise(tmp_path: Path) -> None:
    """A dead worker is replaced and asked again; in the end there is an error, not a wait."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.awkward), workers=1, timeout_s=20)

        async def ask(bot: str) -> str:
            return await thinkers.think(Question(NAME, "", 0, bot, 1))

        await thinkers.start()
        first = await ask("fine")
        assert await ask("fine") == first
        with pytest.raises(NoThoughtError, match="RuntimeError: no idea"):
            await ask("raise")
        assert await ask("fine") == first  # an exception costs no worker
        second = await ask(f"crash_once:{tmp_path / 'marker'}")
        assert second != first
        with pytest.raises(NoThoughtError, match="ended its worker process 3 times"):
            await ask("crash")
        thinkers._timeout_s = 0.5
        with pytest.raises(NoThoughtError, match=r"longer than 0\.5 s"):
            await ask("hang")
        await thinkers.close()
        with pytest.raises(NoThoughtError, match="shutting down"):
            await ask("fine")

    asyncio.run(case())


def test_the_first_thought_is_as_quick_as_the_others() -> None:
    """A worker that has been started has imported what it will think with."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.age), workers=1, timeout_s=20)
        await thinkers.start()
        assert thinkers._warming is not None
        await thinkers._warming
        await asyncio.sleep(0.5)
        assert float(await thinkers.think(Question(NAME, "", 0, "x", 1))) >= 0.5
        await thinkers.close()

    asyncio.run(case())


def test_a_closed_pool_leaves_no_thread_behind() -> None:
    """A thread that is still ending would disturb the end of Python, now and then."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.age), workers=2, timeout_s=20)
        await thinkers.think(Question("parley", "", 0, "age", 0))
        await thinkers.close()
        assert not any("ExecutorManager" in type(one).__name__ for one in threading.enumerate())

    for _ in range(3):
        asyncio.run(case())


def test_workers_are_given_in_turns() -> None:
    """One table asks for ten thoughts, then another for one: it is the second or third to come."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.awkward), workers=1, timeout_s=20)
        await thinkers.think(Question(NAME, "", 0, "fine", 1))
        order: list[str] = []

        async def ask(table: str) -> None:
            await thinkers.think(Question(NAME, "", 0, "fine", 1), table=table)
            order.append(table)

        tables = ["many"] * 10 + ["one"]
        async with asyncio.timeout(20):
            await asyncio.gather(*map(ask, tables))
        assert order.index("one") <= 2
        await thinkers.close()

    asyncio.run(case())


def test_waiting_for_a_worker_is_not_thinking() -> None:
    """Many are asked at once: all get an answer, from the same worker; also after one gave up."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.awkward), workers=1, timeout_s=20)
        worker = await thinkers.think(Question(NAME, "", 0, "fine", 1))
        thinkers._timeout_s = 2
        asked = [
            asyncio.create_task(thinkers.think(Question(NAME, "", 0, "nap", 1))) for _ in range(8)
        ]
        await asyncio.sleep(0.1)
        asked.pop(0).cancel()
        assert await asyncio.gather(*asked) == [worker] * 7
        await thinkers.close()

    asyncio.run(case())


def test_a_hung_worker_is_ended_though_nobody_waits_for_it() -> None:
    """The seat was taken back, say, while its bot hung: the others' bots think on."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.awkward), workers=1, timeout_s=20)
        worker = await thinkers.think(Question(NAME, "", 0, "fine", 1))
        thinkers._timeout_s = 0.5
        hung = asyncio.create_task(thinkers.think(Question(NAME, "", 0, "hang", 1)))
        await asyncio.sleep(0.1)
        hung.cancel()
        await asyncio.sleep(0)
        thinkers._timeout_s = 20
        async with asyncio.timeout(20):
            assert await thinkers.think(Question(NAME, "", 0, "fine", 1)) != worker
        await thinkers.close()

    asyncio.run(case())


class NoProcesses:
    """A pool that cannot start a worker."""

    def submit(self, *_work: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    def shutdown(self, *, wait: bool) -> None:
        assert not wait


def test_a_worker_that_cannot_start_keeps_nobody_waiting() -> None:
    """The thought fails; the next one finds a new pool, and room in it."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.awkward), workers=1, timeout_s=20)
        thinkers._pool = NoProcesses()  # type: ignore[assignment]
        with pytest.raises(NoThoughtError, match="Resource temporarily unavailable"):
            await thinkers.think(Question(NAME, "", 0, "fine", 1))
        async with asyncio.timeout(20):
            assert await thinkers.think(Question(NAME, "", 0, "fine", 1))
        await thinkers.close()

    asyncio.run(case())


# --------------------------------------------------------------------- time to think


def test_who_is_asked_together_shares_the_time() -> None:
    """Five captains on one worker: they think for as long together as one alone would have.

    What the machine does meanwhile takes from the time of the later ones, down to the least.
    """

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.patient), workers=1, timeout_s=20)
        assert int(await thinkers.think(search(1000))) > 500
        answers = await asyncio.gather(*(thinkers.think(search(1000)) for _ in range(5)))
        times_ms = [int(think_ms) for think_ms in answers]
        assert max(times_ms) <= 200 + THINK_MS_MIN
        assert sum(times_ms) <= 1000 + 4 * THINK_MS_MIN
        await thinkers.close()

    asyncio.run(case())


def test_a_queue_leaves_every_bot_a_little_time() -> None:
    """It never becomes nothing: a search that may not begin has no answer."""
    thinkers = ProcessThinkers(Brain(thoughts.patient), workers=2, timeout_s=20)
    long_ago = time.monotonic() - 60
    assert thinkers._think_ms(1000, long_ago) == THINK_MS_MIN
    assert thinkers._think_ms(20, long_ago) == 20
    assert thinkers._think_ms(0, long_ago) == 0  # it does not search


def test_long_thoughts_leave_a_worker_to_others() -> None:
    """Two old salts think; a captain's answer comes before both of theirs."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.patient), workers=2, timeout_s=20)
        await asyncio.gather(*(thinkers.think(search(1)) for _ in range(2)))
        long = [asyncio.create_task(thinkers.think(search(LONG_MS + 500))) for _ in range(2)]
        await asyncio.sleep(0.1)
        await thinkers.think(search(200))
        assert not any(task.done() for task in long)
        for task in long:
            task.cancel()
        await thinkers.close()

    asyncio.run(case())


def test_a_search_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time is over, and a moment of grace, too: it has no answer, and the default is played."""

    async def case() -> None:
        thinkers = ProcessThinkers(Brain(thoughts.awkward), workers=1, timeout_s=60)
        await thinkers.think(Question(NAME, "", 0, "fine", 1))
        monkeypatch.setattr(pool, "GRACE_S", 0.3)
        with pytest.raises(NoThoughtError, match=r"longer than 0\.4 s"):
            await thinkers.think(Question(NAME, "", 0, "hang", 1, think_ms=100))
        await thinkers.close()

    asyncio.run(case())


def search(think_ms: int) -> Question:
    """A question to a bot that searches for so long."""
    return Question(NAME, "", 0, "captain", 1, think_ms=think_ms)


@pytest.mark.parametrize("took_s", [0.0, 0.3, 1.0])
def test_a_captain_always_takes_the_same_time(took_s: float) -> None:
    """However soon its choice was clear: others learn nothing from the moment of its answer."""

    async def case() -> None:
        clock = FakeClock()
        settings = replace(QUICK, bot_beat_s=0.6)
        thinkers = SlowThinkers(clock, took_s)
        async with house(clock=clock, thinkers=thinkers, settings=settings) as server:
            wishes = [SeatWish("open"), SeatWish("bot", "captain")]
            options: dict[str, str | int | bool] = {"first_splitter": "seat1"}
            shell = await server.open_table(OpenTable(NAME, wishes, options))
            await server.join(shell.name, await server.sit(shell, 0))
            began = clock.now()
            await clock.advance(1.19)
            assert not any(isinstance(r, Acted) for r in await server.stored(shell.name))
            await clock.advance(0.02)
            (acted,) = [r for r in await server.stored(shell.name) if isinstance(r, Acted)]
            assert acted.at_ms == round((began + 1.2) * 1000)

    asyncio.run(case())
