"""A table: append, acknowledge, tell; lost, doubled and late messages; two tabs; talk."""

from __future__ import annotations

import asyncio
import functools

import pytest
from msgspec.structs import replace

from broadside.replays import fairness
from broadside.server.table.records import Acted, Opened, Seated, Spoke, Started
from broadside.server.table.results import replay_file
from broadside.service.settings import Settings
from broadside.wire.messages import (
    Ack,
    Act,
    Denied,
    Refused,
    Said,
    Seats,
    Update,
    Welcome,
)
from tests.server.harness import GAMES, house, play, refused


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
            stored = await server.stored(table.name)
            assert [type(record) for record in stored[:4]] == [Opened, Seated, Seated, Started]
            assert all(isinstance(record, Acted) for record in stored[4:])
            assert await server.store.count() == {"waiting": 0, "playing": 0, "over": 1}
            assert await server.store.result(table.name) is not None
            assert fairness.verify(replay_file(table), GAMES).ok

    asyncio.run(case())


def test_the_last_seat_starts_the_table() -> None:
    """Nobody need press a button; who waits is told."""

    async def case() -> None:
        async with house() as server:
            table = await server.open()
            anne = await server.join(table.name, await server.sit(table, 0, "Anne"))
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
            watcher = await server.join(table.name)
            assert watcher.last(Welcome).table.seats[0].name == "Anne"
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
                joining = functools.partial(server.join, table.name, wrong)
                refusal = await refused(joining)
                assert refusal.code == "bad_credential"
            stored = await server.store.read(table.name)
            assert not any(c.encode() in record for c in credentials for record in stored)

    asyncio.run(case())


# ---------------------------------------------------------- doubled and late messages


def test_a_doubled_message_counts_once() -> None:
    """The same id again: the same acknowledgement, and nothing happens."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12", "once")
            before = len(await server.stored(anne.table.name))
            await anne.act("split 12", "once")
            await anne.act("split 1", "once")
            assert len(await server.stored(anne.table.name)) == before
            assert (anne.update.ack, anne.update.seq) == ("once", 4)
            assert anne.all(Ack) == [Ack("once", 4)] * 2
            assert len(mary.all(Update)) == 2

    asyncio.run(case())


def test_a_doubled_message_on_two_tabs_counts_once() -> None:
    """Both tabs send it at the same time; both are acknowledged."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", first_splitter="seat0")
            credential = await server.sit(table, 0)
            await server.sit(table, 1)
            tabs = [await server.join(table.name, credential) for _ in range(2)]
            await asyncio.gather(*(tab.act("split 12", "same") for tab in tabs))
            assert [tab.acked() for tab in tabs] == [["same"]] * 2
            assert tabs[0].update.seq == tabs[1].last(Ack).seq == 4
            assert len(await server.stored(table.name)) == 5

    asyncio.run(case())


def test_ids_of_two_seats_do_not_meet() -> None:
    """An id is the seat's own: another seat may use the same."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12", "1")
            await mary.act("pick A", "1")
            assert (anne.acked(), mary.acked()) == (["1"], ["1"])
            assert len(await server.stored(anne.table.name)) == 6

    asyncio.run(case())


def test_a_late_message_is_judged_now() -> None:
    """What was legal a moment ago is refused with code, sentence and rule; nothing changes."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12")
            written = anne.table.state.write()  # type: ignore[union-attr]
            refusal = await refused(lambda: anne.act("split 1"))
            assert (refusal.code, refusal.rule) == ("not_your_turn", "JNR-F3")
            assert "split 1" in refusal.reason
            assert anne.table.state.write() == written  # type: ignore[union-attr]
            assert len(mary.all(Update)) == 2

    asyncio.run(case())


def test_an_answer_is_never_taken_for_the_next_one() -> None:
    """It names its question: one that is past is refused, though the answer would fit again."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            asked: list[int | None] = []
            while len(asked) < 2:
                await play([anne, mary], 1)
                if "pick A" in mary.update.legal:
                    asked.append(mary.update.question)
            assert len({*asked}) == 2
            before = await server.store.read(anne.table.name)
            refusal = await refused(lambda: mary.act("pick A", question=asked[0]))
            assert refusal.code == "too_late"
            assert await server.store.read(anne.table.name) == before
            await mary.act("pick A", question=asked[1])
            assert len(await server.store.read(anne.table.name)) == len(before) + 1

    asyncio.run(case())


def test_an_answer_without_its_question_is_refused() -> None:
    """The sentence says what is missing."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            refusal = await refused(lambda: anne.post(Act("m", "split 12")))
            assert refusal.code == "no_question"
            assert "question" in refusal.reason
            assert [answer.id for answer in anne.all(Refused)] == ["m"]
            assert anne.table.seq == 3

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
            before = await server.store.read(anne.table.name)
            refusal = await refused(lambda: anne.act(action, "wrong"))
            assert refusal.code == code
            assert refusal.reason
            assert await server.store.read(anne.table.name) == before
            await anne.act("split 12", "wrong")  # a refused id may be used again
            assert anne.acked() == ["wrong"]

    asyncio.run(case())


def test_acting_for_another_seat_or_none() -> None:
    """The seat follows from the credential; who watches may neither act nor talk."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            watcher = await server.join(anne.table.name)
            assert (await refused(lambda: mary.act("split 12"))).code == "not_your_turn"
            assert (await refused(lambda: watcher.act("split 12"))).code == "spectator"
            assert (await refused(lambda: watcher.say("hello"))).code == "spectator"
            assert len(await server.stored(anne.table.name)) == 4

    asyncio.run(case())


def test_acting_before_the_start_and_after_the_end() -> None:
    """Both are refused, each with its own code."""

    async def case() -> None:
        async with house() as server:
            table = await server.open()
            early = await server.join(table.name, await server.sit(table, 0))
            acting = functools.partial(early.post, Act("m", "split 12", 0))
            assert (await refused(acting)).code == "not_started"
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
            one = await server.join(table.name, credential)
            two = await server.join(table.name, credential)
            await one.act("split 12")
            assert one.update == replace(two.update, ack=one.update.ack)
            assert (len(one.acked()), len(two.acked())) == (1, 0)
            watcher = await server.join(table.name)
            await one.leave()
            assert watcher.last(Welcome).table.seats[0].online
            assert watcher.all(Seats) == []
            await two.leave()
            assert not watcher.last(Seats).table.seats[0].online

    asyncio.run(case())


def test_resume_gives_exactly_what_is_missing() -> None:
    """For every number that a client may have seen last, and for every viewpoint."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", deck="advanced_full")
            credentials: list[str | None] = [await server.sit(table, seat) for seat in range(2)]
            credentials.append(None)
            clients = [await server.join(table.name, c) for c in credentials]
            await play(clients, 30)
            for client, credential in zip(clients, credentials, strict=True):
                story = client.events()
                last = clients[0].table.seq
                for since in range(-1, last + 1):
                    back = await server.join(table.name, credential, since)
                    missing = [event for event in story if event["seq"] > since]
                    assert back.events() == missing
                    assert back.update.view == client.update.view
                    assert back.update.seq == last
                    await back.leave()

    asyncio.run(case())


@pytest.mark.parametrize("since", [-5, 10**6])
def test_a_since_that_cannot_be(since: int) -> None:
    """Who has seen more than there is, or less than nothing, is told everything."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            await anne.act("split 12")
            back = await server.join(anne.table.name, None, since)
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
            await server.join(anne.table.name)
            assert len(mary.all(Seats)) == told

    asyncio.run(case())


# ---------------------------------------------------------------------------- talk


def test_what_is_said_is_kept() -> None:
    """Everybody hears it; whoever comes later reads it; markup is just text."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            text = "<b>Ahoj, żeglarzu!</b> & 🏴‍☠️"
            await anne.say(text, "hi")
            assert (anne.acked(), anne.update.seq) == (["hi"], 4)
            assert mary.all(Said) == [Said(4, 0, "Player 0", text)]
            await anne.act("split 12")
            late = await server.join(anne.table.name)
            assert late.all(Said) == [Said(4, 0, "Player 0", text)]
            assert late.received[-1] == late.update  # the update comes last: it covers all before
            later = await server.join(anne.table.name, None, 4)
            assert later.all(Said) == []
            assert isinstance((await server.stored(anne.table.name))[4], Spoke)

    asyncio.run(case())


def test_talk_is_possible_before_and_after_the_game() -> None:
    """While waiting, and when all is over; it does not reopen the table."""

    async def case() -> None:
        async with house() as server:
            table = await server.open()
            anne = await server.join(table.name, await server.sit(table, 0))
            await anne.say("Anybody?")
            mary = await server.join(table.name, await server.sit(table, 1))
            await play([anne, mary])
            await mary.say("Again?")
            assert [said.text for said in anne.all(Said)] == ["Anybody?", "Again?"]
            assert await server.store.count() == {"waiting": 0, "playing": 0, "over": 1}

    asyncio.run(case())


# ------------------------------------------------------------- odd tables and memory


def test_too_many_connections() -> None:
    """One table cannot take the whole server, and spectators keep no player out."""

    async def case() -> None:
        settings = Settings(connections_per_seat=2, spectators_per_address=2)
        async with house(settings=settings) as server:
            table = await server.open("pp")
            right = await server.sit(table, 0)
            name = table.name
            for credential, what in ((None, "watch"), (right, "seat")):
                for _ in range(2):
                    await server.join(name, credential)
                refusal = await refused(functools.partial(server.join, name, credential))
                assert (refusal.code, refusal.details) == ("too_many", {"what": what})

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
            shell = clients[0].shell
            await clients[0].act("split 12")
            await server.clock.advance(1000)
            assert await server.tables.find(shell.name) is shell
            for client in clients:
                await client.leave()
            await server.clock.advance(1000)
            again = await server.join(shell.name)
            assert again.shell is not shell
            assert again.table.seq == 4

    asyncio.run(case())
