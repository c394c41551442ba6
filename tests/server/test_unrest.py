"""A restless evening over a bad network, from one seed: everything that people do around a game."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

import pytest

from broadside.replays import fairness
from broadside.server.table import viewpoints
from broadside.server.table.decision import Join, Message
from broadside.server.table.results import replay_file
from broadside.service.credentials import hash_credential
from broadside.store.memory import MemoryStore
from broadside.wire.messages import (
    Ack,
    Act,
    Answer,
    Away,
    Back,
    Hello,
    Propose,
    Refused,
    Rewound,
    Say,
    Seats,
    TableInfo,
    Update,
    Welcome,
)
from tests.server.harness import GAMES, NAME, Client, FakeClock, House, house, settle

if TYPE_CHECKING:
    Wish = Act | Say | Away | Back | Propose | Answer

# What the table may answer to a message that was right when it was sent, or a moment before.
EXPECTED = {
    "not_your_turn", "not_now", "game_over", "stood_in", "not_stood_in", "proposal_open",
    "no_proposal", "undo_nothing", "undo_revealed", "undo_declined", "same_tempo", "too_late",
    *GAMES[NAME].refusals,
}  # fmt: skip


class Restless:
    """A person who acts, talks, leaves, comes back, proposes and answers; messages get lost."""

    def __init__(self, name: str, credential: str, random: Random) -> None:
        self.name = name
        self.credential = credential
        self.random = random
        self.client: Client | None = None
        self.table: TableInfo | None = None
        self.update: Update | None = None
        self.story: list[dict[str, object]] = []
        self.acks: dict[str, set[int]] = {}
        self.sent: list[Wish] = []
        self.frames: list[str] = []
        self.read_count = 0

    async def step(self, server: House) -> None:
        """Do one thing."""
        if self.client is None or self.client.closed is not None:
            await self.come_back(server)
            return
        chance = self.random.random()
        if chance < 0.05:
            await self.client.leave()  # what was on its way is lost
            self.client = None
            return
        self.read()
        if chance < 0.2 and self.sent:
            self.send(self.random.choice(self.sent))
        else:
            message = self.think_of(f"{len(self.sent)}")
            if message is not None:
                self.sent.append(message)
                self.send(message)

    async def come_back(self, server: House) -> None:
        """Connect again, sometimes only by a page that does so by itself."""
        since = -1 if self.update is None else self.update.seq
        self.client = Client(await server.tables.find(self.name))
        is_back = self.random.random() < 0.7
        hello = Hello(self.credential, since, is_back)
        self.read_count = 0
        await self.client.shell.ask(Join(self.client, hello))

    def read(self) -> None:
        """Take notice of what has come since."""
        assert self.client is not None
        new = self.client.received[self.read_count :]
        self.frames += self.client.frames[self.read_count :]
        self.read_count += len(new)
        for message in new:
            if isinstance(message, Ack):
                self.acks.setdefault(message.id, set()).add(message.seq)
            elif isinstance(message, Rewound):
                self.story = []
            elif isinstance(message, Update):
                if message.ack is not None:
                    self.acks.setdefault(message.ack, set())
                self.update = message
                self.story += message.events
            elif isinstance(message, Welcome | Seats):
                self.table = message.table
            elif isinstance(message, Refused):
                assert message.code in EXPECTED

    def think_of(self, number: str) -> Wish | None:
        """What the person wants now."""
        proposal = None if self.table is None else self.table.proposal
        chance = self.random.random()
        if proposal is not None and chance < 0.6:
            return Answer(number, proposal.number, self.random.random() < 0.7)
        if chance < 0.05:
            return Away(number)
        if chance < 0.1:
            return Back(number)
        if chance < 0.25:
            return Propose(number, "undo")
        if chance < 0.28:
            return Propose(number, "tempo", self.random.choice([None, 30, 86_400]))
        if chance < 0.32:
            return Say(number, "<b>Arr</b>")
        if self.update is not None and self.update.legal:
            question = self.update.question
            return Act(number, self.random.choice(self.update.legal), question)
        return None

    def send(self, message: Wish) -> None:
        """Send it once, twice or not at all; what comes of it is read later."""
        assert self.client is not None
        fate = self.random.random()
        for _ in range(2 if fate < 0.2 else 0 if fate > 0.85 else 1):
            self.client.shell.put(Message(self.client, message))


@pytest.mark.parametrize("seed", range(20))
def test_a_restless_evening(seed: int) -> None:
    """Each message counts once, every story is complete, the game ends and verifies."""

    async def case() -> None:
        random, store, clock = Random(seed), MemoryStore(), FakeClock()
        async with house(store=store, clock=clock) as server:
            shell = await server.open("pp", random.choice([None, 30]), deck="intro")
            name = shell.name
            people = [Restless(name, await server.sit(shell, s), random) for s in range(2)]
            secrets = [server.host, hash_credential(server.host)]
        for _ in range(60):
            async with house(store=store, clock=clock) as server:
                for person in people:
                    person.client = None
                for _ in range(random.randrange(20, 120)):
                    await random.choice(people).step(server)
                    if random.random() < 0.5:
                        await settle()
                    if random.random() < 0.1:
                        await clock.advance(random.choice([1, 20, 70]))
            if (await store.count())["over"]:
                break
        await check(store, clock, name, people)
        told = "".join(frame for person in people for frame in person.frames)
        secrets += [each for p in people for each in (p.credential, hash_credential(p.credential))]
        assert not any(secret in told for secret in secrets)

    asyncio.run(case())


async def check(store: MemoryStore, clock: FakeClock, name: str, people: list[Restless]) -> None:
    """Compare what is stored with what everybody was told."""
    async with house(store=store, clock=clock) as server:
        for person in people:
            await person.come_back(server)
            person.read()
        assert people[0].client is not None
        table = people[0].client.table
        assert table.status == "over"
        assert fairness.verify(replay_file(table), GAMES).ok
        stored = await server.stored(name)
        ids = [(getattr(r, "seat", None), r_id) for r in stored if (r_id := getattr(r, "id", ""))]
        assert len(ids) == len(set(ids))
        for seat, person in enumerate(people):
            assert {(seat, message) for message in person.acks} <= {*ids}
            assert all(len(seqs) <= 1 for seqs in person.acks.values())
            assert person.story == viewpoints.events(table, seat, -1)
            seqs = [int(str(event["seq"])) for event in person.story]
            assert seqs == sorted(seqs)
