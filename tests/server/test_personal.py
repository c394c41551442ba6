"""What is stored about a person: all of it, and nothing that the person may not know."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from broadside.server.http_messages import Start
from broadside.server.messages import Away, OpenTable, SeatWish
from broadside.server.seats import hash_credential
from tests.server.harness import play, settle
from tests.server.windows import brawling

if TYPE_CHECKING:
    from broadside.server.table import Table
    from tests.server.harness import Client, House


async def brawl(server: House) -> tuple[Table, list[str], list[Client]]:
    """Three people at a table without a clock, whose passes are sealed."""
    wish = OpenTable("brawl", [SeatWish("open")] * 3, {}, None)
    table, server.host = await server.tables.open(wish)
    credentials = [await server.sit(table, seat, f"Player {seat}") for seat in range(3)]
    clients = [await server.join(table.ledger.table, c) for c in credentials]
    return table, credentials, clients


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
