"""Crashes, full disks, broken logs, two servers on one log: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

from broadside.replays import fairness
from broadside.server import tables
from broadside.server.table import records, stand_ins, start, thinking_time, viewpoints
from broadside.server.table.records import Acted, Opened, Seated, Spoke, Started
from broadside.server.table.results import replay_file
from broadside.server.table.shell import CLOSE_RESTART
from broadside.server.table.state import load
from broadside.store.interface import StoreError, TableRow
from broadside.store.memory import MemoryStore
from broadside.wire.messages import (
    Ack,
    Act,
    Answer,
    Propose,
    Refused,
    Said,
    Say,
    Seats,
    SeatWish,
    Update,
)
from tests.server.harness import GAMES, QUICK, Client, FaultyStore, house, play, refused

if TYPE_CHECKING:
    from types import ModuleType

    from broadside.server.table.decision import Scene
    from broadside.server.table.records import Record
    from broadside.server.table.state import Table


def test_a_crash_between_append_and_send() -> None:
    """The action is stored, nobody heard of it: after the restart a repeat finds it there."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            table = await server.open("pp", first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne = await server.join(table.name, credentials[0])
            store.dies_after = True
            await anne.act("split 12", "the one")
            assert anne.acked() == []
            assert len(anne.all(Update)) == 1
        store.dies_after = False

        async with house(store=store) as server:
            anne = await server.join(table.name, credentials[0], anne.update.seq)
            assert anne.events()[0]["kind"] == "split"
            await anne.act("split 12", "the one")
            assert anne.all(Ack) == [Ack("the one", 4)]
            assert len(await server.stored(table.name)) == 5
            mary = await server.join(table.name, credentials[1])
            await mary.act("pick A")
            assert anne.events()[-1]["kind"] == "picked"

    asyncio.run(case())


def test_a_crash_before_the_start() -> None:
    """All sat down, but the start was not stored: the restarted server starts the table."""

    async def case() -> None:
        store = FaultyStore()
        store.refuses = b'"started"'
        async with house(store=store) as server:
            table = await server.open()
            credential = await server.sit(table, 0)
            await server.sit(table, 1)
            assert (await server.tables.info(table.name)).status == "waiting"
        store.refuses = None
        async with house(store=store) as server:
            await server.clock.advance(1)
            assert isinstance((await server.stored(table.name))[-1], Started)
            back = await server.join(table.name, credential)
            assert back.update.view["turn"] == 1

    asyncio.run(case())


def test_ids_survive_a_restart() -> None:
    """Chat and actions alike: a repeat after the restart gets the same acknowledgement."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            table = await server.open("pp", first_splitter="seat0")
            credential = await server.sit(table, 0)
            await server.sit(table, 1)
            anne = await server.join(table.name, credential)
            await anne.act("split 12", "a")
            await anne.say("Yo ho", "b")
        async with house(store=store) as server:
            anne = await server.join(table.name, credential)
            await anne.act("split 12", "a")
            await anne.say("Yo ho", "b")
            assert anne.all(Ack) == [Ack("a", 4), Ack("b", 5)]
            assert len(await server.stored(table.name)) == 6

    asyncio.run(case())


def test_every_table_goes_on_after_a_restart() -> None:
    """Replaying the log gives the same state, the same events, the same future."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            clients = await server.pair(deck="intro", memory="closed")
            name = clients[0].table.name
            await play(clients, 20)
            written = clients[0].table.state.write()  # type: ignore[union-attr]
            told = clients[0].events()
        async with house(store=store) as server:
            watcher = await server.join(name)
            assert watcher.table.state is not None
            assert watcher.table.state.write() == written
            assert [e["kind"] for e in watcher.events()] == [e["kind"] for e in told]

    asyncio.run(case())


def test_a_full_disk_is_told_and_survived() -> None:
    """The append fails: nothing changed, and the same message works later."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            anne, mary = await server.pair()
            store.refuses = b""
            refusal = await refused(lambda: anne.act("split 12", "again"))
            assert refusal.code == "not_stored"
            assert anne.table.seq == 3
            assert (anne.acked(), len(mary.all(Update))) == ([], 1)
            store.refuses = None
            await anne.act("split 12", "again")
            assert (anne.update.ack, anne.update.seq) == ("again", 4)
            assert mary.events()[-1]["kind"] == "split"

    asyncio.run(case())


def test_a_full_disk_does_not_stop_a_table() -> None:
    """Nobody would repeat the start, or a bot's action, so the table does."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            store.refuses = b'"started"'
            table = await server.open("pb", first_splitter="seat1")
            anne = await server.join(table.name, await server.sit(table, 0))
            await server.clock.advance(5)
            assert anne.all(Update) == []
            store.refuses = b'"bot"'
            await server.clock.advance(5)
            assert [event["kind"] for event in anne.events()] == ["turn_began"]
            store.refuses = None
            await server.clock.advance(5)
            assert [event["kind"] for event in anne.events()] == ["turn_began", "split"]

    asyncio.run(case())


@pytest.mark.parametrize("is_play", [False, True])
def test_what_seemed_to_fail_but_was_written_is_acknowledged(is_play: bool) -> None:
    """The store says that it failed, the log has it: the sender hears so, all others hear it."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            anne, mary = await server.pair()
            watcher = await server.join(anne.table.name)
            store.fails_after = True
            if is_play:
                await anne.act("split 12", "once")
            else:
                await anne.say("Yo ho", "once")
            assert (anne.acked(), anne.all(Refused)) == (["once"], [])
            assert anne.last(Ack) == Ack("once", 4)
            await server.clock.advance(QUICK.retry_s)
            for each in (anne, mary, watcher):
                told = [event["kind"] for event in each.events()]
                assert told == (["turn_began", "split"] if is_play else ["turn_began"])
                assert [said.text for said in each.all(Said)] == ([] if is_play else ["Yo ho"])
            await anne.post(Act("once", "split 1", 0) if is_play else Say("once", "Yo ho"))
            assert anne.acked() == ["once", "once"]
            assert len(await server.stored(anne.table.name)) == 5
            await play([anne, mary])
            assert fairness.verify(replay_file(anne.table), GAMES).ok

    asyncio.run(case())


def test_what_follows_and_seemed_to_fail_is_done_once() -> None:
    """A start, a bot's action: the log has it, so it is told, and not done again."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            shell = await server.open("pp")
            anne = await server.join(shell.name, await server.sit(shell, 0))
            with pytest.MonkeyPatch.context() as patched:
                settle_start = start.settle

                def failing(scene: Scene) -> list[Record]:
                    store.fails_after = True
                    return settle_start(scene)

                patched.setattr(start, "settle", failing)
                await server.sit(shell, 1)
            await server.clock.advance(5)
            stored = await server.stored(shell.name)
            assert sum(isinstance(record, Started) for record in stored) == 1
            assert anne.update.view["turn"] == 1
            assert anne.last(Seats).table.status == "playing"

    asyncio.run(case())


async def unreadable(*_given: object) -> list[bytes]:
    """Read a disk that has gone."""
    raise StoreError("the disk cannot be read")


def test_who_cannot_know_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An append fails, and whether it is in the log cannot be read: the client comes again."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            anne, _ = await server.pair()
            question, store.fails_after = anne.update.question, True
            with monkeypatch.context() as patched:
                patched.setattr(store, "read", unreadable)
                await anne.act("split 12", "once")
            assert (anne.acked(), anne.all(Refused), anne.closed) == ([], [], CLOSE_RESTART)
            shell = await server.tables.find(anne.table.name)
            again = Client(shell)
            again.seat = 0
            await again.act("split 12", "once", question)
            assert again.all(Ack) == [Ack("once", 4)]

    asyncio.run(case())


def test_what_follows_and_fails_is_no_second_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fails when an act is stored and answered: clients come again, and hear no more."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            anne, mary = await server.pair(60)
            await anne.post(Propose("p", "tempo", 30))
            proposal = anne.last(Seats).table.proposal
            assert proposal is not None
            store.refuses = b'"tempo_set"'
            with monkeypatch.context() as patched:
                patched.setattr(store, "read", unreadable)
                await mary.post(Answer("yes", proposal.number, yes=True))
            assert (mary.acked(), mary.all(Refused)) == (["yes"], [])
            assert (anne.closed, mary.closed) == (CLOSE_RESTART, CLOSE_RESTART)
            store.refuses = None
            watcher = await server.join(anne.table.name)
            assert watcher.table.times.clock_s == 30

    asyncio.run(case())


def test_a_server_that_lost_a_table_drops_it() -> None:
    """Another one owns it now: nothing is stored here, and the clients are told to come again."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as here, house(store=store) as there:
            shell = await here.open("pp", first_splitter="seat0")
            credentials = [await here.sit(shell, seat) for seat in range(2)]
            anne, mary = [await here.join(shell.name, right) for right in credentials]
            watcher = await here.join(shell.name)
            await there.tables.find(shell.name)
            stored = await here.stored(shell.name)
            await anne.act("split 12", "a")
            assert [each.closed for each in (anne, mary, watcher)] == [CLOSE_RESTART] * 3
            assert (anne.acked(), anne.all(Refused)) == ([], [])
            assert await here.stored(shell.name) == stored
            assert here.tables._shells == {}
            late = Client(shell)
            await late.post(Say("x", "Anybody?"))
            assert late.closed == CLOSE_RESTART
            assert (await refused(lambda: here.sit(shell, 0))).code == "closed"
            back = await there.join(shell.name, credentials[0], anne.update.seq)
            await back.act("split 12", "a", question=anne.update.question)
            assert (back.update.ack, back.update.seq) == ("a", 4)

    asyncio.run(case())


def test_two_servers_on_one_store() -> None:
    """A table goes to and fro between them, with every message: nothing is lost or done twice."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as here, house(store=store) as there:
            shell = await here.open("pp", first_splitter="seat0")
            credentials = [await here.sit(shell, seat) for seat in range(2)]
            people = [await here.join(shell.name, right) for right in credentials]
            for number in range(400):
                seat = number % 2
                if number % 3 == 0:  # the other server takes the table
                    await (there, here)[number % 2].tables.find(shell.name)
                person = people[seat]
                if person.closed is None:
                    await person.say("What news?", f"say {number}")
                if person.closed is not None:
                    server = (here, there)[number // 7 % 2]
                    person = await server.join(shell.name, credentials[seat])
                    people[seat] = person
                    await person.say("What news?", f"say {number}")
                assert person.acked()[-1] == f"say {number}"
                prompt = person.update.prompt
                if prompt is not None:
                    await person.act(prompt.default or person.update.legal[0], f"act {number}")
                if person.update.result is not None:
                    break
            stored = await here.stored(shell.name)
            ids = [(r.seat, r.id) for r in stored if isinstance(r, Spoke | Acted)]
            assert len(ids) == len({*ids}) > 40
            assert (await store.count())["over"] == 1
            assert fairness.verify(replay_file(person.table), GAMES).ok

    asyncio.run(case())


def test_a_repeat_that_another_server_stored() -> None:
    """The first answer was lost, the client asks elsewhere: the same number, stored once."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as here, house(store=store) as there:
            shell = await here.open("pp", first_splitter="seat0")
            credentials = [await here.sit(shell, seat) for seat in range(2)]
            anne_here = await here.join(shell.name, credentials[0])
            await anne_here.act("split 12", "a")
            anne_there = await there.join(shell.name, credentials[0])
            await anne_there.act("split 12", "a")
            assert (anne_here.update.ack, anne_here.update.seq) == ("a", 4)
            assert anne_there.all(Ack) == [Ack("a", 4)]
            assert len(await here.stored(shell.name)) == 5

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


def broken(records_after: list[bytes], first: bytes | None = None) -> list[bytes]:
    """A log whose records are these after the opening."""
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
    return [first or records.encode(opened), *records_after]


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        (broken([], b"not json"), "record 0"),
        (broken([], records.encode(Started(0))), "does not open the table"),
        (broken([b'{"type": "dance"}']), "record 1"),
        (broken([records.encode(Seated(0, 7, "Anne", "", ""))]), "no seat 7"),
        (broken([records.encode(Acted(0, 0, "split 12", "", "bot"))]), "has not started"),
        (broken([], records.encode(Opened(0, "chess", 1, {}, [], None, "", ""))), "game chess"),
        (
            broken([], records.encode(Opened(0, "jolly-and-roger", 99, {}, [], None, "", ""))),
            "version 99",
        ),
        (broken([records.encode(Started(0))], records.encode(NO_SEED)), "cannot be played through"),
    ],
)
def test_a_broken_table_is_alone(stored: list[bytes], reason: str) -> None:
    """The sentence says where and why; the server starts, and other tables play."""

    async def case() -> None:
        store = MemoryStore()
        row = TableRow("playing", 0, "", None, b"{}")
        await store.append("broken", await store.lease("broken"), 0, stored, row)
        async with house(store=store) as server:
            await server.clock.advance(10)
            refusal = await refused(lambda: server.join("broken"))
            assert (refusal.status, refusal.code) == (500, "broken_table")
            assert reason in refusal.reason
            await play(await server.pair(), 3)

    asyncio.run(case())


def test_a_long_game_is_loaded_beside_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is played through in a thread of its own; a short one is not worth it."""

    async def case() -> None:
        threads: dict[str, int] = {}

        def noted(name: str, games: Any, stored: list[bytes]) -> Table:
            threads[name] = threading.get_ident()
            return load(name, games, stored)

        store = MemoryStore()
        async with house(store=store) as server:
            short = (await server.pair())[0].table
            clients = await server.pair()
            await play(clients)
            long = clients[0].table
        async with house(store=store) as server:
            monkeypatch.setattr(tables, "load", noted)
            await server.tables.find(long.name)
            await server.tables.find(short.name)
        assert threads[long.name] != threading.get_ident()
        assert threads[short.name] == threading.get_ident()

    asyncio.run(case())


@pytest.mark.parametrize("lasts", [1, 1000])
def test_a_mistake_of_ours_loses_nothing(lasts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that cannot be made: the table is built anew from its log, and then all are told."""

    async def case() -> None:
        mistakes = [TypeError("a mistake of ours")] * lasts
        encode = viewpoints.encode

        def stumble(*given: Any) -> bytes:
            if mistakes:
                raise mistakes.pop()
            return encode(*given)

        async with house() as server:
            anne, mary = await server.pair()
            monkeypatch.setattr(viewpoints, "encode", stumble)
            await anne.act("split 12", "a")
            assert anne.all(Ack) == [Ack("a", 4)]
            assert len(await server.stored(anne.table.name)) == 5
            mistakes.clear()
            await server.clock.advance(QUICK.retry_s)
            assert mary.events()[-1]["kind"] == "split"
            await mary.act("pick A")
            await anne.act("split 12", "a")
            assert anne.last(Ack) == Ack("a", 4)
            assert (anne.closed, mary.closed) == (None, None)

    asyncio.run(case())


@pytest.mark.parametrize(("owner", "clock_s"), [(thinking_time, 20), (stand_ins, 120)])
def test_a_mistake_of_the_table_itself_is_not_made_all_the_time(
    owner: ModuleType, clock_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock rings, or a person has left: it tries again after a while, and goes on if it can."""

    async def case() -> None:
        async with house() as server:
            tries: list[float] = []

            def stumble(*_arguments: object) -> None:
                tries.append(server.clock.now())
                raise ValueError("a mistake of ours")

            anne, mary = await server.pair(clock_s)
            await anne.leave()
            with monkeypatch.context() as patched:
                patched.setattr(owner, "settle", stumble)
                async with asyncio.timeout(10):
                    await server.clock.advance(65.5)
            steps = [now - tries[0] for now in tries]
            assert steps == [step * QUICK.retry_s for step in range(len(tries))]
            assert len(tries) > 5
            await server.clock.advance(1)
            assert mary.table.actions

    asyncio.run(case())


def test_a_table_that_could_not_start_because_of_a_mistake_starts_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who sat down has the seat; it tries again by itself, after a while, though nobody comes."""

    async def case() -> None:
        async with house() as server:
            tries: list[float] = []

            def stumble(*_arguments: object) -> None:
                tries.append(server.clock.now())
                raise ValueError("a mistake of ours")

            shell = await server.open("pp")
            await server.sit(shell, 0)
            with monkeypatch.context() as patched:
                patched.setattr(start, "settle", stumble)
                assert await server.sit(shell, 1)
                await server.clock.advance(2.5)
            first = tries[0]
            assert tries == [first + step * QUICK.retry_s for step in range(3)]
            await server.clock.advance(1)
            assert (await server.tables.info(shell.name)).status == "playing"

    asyncio.run(case())
