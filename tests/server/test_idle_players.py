"""A table without a clock: who keeps it waiting for long can be relieved by the others."""

from __future__ import annotations

import asyncio
import functools

import pytest

from broadside.server.table.records import Acted, StoodIn
from broadside.store.memory import MemoryStore
from broadside.wire.messages import Away, Back, Relieve, Seats, Welcome
from tests.server.harness import (
    Client,
    FakeClock,
    SilentThinkers,
    house,
    play,
    refused,
    settle,
)
from tests.server.test_sealed_clock import sit_down
from tests.server.test_stand_ins import couple, stand_ins

WAIT_S = 180
DAY = 86_400


def late(client: Client) -> list[int]:
    """Who is late, as a client was told last."""
    told = [m for m in client.received if isinstance(m, Seats | Welcome)]
    return [seat.seat for seat in told[-1].table.seats if seat.late]


async def relieve(client: Client, seat: int, message: str = "r") -> None:
    """Let a bot play; raises `Refusal`."""
    await client.post(Relieve(message, seat))


def test_who_is_idle_can_be_relieved() -> None:
    """Not before everybody has waited long, and not unless somebody wants it."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server)
            await server.clock.advance(WAIT_S - 1)
            assert late(mary) == []
            assert (await refused(lambda: relieve(mary, 0))).code == "not_late"
            await server.clock.advance(1)
            assert late(mary) == late(anne) == [0]
            await server.clock.advance(10 * WAIT_S)
            assert stand_ins(mary) == [None, None]
            await relieve(mary, 0)
            assert stand_ins(mary) == ["greedy", None]
            assert late(mary) == []
            assert mary.update.prompt is not None
            stored = await server.stored(mary.table.name)
            (record,) = [record for record in stored if isinstance(record, StoodIn)]
            assert (record.seat, record.why, record.by) == (0, "idle", 1)

    asyncio.run(case())


def test_the_seat_is_handed_back_by_acting_or_by_a_word() -> None:
    """And then everybody waits as long again."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            (anne, mary), _ = await couple(server)
            await server.clock.advance(WAIT_S)
            await relieve(mary, 0)
            await anne.post(Back("b"))
            assert stand_ins(mary) == [None, None]
            assert late(mary) == []
            await server.clock.advance(WAIT_S)
            assert late(mary) == [0]
            await relieve(mary, 0, "s")
            await anne.act("split 12")
            assert stand_ins(mary) == [None, None]
            record = (await server.stored(mary.table.name))[-1]
            assert isinstance(record, Acted)
            assert record.by == "person"

    asyncio.run(case())


def test_who_acts_in_time_is_not_late() -> None:
    """The time begins anew with every question, for whoever is asked."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server)
            for _ in range(4):
                await server.clock.advance(WAIT_S - 1)
                assert late(mary) == late(anne) == []
                await play([anne, mary], 1)
            await server.clock.advance(WAIT_S)
            asked = 0 if anne.update.prompt is not None else 1
            assert late(mary) == [asked]
            await play([anne, mary], 1)
            assert late(mary) == late(anne) == []

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [600, DAY])
def test_where_a_clock_runs_nobody_is_late(clock_s: int) -> None:
    """The clock answers there."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server, clock_s)
            await server.clock.advance(WAIT_S + 1)
            assert late(mary) == []
            assert (await refused(lambda: relieve(mary, 0))).code == "not_late"
            assert late(anne) == []

    asyncio.run(case())


def test_who_plays_alone_has_all_the_time() -> None:
    """With bots, or when the others have gone; a bot is never late."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            table = await server.open("pb", first_splitter="seat0")
            anne = await server.join(table.name, await server.sit(table, 0))
            await server.clock.advance(WAIT_S)
            assert late(anne) == []
            (first, second), _ = await couple(server)
            await server.clock.advance(WAIT_S)
            assert late(first) == [0]
            await second.leave()
            await settle()
            assert late(first) == []

    asyncio.run(case())


def test_who_watches_while_a_bot_plays_waits_too() -> None:
    """Mary let a bot play for her; whoever keeps it waiting can be relieved."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server)
            await mary.post(Away("a"))
            await server.clock.advance(WAIT_S)
            assert late(mary) == late(anne) == [0]
            await relieve(mary, 0)
            assert stand_ins(mary)[0] == "greedy"

    asyncio.run(case())


def test_what_cannot_be_relieved() -> None:
    """Nobody relieves oneself, a seat that does not exist, twice, or from outside."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            (anne, mary), _ = await couple(server)
            await server.clock.advance(WAIT_S)
            watcher = await server.join(anne.table.name)
            codes = [
                (await refused(functools.partial(relieve, client, seat))).code
                for client, seat in ((anne, 0), (mary, 1), (mary, 7), (watcher, 0))
            ]
            assert codes == ["not_late", "not_late", "unknown_seat", "spectator"]
            await relieve(mary, 0)
            await relieve(mary, 0)
            assert (await refused(lambda: relieve(mary, 0, "again"))).code == "stood_in"
            assert mary.acked() == ["r", "r"]

    asyncio.run(case())


def test_who_has_just_come_is_not_late() -> None:
    """After a night the table waits anew; a page that was loaded again changes nothing."""

    async def case() -> None:
        store, clock = MemoryStore(), FakeClock()
        async with house(store=store, clock=clock) as server:
            (anne, _), rights = await couple(server)
        await clock.advance(DAY)
        async with house(store=store, clock=clock) as server:
            name = anne.table.name
            anne, mary = [await server.join(name, right) for right in rights]
            assert late(mary) == []
            await clock.advance(WAIT_S - 10)
            await anne.leave()
            await clock.advance(5)
            await server.join(name, rights[0])
            await clock.advance(5)
            assert late(mary) == [0]

    asyncio.run(case())


@pytest.mark.parametrize("has_answered", [False, True])
def test_who_is_late_does_not_tell_who_answered_under_seal(has_answered: bool) -> None:
    """Whoever seems to be awaited becomes late at the same moment, and can be relieved."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, other = await sit_down(server, None)
            await server.clock.advance(WAIT_S - 1)
            if has_answered:
                await other.act(other.update.legal[0])
            assert late(me) == []
            await server.clock.advance(1)
            assert late(me) == [0, 1]
            await relieve(me, 1)
            assert stand_ins(me)[1] == "greedy"

    asyncio.run(case())


@pytest.mark.parametrize("delay_s", [0, 30])
def test_spectators_are_told_why_a_bot_plays(delay_s: int) -> None:
    """That somebody was idle, and who plays instead; later where they see the table later."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            server.wish = {"spectator_delay_s": delay_s}
            (anne, mary), _ = await couple(server)
            watcher = await server.join(anne.table.name)
            await server.clock.advance(WAIT_S)
            assert late(watcher) == ([] if delay_s else [0])
            await relieve(mary, 0)
            if delay_s:
                await server.clock.advance(delay_s - 1)
                assert stand_ins(watcher) == [None, None]
                await server.clock.advance(1)
            assert stand_ins(watcher) == ["greedy", None]
            (event,) = [e for e in watcher.events() if e["kind"] == "table_stand_in"]
            assert (event["seat"], event["bot"], event["why"]) == (0, "greedy", "idle")

    asyncio.run(case())


def test_it_survives_a_restart() -> None:
    """A repeated message is acknowledged, the bot plays on."""

    async def case() -> None:
        store, clock = MemoryStore(), FakeClock()
        async with house(store=store, clock=clock, thinkers=SilentThinkers()) as server:
            (_, mary), rights = await couple(server)
            await clock.advance(WAIT_S)
            await relieve(mary, 0)
        async with house(store=store, clock=clock) as server:
            name = mary.table.name
            mary = await server.join(name, rights[1])
            await relieve(mary, 0)
            assert mary.acked() == ["r"]
            kinds = [type(record) for record in await server.stored(name)]
            assert (kinds.count(StoodIn), kinds.count(Acted)) == (1, 1)

    asyncio.run(case())
