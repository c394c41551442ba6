"""The pause: while none of its people is connected, a table with a clock stands still."""

from __future__ import annotations

import asyncio

import pytest

from broadside.server.table.records import Acted, Closed, Paused, Resumed, Spoke, StoodIn
from broadside.store.memory import MemoryStore
from broadside.wire.messages import Away, OpenTable, Seats, SeatWish, Update, Welcome

from .harness import Client, House, InlineThinkers, SilentThinkers, house, play, settle
from .windows import Witness, brawling, sit_down

HOURS = 8 * 3600
DAY = 86_400


async def alone(server: House, clock_s: int | None = 120) -> tuple[Client, str]:
    """One person with a bot, asked to split; and the person's credential."""
    table = await server.open("pb", clock_s, first_splitter="seat0")
    credential = await server.sit(table, 0)
    return await server.join(table.name, credential), credential


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
            stored = await server.stored(anne.table.name)
            await server.clock.advance(1.9)
            assert await server.stored(anne.table.name) == stored
            left = server.clock.now_ms() + 100
            await server.clock.advance(HOURS)
            assert await server.stored(anne.table.name) == [*stored, Paused(left)]
            back = await server.join(anne.table.name, credential)
            came = server.clock.now_ms()
            assert clock_of(back) == (120_000, 120_000)
            await server.clock.advance(119.9)
            stored += [Paused(left), Resumed(came, anew=True)]
            assert await server.stored(anne.table.name) == stored
            await server.clock.advance(0.1)
            record = (await server.stored(anne.table.name))[len(stored)]
            assert isinstance(record, Acted)
            assert (record.seat, record.by) == (0, "clock")

    asyncio.run(case())


def test_the_last_to_leave_stops_the_table_and_the_first_to_return_wakes_it() -> None:
    """Two people; whoever is back waits for the other as if both had just left."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", 120, first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne, mary = [await server.join(table.name, c) for c in credentials]
            await anne.leave()
            await mary.leave()
            await server.clock.advance(200)
            assert anne.table.actions == []
            mary = await server.join(table.name, credentials[1])
            await server.clock.advance(59)
            assert not any(isinstance(r, StoodIn) for r in await server.stored(table.name))
            await server.clock.advance(1)
            assert any(isinstance(r, StoodIn) for r in await server.stored(table.name))

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [None, 600])
def test_who_loads_the_page_anew_gives_absent_people_no_time(clock_s: int | None) -> None:
    """Anne has left; a bot plays for her in time, however often Mary's line breaks."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", clock_s, first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne, mary = [await server.join(table.name, c) for c in credentials]
            await anne.leave()
            for _ in range(3):
                await server.clock.advance(14)
                await mary.leave()
                await server.clock.advance(5)
                mary = await server.join(table.name, credentials[1])
            assert mary.table.chairs[0].stand_in is None
            await server.clock.advance(3)
            assert mary.table.chairs[0].stand_in == "greedy"

    asyncio.run(case())


def test_after_a_moment_the_clock_goes_on_where_it_stopped() -> None:
    """It does not run out in that moment either."""

    async def case() -> None:
        async with house() as server:
            anne, credential = await alone(server)
            await server.clock.advance(100)
            await anne.leave()
            await server.clock.advance(29)
            back = await server.join(anne.table.name, credential)
            assert clock_of(back) == (18_000, 120_000)  # two seconds passed before it paused
            await server.clock.advance(17.9)
            assert back.table.actions == []
            await server.clock.advance(0.1)
            assert back.table.actions[0] == (0, "split 12")

    asyncio.run(case())


def test_after_a_moment_the_countdown_goes_on_where_it_stopped() -> None:
    """Neither it nor the clock of a window that is held begins anew."""

    async def case() -> None:
        async with brawling(thinkers=SilentThinkers()) as running:
            anne, _ = await sit_down(running, "pb")
            await anne.act("toast")
            await running.clock.advance(1)
            for is_held, left_ms in ((False, 1000), (True, 10_000)):  # less the grace
                if is_held:
                    await anne.hold()
                await anne.leave()
                await running.clock.advance(29)
                back = Witness(anne.shell)
                await back.join(anne.credential)
                assert back.update.countdown is not None
                assert back.update.countdown.left_ms == left_ms
                anne = back
            await running.clock.advance(9.9)
            assert len(anne.table.actions) == 1
            await running.clock.advance(0.1)
            assert anne.table.actions[1:3] == [(0, "done"), (1, "done")]

    asyncio.run(case())


def test_a_restarted_server_waits_for_somebody() -> None:
    """Nobody is connected yet: the table stands still, and then begins with a whole clock."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            anne, credential = await alone(server, 30)
            name = anne.table.name
            await server.clock.advance(29)
        async with house(store=store) as server:
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
            await running.clock.advance(2)
            stored = await running.stored(anne.table.name)
            assert isinstance(stored[-1], Paused)
            await running.clock.advance(HOURS)
            assert await running.stored(anne.table.name) == stored
            assert (watcher.update.countdown, watcher.update.clock) == (None, None)
            told = len(watcher.all(Update))
            back = Witness(anne.shell)
            await back.join(anne.credential)
            for each in (back, watcher):
                assert each.update.countdown is not None
                assert each.update.countdown.left_ms == each.update.countdown.total_ms
            assert len(watcher.all(Update)) == told + 1
            await running.clock.advance(60)
            assert len(await running.stored(anne.table.name)) > len(stored)

    asyncio.run(case())


def test_a_window_that_all_have_answered_closes_after_the_pause() -> None:
    """The server ended before it closed: it does when a person is back, and not before."""

    async def case() -> None:
        store = MemoryStore()
        async with brawling(store=store) as running:
            anne, mary, _ = await sit_down(running, "pp")
            await anne.act("toast")
            await mary.act("done")
            await anne.act("done")
            window = anne.window
        async with brawling(store=store) as running:
            await running.tables.find(anne.table.name)
            await running.clock.advance(HOURS)
            assert isinstance((await running.stored(anne.table.name))[-1], Paused)
            back = Witness(await running.tables.find(anne.table.name))
            await back.join(anne.credential)
            assert back.window == window
            await running.clock.advance(1.4)
            assert back.window == window
            await running.clock.advance(0.6)
            assert back.window != window
            closings = [r for r in await running.stored(anne.table.name) if isinstance(r, Closed)]
            assert [closing.answers for closing in closings] == [[]]

    asyncio.run(case())


def test_a_page_that_is_loaded_anew_does_not_pause_the_table() -> None:
    """It is back within two seconds: nothing is stored, nobody is told, the clock ran on."""

    async def case() -> None:
        async with house() as server:
            anne, credential = await alone(server)
            watcher = await server.join(anne.table.name)
            await server.clock.advance(10)
            stored, told = await server.stored(anne.table.name), len(watcher.all(Update))
            await anne.leave()
            await server.clock.advance(1.9)
            back = await server.join(anne.table.name, credential)
            await server.clock.advance(10)
            assert await server.stored(anne.table.name) == stored
            assert len(watcher.all(Update)) == told
            assert clock_of(back) == (108_100, 120_000)

    asyncio.run(case())


def paused(client: Client) -> list[bool]:
    """Whether the table was paused, as a client was told of it: each change once."""
    told = [m.table.paused for m in client.received if isinstance(m, Seats | Welcome)]
    return [one for one, before in zip(told, [None, *told], strict=False) if one != before]


def pauses(client: Client) -> list[str]:
    """The pauses among the events that a client was told."""
    kinds = [event["kind"] for event in client.events()]
    return [kind for kind in kinds if kind in ("table_paused", "table_resumed")]


@pytest.mark.parametrize("delay_s", [0, 60])
def test_spectators_are_told_of_a_pause(delay_s: int) -> None:
    """When it begins and when it ends; where they see the table later, they are told later."""

    async def case() -> None:
        async with house() as server:
            server.wish = {"spectator_delay_s": delay_s}
            anne, credential = await alone(server)
            watcher = await server.join(anne.table.name)
            await server.clock.advance(70)
            await anne.leave()
            await server.clock.advance(2)
            if delay_s:
                assert (paused(watcher), pauses(watcher)) == ([False], [])
                await server.clock.advance(delay_s)
            assert (paused(watcher), pauses(watcher)) == ([False, True], ["table_paused"])
            back = await server.join(anne.table.name, credential)
            assert paused(back)[-1] is False
            if delay_s:
                assert paused(watcher) == [False, True]
                await server.clock.advance(delay_s)
            late = await server.join(anne.table.name)
            for each in (watcher, late, await server.join(anne.table.name, credential)):
                assert pauses(each) == ["table_paused", "table_resumed"]
                assert paused(each)[-1] is False
            assert paused(watcher) == [False, True, False]

    asyncio.run(case())


def test_who_comes_back_goes_on_at_once() -> None:
    """Coming ends the pause; then talk and play count as ever."""

    async def case() -> None:
        async with house() as server:
            anne, credential = await alone(server)
            await anne.leave()
            await server.clock.advance(HOURS)
            back = await server.join(anne.table.name, credential)
            await back.say("I am back")
            stored = await server.stored(anne.table.name)
            assert [type(record) for record in stored[3:]] == [Paused, Resumed, Spoke]
            await back.act("split 12")
            assert back.table.actions[0] == (0, "split 12")

    asyncio.run(case())


def test_who_is_stood_in_for_and_watches_keeps_the_table_awake() -> None:
    """Mary asked for a bot and watches; Anne, who is asked, leaves: a bot plays for her, too."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=120)
            await mary.post(Away("a"))
            await anne.leave()
            assert mary.update.clock is not None
            await server.clock.advance(59)
            assert mary.table.actions == []
            await server.clock.advance(1)
            for _ in range(100):
                await settle()
            assert mary.table.status == "over"

    asyncio.run(case())


def test_when_the_last_one_who_watches_leaves_the_table_stands_still() -> None:
    """Mary asked for a bot; both close the lid, and Anne finds the game as it was."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=120)
            await mary.post(Away("a"))
            await anne.leave()
            await mary.leave()
            await server.clock.advance(HOURS)
            assert mary.table.actions == []

    asyncio.run(case())


def test_bots_play_on_for_all_who_asked_for_them() -> None:
    """Whoever wanted a stand-in and leaves finds the game further on, or over."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await alone(server)
            await anne.post(Away("a"))
            await anne.leave()
            await server.clock.advance(60)
            assert anne.table.status == "over"

    asyncio.run(case())


def test_a_table_by_days_never_pauses() -> None:
    """Nobody need be connected there: the deadline counts."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await alone(server, DAY)
            await anne.leave()
            await server.clock.advance(DAY - 1)
            stored = await server.stored(anne.table.name)
            assert not any(isinstance(r, Acted | Paused) for r in stored)
            await server.clock.advance(1)
            stored = await server.stored(anne.table.name)
            assert not any(isinstance(record, Paused) for record in stored)
            (first, *_) = [record for record in stored if isinstance(record, Acted)]
            assert (first.seat, first.by) == (0, "clock")

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [None, 120])
def test_the_sand_does_not_run_for_nobody(clock_s: int | None) -> None:
    """A time on which the rules insist stops, too, also at a table without a clock."""

    async def case() -> None:
        async with house(thinkers=InlineThinkers()) as server:
            seats = [SeatWish("open"), SeatWish("bot", "greedy")]
            wish = OpenTable("tortuga-1667", seats, {"sand_timer": True}, clock_s)
            shell = await server.open_table(wish)
            anne = await server.join(shell.name, await server.sit(shell, 0))
            for _ in range(50):
                clock = anne.update.clock
                if anne.update.prompt is not None and clock and clock.total_ms == 30_000:
                    break
                await play([anne], 1)
            else:
                raise AssertionError("the sand never ran")
            await anne.leave()
            actions = len(anne.table.actions)
            await server.clock.advance(HOURS)
            stored = await server.stored(shell.name)
            assert len([record for record in stored if isinstance(record, Acted)]) == actions

    asyncio.run(case())
