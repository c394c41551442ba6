"""The pause: while none of its people is connected, a table with a clock stands still."""

from __future__ import annotations

import asyncio

import pytest

from broadside.server.wire.messages import Away, Hello, OpenTable, SeatWish, TakeSeat, Update
from broadside.server.table.records import Acted, StoodIn
from broadside.store.memory import MemoryStore

from .harness import Client, House, InlineThinkers, SilentThinkers, house, play, settle
from .windows import Witness, brawling, sit_down

HOURS = 8 * 3600
DAY = 86_400


async def alone(server: House, clock_s: int | None = 120) -> tuple[Client, str]:
    """One person with a bot, asked to split; and the person's credential."""
    table = await server.open("pb", clock_s, first_splitter="seat0")
    credential = await server.sit(table, 0)
    return await server.join(table.ledger.table, credential), credential


def clock_of(client: Client) -> tuple[int, int]:
    """Time left and time in all, as the client was told last."""
    clock = client.update.clock
    assert clock is not None
    return clock.left_ms, clock.total_ms


def test_whoever_closes_the_lid_finds_the_game_as_it_was() -> None:
    """Alone with bots: no default, no stand-in; the clock begins anew, and then it runs."""

    async def case() -> None:
        async with house() as server:
            anne, credential = await alone(server)
            await server.clock.advance(100)
            await anne.leave()
            stored = await server.stored(anne.table.ledger.table)
            await server.clock.advance(HOURS)
            assert await server.stored(anne.table.ledger.table) == stored
            back = await server.join(anne.table.ledger.table, credential)
            assert clock_of(back) == (120_000, 120_000)
            await server.clock.advance(119.9)
            assert await server.stored(anne.table.ledger.table) == stored
            await server.clock.advance(0.1)
            record = (await server.stored(anne.table.ledger.table))[len(stored)]
            assert isinstance(record, Acted)
            assert (record.seat, record.by) == (0, "clock")

    asyncio.run(case())


def test_the_last_to_leave_stops_the_table_and_the_first_to_return_wakes_it() -> None:
    """Two people; whoever is back waits for the other as if both had just left."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", 120, first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne, mary = [await server.join(table.ledger.table, c) for c in credentials]
            await anne.leave()
            await mary.leave()
            await server.clock.advance(200)
            assert table.ledger.actions == []
            mary = await server.join(table.ledger.table, credentials[1])
            await server.clock.advance(59)
            assert not any(isinstance(r, StoodIn) for r in await server.stored(table.ledger.table))
            await server.clock.advance(1)
            assert any(isinstance(r, StoodIn) for r in await server.stored(table.ledger.table))

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [None, 600])
def test_who_loads_the_page_anew_gives_absent_people_no_time(clock_s: int | None) -> None:
    """Anne has left; a bot plays for her in time, however often Mary's line breaks."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", clock_s, first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne, mary = [await server.join(table.ledger.table, c) for c in credentials]
            await anne.leave()
            for _ in range(3):
                await server.clock.advance(14)
                await mary.leave()
                await server.clock.advance(5)
                mary = await server.join(table.ledger.table, credentials[1])
            assert table.ledger.chairs[0].stand_in is None
            await server.clock.advance(3)
            assert table.ledger.chairs[0].stand_in == "greedy"

    asyncio.run(case())


def test_after_a_moment_the_clock_goes_on_where_it_stopped() -> None:
    """It does not run out in that moment either."""

    async def case() -> None:
        async with house() as server:
            anne, credential = await alone(server)
            await server.clock.advance(100)
            await anne.leave()
            await server.clock.advance(29)
            back = await server.join(anne.table.ledger.table, credential)
            assert clock_of(back) == (20_000, 120_000)
            await server.clock.advance(19.9)
            assert back.table.ledger.actions == []
            await server.clock.advance(0.1)
            assert back.table.ledger.actions[0] == (0, "split 12")

    asyncio.run(case())


def test_after_a_moment_the_countdown_goes_on_where_it_stopped() -> None:
    """Neither it nor the clock of a window that is held begins anew."""

    async def case() -> None:
        async with brawling(thinkers=SilentThinkers()) as running:
            anne, _ = await sit_down(running, "pb")
            await anne.act("toast")
            await running.clock.advance(1)
            for is_held, left_ms in ((False, 3000), (True, 14_000)):
                if is_held:
                    await anne.hold()
                await anne.leave()
                await running.clock.advance(29)
                back = Witness(anne.table)
                await back.join(anne.credential)
                assert back.update.countdown is not None
                assert back.update.countdown.left_ms == left_ms
                anne = back
            await running.clock.advance(14)
            assert anne.table.ledger.actions[1:3] == [(0, "done"), (1, "done")]

    asyncio.run(case())


def test_a_restarted_server_waits_for_somebody() -> None:
    """Nobody is connected yet: the table stands still, and then begins with a whole clock."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            anne, credential = await alone(server, 30)
            name = anne.table.ledger.table
            await server.clock.advance(29)
        async with house(log=log) as server:
            await server.clock.advance(HOURS)
            assert len(await server.stored(name)) == 3
            assert clock_of(await server.join(name, credential)) == (30_000, 30_000)
            await server.clock.advance(30)
            assert len(await server.stored(name)) > 3

    asyncio.run(case())


def test_bots_wait_with_the_table() -> None:
    """In a window that counts down none of them plays, and it does not close."""

    async def case() -> None:
        async with brawling() as running:
            anne, watcher = await sit_down(running, "pbbb")
            await anne.act("toast")
            await running.clock.advance(0.1)
            await anne.leave()
            stored = await running.stored(anne.table.ledger.table)
            await running.clock.advance(HOURS)
            assert await running.stored(anne.table.ledger.table) == stored
            assert (watcher.update.countdown, watcher.update.clock) == (None, None)
            told = len(watcher.all(Update))
            back = Witness(anne.table)
            await back.join(anne.credential)
            for each in (back, watcher):
                assert each.update.countdown is not None
                assert each.update.countdown.left_ms == 4000
            assert len(watcher.all(Update)) == told + 1
            await running.clock.advance(60)
            assert len(await running.stored(anne.table.ledger.table)) > len(stored)

    asyncio.run(case())


def test_what_waits_for_its_moment_is_judged_after_the_pause() -> None:
    """A pass that came too early, from a line that broke: it counts when the window goes on."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _ = await sit_down(running, "pp")
            await anne.act("toast")
            await mary.act("done")
            await anne.act("done", "mine")
            await anne.leave()
            await mary.leave()
            await running.clock.advance(HOURS)
            assert len(anne.table.ledger.actions) < 3
            back = Witness(anne.table)
            await back.join(anne.credential)
            await running.clock.advance(1.6)
            assert (0, "mine") in anne.table.ledger.acknowledged

    asyncio.run(case())


def test_who_is_stood_in_for_and_watches_keeps_the_table_awake() -> None:
    """Mary asked for a bot and watches; Anne, who is asked, leaves: a bot plays for her, too."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=120)
            await mary.table.stand_ins.away(mary.connection, Away("a"))
            await anne.leave()
            assert mary.update.clock is not None
            await server.clock.advance(59)
            assert mary.table.ledger.actions == []
            await server.clock.advance(1)
            assert mary.table.ledger.status == "over"

    asyncio.run(case())


def test_when_the_last_one_who_watches_leaves_the_table_stands_still() -> None:
    """Mary asked for a bot; both close the lid, and Anne finds the game as it was."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=120)
            await mary.table.stand_ins.away(mary.connection, Away("a"))
            await anne.leave()
            await mary.leave()
            await server.clock.advance(HOURS)
            assert mary.table.ledger.actions == []

    asyncio.run(case())


def test_bots_play_on_for_all_who_asked_for_them() -> None:
    """Whoever wanted a stand-in and leaves finds the game further on, or over."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await alone(server)
            await anne.table.stand_ins.away(anne.connection, Away("a"))
            await anne.leave()
            await server.clock.advance(60)
            assert anne.table.ledger.status == "over"

    asyncio.run(case())


def test_a_table_by_days_never_pauses() -> None:
    """Nobody need be connected there: the deadline counts."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await alone(server, DAY)
            await anne.leave()
            await server.clock.advance(DAY)
            assert anne.table.ledger.actions[0][0] == 0

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [None, 120])
def test_the_sand_does_not_run_for_nobody(clock_s: int | None) -> None:
    """A time on which the rules insist stops, too, also at a table without a clock."""

    async def case() -> None:
        async with house(thinkers=InlineThinkers()) as server:
            seats = [SeatWish("open"), SeatWish("bot", "greedy")]
            wish = OpenTable("tortuga-1667", seats, {"sand_timer": True}, clock_s)
            table, _ = await server.tables.open(wish)
            taken = await table.host.sit(0, TakeSeat("Anne", "salt"))
            anne = Client(table)
            await table.join(anne.connection, Hello(taken.credential))
            await settle()
            for _ in range(50):
                clock = anne.update.clock
                if anne.update.prompt is not None and clock and clock.total_ms == 30_000:
                    break
                await play([anne], 1)
            else:
                raise AssertionError("the sand never ran")
            await anne.leave()
            actions = len(table.ledger.actions)
            await server.clock.advance(HOURS)
            assert len(table.ledger.actions) == actions

    asyncio.run(case())
