"""A table: append, acknowledge, tell; lost, doubled and late messages; crashes."""

from __future__ import annotations

import asyncio
import functools

import pytest

from broadside.server import fairness, records
from broadside.server.messages import Ack, Denied, Said, Seats, Update, Welcome
from broadside.server.records import Acted, Opened, Seated, Spoke, Started
from broadside.server.settings import Settings
from broadside.store.log import StoreError
from broadside.store.memory import MemoryLog
from tests.server.harness import GAMES, FaultyLog, house, play, refused, settle


def test_two_people_play_a_game() -> None:
    """From opening to the published seed; the log holds it all, and the replay verifies."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            table = clients[0].table
            assert clients[0].all(Welcome)[0].table.fairness.seed is None
            await play(clients)

            for client in clients:
                assert client.update.result is not None
                info = client.last(Seats).table
                assert info.status == "over"
                assert info.fairness.seed is not None
                assert fairness.commitment(info.fairness.seed) == info.fairness.commitment
            stored = await server.stored(table.ledger.table)
            assert [type(record) for record in stored[:4]] == [Opened, Seated, Seated, Started]
            assert all(isinstance(record, Acted) for record in stored[4:])
            assert await server.log.tables(unfinished=True) == []
            assert fairness.verify(table.ledger.replay_file(), GAMES).ok

    asyncio.run(case())


def test_the_last_seat_starts_the_table() -> None:
    """Nobody need press a button; who waits is told."""

    async def case() -> None:
        async with house() as server:
            table = await server.open()
            anne = await server.join(table.ledger.table, await server.sit(table, 0, "Anne"))
            assert anne.last(Welcome).table.status == "waiting"
            assert anne.all(Update) == []
            await server.sit(table, 1, "Mary")
            assert anne.last(Seats).table.status == "playing"
            assert [seat.name for seat in anne.last(Seats).table.seats] == ["Anne", "Mary"]
            assert anne.update.events[0]["kind"] == "turn_began"

    asyncio.run(case())


def test_a_seat_is_taken_once() -> None:
    """Two want the same seat at once: one gets it, the other is told."""

    async def case() -> None:
        async with house() as server:
            table = await server.open()
            outcomes = await asyncio.gather(
                *(server.sit(table, 0, name) for name in ("Anne", "Mary")), return_exceptions=True
            )
            assert isinstance(outcomes[0], str)
            assert getattr(outcomes[1], "code", "") == "seat_taken"
            assert table.info().seats[0].name == "Anne"
            assert (await refused(lambda: server.sit(table, 2))).code == "unknown_seat"

    asyncio.run(case())


def test_a_wrong_credential_is_refused() -> None:
    """No seat, no game: and the true ones differ every time."""

    async def case() -> None:
        async with house() as server:
            table = await server.open()
            credentials = {await server.sit(table, seat) for seat in range(2)}
            assert len(credentials) == 2
            for wrong in ("", "x", "nonsense" * 4):
                joining = functools.partial(server.join, table.ledger.table, wrong)
                refusal = await refused(joining)
                assert refusal.code == "bad_credential"
            stored = await server.log.read(table.ledger.table)
            assert not any(c.encode() in record for c in credentials for record in stored)

    asyncio.run(case())


# ---------------------------------------------------------- doubled and late messages


def test_a_doubled_message_counts_once() -> None:
    """The same id again: the same acknowledgement, and nothing happens."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12", "once")
            before = len(await server.stored(anne.table.ledger.table))
            await anne.act("split 12", "once")
            await anne.act("split 1", "once")
            assert len(await server.stored(anne.table.ledger.table)) == before
            assert anne.all(Ack) == [Ack("once", 4)] * 3
            assert len(mary.all(Update)) == 2

    asyncio.run(case())


def test_a_doubled_message_on_two_tabs_counts_once() -> None:
    """Both tabs send it at the same time; both are acknowledged."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", first_splitter="seat0")
            credential = await server.sit(table, 0)
            await server.sit(table, 1)
            tabs = [await server.join(table.ledger.table, credential) for _ in range(2)]
            await asyncio.gather(*(tab.act("split 12", "same") for tab in tabs))
            assert [tab.all(Ack) for tab in tabs] == [[Ack("same", 4)]] * 2
            assert len(await server.stored(table.ledger.table)) == 5

    asyncio.run(case())


def test_ids_of_two_seats_do_not_meet() -> None:
    """An id is the seat's own: another seat may use the same."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12", "1")
            await mary.act("pick A", "1")
            assert (anne.all(Ack), mary.all(Ack)) == ([Ack("1", 4)], [Ack("1", 5)])

    asyncio.run(case())


def test_a_late_message_is_judged_now() -> None:
    """What was legal a moment ago is refused with code, sentence and rule; nothing changes."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12")
            written = anne.table.ledger.state.write()  # type: ignore[union-attr]
            refusal = await refused(lambda: anne.act("split 1"))
            assert (refusal.code, refusal.rule) == ("not_your_turn", "JNR-F3")
            assert "split 1" in refusal.reason
            assert anne.table.ledger.state.write() == written  # type: ignore[union-attr]
            assert len(mary.all(Update)) == 2

    asyncio.run(case())


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("pick A", "not_now"),
        ("board yellow_5", "not_now"),
        ("split 12345", "unknown_action"),
        ("dance", "unknown_action"),
        ("", "unknown_action"),
        ("split 12; drop table", "unknown_action"),
    ],
)
def test_a_wrong_action_changes_nothing(action: str, code: str) -> None:
    """Refused with a stable code and a sentence; the log does not grow."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            before = await server.log.read(anne.table.ledger.table)
            refusal = await refused(lambda: anne.act(action, "wrong"))
            assert refusal.code == code
            assert refusal.reason
            assert await server.log.read(anne.table.ledger.table) == before
            await anne.act("split 12", "wrong")  # a refused id may be used again
            assert anne.last(Ack).id == "wrong"

    asyncio.run(case())


def test_acting_for_another_seat_or_none() -> None:
    """The seat follows from the credential; who watches may neither act nor talk."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            watcher = await server.join(anne.table.ledger.table)
            assert (await refused(lambda: mary.act("split 12"))).code == "not_your_turn"
            assert (await refused(lambda: watcher.act("split 12"))).code == "spectator"
            assert (await refused(lambda: watcher.say("hello"))).code == "spectator"
            assert len(await server.stored(anne.table.ledger.table)) == 4

    asyncio.run(case())


def test_acting_before_the_start_and_after_the_end() -> None:
    """Both are refused, each with its own code."""

    async def case() -> None:
        async with house() as server:
            table = await server.open()
            early = await server.join(table.ledger.table, await server.sit(table, 0))
            assert (await refused(lambda: early.act("split 12"))).code == "not_started"
            clients = await server.pair()
            await play(clients)
            assert (await refused(lambda: clients[0].act("split 12"))).code == "game_over"

    asyncio.run(case())


def test_the_prompt_and_what_is_denied() -> None:
    """Who is asked gets the legal actions, the default and the reasons; the others get none."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            prompt = anne.update.prompt
            assert prompt is not None
            assert (prompt.question, prompt.rule, prompt.default) == ("split", "JNR-F2", "split 12")
            assert len(anne.update.legal) == 15
            assert (mary.update.prompt, mary.update.legal, mary.update.denied) == (None, [], [])
            assert anne.update.waiting == mary.update.waiting == [0]
            denied: list[Denied] = []
            while not denied:
                await play([anne, mary], 1)
                denied = anne.update.denied + mary.update.denied
            assert all(each.code and each.reason and each.rule for each in denied)

    asyncio.run(case())


# -------------------------------------------------------------------- two tabs, resume


def test_two_tabs_on_one_seat() -> None:
    """Both see and may do the same; only the sender is acknowledged; one may leave."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", first_splitter="seat0")
            credential = await server.sit(table, 0)
            await server.sit(table, 1)
            one = await server.join(table.ledger.table, credential)
            two = await server.join(table.ledger.table, credential)
            await one.act("split 12")
            assert one.update == two.update
            assert (len(one.all(Ack)), len(two.all(Ack))) == (1, 0)
            await one.leave()
            assert table.info().seats[0].online
            await two.leave()
            assert not table.info().seats[0].online

    asyncio.run(case())


def test_resume_gives_exactly_what_is_missing() -> None:
    """For every number that a client may have seen last, and for every viewpoint."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", deck="advanced_full")
            credentials: list[str | None] = [await server.sit(table, seat) for seat in range(2)]
            credentials.append(None)
            clients = [await server.join(table.ledger.table, c) for c in credentials]
            await play(clients, 30)
            for client, credential in zip(clients, credentials, strict=True):
                story = client.events()
                for since in range(-1, table.ledger.seq + 1):
                    back = await server.join(table.ledger.table, credential, since)
                    missing = [event for event in story if event["seq"] > since]
                    assert back.events() == missing
                    assert back.update.view == client.update.view
                    assert back.update.seq == table.ledger.seq
                    await back.leave()

    asyncio.run(case())


@pytest.mark.parametrize("since", [-5, 10**6])
def test_a_since_that_cannot_be(since: int) -> None:
    """Who has seen more than there is, or less than nothing, is told everything."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            await anne.act("split 12")
            back = await server.join(anne.table.ledger.table, None, since)
            assert [event["seq"] for event in back.events()] == [3, 4]

    asyncio.run(case())


def test_who_comes_and_goes_is_told() -> None:
    """Presence follows the connections; watchers are nobody's business."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.leave()
            assert [seat.online for seat in mary.last(Seats).table.seats] == [False, True]
            told = len(mary.all(Seats))
            await server.join(anne.table.ledger.table)
            assert len(mary.all(Seats)) == told

    asyncio.run(case())


# ------------------------------------------------------------------------- crashes


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
        log = MemoryLog()
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
        log = MemoryLog()
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
        log = MemoryLog()
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
        log = MemoryLog()
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


# ---------------------------------------------------------------------------- talk


def test_what_is_said_is_kept() -> None:
    """Everybody hears it; whoever comes later reads it; markup is just text."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            text = "<b>Ahoj, żeglarzu!</b> & 🏴‍☠️"
            await anne.say(text, "hi")
            assert anne.all(Ack) == [Ack("hi", 4)]
            assert mary.all(Said) == [Said(4, 0, "Player 0", text)]
            await anne.act("split 12")
            late = await server.join(anne.table.ledger.table)
            assert late.all(Said) == [Said(4, 0, "Player 0", text)]
            assert late.received[-1] == late.update  # the update comes last: it covers all before
            later = await server.join(anne.table.ledger.table, None, 4)
            assert later.all(Said) == []
            assert isinstance((await server.stored(anne.table.ledger.table))[4], Spoke)

    asyncio.run(case())


def test_talk_is_possible_before_and_after_the_game() -> None:
    """While waiting, and when all is over; it does not reopen the table."""

    async def case() -> None:
        async with house() as server:
            table = await server.open()
            anne = await server.join(table.ledger.table, await server.sit(table, 0))
            await anne.say("Anybody?")
            mary = await server.join(table.ledger.table, await server.sit(table, 1))
            await play([anne, mary])
            await mary.say("Again?")
            assert [said.text for said in anne.all(Said)] == ["Anybody?", "Again?"]
            assert await server.log.tables(unfinished=True) == []

    asyncio.run(case())


# ------------------------------------------------------------- odd tables and memory


def test_a_slow_reader_is_dropped_alone() -> None:
    """Its outbox is full: it goes, the others and the table do not notice."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            sleeper = await server.join(anne.table.ledger.table)
            for round_ in range(70):
                await anne.say(f"line {round_}")
                anne.read()
                mary.read()
            assert sleeper.connection.dropped.is_set()
            assert not mary.connection.dropped.is_set()
            assert len(mary.all(Said)) == 70

    asyncio.run(case())


def test_too_many_connections() -> None:
    """One table cannot take the whole server."""

    async def case() -> None:
        async with house(settings=Settings(connections_per_table=3)) as server:
            anne, _ = await server.pair()
            await server.join(anne.table.ledger.table)
            refusal = await refused(lambda: server.join(anne.table.ledger.table))
            assert refusal.code == "too_many"

    asyncio.run(case())


def broken(records_after: list[bytes], first: bytes | None = None) -> MemoryLog:
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
    log = MemoryLog()
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
    ],
)
def test_a_broken_table_is_alone(log: MemoryLog, reason: str) -> None:
    """The sentence says where and why; the server starts, and other tables play."""

    async def case() -> None:
        async with house(log=log) as server:
            refusal = await refused(lambda: server.join("broken"))
            assert (refusal.status, refusal.code) == (500, "broken_table")
            assert reason in refusal.reason
            await play(await server.pair(), 3)

    asyncio.run(case())


def test_an_unknown_table() -> None:
    """A link with a slip in it."""

    async def case() -> None:
        async with house() as server:
            refusal = await refused(lambda: server.join("nowhere"))
            assert (refusal.status, refusal.code) == (404, "unknown_table")

    asyncio.run(case())


def test_tables_leave_memory_and_come_back() -> None:
    """Nobody is there and nothing is awaited: the log suffices."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            table = clients[0].table
            await clients[0].act("split 12")
            await server.clock.advance(1000)
            assert await server.tables.find(table.ledger.table) is table
            for client in clients:
                await client.leave()
            await server.clock.advance(1000)
            again = await server.tables.find(table.ledger.table)
            assert again is not table
            assert again.ledger.seq == 4

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
