"""A person among captains: how long each of their decisions takes at most, in every game."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from broadside.wire.messages import OpenTable, SeatWish
from tests.server.harness import QUICK, FakeClock, SlowThinkers, house

SEATS = {"jolly-and-roger": 2, "jamaica": 4, "tortuga-1667": 5, "jolly-roger": 6}
TICK_S = 0.05
WAIT_MAX_S = 1.5
PLAYED_S = 30


@pytest.mark.parametrize("name", SEATS)
def test_a_captains_decision_is_never_long_in_coming(name: str) -> None:
    """All captains use up their second; who is not asked sees something happen in time."""

    async def case() -> None:
        clock = FakeClock()
        settings = replace(QUICK, bot_beat_s=0.6)
        thinkers = SlowThinkers(clock, 1.0)
        async with house(clock=clock, thinkers=thinkers, settings=settings) as server:
            wishes = [SeatWish("open")] + [SeatWish("bot", "captain")] * (SEATS[name] - 1)
            shell = await server.open_table(OpenTable(name, wishes))
            person = await server.join(shell.name, await server.sit(shell, 0))
            longest = since = 0.0
            known = 0
            for _ in range(round(PLAYED_S / TICK_S)):
                if person.update.prompt is not None and person.update.legal:
                    await person.act(person.update.legal[-1])
                if (count := len(await server.stored(shell.name))) != known:
                    known, since = count, clock.now()
                await clock.advance(TICK_S)
                longest = max(longest, clock.now() - since)
            assert len(thinkers.asked) >= 5
            assert 1.0 < longest <= WAIT_MAX_S + 2 * TICK_S

    asyncio.run(case())
