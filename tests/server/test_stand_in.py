"""Stand-ins: who leaves or runs out of time is played by a bot, and gets the seat back."""

from __future__ import annotations

import asyncio
import functools

import pytest

from broadside.server.wire.messages import Ack, Away, Back, Hello, Seats, Welcome
from broadside.server.table.records import Acted, Returned, StoodIn
from broadside.store.memory import MemoryStore
from tests.server.harness import (
    Client,
    FakeClock,
    FaultyLog,
    House,
    InlineThinkers,
    SilentThinkers,
    house,
    play,
    refused,
    settle,
)
from tests.server.test_sealed_clock import sit_down

DAY = 86_400


async def couple(server: House, clock_s: int | None = None) -> tuple[list[Client], list[str]]:
    """Two people, seat 0 to begin, and their credentials."""
    table = await server.open("pp", clock_s, first_splitter="seat0")
    credentials = [await server.sit(table, seat, f"Player {seat}") for seat in range(2)]
    return [await server.join(table.ledger.table, c) for c in credentials], credentials


def stand_ins(client: Client) -> list[str | None]:
    """Which bots play for people, as the client was told last."""
    client.read()
    told = [m for m in client.received if isinstance(m, Seats | Welcome)]
    return [seat.stand_in for seat in told[-1].table.seats]


async def whys(server: House, client: Client) -> list[str]:
    """Why bots slid into seats."""
    stored = await server.stored(client.table.ledger.table)
    return [record.why for record in stored if isinstance(record, StoodIn)]


def test_a_refused_act_leaves_the_stand_in() -> None:
    """Nothing has changed, as the refusal says; who acts rightly is back."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            anne, _ = await server.pair()
            await anne.table.stand_ins.away(anne.connection, Away("away"))
            for action in ("nonsense", "pick A"):
                await refused(functools.partial(anne.act, action))
                assert anne.table.ledger.chairs[0].stand_in is not None
            await anne.act("split 12")
            assert anne.table.ledger.chairs[0].stand_in is None
            assert anne.table.ledger.actions == [(0, "split 12")]

    asyncio.run(case())


def test_who_left_is_stood_in_for() -> None:
    """Not at once: after a minute a bot plays, marked for all and in the log."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server)
            await anne.leave()
            await server.clock.advance(59)
            assert stand_ins(mary) == [None, None]
            await server.clock.advance(1)
            assert stand_ins(mary) == ["greedy", None]
            assert mary.update.prompt is not None
            stored = await server.stored(mary.table.ledger.table)
            acted = [record for record in stored if isinstance(record, Acted)]
            assert (acted[0].seat, acted[0].by) == (0, "bot")
            await play([mary])
            assert mary.update.result is not None

    asyncio.run(case())


def test_the_seat_is_handed_back_at_once() -> None:
    """The next hello is enough; a thought under way is dropped, and the person is asked."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            (anne, mary), credentials = await couple(server)
            await anne.leave()
            await server.clock.advance(60)
            assert stand_ins(mary) == ["greedy", None]
            back = await server.join(mary.table.ledger.table, credentials[0], anne.update.seq)
            assert stand_ins(back) == stand_ins(mary) == [None, None]
            await server.clock.advance(100)
            await back.act("split 12")
            record = (await server.stored(mary.table.ledger.table))[-1]
            assert isinstance(record, Acted)
            assert record.by == "person"

    asyncio.run(case())


def test_a_thought_that_is_ready_comes_too_late() -> None:
    """The person returned between the thought and its playing: the person decides."""

    async def case() -> None:
        thinkers = InlineThinkers()
        async with house(thinkers=thinkers) as server:
            (anne, _), _ = await couple(server)
            bots = anne.table._bots
            anne.table.ledger.chairs[0].stand_in = "greedy"
            proposing = functools.partial(bots._propose_thought, 0, "split 1", bots._decision(0))
            assert proposing().action == "split 1"
            anne.table.ledger.chairs[0].stand_in = None

            async def propose() -> None:
                proposing()

            assert (await refused(propose)).code == "too_late"

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [None, 30])
def test_nobody_is_stood_in_for_who_plays_alone(clock_s: int | None) -> None:
    """Whoever plays with bots only, or last leaves the table, finds it as it was."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pb", clock_s, first_splitter="seat0")
            anne = await server.join(table.ledger.table, await server.sit(table, 0))
            await anne.leave()
            await server.clock.advance(600)
            (first, second), _ = await couple(server, clock_s)
            await first.leave()
            await second.leave()
            await server.clock.advance(600)
            for each in (anne, first):
                assert await whys(server, each) == []
                assert each.table.ledger.actions == []

    asyncio.run(case())


def test_who_is_not_asked_may_be_away() -> None:
    """The bot comes only when the table waits for the seat."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server)
            await mary.leave()
            await server.clock.advance(600)
            assert await whys(server, anne) == []
            await anne.act("split 12")
            await server.clock.advance(0)
            assert await whys(server, anne) == ["left"]

    asyncio.run(case())


def test_whose_clock_runs_out_twice_is_stood_in_for() -> None:
    """Once may happen to everybody; twice in a row means that nobody is there."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server, 30)
            await server.clock.advance(30)
            assert await whys(server, anne) == []
            while await whys(server, anne) == []:
                await play([mary])
                await server.clock.advance(30)
            assert stand_ins(anne) == ["greedy", None]
            stored = await server.stored(anne.table.ledger.table)
            late = [r.by for r in stored if isinstance(r, Acted) and r.seat == 0 and r.by != "bot"]
            assert late == ["clock", "clock"]

    asyncio.run(case())


def test_an_answer_of_ones_own_forgives_a_timeout() -> None:
    """Twice in a row is what counts."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server, 30)
            for _ in range(3):
                asked = anne if anne.update.prompt is not None else mary
                seat = asked.connection.seat
                await server.clock.advance(30)
                assert seat is not None
                assert anne.table.ledger.times.timeouts[seat] == 1
                for _ in range(20):
                    if anne.table.ledger.times.timeouts == [0, 0]:
                        break
                    await play([anne, mary], 1)
            assert await whys(server, anne) == []

    asyncio.run(case())


def test_asking_for_a_stand_in() -> None:
    """Also with nobody else at the table; coming back is a word, or simply an action."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            table = await server.open("pb", first_splitter="seat0")
            anne = await server.join(table.ledger.table, await server.sit(table, 0))
            away = functools.partial(table.stand_ins.away, anne.connection)
            back = functools.partial(table.stand_ins.back, anne.connection)
            await away(Away("a"))
            await away(Away("a"))
            assert stand_ins(anne) == ["greedy", None]
            assert (await refused(lambda: away(Away("b")))).code == "stood_in"
            await back(Back("c"))
            await back(Back("c"))
            assert stand_ins(anne) == [None, None]
            assert (await refused(lambda: back(Back("d")))).code == "not_stood_in"
            await away(Away("e"))
            await anne.act("split 12")
            assert stand_ins(anne) == [None, None]
            assert [ack.id for ack in anne.all(Ack)] == ["a", "a", "c", "c", "e", "m1"]

    asyncio.run(case())


def test_a_page_that_reconnects_by_itself_does_not_return() -> None:
    """Its person is still away, and says so when coming back."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            (anne, mary), credentials = await couple(server)
            await anne.table.stand_ins.away(anne.connection, Away("a"))
            await anne.leave()
            again = Client(anne.table)
            await again.table.join(again.connection, Hello(credentials[0], is_back=False))
            assert stand_ins(again) == ["greedy", None]
            await again.table.stand_ins.back(again.connection, Back("b"))
            assert stand_ins(mary) == [None, None]

    asyncio.run(case())


@pytest.mark.parametrize("is_over", [False, True])
def test_standing_in_needs_a_running_game(is_over: bool) -> None:
    """Neither before the start nor after the end, and never for spectators."""

    async def case() -> None:
        async with house() as server:
            if is_over:
                anne, mary = await server.pair()
                await play([anne, mary])
            else:
                table = await server.open("pp")
                anne = await server.join(table.ledger.table, await server.sit(table, 0))
            away = functools.partial(anne.table.stand_ins.away, anne.connection)
            code = "game_over" if is_over else "not_started"
            assert (await refused(lambda: away(Away("a")))).code == code
            watcher = await server.join(anne.table.ledger.table)
            watching = functools.partial(anne.table.stand_ins.away, watcher.connection)
            assert (await refused(lambda: watching(Away("a")))).code == "spectator"

    asyncio.run(case())


def test_stand_ins_survive_a_restart() -> None:
    """The bot goes on, the repeated message is acknowledged, the person still gets the seat."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log, thinkers=SilentThinkers()) as server:
            (anne, _), credentials = await couple(server)
            name = anne.table.ledger.table
            log.dies_after = True
            asking = asyncio.create_task(anne.table.stand_ins.away(anne.connection, Away("once")))
            await settle()
            assert anne.all(Ack) == []
            asking.cancel()
        log.dies_after = False
        async with house(log=log) as server:
            await settle()
            anne = Client(await server.tables.find(name))
            await anne.table.join(anne.connection, Hello(credentials[0], is_back=False))
            await anne.table.stand_ins.away(anne.connection, Away("once"))
            assert [ack.id for ack in anne.all(Ack)] == ["once"]
            kinds = [type(record) for record in await server.stored(name)]
            assert (kinds.count(StoodIn), kinds.count(Acted)) == (1, 1)
            await server.join(name, credentials[0])
            assert isinstance((await server.stored(name))[-1], Returned)

    asyncio.run(case())


@pytest.mark.parametrize("has_answered", [False, True])
def test_a_stand_in_does_not_tell_who_answered_under_seal(has_answered: bool) -> None:
    """Whoever leaves during a sealed choice is stood in for at the same moment either way."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, other = await sit_down(server)
            if has_answered:
                await other.act(other.update.legal[0])
            await other.leave()
            await server.clock.advance(59)
            assert stand_ins(me)[1] is None
            await server.clock.advance(1)
            assert stand_ins(me)[1] == "greedy"

    asyncio.run(case())


def test_a_stand_in_waits_until_sealed_answers_are_opened() -> None:
    """The clock has answered under seal: nobody may know that before all have chosen."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, other = await sit_down(server)
            table = me.table
            await me.act(me.update.legal[0])
            table.ledger.times.timeouts[1] = 1
            await server.clock.advance(120)
            assert (table.ledger.deciders(), table.ledger.times.timeouts[1]) == ([2], 2)
            await server.clock.advance(60)
            assert stand_ins(me)[1] is None
            assert other.update.prompt is None

            async def choose() -> None:
                await table.append(lambda: table.propose_default(2))
                table.acted(2)

            await table.do(choose)
            await server.clock.advance(0)
            assert stand_ins(me)[1] == "greedy"
            assert await whys(server, me) == ["time"]

    asyncio.run(case())


def test_a_stand_in_is_told_no_secret() -> None:
    """It thinks on a world of the seat, as every bot does."""

    async def case() -> None:
        thinkers = InlineThinkers()
        async with house(thinkers=thinkers) as server:
            (anne, _), _ = await couple(server)
            await anne.leave()
            await server.clock.advance(60)
            assert thinkers.worlds
            assert not any("sealed" in world for world in thinkers.worlds)

    asyncio.run(case())


# ------------------------------------------------------------------ reserve and days


def test_the_reserve_runs_when_the_own_time_is_over() -> None:
    """Visibly; what is used is gone for the rest of the game, also after a restart."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            server.wish = {"reserve_s": 20}
            (anne, mary), credentials = await couple(server, 30)
            clock = anne.update.clock
            assert clock is not None
            assert (clock.left_ms, clock.total_ms, clock.reserve_ms) == (30_000, 30_000, 20_000)
            await server.clock.advance(42)
            watcher = await server.join(anne.table.ledger.table)
            assert watcher.update.clock is not None
            assert (watcher.update.clock.left_ms, watcher.update.clock.reserve_ms) == (0, 8_000)
            await anne.act("split 12")
            record = (await server.stored(anne.table.ledger.table))[-1]
            assert isinstance(record, Acted)
            assert record.reserve_ms == 12_000
            assert mary.update.clock is not None
            assert mary.update.clock.reserve_ms == 20_000
            await server.clock.advance(49)
            assert anne.table.ledger.seq == 4
            await server.clock.advance(1)
            assert anne.table.ledger.times.reserve_ms == [8_000, 0]
        async with house(log=log) as server:
            back = await server.join(anne.table.ledger.table, credentials[0])
            assert back.table.ledger.times.reserve_ms == [8_000, 0]

    asyncio.run(case())


def test_a_table_by_days_keeps_its_deadline() -> None:
    """A restart gives nobody more time; being offline is no leaving there."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            (anne, mary), _ = await couple(server, 2 * DAY)
            name, clock = anne.table.ledger.table, server.clock
            await anne.leave()
            await clock.advance(1.5 * DAY)
            assert await whys(server, mary) == []
        async with house(log=log, clock=clock) as server:
            watcher = await server.join(name)
            assert watcher.update.clock is not None
            assert watcher.update.clock.left_ms == DAY // 2 * 1000
            await clock.advance(DAY // 2 - 1)
            assert len(await server.stored(name)) == 4
            await clock.advance(1)
            record = (await server.stored(name))[-1]
            assert isinstance(record, Acted)
            assert (record.seat, record.by) == (0, "clock")

    asyncio.run(case())


def test_a_deadline_that_passed_while_the_server_was_down() -> None:
    """It is acted upon as soon as the server is up."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            (anne, _), _ = await couple(server, DAY)
            name, clock = anne.table.ledger.table, server.clock
        await clock.advance(DAY * 3)
        async with house(log=log, clock=clock) as server:
            await clock.advance(1)
            assert len(await server.stored(name)) == 5

    asyncio.run(case())


def test_by_days_a_stand_in_needs_nobody_present() -> None:
    """Two missed deadlines: the bot comes although the other person is not connected now."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), credentials = await couple(server, DAY)
            name = anne.table.ledger.table
            await anne.leave()
            for _ in range(40):
                await server.clock.advance(DAY)
                if await whys(server, mary):
                    break
                await play([mary])
            assert await whys(server, mary) == ["time"]
            assert (await server.join(name, credentials[0])).last(Welcome).seat == 0

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [60, DAY])
def test_a_moment_with_a_stand_in_gives_no_time(clock_s: int) -> None:
    """The decision is the same, and so is its deadline, for everybody and after a restart."""

    async def case() -> None:
        log, clock = MemoryStore(), FakeClock()
        async with house(log=log, clock=clock, thinkers=SilentThinkers()) as server:
            (anne, _), rights = await couple(server, clock_s)
            name = anne.table.ledger.table
            for count in range(2):
                await clock.advance(clock_s / 4)
                await anne.table.stand_ins.away(anne.connection, Away(f"a{count}"))
                await clock.advance(1)
                await anne.table.stand_ins.back(anne.connection, Back(f"b{count}"))
            left_ms = (clock_s // 2 - 2) * 1000
            for right in (rights[0], None):
                again = await server.join(name, right)
                assert again.update.clock is not None
                assert again.update.clock.left_ms == left_ms
        if clock_s == DAY:
            async with house(log=log, clock=clock) as server:
                anne = await server.join(name, rights[0])
                assert anne.update.clock is not None
                assert anne.update.clock.left_ms == left_ms
                await clock.advance(left_ms / 1000)
                assert anne.table.ledger.actions[0] == (0, "split 12")

    asyncio.run(case())


def test_what_the_stand_in_answered_is_over() -> None:
    """The next question has its whole time."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server, 60)
            await server.clock.advance(50)
            await anne.table.stand_ins.away(anne.connection, Away("a"))
            await settle()
            assert mary.update.prompt is not None
            await anne.table.stand_ins.back(anne.connection, Back("b"))
            while anne.update.prompt is None:
                await play([mary], 1)
            assert anne.update.clock is not None
            assert anne.update.clock.left_ms == 60_000

    asyncio.run(case())


@pytest.mark.parametrize("has_answered", [False, True])
def test_a_return_does_not_tell_who_answered_under_seal(has_answered: bool) -> None:
    """Back in the seat, whoever has answered seems to have as much time as whoever has not."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, other = await sit_down(server, 120)
            await server.clock.advance(10)
            if has_answered:
                await other.act(other.update.legal[0])
            await other.table.stand_ins.away(other.connection, Away("a"))
            await server.clock.advance(10)
            await other.table.stand_ins.back(other.connection, Back("b"))
            await me.table.stand_ins.away(me.connection, Away("a"))
            watcher = await server.join(me.table.ledger.table)
            assert watcher.update.clock is not None
            assert watcher.update.clock.left_ms == 100_000

    asyncio.run(case())
