"""Real server code without a network: a clock that tests turn, bots that need no processes."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

import broadside
from broadside.server import records
from broadside.server.clock import Clock, Deadlines
from broadside.server.connection import Connection
from broadside.server.messages import (
    Act,
    Hello,
    OpenTable,
    Say,
    SeatWish,
    ServerMessage,
    TakeSeat,
    Update,
)
from broadside.server.refusal import Refusal
from broadside.server.settings import Settings
from broadside.server.tables import Tables
from broadside.server.thinking import NoThoughtError, Thinkers
from broadside.server.times import Times
from broadside.store.log import Log, StoreError
from broadside.store.memory import MemoryLog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from broadside.kernel.game import Game
    from broadside.server.records import Record
    from broadside.server.table import Table

M = TypeVar("M", bound=msgspec.Struct)

GAMES = {name: broadside.game(name) for name in broadside.games()}
NAME = "jolly-and-roger"
BOTS = ["random", "greedy"]
QUICK = Settings(bot_beat_s=0, bot_timeout_s=1, hello_s=30, idle_s=60, retry_s=1)

_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


async def settle() -> None:
    """Let everything run that can run without time passing."""
    for _ in range(60):
        await asyncio.sleep(0)


class FakeClock(Clock):
    """A clock that stands still until a test turns it."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    def wall_ms(self) -> int:
        return int(self._now * 1000)

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), woken))
        await woken

    async def advance(self, seconds: float) -> None:
        """Turn the clock, waking whoever sleeps at the right moments in the right order."""
        await settle()
        end = self._now + seconds
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _, woken = heapq.heappop(self._sleepers)
            self._now = max(self._now, due)
            if not woken.done():
                woken.set_result(None)
            await settle()
        self._now = end
        await settle()


class InlineThinkers(Thinkers):
    """Bots that play the default at once; a test may script the next answers."""

    def __init__(self) -> None:
        self.worlds: list[str] = []
        self.advised: list[str] = []
        self.script: list[str | Exception] = []

    async def think(
        self, game: str, world: str, seat: int, bot: str, seed: int, *, is_aside: bool = False
    ) -> str:
        self.worlds.append(world)
        if self.script:
            answer = self.script.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer
        return GAMES[game].read(world).prompt(seat).default.text

    async def advise(self, game: str, worlds: list[str], seat: int) -> list[tuple[str, float]]:
        self.advised += worlds
        legal = GAMES[game].read(worlds[0]).legal(seat)
        return [(action.text, float(-place)) for place, action in enumerate(legal)]


class SilentThinkers(Thinkers):
    """Bots that never answer."""

    async def think(
        self, game: str, world: str, seat: int, bot: str, seed: int, *, is_aside: bool = False
    ) -> str:
        await asyncio.Event().wait()
        raise NoThoughtError


class FaultyLog(MemoryLog):
    """A log that does not take some records, or dies after it took one."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses: bytes | None = None
        self.dies_after = False

    async def append(
        self, table: str, expected_seq: int, record: bytes, *, last: bool = False
    ) -> int:
        if self.refuses is not None and self.refuses in record:
            raise StoreError("the disk is full")
        seq = await super().append(table, expected_seq, record, last=last)
        if self.dies_after:
            await asyncio.Event().wait()  # written, but nobody will ever hear of it
        return seq


class Client:
    """One connection of a seat or spectator, and everything that it was sent."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.connection = Connection()
        self.received: list[ServerMessage] = []
        self.frames: list[str] = []
        self._ids = itertools.count(1)

    def read(self) -> list[ServerMessage]:
        """Take what has arrived since the last time."""
        new: list[ServerMessage] = []
        while not self.connection.outbox.empty():
            parcel = self.connection.outbox.get_nowait()
            if isinstance(parcel, list):
                self.frames += parcel
                new += [_decoder.decode(frame) for frame in parcel]
        self.received += new
        return new

    def all(self, kind: type[M]) -> list[M]:
        """Everything of one kind that was ever sent here."""
        self.read()
        return [message for message in self.received if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        """The newest message of one kind."""
        return self.all(kind)[-1]

    @property
    def update(self) -> Update:
        return self.last(Update)

    def events(self) -> list[dict[str, Any]]:
        """Every event that was told here, in order."""
        return [event for update in self.all(Update) for event in update.events]

    async def act(self, action: str, message: str | None = None) -> None:
        """Act; raises `Refusal`."""
        await self.table.act(self.connection, Act(message or f"m{next(self._ids)}", action))
        await settle()

    async def say(self, text: str, message: str | None = None) -> None:
        """Say something; raises `Refusal`."""
        await self.table.say(self.connection, Say(message or f"s{next(self._ids)}", text))
        await settle()

    async def leave(self) -> None:
        await self.table.leave(self.connection)


class House:
    """A running server without its network."""

    def __init__(
        self,
        log: Log | None = None,
        clock: FakeClock | None = None,
        thinkers: Thinkers | None = None,
        settings: Settings = QUICK,
        games: Mapping[str, Game] = GAMES,
    ) -> None:
        self.log = log or MemoryLog()
        self.clock = clock or FakeClock()
        self.thinkers = thinkers or InlineThinkers()
        self.tables = Tables(games, BOTS, self.log, self.thinkers, self.clock, settings)
        self.wish: dict[str, Any] = {}
        """What else is wanted of tables that are opened."""
        self.host = ""
        """The host's credential of the table that was opened last."""

    async def open(
        self, seats: str = "pp", clock_s: int | None = None, **options: str | int | bool
    ) -> Table:
        """Open a table: `p` is a seat for a person, `b` one for a bot."""
        wishes = [SeatWish("open") if s == "p" else SeatWish("bot", "greedy") for s in seats]
        table, self.host = await self.tables.open(
            OpenTable(NAME, wishes, options, clock_s, **self.wish)
        )
        return table

    async def sit(self, table: Table, seat: int, name: str = "Anne", salt: str = "") -> str:
        """Take a seat; give its credential."""
        credential = (await table.host.sit(seat, TakeSeat(name, salt))).credential
        await settle()
        return credential

    async def join(self, name: str, credential: str | None = None, since: int = -1) -> Client:
        """Connect to the table of that name."""
        client = Client(await self.tables.find(name))
        await client.table.join(client.connection, Hello(credential, since))
        await settle()
        return client

    async def pair(self, clock_s: int | None = None, **options: str | int | bool) -> list[Client]:
        """A table of two people, both connected; seat 0 begins unless the options say otherwise."""
        table = await self.open("pp", clock_s, **{"first_splitter": "seat0", **options})
        credentials = [await self.sit(table, seat, f"Player {seat}") for seat in range(2)]
        return [await self.join(table.ledger.table, c) for c in credentials]

    async def stored(self, name: str) -> list[Record]:
        """The table's records."""
        return [records.decode(data) for data in await self.log.read(name)]


@asynccontextmanager
async def house(**parts: Any) -> AsyncIterator[House]:
    """Run a server without its network, and end it."""
    running = House(**parts)
    await running.tables.start()
    try:
        yield running
    finally:
        await running.tables.close()


async def play(clients: list[Client], steps: int = 1000) -> None:
    """Let every person play the default, for so many steps or to the end."""
    for _ in range(steps):
        asked = [c for c in clients if c.update.prompt is not None]
        if not asked:
            return
        prompt = asked[0].update.prompt
        assert prompt is not None
        await asked[0].act(prompt.default)


def ask(deadlines: Deadlines, seats: list[int], shown: list[int], total_s: int | None) -> None:
    """Put seats of a table of two on the clock, without any reserve."""
    wishes = [SeatWish("open")] * 2
    opened = records.Opened(0, NAME, 1, {}, wishes, total_s, commitment="", seed="")
    deadlines.ask(seats, shown, total_s, Times(opened), has_reserve=False)


async def refused(doing: Callable[[], Any]) -> Refusal:
    """What the server says to something that it must refuse."""
    try:
        await doing()
    except Refusal as refusal:
        return refusal
    raise AssertionError("this should have been refused")
