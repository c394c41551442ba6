"""Results and statistics: each finished game once, whatever happens in between."""

from __future__ import annotations

import asyncio
import json

import pytest

from broadside.server.table.results import STREAM, Finished, Results
from broadside.store.interface import StoreError
from broadside.store.memory import MemoryStore
from tests.server.harness import FaultyLog, house, play, refused, settle
from tests.server.test_afterwards import branch, finished


def test_a_finished_game_counts_for_its_people() -> None:
    """By name, however it is written; bots count for nobody, unknown names have no games."""

    async def case() -> None:
        async with house() as server:
            table, _, _ = await finished(server)
            state = table.ledger.state
            assert state is not None
            result = state.result()
            assert result is not None
            for seat in range(2):
                (game,) = server.tables.results.player(
                    f" pLAYER  {seat}", server.clock.wall_ms()
                ).games
                assert (game.game, game.played) == ("jolly-and-roger", 1)
                assert (game.share, game.wins) == (result[seat], result[seat] == 1)
                assert game.mean_score == game.best_score == state.scores()[seat]
            assert server.tables.results.player("greedy", server.clock.wall_ms()).games == []
            assert server.tables.results.player("–", server.clock.wall_ms()).games == []

    asyncio.run(case())


def test_several_games_are_summed_up() -> None:
    """The mean and the best score; a what-if counts for nobody."""

    async def case() -> None:
        async with house() as server:
            tables = [(await finished(server))[0] for _ in range(3)]
            anne = await branch(server, tables[0], 10)
            await play([anne])
            scores = [t.ledger.state.scores()[0] for t in tables if t.ledger.state is not None]
            (game,) = server.tables.results.player("Player 0", server.clock.wall_ms()).games
            assert (game.played, game.best_score) == (3, max(scores))
            assert game.mean_score == sum(scores) / 3
            assert server.tables.results.player("Anne", server.clock.wall_ms()).games == []

    asyncio.run(case())


def test_results_survive_a_restart() -> None:
    """They are read from their stream, which is no table."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            await finished(server)
        async with house(log=log) as server:
            await settle()
            assert (
                server.tables.results.player("Player 0", server.clock.wall_ms()).games[0].played
                == 1
            )
            assert len(await log.read(STREAM)) == 1
            assert (await refused(lambda: server.tables.find(STREAM))).status == 404

    asyncio.run(case())


def test_a_crash_between_the_end_and_the_result() -> None:
    """The next start notes what is missing, once."""

    async def case() -> None:
        log = FaultyLog()
        log.refuses = b'"finished"'
        async with house(log=log) as server:
            await finished(server)
        log.refuses = None
        for _ in range(2):
            async with house(log=log) as server:
                assert server.tables._counting is not None
                await server.tables._counting
                assert (
                    server.tables.results.player("Player 1", server.clock.wall_ms()).games[0].played
                    == 1
                )
        assert len(await log.read(STREAM)) == 1

    asyncio.run(case())


def test_a_full_disk_only_puts_it_off() -> None:
    """The table insists."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log) as server:
            log.refuses = b'"finished"'
            await finished(server)
            log.refuses = None
            await server.clock.advance(5)
            assert len(await log.read(STREAM)) == 1

    asyncio.run(case())


def test_two_servers_note_each_game_once() -> None:
    """The stream serializes them, as it does tables."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as here, house(log=log) as there:
            await finished(here)
            await finished(there)
            await finished(here)
            assert len(await log.read(STREAM)) == 3

    asyncio.run(case())


class SlowLog(MemoryStore):
    """A store that takes a moment to write and to read, as a disk does."""

    async def append(
        self, table: str, expected_seq: int, record: bytes, *, last: bool = False
    ) -> int:
        await asyncio.sleep(0)
        return await super().append(table, expected_seq, record, last=last)

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        found = await super().read(table, since)
        await asyncio.sleep(0)
        return found


def test_many_games_that_end_at_once_are_noted_once_each() -> None:
    """Also while another server writes its own results into the stream."""

    async def case() -> None:
        log = SlowLog()
        async with house(log=log) as server:
            ledgers = []
            for number in range(5):
                table, _, _ = await finished(server)
                table.ledger.table = f"game {number}"
                ledgers.append(table.ledger)
            here, there = Results(log), Results(log)
            await asyncio.gather(here.load(), there.load())
            for name, results in (("there", there), ("here", here), ("again", there)):
                for ledger in ledgers:
                    ledger.table += name
                adding = asyncio.gather(*(results.add(ledger, 0) for ledger in ledgers))
                await asyncio.wait_for(adding, 5)
            await here.load()
            stored = [json.loads(data)["table"] for data in await log.read(STREAM)]
            assert len(stored) == len(set(stored)) == len(here._entries) == 20

    asyncio.run(case())


def test_a_wrong_memory_of_the_stream_keeps_nobody_waiting() -> None:
    """The result is put off; at the finished table people talk."""

    async def case() -> None:
        async with house(log=SlowLog()) as server:
            server.tables.results._entries.append(Finished(0, "", "", [], [], []))
            table, _, clients = await finished(server)
            await asyncio.wait_for(clients[0].say("Well played"), 5)
            assert not server.tables.results.has(table.ledger.table)
            with pytest.raises(StoreError):
                await asyncio.wait_for(server.tables.results.add(table.ledger, 0), 5)

    asyncio.run(case())


def test_broken_and_foreign_records_stop_nobody() -> None:
    """A result that cannot be read counts for nobody; neither does a table that cannot."""

    async def case() -> None:
        log = MemoryStore()
        await log.append(STREAM, 0, b"not json", last=True)
        await log.append("broken", 0, b"not json", last=True)
        async with house(log=log) as server:
            await settle()
            await finished(server)
            assert (
                server.tables.results.player("Player 0", server.clock.wall_ms()).games[0].played
                == 1
            )

    asyncio.run(case())
