"""A bad network, simulated from one seed: messages are lost, doubled and late, sockets break."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from broadside.replays import fairness
from broadside.server.table.decision import Message
from broadside.server.table.records import Acted
from broadside.server.table.results import replay_file
from broadside.store.memory import MemoryStore
from broadside.wire.messages import Ack, Act, Refused, Update
from tests.server.calling import table_of
from tests.server.harness import GAMES, Client, House, house, settle

PASSING = ("not_your_turn", "not_now", "game_over", "too_late")
"""How an act is refused that comes again, or late."""


class Wanderer:
    """A client behind a bad network: it repeats what is not acknowledged, and comes back."""

    def __init__(self, name: str, credential: str, random: Random) -> None:
        self.name = name
        self.credential = credential
        self.random = random
        self.client: Client | None = None
        self.update: Update | None = None
        self.story: list[dict[str, object]] = []
        self.pending: Act | None = None
        self.sent: list[Act] = []
        self.count = 0

    async def step(self, server: House) -> None:
        """Do one thing: break, come back, read, decide, send, send an old message again."""
        chance = self.random.random()
        if self.client is None or self.client.closed is not None:
            since = -1 if self.update is None else self.update.seq
            self.client = await server.join(self.name, self.credential, since)
        elif chance < 0.1:
            await self.client.leave()  # what was on its way is lost
            self.client = None
        elif chance < 0.2 and self.sent:
            self.send(self.random.choice(self.sent))
        else:
            self.read()
            self.decide()
            if self.pending is not None:
                self.send(self.pending)

    def read(self) -> None:
        assert self.client is not None
        messages, self.client.received = self.client.received, []
        for message in messages:
            if isinstance(message, Ack):
                self.settled(message.id)
            elif isinstance(message, Refused):
                assert message.code in PASSING
                self.settled(message.id)
            elif isinstance(message, Update):
                self.settled(message.ack)
                self.update = message
                self.story += message.events

    def settled(self, message: str | None) -> None:
        """A message was answered: it need not be repeated."""
        if self.pending is not None and self.pending.id == message:
            self.pending = None

    def decide(self) -> None:
        if self.pending is None and self.update is not None and self.update.legal:
            self.count += 1
            action = self.random.choice(self.update.legal)
            self.pending = Act(f"{self.count}", action, self.update.question)
            self.sent.append(self.pending)

    def send(self, act: Act) -> None:
        assert self.client is not None
        fate = self.random.random()
        for _ in range(2 if fate < 0.2 else 0 if fate > 0.8 else 1):
            self.client.shell.put(Message(self.client, act))


@pytest.mark.parametrize("seed", range(12))
def test_a_game_over_a_bad_network(seed: int) -> None:
    """Every action is stored once, both stories are complete, the server restarts meanwhile."""

    async def case() -> None:
        random = Random(seed)
        store = MemoryStore()
        async with house(store=store) as server:
            table = await server.open("pp", deck=random.choice(["intro", "advanced"]))
            name = table.name
            people = [Wanderer(name, await server.sit(table, s), random) for s in range(2)]
        is_over = False
        while not is_over:
            async with house(store=store) as server:
                for person in people:
                    person.client = None
                for _ in range(random.randrange(20, 120)):
                    await random.choice(people).step(server)
                    if random.random() < 0.5:
                        await settle()
                is_over = (await store.count())["over"] == 1
        await check(store, name, people)

    asyncio.run(case())


async def check(store: MemoryStore, name: str, people: list[Wanderer]) -> None:
    """Compare what is stored with what the people sent and were told."""
    async with house(store=store) as server:
        acted = [record for record in await server.stored(name) if isinstance(record, Acted)]
        assert len({(record.seat, record.id) for record in acted}) == len(acted)
        for record in acted:
            sent = [(act.id, act.action) for act in people[record.seat].sent]
            assert (record.id, record.action) in sent
        table = await table_of(await server.tables.find(name))
        assert fairness.verify(replay_file(table), GAMES).ok
        state = table.state
        assert state is not None
        for person in people:
            person.client = await server.join(
                name, person.credential, -1 if person.update is None else person.update.seq
            )
            person.read()
            told = [event["kind"] for event in person.story]
            assert [kind for kind in told if not str(kind).startswith("table_")] == [
                event["kind"] for event in state.seen_events(0)
            ]
            seqs = [int(str(event["seq"])) for event in person.story]
            assert seqs == sorted(seqs)
