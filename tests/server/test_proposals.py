"""Undo and another tempo: all people agree, or nothing happens."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING

import pytest

from broadside.replays import fairness
from broadside.server.table import proposals
from broadside.server.table.records import Answered, Lapsed, Proposed, TempoSet, Undone
from broadside.server.table.results import replay_file
from broadside.store.memory import MemoryStore
from broadside.wire.messages import (
    Answer,
    Away,
    ProposalInfo,
    Propose,
    Rewound,
    Seats,
    Update,
    What,
)
from tests.server.harness import (
    GAMES,
    FaultyStore,
    SilentThinkers,
    house,
    play,
    refused,
    settle,
)
from tests.server.test_sealed_clock import sit_down
from tests.server.windows import GreedyThinkers, brawling
from tests.server.windows import sit_down as brawl_down

if TYPE_CHECKING:
    from tests.server.harness import Client, House

DAY = 86_400


async def propose(
    client: Client, what: What = "undo", clock_s: int | None = None, message: str = "p"
) -> None:
    """Propose something; raises `Refusal`."""
    await client.post(Propose(message, what, clock_s))


async def answer(client: Client, yes: bool, number: int = 1, message: str = "a") -> None:
    """Say yes or no; raises `Refusal`."""
    await client.post(Answer(message, number, yes))


def seen(client: Client) -> ProposalInfo | None:
    """The open proposal as the client was told last."""
    return client.last(Seats).table.proposal


def unasked(client: Client) -> list[Update]:
    """The updates that came though they answer nothing."""
    return [update for update in client.all(Update) if update.ack is None]


async def kinds(server: House, client: Client) -> list[type]:
    """What is stored after the start."""
    return [type(record) for record in (await server.stored(client.table.name))[4:]]


def test_an_undo_that_all_agree_on() -> None:
    """The game stands as before the decision; everybody forgets the story and hears it anew."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            watcher = await server.join(anne.table.name)
            start = anne.update
            await anne.act("split 12")
            await propose(anne)
            assert seen(mary) == ProposalInfo(1, 0, "undo", None, [0, 1], [0])
            assert anne.update.prompt is None
            await answer(mary, yes=True)
            assert seen(anne) is None
            for client in (anne, mary, watcher):
                place = max(n for n, m in enumerate(client.received) if isinstance(m, Rewound))
                update = client.received[place + 1]
                assert isinstance(update, Update)
                assert [event["kind"] for event in update.events] == ["turn_began"]
                assert update.view == watcher.all(Update)[0].view
            assert (anne.update.prompt, anne.update.legal) == (start.prompt, start.legal)
            await anne.act("split 1")
            await play([anne, mary])
            file = replay_file(anne.table)
            assert file.actions[0] == (0, "split 1")
            assert fairness.verify(file, GAMES).ok

    asyncio.run(case())


def test_one_no_ends_it() -> None:
    """And one does not ask for the same decision twice."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12")
            await propose(anne)
            await answer(mary, yes=False)
            assert (seen(anne), anne.all(Rewound)) == (None, [])
            assert (await refused(lambda: propose(anne, message="q"))).code == "undo_declined"
            assert anne.table.actions == [(0, "split 12")]

    asyncio.run(case())


def test_an_undo_after_a_reveal_is_refused() -> None:
    """The next turn's cards lie open: nobody can forget them."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            actor = clients[0]
            while clients[0].update.view["turn"] == 1:
                actor = next(c for c in clients if c.update.prompt is not None)
                await play([actor], 1)
            before = await server.store.read(actor.table.name)
            assert (await refused(lambda: propose(actor))).code == "undo_revealed"
            assert await server.store.read(actor.table.name) == before

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [None, 120])
@pytest.mark.parametrize("is_last", [False, True])
def test_the_last_pass_is_not_taken_back(is_last: bool, clock_s: int | None) -> None:
    """It closed the window, so its seat knows that nobody else wants to play."""

    async def case() -> None:
        async with brawling() as server:
            assert isinstance(server.thinkers, GreedyThinkers)
            server.thinkers.says = "pass"
            server.thinkers.after_s = 0 if is_last else 0.5
            anne, _ = await brawl_down(server, "pbb", clock_s)
            await anne.act("toast")
            window = anne.window
            await server.clock.advance(0.1)
            await anne.act("pass")
            await server.clock.advance(1.5 if is_last else 0.01)
            assert (anne.window != window) == is_last
            if is_last:
                assert (await refused(lambda: propose(anne))).code == "undo_revealed"
            elif clock_s is None:
                await propose(anne)
                assert anne.table.actions == [(0, "toast")]

    asyncio.run(case())


def test_a_lone_person_agrees_at_once() -> None:
    """What the bot did since goes, too."""

    async def case() -> None:
        async with house() as server:
            shell = await server.open("pb", first_splitter="seat0")
            anne = await server.join(shell.name, await server.sit(shell, 0))
            await anne.act("split 12")
            assert len(anne.table.actions) > 1
            await propose(anne)
            assert len(anne.all(Rewound)) == 1
            assert anne.table.actions == []
            assert anne.update.prompt is not None
            assert anne.update.prompt.question == "split"

    asyncio.run(case())


@pytest.mark.parametrize(
    ("what", "clock_s", "code"),
    [("undo", None, "undo_nothing"), ("tempo", 30, "same_tempo"), ("tempo", 7200, "bad_clock")],
)
def test_proposals_that_cannot_be(what: What, clock_s: int | None, code: str) -> None:
    """Each with its code; nothing is stored."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair(clock_s=30)
            assert (await refused(lambda: propose(anne, what, clock_s))).code == code
            assert await kinds(server, anne) == []

    asyncio.run(case())


def test_one_proposal_at_a_time() -> None:
    """And only who holds a seat proposes or answers, while the game is on."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            watcher = await server.join(anne.table.name)
            await propose(anne, "tempo", 60)
            assert (await refused(lambda: propose(mary, "tempo", 90))).code == "proposal_open"
            assert (await refused(lambda: propose(watcher, "tempo", 90))).code == "spectator"
            assert (await refused(lambda: answer(watcher, yes=True))).code == "spectator"
            assert (await refused(lambda: answer(mary, yes=True, number=2))).code == "no_proposal"
            await answer(mary, yes=False)
            assert (
                await refused(lambda: answer(mary, yes=True, message="b"))
            ).code == "no_proposal"
            await play([anne, mary])
            assert (await refused(lambda: propose(anne, message="z"))).code == "game_over"

    asyncio.run(case())


def test_before_the_start() -> None:
    """There is nothing to propose."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp")
            anne = await server.join(table.name, await server.sit(table, 0))
            assert (await refused(lambda: propose(anne, "tempo", 60))).code == "not_started"

    asyncio.run(case())


def test_another_tempo() -> None:
    """A stalled live table goes on by days; everybody's time begins anew."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            anne, mary = await server.pair(clock_s=30)
            await server.clock.advance(20)
            await propose(mary, "tempo", 3 * DAY)
            assert anne.table.times.clock_s == 30
            await answer(anne, yes=True)
            assert anne.last(Seats).table.clock_s == 3 * DAY
            await server.clock.advance(100)
            assert anne.table.actions == []
            late = await server.join(anne.table.name)
            assert late.update.clock is not None
            assert late.update.clock.left_ms == (3 * DAY - 100) * 1000
        async with house(store=store) as server:
            assert (await server.tables.info(anne.table.name)).clock_s == 3 * DAY

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [90, 10, DAY, None])
def test_the_new_clock_is_told_at_once(clock_s: int | None) -> None:
    """To everybody, though nothing else has changed; and only once."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            watcher = await server.join(anne.table.name)
            await server.clock.advance(20)
            before = [len(unasked(client)) for client in (anne, mary, watcher)]
            await propose(mary, "tempo", clock_s)
            await answer(anne, yes=True)
            for client, told in zip((anne, mary, watcher), before, strict=True):
                assert len(unasked(client)) == told + 1
                clock = client.update.clock
                total_ms = None if clock_s is None else clock_s * 1000
                assert (clock and clock.total_ms) == (clock and clock.left_ms) == total_ms

    asyncio.run(case())


def test_a_clock_may_be_taken_away() -> None:
    """Then nothing hurries any more."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair(clock_s=30)
            await propose(mary, "tempo", None)
            await answer(anne, yes=True)
            await server.clock.advance(1000)
            assert anne.table.actions == []
            assert (await server.join(anne.table.name)).update.clock is None

    asyncio.run(case())


def test_an_undo_lapses_with_the_next_action() -> None:
    """Whoever acts instead of answering has answered."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12")
            await propose(anne)
            await mary.act("pick A")
            assert seen(anne) is seen(mary) is None
            assert (await refused(lambda: answer(mary, yes=True))).code == "no_proposal"

    asyncio.run(case())


def test_a_proposal_lapses_after_a_while() -> None:
    """Also if the server was restarted meanwhile; nobody's clock gains by it."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            anne, _ = await server.pair()
            await anne.act("split 12")
            await propose(anne)
            await server.clock.advance(60)
            name, clock = anne.table.name, server.clock
        async with house(store=store, clock=clock) as server:
            await clock.advance(59)
            assert (await server.tables.info(name)).proposal is not None
            await clock.advance(1)
            assert (await server.tables.info(name)).proposal is None
            assert isinstance((await server.stored(name))[-1], Lapsed)

    asyncio.run(case())


def test_bots_wait_for_the_answers() -> None:
    """Else the next move of a bot would end every proposal."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            people = await sit_down(server)
            table, presence = people[0].table, people[0].presence
            actor = people[table.actions[-1][0]]
            assert [*presence.thoughts] == [2]
            if not proposals._can_go_back(table, len(table.actions) - 1):
                await actor.act(actor.update.legal[0])
            await propose(actor)
            await settle()
            assert presence.thoughts == {}
            assert people[0].shell._jobs.running == {}
            other = people[1 - people.index(actor)]
            await answer(other, yes=False)
            assert [*presence.thoughts] == [2]
            assert len(people[0].shell._jobs.running) == 1

    asyncio.run(case())


def test_who_is_stood_in_for_need_not_agree() -> None:
    """Somebody leaves while all others have said yes: that settles it."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            anne, mary = await server.pair()
            await anne.act("split 12")
            await propose(anne)
            await mary.post(Away("away"))
            await server.clock.advance(0)
            assert anne.all(Rewound)
            assert anne.table.actions == []

    asyncio.run(case())


def test_a_sealed_answer_is_not_heard_through_a_proposal() -> None:
    """It neither ends the proposal nor shows in what the others are told."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, other = await sit_down(server)
            await me.act(me.update.legal[0])
            await propose(me)
            heard = len(me.received)
            await other.act(other.update.legal[0])
            assert seen(me) is not None
            assert len(me.received) == heard
            await answer(other, yes=True)
            assert me.update.prompt is not None
            assert other.update.prompt is not None

    asyncio.run(case())


# --------------------------------------------------- lost and doubled messages, crashes


def test_doubled_messages_count_once() -> None:
    """The same id again: the same acknowledgement, and nothing more happens."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.act("split 12")
            for _ in range(2):
                await propose(anne)
            for _ in range(2):
                await answer(mary, yes=True)
            assert anne.acked() == ["m1", "p", "p"]
            assert mary.acked() == ["a", "a"]
            stored = await kinds(server, anne)
            assert [stored.count(kind) for kind in (Proposed, Answered, Undone)] == [1, 1, 1]

    asyncio.run(case())


@pytest.mark.parametrize("what", ["undo", "tempo"])
def test_a_crash_between_agreement_and_effect(what: What) -> None:
    """The last yes is stored, the effect is not: the restarted server does it."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            anne, mary = await server.pair(clock_s=30)
            await anne.act("split 12")
            await propose(anne, what, DAY if what == "tempo" else None)
            store.dies_after = True
            await answer(mary, yes=True)
            assert mary.acked() == []
            name, clock = anne.table.name, server.clock
        store.dies_after = False
        async with house(store=store, clock=clock) as server:
            back = await server.join(name)
            stored = await server.stored(name)
            effects = [record for record in stored if isinstance(record, Undone | TempoSet)]
            assert [type(effect) for effect in effects] == [Undone if what == "undo" else TempoSet]
            assert back.table.agreements.open is None
            assert back.table.actions == ([] if what == "undo" else [(0, "split 12")])

    asyncio.run(case())


def test_who_missed_an_undo_is_told_anew() -> None:
    """A client comes back with a number from before: it must forget, then hears the whole story."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            table = await server.open("pp", first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne, mary = [await server.join(table.name, c) for c in credentials]
            await anne.act("split 12")
            seen_by_mary = mary.update.seq
            await mary.leave()
            await propose(anne)
            mary = await server.join(table.name, credentials[1], seen_by_mary)
            await answer(mary, yes=True)
            await anne.act("split 1")
        async with house(store=store) as server:
            join = functools.partial(server.join, table.name, credentials[1])
            old = await join(seen_by_mary)
            assert [event["kind"] for event in old.events()] == ["turn_began", "split"]
            assert len(old.all(Rewound)) == 1
            new = await join(old.update.seq)
            assert (new.all(Rewound), new.events()) == ([], [])
            fresh = await join(-1)
            assert (fresh.all(Rewound), fresh.events()) == ([], old.events())

    asyncio.run(case())
