"""Stand-ins: who leaves or runs out of time is played by a bot, and gets the seat back."""

from __future__ import annotations

import asyncio
import functools

import pytest

from broadside.server.table.decision import Join, Thinking
from broadside.server.table.records import Acted, Returned, StoodIn
from broadside.service.settings import Settings
from broadside.wire.messages import Away, Back, Hello, Seats, Welcome
from tests.server.harness import (
    Client,
    FakeClock,
    FaultyStore,
    House,
    InlineThinkers,
    SilentThinkers,
    SlowThinkers,
    house,
    play,
    refused,
    settle,
)
from tests.server.test_sealed_clock import sit_down

DAY = 86_400
SLOW = Settings(bot_beat_s=2)


async def couple(server: House, clock_s: int | None = None) -> tuple[list[Client], list[str]]:
    """Two people, seat 0 to begin, and their credentials."""
    table = await server.open("pp", clock_s, first_splitter="seat0")
    credentials = [await server.sit(table, seat, f"Player {seat}") for seat in range(2)]
    return [await server.join(table.name, c) for c in credentials], credentials


def stand_ins(client: Client) -> list[str | None]:
    """Which bots play for people, as the client was told last."""
    told = [m for m in client.received if isinstance(m, Seats | Welcome)]
    return [seat.stand_in for seat in told[-1].table.seats]


async def whys(server: House, client: Client) -> list[str]:
    """Why bots slid into seats."""
    stored = await server.stored(client.table.name)
    return [record.why for record in stored if isinstance(record, StoodIn)]


def test_a_refused_act_leaves_the_stand_in() -> None:
    """Nothing has changed, as the refusal says; who acts rightly is back."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            anne, _ = await server.pair()
            await anne.post(Away("away"))
            for action in ("nonsense", "pick A"):
                await refused(functools.partial(anne.act, action))
                assert anne.table.chairs[0].stand_in is not None
            await anne.act("split 12")
            assert anne.table.chairs[0].stand_in is None
            assert anne.table.actions == [(0, "split 12")]

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
            stored = await server.stored(mary.table.name)
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
            back = await server.join(mary.table.name, credentials[0], anne.update.seq)
            assert stand_ins(back) == stand_ins(mary) == [None, None]
            await server.clock.advance(100)
            await back.act("split 12")
            record = (await server.stored(mary.table.name))[-1]
            assert isinstance(record, Acted)
            assert record.by == "person"

    asyncio.run(case())


@pytest.mark.parametrize("is_thinking", [False, True])
def test_a_thought_that_is_ready_comes_too_late(is_thinking: bool) -> None:
    """The person returned between the thought and its playing: the person decides."""

    async def case() -> None:
        clock = FakeClock()
        thinkers = SlowThinkers(clock, 5 if is_thinking else 0)
        async with house(clock=clock, thinkers=thinkers, settings=SLOW) as server:
            anne, _ = await server.pair()
            await anne.post(Away("a"))
            await clock.advance(1)
            await anne.post(Back("b"))
            assert thinkers.asked == [0]
            await clock.advance(60)
            assert anne.table.actions == []
            await anne.act("split 12")
            record = (await server.stored(anne.table.name))[-1]
            assert isinstance(record, Acted)
            assert record.by == "person"

    asyncio.run(case())


def test_a_thought_from_before_is_not_played_for_the_next_stand_in() -> None:
    """Away, back and away again: the bot begins anew, and its old thought is not counted twice."""

    async def case() -> None:
        clock = FakeClock()
        thinkers = SlowThinkers(clock, 5)
        async with house(clock=clock, thinkers=thinkers) as server:
            anne, mary = await server.pair()
            await anne.post(Away("a"))
            await clock.advance(3)
            await anne.post(Back("b"))
            await anne.post(Away("c"))
            await clock.advance(4.9)
            assert anne.table.actions == []
            await clock.advance(0.2)
            assert anne.table.actions == [(0, "split 12")]
            await mary.act("pick A")
            await clock.advance(60)
            assert [seat for seat, _ in anne.table.actions[:2]] == [0, 1]

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [None, 30])
def test_nobody_is_stood_in_for_who_plays_alone(clock_s: int | None) -> None:
    """Whoever plays with bots only, or last leaves the table, finds it as it was."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pb", clock_s, first_splitter="seat0")
            anne = await server.join(table.name, await server.sit(table, 0))
            await anne.leave()
            await server.clock.advance(600)
            (first, second), _ = await couple(server, clock_s)
            await first.leave()
            await second.leave()
            await server.clock.advance(600)
            for each in (anne, first):
                assert await whys(server, each) == []
                assert each.table.actions == []

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
            stored = await server.stored(anne.table.name)
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
                assert anne.table.times.timeouts[seat] == 1
                for _ in range(20):
                    if anne.table.times.timeouts == [0, 0]:
                        break
                    await play([anne, mary], 1)
            assert await whys(server, anne) == []

    asyncio.run(case())


def test_asking_for_a_stand_in() -> None:
    """Also with nobody else at the table; coming back is a word, or simply an action."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            table = await server.open("pb", first_splitter="seat0")
            anne = await server.join(table.name, await server.sit(table, 0))
            await anne.post(Away("a"))
            await anne.post(Away("a"))
            assert stand_ins(anne) == ["greedy", None]
            assert (await refused(lambda: anne.post(Away("b")))).code == "stood_in"
            await anne.post(Back("c"))
            await anne.post(Back("c"))
            assert stand_ins(anne) == [None, None]
            assert (await refused(lambda: anne.post(Back("d")))).code == "not_stood_in"
            await anne.post(Away("e"))
            await anne.act("split 12")
            assert stand_ins(anne) == [None, None]
            assert anne.acked() == ["a", "a", "c", "c", "e", "m1"]

    asyncio.run(case())


def test_a_page_that_reconnects_by_itself_does_not_return() -> None:
    """Its person is still away, and says so when coming back."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            (anne, mary), credentials = await couple(server)
            await anne.post(Away("a"))
            await anne.leave()
            again = Client(anne.shell)
            await again.shell.ask(Join(again, Hello(credentials[0], is_back=False)))
            assert stand_ins(again) == ["greedy", None]
            await again.post(Back("b"))
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
                anne = await server.join(table.name, await server.sit(table, 0))
            code = "game_over" if is_over else "not_started"
            for message in (Away("a"), Back("b")):
                assert (await refused(functools.partial(anne.post, message))).code == code
            watcher = await server.join(anne.table.name)
            assert (await refused(lambda: watcher.post(Away("a")))).code == "spectator"

    asyncio.run(case())


def test_stand_ins_survive_a_restart() -> None:
    """The bot goes on, the repeated message is acknowledged, the person still gets the seat."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store, thinkers=SilentThinkers()) as server:
            (anne, _), credentials = await couple(server)
            name = anne.table.name
            store.dies_after = True
            await anne.post(Away("once"))
            assert anne.acked() == []
        store.dies_after = False
        async with house(store=store) as server:
            await settle()
            anne = Client(await server.tables.find(name))
            await anne.shell.ask(Join(anne, Hello(credentials[0], is_back=False)))
            await anne.post(Away("once"))
            assert anne.acked() == ["once"]
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
            table.times.timeouts[1] = 1
            await server.clock.advance(120)
            assert (table.deciders(), table.times.timeouts[1]) == ([2], 2)
            await server.clock.advance(60)
            assert stand_ins(me)[1] is None
            assert other.update.prompt is None
            (about,) = [job for job in me.shell._jobs.running.values() if job is not None]
            me.shell.put(Thinking(about, table.legal(2)[0].text))
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


# ------------------------------------------------------------------------- spectators


def told(client: Client) -> list[tuple[str, int]]:
    """What the table itself did with which seat, as a client was told."""
    events = [event for event in client.events() if event["kind"].startswith("table_")]
    return [(event["kind"], event["seat"]) for event in events]


TAKEOVERS = [
    ("table_clock", 0),
    ("table_stand_in", 0),
    ("table_returned", 0),
    ("table_stand_in", 0),
]


@pytest.mark.parametrize("delay_s", [0, 45])
def test_spectators_are_told_who_plays_for_whom(delay_s: int) -> None:
    """Also that the clock answered; where they see the table later, they are told later."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            server.wish = {"spectator_delay_s": delay_s}
            (anne, mary), credentials = await couple(server, 100)
            watcher = await server.join(anne.table.name)
            await server.clock.advance(100)
            await anne.post(Away("a"))
            await anne.post(Back("b"))
            await anne.leave()
            while mary.update.prompt is not None:
                await play([mary], 1)
            await server.clock.advance(60)
            assert told(mary) == TAKEOVERS
            whys_told = [e["why"] for e in mary.events() if e["kind"] == "table_stand_in"]
            assert whys_told == ["asked", "left"]
            assert stand_ins(mary) == ["greedy", None]
            if delay_s:
                assert told(watcher) == TAKEOVERS[:3]
                assert stand_ins(watcher) == [None, None]
            await server.clock.advance(delay_s)
            late = await server.join(anne.table.name)
            again = await server.join(anne.table.name, credentials[1])
            assert told(watcher) == told(late) == told(again) == TAKEOVERS
            assert stand_ins(watcher) == stand_ins(late) == ["greedy", None]
            numbers = [event["seq"] for event in watcher.events()]
            assert numbers == sorted(numbers)

    asyncio.run(case())


def test_that_the_clock_answered_under_seal_is_told_to_its_seat_only() -> None:
    """Else all would know who has not chosen; when all have, it is told to nobody else either."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, other = await sit_down(server)
            watcher = await server.join(me.table.name)
            await me.act(me.update.legal[0])
            heard = len(me.received), len(watcher.received)
            await server.clock.advance(120)
            assert ("table_clock", 1) in told(other)
            assert (len(me.received), len(watcher.received)) == heard
            for each in (me, watcher, await server.join(me.table.name)):
                assert ("table_clock", 1) not in told(each)

    asyncio.run(case())
