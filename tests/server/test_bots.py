"""Bots: they see no secret, and whatever is wrong with them, their table goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from broadside.kernel.event import EVERYTHING
from broadside.replays.fairness import table_rng
from broadside.server.table.records import Acted, Record, Started
from broadside.server.table.shell import CLOSE_RESTART, bots
from broadside.store.memory import MemoryStore
from broadside.wire.messages import OpenTable, SeatWish
from broadside.workers.pool import NoThoughtError, ProcessThinkers
from broadside.workers.turns import Turns
from tests.server import thoughts
from tests.server.harness import (
    GAMES,
    NAME,
    QUICK,
    InlineThinkers,
    SilentThinkers,
    house,
    play,
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
        play_thought = bots._play

        def stumble(*given: Any) -> list[Record]:
            if mistakes:
                raise RuntimeError(f"mistake {mistakes.pop()} of ours")
            return play_thought(*given)

        monkeypatch.setattr(bots, "_play", stumble)
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

    async def think(
        self,
        game: str,
        world: str,
        seat: int,
        bot: str,
        seed: int,
        *,
        is_aside: bool = False,
        table: str = "",
    ) -> str:
        assert table
        await self.turns.take(table)
        return await super().think(game, world, seat, bot, seed, is_aside=is_aside, table=table)


# ------------------------------------------------------------------- real processes


def test_workers_that_crash_hang_or_raise(tmp_path: Path) -> None:
    """A dead worker is replaced and asked again; in the end there is an error, not a wait."""

    async def case() -> None:
        thinkers = ProcessThinkers(thoughts.awkward, workers=1, timeout_s=20)

        async def ask(bot: str) -> str:
            return await thinkers.think(NAME, "", 0, bot, 1)

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


def test_workers_are_given_in_turns() -> None:
    """One table asks for ten thoughts, then another for one: it is the second or third to come."""

    async def case() -> None:
        thinkers = ProcessThinkers(thoughts.awkward, workers=1, timeout_s=20)
        await thinkers.think(NAME, "", 0, "fine", 1)
        order: list[str] = []

        async def ask(table: str) -> None:
            await thinkers.think(NAME, "", 0, "fine", 1, table=table)
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
        thinkers = ProcessThinkers(thoughts.awkward, workers=1, timeout_s=20)
        worker = await thinkers.think(NAME, "", 0, "fine", 1)
        thinkers._timeout_s = 2
        asked = [asyncio.create_task(thinkers.think(NAME, "", 0, "nap", 1)) for _ in range(8)]
        await asyncio.sleep(0.1)
        asked.pop(0).cancel()
        assert await asyncio.gather(*asked) == [worker] * 7
        await thinkers.close()

    asyncio.run(case())


def test_a_hung_worker_is_ended_though_nobody_waits_for_it() -> None:
    """The seat was taken back, say, while its bot hung: the others' bots think on."""

    async def case() -> None:
        thinkers = ProcessThinkers(thoughts.awkward, workers=1, timeout_s=20)
        worker = await thinkers.think(NAME, "", 0, "fine", 1)
        thinkers._timeout_s = 0.5
        hung = asyncio.create_task(thinkers.think(NAME, "", 0, "hang", 1))
        await asyncio.sleep(0.1)
        hung.cancel()
        await asyncio.sleep(0)
        thinkers._timeout_s = 20
        async with asyncio.timeout(20):
            assert await thinkers.think(NAME, "", 0, "fine", 1) != worker
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
        thinkers = ProcessThinkers(thoughts.awkward, workers=1, timeout_s=20)
        thinkers._pool = NoProcesses()  # type: ignore[assignment]
        with pytest.raises(NoThoughtError, match="Resource temporarily unavailable"):
            await thinkers.think(NAME, "", 0, "fine", 1)
        async with asyncio.timeout(20):
            assert await thinkers.think(NAME, "", 0, "fine", 1)
        await thinkers.close()

    asyncio.run(case())
