"""What is stored about a person: all of it, and nothing that the person may not know."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from broadside.server.wire.http_messages import Start
from broadside.server.wire.messages import Away, OpenTable, SeatWish
from broadside.server.mine import Mine
from broadside.server.table.results import STREAM
from broadside.server.credentials import hash_credential
from broadside.store.memory import MemoryStore
from tests.server.harness import play, settle
from tests.server.test_mine import everything
from tests.server.windows import brawling

if TYPE_CHECKING:
    from starlette.responses import Response

    from broadside.server.table.shell import Table
    from tests.server.harness import Client, House


async def brawl(server: House) -> tuple[Table, list[str], list[Client]]:
    """Three people at a table without a clock, whose passes are sealed."""
    wish = OpenTable("brawl", [SeatWish("open")] * 3, {}, None)
    table, server.host = await server.tables.open(wish)
    credentials = [await server.sit(table, seat, f"Player {seat}") for seat in range(3)]
    clients = [await server.join(table.ledger.table, c) for c in credentials]
    return table, credentials, clients


def naming(table: Table, credential: str) -> Request:
    """A request that names one seat."""
    seats = {"seats": [{"table": table.ledger.table, "credential": credential}]}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": json.dumps(seats).encode()}

    return Request({"type": "http", "method": "POST", "headers": []}, receive)


def read(response: Response) -> Any:
    """What was answered."""
    return json.loads(bytes(response.body))


def test_a_kept_seat_forgets_its_person() -> None:
    """Somebody else opened the rematch, and its link was never followed."""

    async def case() -> None:
        async with brawling() as server:
            table, credentials, clients = await brawl(server)
            await play(clients)
            rematch = await table.sequel.rematch(credentials[0])
            mine = Mine(server.tables)
            told = read(await mine.export(naming(table, credentials[1])))
            assert [one["table"] for one in told] == [table.ledger.table, rematch.table]
            await mine.delete(naming(table, credentials[1]))
            assert "Player 1" not in await everything(server.log)
            seats = (await server.tables.find(rematch.table)).info().seats
            assert sorted(str(seat.reserved_for) for seat in seats) == ["Player 0", "Player 2", "–"]
            assert read(await mine.export(naming(table, "nonsense"))) == []

    asyncio.run(case())


class SlowResults(MemoryStore):
    """A log that takes results when a test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def append(
        self, table: str, expected_seq: int, record: bytes, *, last: bool = False
    ) -> int:
        if table == STREAM:
            await self.gate.wait()
        return await super().append(table, expected_seq, record, last=last)


def test_being_forgotten_while_the_result_is_written() -> None:
    """The name is in neither afterwards."""

    async def case() -> None:
        log = SlowResults()
        async with brawling(log=log) as server:
            table, credentials, clients = await brawl(server)
            await play(clients)
            request = naming(table, credentials[1])
            forgetting = asyncio.create_task(Mine(server.tables).delete(request))
            await settle()
            log.gate.set()
            assert read(await forgetting) == {"tables": 1, "results": 1}
            await settle()
            assert server.tables.results.has(table.ledger.table)
            assert "Player 1" not in await everything(log)

    asyncio.run(case())


def test_a_bot_in_a_kept_seat_plays_for_itself() -> None:
    """Who did not come to the rematch is not told what the bot does there under seal."""

    async def case() -> None:
        async with brawling() as server:
            table, credentials, clients = await brawl(server)
            await play(clients)
            rematch = await table.sequel.rematch(credentials[0])
            come = [await server.join(rematch.table, credentials[seat]) for seat in (0, 2)]
            again = come[0].table
            await again.host.command(server.host, Start())
            await settle()
            await play(come, 5)
            bots = [chair.seat for chair in again.ledger.chairs if chair.bot]
            assert [seat for seat, _ in again.ledger.actions if seat in bots]
            exported = await again.data.export(hash_credential(credentials[1]))
            assert [record["type"] for record in exported] == ["reserved"]

    asyncio.run(case())


def test_what_a_stand_in_did_is_told_to_its_person() -> None:
    """The seat knows what was done for it, and nothing of what others did under seal."""

    async def case() -> None:
        async with brawling() as server:
            table, credentials, clients = await brawl(server)
            await play(clients, 1)
            await clients[1].act("pass")
            await table.stand_ins.away(clients[2].connection, Away("away"))
            await server.clock.advance(5)
            exported = await table.data.export(hash_credential(credentials[2]))
            acted = [(r["seat"], r["action"]) for r in exported if r["type"] == "acted"]
            assert acted
            assert acted == [(seat, action) for seat, action in table.ledger.actions if seat == 2]
            assert table.ledger.status == "playing"

    asyncio.run(case())
