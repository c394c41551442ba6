"""A bot that knows one game, as a trained network does, sits at tables of that game only."""

from __future__ import annotations

import asyncio

import pytest

from broadside.server.table.host import command
from broadside.service.crew import Crew, Level
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import Fill
from broadside.wire.messages import OpenTable, SeatWish

from .harness import house

CREW = Crew({"greedy": Level(), "agent": Level(game="jolly-and-roger"), "old": Level(0, False)})


def test_it_is_offered_with_its_game_only() -> None:
    assert CREW.offered("jolly-and-roger") == ["greedy", "agent"]
    assert CREW.offered("jamaica") == ["greedy"]
    CREW.check("old", "jamaica")


def test_it_is_refused_at_other_tables() -> None:
    """When the table is opened, as a stand-in, and when the host fills a seat."""
    two = [SeatWish("open"), SeatWish("open")]
    agent = [SeatWish("open"), SeatWish("bot", "agent")]

    async def case() -> None:
        async with house(crew=CREW) as server:
            await server.open_table(OpenTable("jolly-and-roger", agent, stand_in="agent"))
            wrong = [OpenTable("jamaica", agent), OpenTable("jamaica", two, stand_in="agent")]
            for wish in wrong:
                with pytest.raises(Refusal, match="no bot 'agent' for jamaica; there is greedy"):
                    await server.open_table(wish)
            table = await server.open_table(OpenTable("jamaica", two))
            with pytest.raises(Refusal, match="no bot 'agent' for jamaica"):
                await server.ask(table, command, server.host, Fill(1, "agent"))

    asyncio.run(case())
