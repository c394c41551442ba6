"""Crashes, full disks, broken logs, two servers on one log: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import threading

import pytest

from broadside.server import fairness, records
from broadside.server.table.viewpoints import Ledger
from broadside.server.wire.messages import Ack, SeatWish, Update
from broadside.server.table.records import Acted, Opened, Record, Seated, Started
from broadside.server.stand_in import StandIns
from broadside.server.table.shell import Table
from broadside.store.interface import StoreError
from broadside.store.memory import MemoryStore
from tests.server.harness import GAMES, QUICK, FaultyLog, house, play, refused, settle


def test_a_crash_between_append_and_send() -> None:
    """The action is stored, nobody heard of it: after the restart a repeat finds it there."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log) as server:
            table = await server.open("pp", first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne = await server.join(table.ledger.table, credentials[0])
            log.dies_after = True
            acting = asyncio.create_task(anne.act("split 12", "the one"))
            await settle()
            assert anne.all(Ack) == []
            assert len(anne.all(Update)) == 1
            acting.cancel()
        log.dies_after = False

        async with house(log=log) as server:
            anne = await server.join(table.ledger.table, credentials[0], anne.update.seq)
            assert [event["kind"] for event in anne.events()] == ["split"]
            await anne.act("split 12", "the one")
            assert anne.all(Ack) == [Ack("the one", 4)]
            assert len(await server.stored(table.ledger.table)) == 5
            mary = await server.join(table.ledger.table, credentials[1])
            await mary.act("pick A")
            assert anne.events()[-1]["kind"] == "picked"

    asyncio.run(case())


def test_a_crash_before_the_start() -> None:
    """All sat down, but the start was not stored: the restarted server starts the table."""

    async def case() -> None:
        log = FaultyLog()
        log.refuses = b'"started"'
        async with house(log=log) as server:
            table = await server.open()
            credential = await server.sit(table, 0)
            await server.sit(table, 1)
            assert table.info().status == "waiting"
        log.refuses = None
        async with house(log=log) as server:
            back = await server.join(table.ledger.table, credential)
            assert back.update.view["turn"] == 1

    asyncio.run(case())


def test_ids_survive_a_restart() -> None:
    """Chat and actions alike: a repeat after the restart gets the same acknowledgement."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            table = await server.open("pp", first_splitter="seat0")
            credential = await server.sit(table, 0)
            await server.sit(table, 1)
            anne = await server.join(table.ledger.table, credential)
            await anne.act("split 12", "a")
            await anne.say("Yo ho", "b")
        async with house(log=log) as server:
            anne = await server.join(table.ledger.table, credential)
            await anne.act("split 12", "a")
            await anne.say("Yo ho", "b")
            assert anne.all(Ack) == [Ack("a", 4), Ack("b", 5)]
            assert len(await server.stored(table.ledger.table)) == 6

    asyncio.run(case())


def test_every_table_goes_on_after_a_restart() -> None:
    """Replaying the log gives the same state, the same events, the same future."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            clients = await server.pair(deck="intro", memory="closed")
            name = clients[0].table.ledger.table
            await play(clients, 20)
            written = clients[0].table.ledger.state.write()  # type: ignore[union-attr]
            told = clients[0].events()
        async with house(log=log) as server:
            table = await server.tables.find(name)
            assert table.ledger.state is not None
            assert table.ledger.state.write() == written
            watcher = await server.join(name)
            assert [e["kind"] for e in watcher.events()] == [e["kind"] for e in told]

    asyncio.run(case())


def test_a_full_disk_is_told_and_survived() -> None:
    """The append fails: nothing changed, and the same message works later."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log) as server:
            anne, mary = await server.pair()
            log.refuses = b""
            with pytest.raises(StoreError):
                await anne.act("split 12", "again")
            assert anne.table.ledger.seq == 3
            assert len(mary.all(Update)) == 1
            log.refuses = None
            await anne.act("split 12", "again")
            assert anne.last(Ack) == Ack("again", 4)

    asyncio.run(case())


def test_a_full_disk_does_not_stop_a_table() -> None:
    """Nobody would repeat the start, or a bot's action, so the table does."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log) as server:
            log.refuses = b'"started"'
            table = await server.open("pb", first_splitter="seat1")
            anne = await server.join(table.ledger.table, await server.sit(table, 0))
            await server.clock.advance(5)
            assert anne.all(Update) == []
            log.refuses = b'"bot"'
            await server.clock.advance(5)
            assert [event["kind"] for event in anne.events()] == ["turn_began"]
            log.refuses = None
            await server.clock.advance(5)
            assert [event["kind"] for event in anne.events()] == ["turn_began", "split"]

    asyncio.run(case())


def test_two_servers_on_one_log() -> None:
    """Nothing but the log serializes a table: the slower one reloads and tries again."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as here, house(log=log) as there:
            table = await here.open("pp", first_splitter="seat0")
            credentials = [await here.sit(table, seat) for seat in range(2)]
            anne = await here.join(table.ledger.table, credentials[0])
            mary = await there.join(table.ledger.table, credentials[1])
            await anne.act("split 12", "a")
            await mary.act("pick A")  # there, nobody has heard of the split yet
            assert [event["kind"] for event in mary.events()][1:3] == ["split", "picked"]
            assert (await refused(lambda: anne.act("split 12", "b"))).code == "not_your_turn"
            assert anne.events()[-1]["kind"] == "picked"
            other = await there.join(table.ledger.table, credentials[0])
            await other.act("split 12", "a")
            assert other.all(Ack) == [Ack("a", 4)]
            for client in [anne, mary] * 60:
                await client.say("What news?")
                prompt = client.update.prompt
                if prompt is not None:
                    await client.act(prompt.default)
            assert fairness.verify(mary.table.ledger.replay_file(), GAMES).ok

    asyncio.run(case())


def test_a_repeat_that_another_server_stored() -> None:
    """The first answer was lost, the client asks elsewhere: the same number, stored once."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as here, house(log=log) as there:
            table = await here.open("pp", first_splitter="seat0")
            credentials = [await here.sit(table, seat) for seat in range(2)]
            anne_here = await here.join(table.ledger.table, credentials[0])
            anne_there = await there.join(table.ledger.table, credentials[0])
            await anne_here.act("split 12", "a")
            await anne_there.act("split 12", "a")
            assert anne_there.all(Ack) == anne_here.all(Ack) == [Ack("a", 4)]
            assert len(await here.stored(table.ledger.table)) == 5

    asyncio.run(case())


NO_SEED = Opened(
    at_ms=0,
    game="jolly-and-roger",
    version=1,
    options=GAMES["jolly-and-roger"].complete({}),
    seats=[SeatWish("bot", "greedy")] * 2,
    clock_s=None,
    commitment="",
    seed="not hexadecimal",
)
"""Nobody foresaw that a seed might be none."""


def broken(records_after: list[bytes], first: bytes | None = None) -> MemoryStore:
    """A log with one table whose records are these after the opening."""
    opened = Opened(
        at_ms=0,
        game="jolly-and-roger",
        version=1,
        options=GAMES["jolly-and-roger"].complete({}),
        seats=[],
        clock_s=None,
        commitment="",
        seed="00" * 32,
    )
    log = MemoryStore()
    log._streams["broken"] = [first or records.encode(opened), *records_after]
    return log


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (broken([], b"not json"), "record 0"),
        (broken([], records.encode(Started(0))), "does not open the table"),
        (broken([b'{"type": "dance"}']), "record 1"),
        (broken([records.encode(Seated(0, 7, "Anne", "", ""))]), "no seat 7"),
        (broken([records.encode(Acted(0, 0, "split 12", "", "bot"))]), "before the start"),
        (broken([], records.encode(Opened(0, "chess", 1, {}, [], None, "", ""))), "game chess"),
        (
            broken([], records.encode(Opened(0, "jolly-and-roger", 99, {}, [], None, "", ""))),
            "version 99",
        ),
        (broken([records.encode(Started(0))], records.encode(NO_SEED)), "cannot be played through"),
    ],
)
def test_a_broken_table_is_alone(log: MemoryStore, reason: str) -> None:
    """The sentence says where and why; the server starts, and other tables play."""

    async def case() -> None:
        async with house(log=log) as server:
            refusal = await refused(lambda: server.join("broken"))
            assert (refusal.status, refusal.code) == (500, "broken_table")
            assert reason in refusal.reason
            await play(await server.pair(), 3)

    asyncio.run(case())


def test_a_long_game_is_loaded_beside_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is played through in a thread of its own; a short one is not worth it."""

    async def case() -> None:
        threads: dict[str, int] = {}
        take = Ledger.take

        def noted(ledger: Ledger, data: bytes) -> Record:
            threads[ledger.table] = threading.get_ident()
            return take(ledger, data)

        log = MemoryStore()
        async with house(log=log) as server:
            long, short = [(await server.pair()) for _ in range(2)]
            await play(long)
        async with house(log=log) as server:
            monkeypatch.setattr(Ledger, "take", noted)
            await server.tables.load(long[0].table.ledger.table)
            await server.tables.load(short[0].table.ledger.table)
        assert threads[long[0].table.ledger.table] != threading.get_ident()
        assert threads[short[0].table.ledger.table] == threading.get_ident()

    asyncio.run(case())


def test_a_mistake_of_ours_loses_nothing() -> None:
    """A view that cannot be made ends one job; the table is built anew from its log."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            state = anne.table.ledger.state
            assert state is not None
            anne.table.ledger.update = None  # type: ignore[assignment,method-assign]
            with pytest.raises(TypeError):
                await anne.act("split 12", "a")
            await settle()
            assert mary.events()[-1]["kind"] == "split"
            await mary.act("pick A")
            await anne.act("split 12", "a")
            assert anne.last(Ack) == Ack("a", 4)

    asyncio.run(case())


@pytest.mark.parametrize(
    ("owner", "job", "clock_s"), [(Table, "propose_default", 20), (StandIns, "propose", 120)]
)
def test_a_mistake_of_the_table_itself_is_not_made_all_the_time(
    owner: type, job: str, clock_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock rings, or somebody has left: it tries again after a while, and goes on if it can."""

    async def case() -> None:
        async with house() as server:
            tries: list[float] = []

            def stumble(*_arguments: object) -> None:
                tries.append(server.clock.now())
                raise ValueError("a mistake of ours")

            anne, mary = await server.pair(clock_s)
            await anne.leave()
            with monkeypatch.context() as patched:
                patched.setattr(owner, job, stumble)
                async with asyncio.timeout(10):
                    await server.clock.advance(65.5)
            steps = [now - tries[0] for now in tries]
            assert steps == [step * QUICK.retry_s for step in range(len(tries))]
            assert len(tries) > 5
            await server.clock.advance(1)
            assert mary.table.ledger.actions

    asyncio.run(case())


def test_a_table_that_could_not_start_because_of_a_mistake_starts_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It tries again by itself, after a while; nobody need come or go."""

    async def case() -> None:
        async with house() as server:
            tries: list[float] = []

            def stumble(*_arguments: object) -> None:
                tries.append(server.clock.now())
                raise ValueError("a mistake of ours")

            table = await server.open("pp")
            await server.sit(table, 0)
            with monkeypatch.context() as patched:
                patched.setattr(Table, "propose_start", stumble)
                with pytest.raises(ValueError, match="a mistake"):
                    await server.sit(table, 1)
                await server.clock.advance(2.5)
            first = tries[0]
            assert tries == [first, *(first + step * QUICK.retry_s for step in range(3))]
            await server.clock.advance(1)
            assert table.ledger.status == "playing"

    asyncio.run(case())
