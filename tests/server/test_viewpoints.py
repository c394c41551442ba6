"""Viewpoints: each is told what it may know, and nobody hears a sealed answer arrive."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from broadside.server.table.decision import Thinking
from broadside.wire.messages import Ack, Update

from .harness import House, SilentThinkers, house, update
from .test_sealed_clock import sit_down

if TYPE_CHECKING:
    from .harness import Client


async def crew(running: House) -> list[Client]:
    """Two people who choose under seal, as a bot does that never answers; and one who watches."""
    people = await sit_down(running)
    return [*people, await running.join(people[0].table.name)]


async def let_the_bot_choose(client: Client) -> None:
    """The bot on seat 2, the last one who is asked, has an answer after all."""
    (about,) = [job for job in client.shell._jobs.running.values() if job is not None]
    client.shell.put(Thinking(about, client.table.legal(2)[0].text))
    await client.shell.look(lambda _scene: None)


def heard(clients: list[Client]) -> list[int]:
    """How many messages each was ever sent."""
    return [len(client.received) for client in clients]


def test_a_sealed_answer_is_told_to_its_seat_only() -> None:
    """Seat 0 answers: it learns that it is not asked any more; others hear nothing at all."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            me, other, watcher = await crew(running)
            before = heard([me, other, watcher])
            await me.act(me.update.legal[0], "mine")
            assert heard([me, other, watcher]) == [before[0] + 1, *before[1:]]
            assert (me.update.ack, me.update.prompt) == ("mine", None)

    asyncio.run(case())


def test_the_outcome_is_told_to_all() -> None:
    """The last answer opens all of them; who was told nothing before hears it now, once."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            me, other, watcher = await crew(running)
            told = len(watcher.all(Update))
            await me.act(me.update.legal[0])
            await other.act(other.update.legal[0])
            assert len(watcher.all(Update)) == told
            await let_the_bot_choose(me)
            assert len(watcher.all(Update)) == told + 1
            assert watcher.update.events
            assert me.table.number(None, me.table.seq) == watcher.update.seq
            for each, seat in ((me, 0), (other, 1), (watcher, None)):
                fresh = update(each.table, seat, -1)
                assert (each.update.view, each.update.seq) == (fresh.view, fresh.seq)
                assert each.events() == fresh.events

    asyncio.run(case())


def test_the_acknowledgement_is_for_who_sent_the_message() -> None:
    """Another page of the same seat is told the same, but that nothing of its own is stored."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            shell = await running.open("pp", first_splitter="seat0")
            rights = [await running.sit(shell, seat) for seat in range(2)]
            anne, page, mary = [
                await running.join(shell.name, right) for right in (rights[0], *rights)
            ]
            await anne.act("split 12", "mine")
            assert anne.acked() == ["mine"]
            assert page.acked() == mary.acked() == []
            assert page.update.view == anne.update.view
            assert page.events()[-1]["kind"] == mary.events()[-1]["kind"] == "split"

    asyncio.run(case())


def test_who_acted_always_hears_of_it() -> None:
    """A repeat, or a seat that stands as before: each message has its answer."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            me, other, watcher = await crew(running)
            await me.act(me.update.legal[0], "one")
            before = heard([other, watcher])
            await me.act("whatever", "one")
            assert me.acked() == ["one", "one"]
            assert me.last(Ack).seq == me.update.seq
            assert heard([other, watcher]) == before

    asyncio.run(case())
