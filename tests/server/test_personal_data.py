"""What is stored about a person: all of it, and nothing that the person may not know."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from broadside.server.http import personal_data
from broadside.server.table import host
from broadside.store.memory import MemoryStore
from broadside.wire.http_messages import Deleted, Start
from broadside.wire.messages import Away, OpenTable, SeatWish
from tests.server.calling import everything, naming, next_table
from tests.server.harness import play, settle
from tests.server.windows import brawling

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from broadside.server.table.shell import Shell
    from broadside.store.interface import GameResult, TableRow
    from tests.server.harness import Client, House


async def brawl(server: House) -> tuple[Shell, list[str], list[Client]]:
    """Three people at a table without a clock, whose passes are sealed."""
    table = await server.open_table(OpenTable("brawl", [SeatWish("open")] * 3, {}, None))
    credentials = [await server.sit(table, seat, f"Player {seat}") for seat in range(3)]
    clients = [await server.join(table.name, c) for c in credentials]
    return table, credentials, clients


def test_a_kept_seat_forgets_its_person() -> None:
    """Somebody else opened the rematch, and its link was never followed."""

    async def case() -> None:
        store = MemoryStore()
        async with brawling(store=store) as server:
            table, credentials, clients = await brawl(server)
            await play(clients)
            name = (await next_table(server, table, credentials[0])).table
            mine = naming(server, table, credentials[1])
            told = await personal_data.export(mine)
            assert [one.table for one in told] == [table.name, name]
            await personal_data.delete(mine)
            assert "Player 1" not in everything(store)
            seats = (await server.tables.info(name)).seats
            assert sorted(str(seat.reserved_for) for seat in seats) == ["Player 0", "Player 2", "–"]
            assert await personal_data.export(naming(server, table, "nonsense")) == []

    asyncio.run(case())


class SlowResults(MemoryStore):
    """A store that takes results when a test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.gate = asyncio.Event(), asyncio.Event()

    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        async def later() -> None:
            if result is not None:
                self.asked.set()
                await self.gate.wait()
            await super(SlowResults, self).append(table, epoch, expected_seq, records, row, result)

        return later()


def test_being_forgotten_while_the_result_is_written() -> None:
    """The name is in neither afterwards."""

    async def case() -> None:
        store = SlowResults()
        async with brawling(store=store) as server:
            table, credentials, clients = await brawl(server)
            playing = asyncio.create_task(play(clients))
            await asyncio.wait_for(store.asked.wait(), 30)
            mine = naming(server, table, credentials[1])
            forgetting = asyncio.create_task(personal_data.delete(mine))
            await settle()
            assert not forgetting.done()
            store.gate.set()
            assert await forgetting == Deleted(tables=1, results=1)
            await playing
            assert await store.result(table.name) is not None
            assert "Player 1" not in everything(store)
            assert "player 1" not in everything(store)

    asyncio.run(case())


def test_a_bot_in_a_kept_seat_plays_for_itself() -> None:
    """Who did not come to the rematch is not told what the bot does there under seal."""

    async def case() -> None:
        async with brawling() as server:
            table, credentials, clients = await brawl(server)
            await play(clients)
            name = (await next_table(server, table, credentials[0])).table
            come = [await server.join(name, credentials[seat]) for seat in (0, 2)]
            shell = come[0].shell
            await server.ask(shell, host.command, server.host, Start())
            await play(come, 5)
            again = come[0].table
            bots = [chair.seat for chair in again.chairs if chair.bot]
            assert [seat for seat, _ in again.actions if seat in bots]
            (exported,) = await personal_data.export(naming(server, shell, credentials[1]))
            assert [record["type"] for record in exported.records] == ["reserved"]

    asyncio.run(case())


def test_what_a_stand_in_did_is_told_to_its_person() -> None:
    """The seat knows what was done for it, and nothing of what others did under seal."""

    async def case() -> None:
        async with brawling() as server:
            table, credentials, clients = await brawl(server)
            await play(clients, 1)
            await clients[1].act("pass")
            await clients[2].post(Away("away"))
            await server.clock.advance(5)
            (exported,) = await personal_data.export(naming(server, table, credentials[2]))
            acted = [(r["seat"], r["action"]) for r in exported.records if r["type"] == "acted"]
            assert acted
            assert acted == [one for one in clients[2].table.actions if one[0] == 2]
            assert clients[2].table.status == "playing"

    asyncio.run(case())
