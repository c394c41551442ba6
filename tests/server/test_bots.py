"""Bots: they see no secret, and whatever is wrong with them, their table goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from broadside.kernel.event import EVERYTHING
from broadside.server.fairness import table_rng
from broadside.server.table.records import Acted
from broadside.server.bots.pool import NoThoughtError, ProcessThinkers
from broadside.store.memory import MemoryStore
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
            table = await server.open("pb")
            anne = await server.join(table.ledger.table, await server.sit(table, 0))
            await play([anne])
            assert anne.update.result is not None
            acted = [r for r in await server.stored(table.ledger.table) if isinstance(r, Acted)]
            assert {(r.seat, r.by) for r in acted} == {(0, "person"), (1, "bot")}
            assert [s.kind for s in table.info().seats] == ["person", "bot"]

    asyncio.run(case())


def test_bots_among_themselves() -> None:
    """A table of bots plays without anybody looking."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("bb")
            for _ in range(100):
                await settle()
            assert table.info().status == "over"

    asyncio.run(case())


def test_a_bot_is_never_told_the_truth() -> None:
    """What is sent to it is a world with another pile and another future, but the same view."""

    async def case() -> None:
        thinkers = InlineThinkers()
        async with house(thinkers=thinkers) as server:
            table = await server.open("pb", first_splitter="seat1", memory="closed")
            anne = await server.join(table.ledger.table, await server.sit(table, 0))
            await play([anne], 5)
            for world in thinkers.worlds:
                assert "sealed" not in world  # the kind of generator that live tables have
            seed = table.ledger.opened.seed
            assert not any(seed in world for world in thinkers.worlds)
            first = GAMES[NAME].read(thinkers.worlds[0])
            rng = table_rng(seed, table.ledger.salts())
            dealt = GAMES[NAME].deal(2, table.ledger.opened.options, rng)
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
            record = (await server.stored(table.ledger.table))[3]
            assert isinstance(record, Acted)
            assert (record.action, record.by) == ("split 12", "clock")

    asyncio.run(case())


class MistakenLog(MemoryStore):
    """A log in which there is a mistake when a bot acts."""

    mistakes = 1

    async def append(
        self, table: str, expected_seq: int, record: bytes, *, last: bool = False
    ) -> int:
        if self.mistakes and b'"by":"bot"' in record:
            self.mistakes -= 1
            raise RuntimeError("a mistake of ours")
        return await super().append(table, expected_seq, record, last=last)


def test_a_bot_plays_on_after_mistakes_of_ours() -> None:
    """It thinks again after a while, and not at once: the mistake may be there still."""

    async def case() -> None:
        log = MistakenLog()
        log.mistakes = 2
        async with house(log=log) as server:
            table = await server.open("pb", first_splitter="seat1")
            await server.sit(table, 0)
            assert (log.mistakes, table.ledger.actions) == (1, [])
            await server.clock.advance(QUICK.retry_s)
            assert (log.mistakes, table.ledger.actions) == (0, [])
            await server.clock.advance(QUICK.retry_s)
            assert [seat for seat, _ in table.ledger.actions] == [1]

    asyncio.run(case())


def test_bots_go_on_after_a_restart() -> None:
    """The server ended while a bot was thinking: the new one thinks again, with nobody there."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log, thinkers=SilentThinkers()) as server:
            table = await server.open("pb", first_splitter="seat1")
            await server.sit(table, 0)
            assert table.ledger.seq == 2
        async with house(log=log) as server:
            await settle()
            assert len(await server.stored(table.ledger.table)) == 4

    asyncio.run(case())


def test_two_servers_do_not_play_a_bot_twice() -> None:
    """Both think for it; one is faster, the other notices and thinks about what comes next."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as here, house(log=log) as there:
            table = await here.open("bb")
            await there.tables.find(table.ledger.table)
            for _ in range(200):
                await settle()
            acted = [r for r in await here.stored(table.ledger.table) if isinstance(r, Acted)]
            assert all(record.by == "bot" for record in acted)
            assert await log.tables(unfinished=True) == []

    asyncio.run(case())


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
