"""Results and statistics: each finished game once, whatever happens in between."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from broadside.server.http import my_tables
from broadside.server.table.results import finished_of
from broadside.service.refusal import Refusal
from broadside.store.interface import GameResult, PlayerResult, StoreError, TableRow
from broadside.store.memory import MemoryStore
from broadside.store.sqlite import SqliteStore
from broadside.wire.messages import Refused
from tests.server.calling import call, table_of
from tests.server.harness import house, play, settle
from tests.server.test_afterwards import branch, finished, finished_table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from pathlib import Path

    import pytest

    from broadside.wire.http_messages import PlayerGame, PlayerInfo
    from tests.server.harness import Client, House

MANY = 20_000


async def games_of(server: House, name: str) -> list[PlayerGame]:
    """What statistics tell about a name."""
    return (await my_tables.player(call(server, name=name))).games


def test_a_finished_game_counts_for_its_people() -> None:
    """By name, however it is written; bots count for nobody, unknown names have no games."""

    async def case() -> None:
        async with house() as server:
            table, _ = await finished_table(server)
            assert table.state is not None
            result = table.state.result()
            assert result is not None
            for seat in range(2):
                (game,) = await games_of(server, f" pLAYER  {seat}")
                assert (game.game, game.played) == ("jolly-and-roger", 1)
                assert (game.share, game.wins) == (result[seat], result[seat] == 1)
                assert game.mean_score == game.best_score == table.state.scores()[seat]
            for name in ("greedy", "–", "Player 2", ""):
                assert await games_of(server, name) == []

    asyncio.run(case())


def test_who_has_played_much_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a player is made beside the tables, however many games there are to count."""
    told, makers = my_tables._told, []

    def note_thread(*parts: Any) -> PlayerInfo:
        makers.append(threading.current_thread())
        return told(*parts)

    async def case() -> None:
        async with house() as server:
            await finished_table(server)
            monkeypatch.setattr(my_tables, "_told", note_thread)
            assert len(await games_of(server, "Player 0")) == 1

    asyncio.run(case())
    assert len(makers) == 1
    assert makers[0] is not threading.current_thread()


def test_a_bot_counts_for_nobody() -> None:
    """Neither does a person who has its name and sits elsewhere."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pb", first_splitter="seat0")
            await play([await server.join(table.name, await server.sit(table, 0, "Anne"))])
            assert len(await games_of(server, "Anne")) == 1
            assert await games_of(server, "greedy") == []
            stored = await server.store.result(table.name)
            assert stored is not None
            assert [seat.bot for seat in finished_of(stored).seats] == [None, "greedy"]

    asyncio.run(case())


def test_several_games_are_summed_up() -> None:
    """The mean and the best score; a what-if counts for nobody."""

    async def case() -> None:
        async with house() as server:
            tables = [(await finished_table(server))[0] for _ in range(3)]
            anne = await branch(server, tables[0], 10)
            await play([anne])
            assert anne.table.status == "over"
            assert await server.store.result(anne.table.name) is not None
            scores = [t.state.scores()[0] for t in tables if t.state is not None]
            (game,) = await games_of(server, "Player 0")
            assert (game.played, game.best_score) == (3, max(scores))
            assert game.mean_score == sum(scores) / 3
            assert await games_of(server, "Anne") == []

    asyncio.run(case())


def test_results_survive_a_restart() -> None:
    """They are in the store, and no table must be loaded to tell them."""

    async def case() -> None:
        store = MemoryStore()
        for runs in (1, 2):
            async with house(store=store) as server:
                await finished(server)
            async with house(store=store) as server:
                assert (await games_of(server, "Player 0"))[0].played == runs
                assert server.tables._shells == {}

    asyncio.run(case())


class FullForResults(MemoryStore):
    """A store that takes the end of a game, and its result, when a test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = True

    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        if result is not None and self.is_full:
            raise StoreError("the disk is full")
        return super().append(table, epoch, expected_seq, records, row, result)


def test_a_game_ends_with_its_result_or_not_at_all() -> None:
    """Both are one commit: a full disk leaves neither, and later there are both."""

    async def case() -> None:
        store = FullForResults()
        async with house(store=store) as server:
            clients = await server.pair()
            name = clients[0].table.name
            with suppress(Refusal):  # to the last act
                await play(clients)
            last = await wait_for_refusal(clients)
            assert (await server.tables.info(name)).status == "playing"
            assert await store.result(name) is None
            assert await store.count() == {"waiting": 0, "playing": 1, "over": 0}
            store.is_full = False
            await last.act(last.update.legal[0])
            assert (await server.tables.info(name)).status == "over"
            assert await store.result(name) is not None
            assert (await games_of(server, "Player 1"))[0].played == 1

    asyncio.run(case())


async def wait_for_refusal(clients: list[Client]) -> Client:
    """Wait for who could not do the last thing: the table is built anew in a thread meanwhile."""
    async with asyncio.timeout(30):
        while True:
            for client in clients:
                if client.all(Refused):
                    assert client.last(Refused).code == "not_stored"
                    return client
            await asyncio.sleep(0.01)


def test_a_crash_after_the_end() -> None:
    """It was stored, and nobody heard of it: the game counts once."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            table, _, _ = await finished(server)
        for _ in range(2):
            async with house(store=store) as server:
                again = await table_of(await server.tables.find(table.name))
                assert again.status == "over"
                await settle()
                assert (await games_of(server, "Player 1"))[0].played == 1

    asyncio.run(case())


def test_many_games_that_end_at_once_are_noted_once_each() -> None:
    """Also at two servers on one store."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as here, house(store=store) as there:
            await asyncio.gather(*(finished(server) for server in (here, there) * 3))
            for server in (here, there):
                (game,) = await games_of(server, "Player 0")
                assert game.played == 6
            assert await store.count() == {"waiting": 0, "playing": 0, "over": 6}

    asyncio.run(case())


def test_a_broken_table_stops_no_statistics() -> None:
    """Results are told without any log."""

    async def case() -> None:
        store = MemoryStore()
        epoch = await store.lease("broken")
        row = TableRow("playing", 1, "", None, b"{}")
        await store.append("broken", epoch, 0, [b"not json"], row)
        async with house(store=store) as server:
            await settle()
            await finished(server)
            assert (await games_of(server, "Player 0"))[0].played == 1

    asyncio.run(case())


def test_a_result_counts_when_outsiders_may_know_it() -> None:
    """Where spectators see a table later, statistics tell of it later, too."""

    async def case() -> None:
        async with house() as server:
            server.wish = {"spectator_delay_s": 60}
            await finished(server)
            assert await games_of(server, "Player 0") == []
            await server.clock.advance(59)
            assert await games_of(server, "Player 0") == []
            await server.clock.advance(1)
            assert (await games_of(server, "Player 0"))[0].played == 1

    asyncio.run(case())


def test_statistics_come_from_an_index(tmp_path: Path) -> None:
    """The results of others are not read: with twenty thousand of them it takes no longer."""

    async def case() -> None:
        store = SqliteStore(tmp_path / "broadside.sqlite")
        epoch = await store.lease("any")
        row = TableRow("over", None, "", None, b"{}")
        for number in range(MANY):
            who = "anne" if number % 1000 == 0 else f"player {number % 500}"
            players = (PlayerResult(who, 0, 1.0, number), PlayerResult("mary", 1, 0.0, 0))
            result = GameResult("jamaica", number, number, b"not read", players)
            done = store.append(f"t{number}", epoch, 0, [b"x"], row, result)
        await done
        steps = 0

        def count() -> int:
            nonlocal steps
            steps += 1
            return 0

        async with house(store=store) as server:
            await server.clock.advance(60)
            store._reader.set_progress_handler(count, 100)
            (game,) = await games_of(server, "Anne")
            store._reader.set_progress_handler(None, 0)
            assert (game.played, game.wins, game.best_score) == (20, 20, 19_000)
        await store.close()
        assert steps < 200, "SQLite did more than 20,000 steps for 20 games"

    asyncio.run(case())
