"""Every message is answered, once, whatever the store and our own mistakes do meanwhile."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from broadside.server import tables
from broadside.server.table import core
from broadside.wire.messages import Ack, Act, Hold, Refused, Say, Update

from .harness import FakeClock, FaultyStore, refused, settle
from .stores import EVERY_STORE, MoodyStore, SlowStore, every_store
from .test_countdown import brawl
from .windows import brawling, put, to_answer

if TYPE_CHECKING:
    from broadside.server.table.decision import Outcome, Scene
    from broadside.wire.messages import ClientMessage

    from .harness import Client, House
    from .windows import Witness


def test_an_answer_that_cannot_be_stored_is_refused() -> None:
    """Whoever sent it is told, and may send it again; the table is as the log has it."""

    async def case() -> None:
        store = FaultyStore()
        async with brawling(store=store) as running:
            _, mary, _, _ = await brawl(running)
            act = to_answer(mary, "pass", "m")
            store.refuses = b'"m"'
            assert (await refused(lambda: mary.post(act))).code == "not_stored"
            assert mary.table.deciders() == [0, 1, 2]
            store.refuses = None
            await mary.post(act)
            assert mary.acked() == ["m"]
            assert mary.table.deciders() == [0, 2]

    asyncio.run(case())


def test_what_comes_after_our_mistake_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message that met it is refused, and may be sent again; the others have their turn."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await brawl(running)
            decide = core.HANDLERS[Act]

            def stumble(scene: Scene, seat: int, message: Act) -> Outcome:
                if message.id == "mine":
                    raise ValueError("a mistake of ours")
                return decide(scene, seat, message)

            monkeypatch.setitem(core.HANDLERS, Act, stumble)
            for each, name in ((anne, "mine"), (mary, "hers"), (jack, "his")):
                put(each, to_answer(each, "pass", name))
            await settle()
            assert [(r.id, r.code) for r in anne.all(Refused)] == [("mine", "internal")]
            assert (mary.acked(), jack.acked()) == (["hers"], ["his"])
            monkeypatch.setitem(core.HANDLERS, Act, decide)
            await anne.act("pass", "mine")
            assert anne.acked()[-1] == "mine"

    asyncio.run(case())


def answers_to(client: Client) -> list[str]:
    """The id of every message that was acknowledged or refused, as often as that happened."""
    found: list[str] = []
    for message in client.received:
        if isinstance(message, Ack | Refused) and message.id:
            found.append(message.id)
        elif isinstance(message, Update) and message.ack:
            found.append(message.ack)
    return found


def any_message(client: Witness, chance: random.Random, name: str) -> ClientMessage:
    """Something that a client may send: mostly answers to what it was told last, in a hurry."""
    update = client.update
    kind = chance.random()
    if kind < 0.1:
        return Say(name, "Arr!")
    if kind < 0.2:
        return Hold(name, on=chance.random() < 0.7)
    if kind < 0.4 and update.asides:
        return Act(name, chance.choice(update.asides))
    texts = update.legal or ["pass", "done", "decline", "punch", "offer 1", "dance"]
    question = update.question
    if question is not None and chance.random() < 0.2:
        question -= 2
    return Act(name, chance.choice(texts), question)


async def storm(running: House, people: list[Witness], seed: int) -> list[list[str]]:
    """Let several clients send much at once, all through a game; give the ids that each sent."""
    chance = random.Random(seed)
    sent: list[list[str]] = [[] for _ in people]
    for number in range(120):
        for seat in chance.choices(range(len(people)), k=chance.randrange(4)):
            name = f"n{number}.{len(sent[seat])}"
            put(people[seat], any_message(people[seat], chance, name))
            sent[seat].append(name)
        await running.clock.advance(chance.choice([0, 0, 0.1, 0.3, 0.7]))
    await running.clock.advance(10)
    return sent


async def check_answers(running: House, people: list[Witness], sent: list[list[str]]) -> None:
    """Every message was answered once: acknowledged if it is stored, else refused."""
    stored = await running.stored(people[0].table.name)
    kept = {(getattr(r, "seat", None), getattr(r, "id", "")) for r in stored}
    for seat, each in enumerate(people):
        heard = [one for one in answers_to(each) if one.startswith("n")]
        assert sorted(heard) == sorted(sent[seat])
        refusals = {refusal.id for refusal in each.all(Refused)}
        for name in sent[seat]:
            assert ((seat, name) in kept) != (name in refusals)


@EVERY_STORE
@pytest.mark.parametrize("seed", range(6))
def test_every_message_is_answered_once(which: int, seed: int) -> None:
    """The table loses none and doubles none, however fast they come, and the game ends."""

    async def case() -> None:
        clock = FakeClock()
        store = every_store(clock)[which]
        async with brawling(clock=clock, store=store) as running:
            people = (await brawl(running))[:3]
            if isinstance(store, SlowStore):
                store.takes_s = 0.04
            sent = await storm(running, people, seed)
            if isinstance(store, SlowStore):
                store.takes_s = 0
            await check_answers(running, people, sent)
            assert people[0].table.status == "over"

    asyncio.run(case())


@pytest.mark.parametrize("seed", range(12))
def test_every_message_is_answered_once_by_a_store_that_fails(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what seemed to fail and is stored: it is acknowledged, and nothing is done twice."""
    monkeypatch.setattr(tables, "LONG_LOG", 1 << 30)  # no thread, whose time the test cannot turn

    async def case() -> None:
        clock = FakeClock()
        store = MoodyStore(clock, seed)
        async with brawling(clock=clock, store=store) as running:
            people = (await brawl(running))[:3]
            store.is_moody, store.takes_s = True, 0.04
            sent = await storm(running, people, seed)
            store.is_moody, store.takes_s = False, 0
            await clock.advance(60)
            await check_answers(running, people, sent)
            assert people[0].table.status == "over"

    asyncio.run(case())
