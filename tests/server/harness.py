"""Real server code without a network: a clock that tests turn, bots that need no processes."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

import broadside
from broadside.notify.notifier import Notifier
from broadside.server.house import House as ServerHouse
from broadside.server.table import host, records
from broadside.server.table.decision import Join, Leave, Message, Request
from broadside.server.table.presence import Listener
from broadside.server.table.viewpoints import reading
from broadside.server.tables import Tables
from broadside.service.clock import Clock
from broadside.service.crew import Crew, Level
from broadside.service.kept_names import KeptNames
from broadside.service.limits import Limits
from broadside.service.meters import Meters
from broadside.service.refusal import Refusal
from broadside.service.settings import Settings
from broadside.store.interface import Store, StoreError
from broadside.store.memory import MemoryStore
from broadside.wire.messages import (
    Ack,
    Act,
    ClientMessage,
    Hello,
    OpenTable,
    Refused,
    Say,
    SeatWish,
    ServerMessage,
    TakeSeat,
    Update,
)
from broadside.workers.pool import NoThoughtError, Question, Rated, Thinkers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

    from broadside.kernel.game import Game
    from broadside.server.table.presence import Presence
    from broadside.server.table.records import Record
    from broadside.server.table.shell import Shell
    from broadside.server.table.state import Table
    from broadside.store.interface import GameResult, TableRow

M = TypeVar("M", bound=msgspec.Struct)

GAMES = {name: broadside.game(name) for name in broadside.games()}
NAME = "jolly-and-roger"
BOTS = Crew({"random": Level(), "greedy": Level(), "captain": Level(1000)})
QUICK = Settings(stand_in="greedy", bot_beat_s=0, bot_timeout_s=1, hello_s=30, idle_s=60, retry_s=1)

_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


async def settle() -> None:
    """Let everything run that can run without time passing."""
    loop = asyncio.get_running_loop()
    ready = getattr(loop, "_ready", [1])  # what the loop will call next, as far as one can see it
    idle = 0
    for _ in range(60):
        await asyncio.sleep(0)
        idle = 0 if ready else idle + 1
        if idle == 3:
            return


class FakeHandle(asyncio.TimerHandle):
    """A timer of the clock below."""

    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        super().__init__(when, callback, (), asyncio.get_running_loop())

    def cancel(self) -> None:
        self._cancelled = True  # the loop does not know of it


class FakeClock(Clock):
    """A clock that stands still until a test turns it."""

    def __init__(self) -> None:
        self._now_ms = 1_000_000
        self._order = itertools.count()
        self._timers: list[tuple[int, int, FakeHandle, Callable[[], None]]] = []

    def now_ms(self) -> int:
        return self._now_ms

    def now(self) -> float:
        """The same in seconds."""
        return self._now_ms / 1000

    def call_at(self, moment_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        handle = FakeHandle(moment_ms, callback)
        heapq.heappush(self._timers, (moment_ms, next(self._order), handle, callback))
        return handle

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.call_at(
            self._now_ms + round(seconds * 1000),
            lambda: None if woken.done() else woken.set_result(None),
        )
        await woken

    async def advance(self, seconds: float) -> None:
        """Turn the clock, calling everything that is due in order, each at its moment."""
        await settle()
        end = self._now_ms + round(seconds * 1000)
        while self._timers and self._timers[0][0] <= end:
            moment, _, handle, callback = heapq.heappop(self._timers)
            self._now_ms = max(self._now_ms, moment)
            if not handle.cancelled():
                callback()
            await settle()
        self._now_ms = end
        await settle()


class InlineThinkers(Thinkers):
    """Bots that play the default at once; a test may script the next answers."""

    def __init__(self) -> None:
        self.worlds: list[str] = []
        self.advised: list[str] = []
        self.script: list[str | Exception] = []

    async def think(self, question: Question, *, table: str = "") -> str:
        self.worlds.append(question.world)
        if self.script:
            answer = self.script.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer
        return GAMES[question.game].read(question.world).prompt(question.seat).default.text

    async def advise(self, question: Question, *, table: str = "") -> Rated:
        self.advised.append(question.world)
        legal = GAMES[question.game].read(question.world).legal(question.seat)
        return [(action.text, float(-place)) for place, action in enumerate(legal)]


class SlowThinkers(InlineThinkers):
    """Bots that play the default after a while."""

    def __init__(self, clock: FakeClock, after_s: float) -> None:
        super().__init__()
        self.clock = clock
        self.after_s = after_s
        self.asked: list[int] = []

    async def think(self, question: Question, *, table: str = "") -> str:
        self.asked.append(question.seat)
        await self.clock.sleep(self.after_s)
        return await super().think(question, table=table)


class SilentThinkers(Thinkers):
    """Bots that never answer."""

    async def think(self, question: Question, *, table: str = "") -> str:
        await asyncio.Event().wait()
        raise NoThoughtError


class FaultyStore(MemoryStore):
    """A store that really suspends, does not take some records, or fails after it took one."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses: bytes | None = None
        self.fails_after = False
        """Whether the next append is written, but said to have failed."""
        self.dies_after = False
        """Whether the process dies with the next append: it is written, and nothing afterwards."""
        self._is_dead = False

    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        return self._append(table, epoch, expected_seq, records, row, result)

    async def _append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None,
        result: GameResult | None,
    ) -> None:
        await asyncio.sleep(0)
        self._is_dead = self._is_dead and self.dies_after
        if self._is_dead:
            raise StoreError("the process is dead")
        if self.refuses is not None and any(self.refuses in record for record in records):
            raise StoreError("the disk is full")
        await super().append(table, epoch, expected_seq, records, row, result)
        if self.fails_after:
            self.fails_after = False
            raise StoreError("the disk went away")
        if self.dies_after:
            self._is_dead = True
            await asyncio.Event().wait()  # written, but nobody will ever hear of it


def update(table: Table, seat: int | None, since: int) -> Update:
    """What a viewpoint would be told that was told everything up to its number `since`."""
    told = _decoder.decode(reading(table, seat, since).frame())
    assert isinstance(told, Update)
    return told


class Client(Listener):
    """One connection of a seat or spectator, and everything that it was sent."""

    def __init__(self, shell: Shell, address: str = "192.0.2.7") -> None:
        super().__init__(address)
        self.shell = shell
        self.received: list[ServerMessage] = []
        self.frames: list[str] = []
        self.closed: int | None = None
        self.connection = self
        self._ids = itertools.count(1)

    @property
    def table(self) -> Table:
        """The table as its records tell it."""
        return self.shell._table

    @property
    def presence(self) -> Presence:
        """Who is there."""
        return self.shell._presence

    def send(self, frames: list[bytes]) -> None:
        self.frames += [frame.decode() for frame in frames]
        self.received += [_decoder.decode(frame) for frame in frames]

    def close(self, code: int) -> None:
        self.closed = code

    def all(self, kind: type[M]) -> list[M]:
        """Everything of one kind that was ever sent here."""
        return [message for message in self.received if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        """The newest message of one kind."""
        return self.all(kind)[-1]

    @property
    def update(self) -> Update:
        """The newest update."""
        return self.last(Update)

    def acked(self) -> list[str]:
        """The ids of all messages that were acknowledged here, in order."""
        return [
            message.id if isinstance(message, Ack) else str(message.ack)
            for message in self.received
            if isinstance(message, Ack) or (isinstance(message, Update) and message.ack)
        ]

    def events(self) -> list[dict[str, Any]]:
        """Every event that was told here, in order."""
        return [event for update in self.all(Update) for event in update.events]

    async def join(self, credential: str | None = None, since: int = -1) -> None:
        """Say hello; raises `Refusal`."""
        await self.shell.ask(Join(self, Hello(credential, since)))
        await settle()

    async def post(self, message: ClientMessage) -> None:
        """Send a message; raises `Refusal` if that is the answer."""
        before = len(self.received)
        self.shell.put(Message(self, message))
        await settle()
        for answer in self.received[before:]:
            if isinstance(answer, Refused) and answer.id == getattr(message, "id", None):
                raise Refusal(409, answer.code, answer.reason, answer.rule)

    async def act(
        self, action: str, message: str | None = None, question: int | None = None
    ) -> None:
        """Act, answering what is asked if that is what the action does; raises `Refusal`."""
        seen: int | None = None
        if question is None:
            question = self.update.question if action in self.update.legal else None
            seen = self.update.seq
        await self.post(Act(message or f"m{next(self._ids)}", action, question, seen))

    async def say(self, text: str, message: str | None = None) -> None:
        """Say something; raises `Refusal`."""
        await self.post(Say(message or f"s{next(self._ids)}", text))

    async def leave(self) -> None:
        self.shell.put(Leave(self))
        await settle()


class House:
    """A running server without its network."""

    def __init__(
        self,
        store: Store | None = None,
        clock: FakeClock | None = None,
        thinkers: Thinkers | None = None,
        settings: Settings = QUICK,
        games: Mapping[str, Game] = GAMES,
        crew: Crew = BOTS,
        editions: Mapping[str, Game] | None = None,
    ) -> None:
        self.store = store or MemoryStore()
        self.clock = clock or FakeClock()
        self.thinkers = thinkers or InlineThinkers()
        self.notifier = Notifier(settings, self.store, self.clock)
        limits = Limits(self.clock, settings)
        self.tables = Tables(
            ServerHouse(
                games,
                crew,
                self.store,
                self.thinkers,
                self.clock,
                settings,
                limits,
                self.notifier,
                KeptNames(self.store, self.clock),
                Meters(),
                editions or {},
            )
        )
        self.wish: dict[str, Any] = {}
        """What else is wanted of tables that are opened."""
        self.host = ""
        """The host's credential of the table that was opened last."""

    async def open(
        self, seats: str = "pp", clock_s: int | None = None, **options: str | int | bool
    ) -> Shell:
        """Open a table: `p` is a seat for a person, `b` one for a bot."""
        wishes = [SeatWish("open") if s == "p" else SeatWish("bot", "greedy") for s in seats]
        return await self.open_table(OpenTable(NAME, wishes, options, clock_s, **self.wish))

    async def open_table(self, wish: OpenTable) -> Shell:
        """Open the table that is wished for."""
        info, self.host = await self.tables.open(wish)
        return await self.tables.find(info.table)

    async def ask(self, shell: Shell, decide: Callable[..., Any], *given: Any) -> Any:
        """Have a table decide about a request, as an operation over HTTP does."""
        answer = await shell.ask(Request(lambda scene: decide(scene, *given)))
        await settle()
        return answer

    async def sit(self, shell: Shell, seat: int, name: str = "Anne", salt: str = "") -> str:
        """Take a seat; give its credential."""
        taken = await self.ask(shell, host.sit, seat, TakeSeat(name, salt))
        return str(taken.credential)

    async def join(self, name: str, credential: str | None = None, since: int = -1) -> Client:
        """Connect to the table of that name."""
        client = Client(await self.tables.find(name))
        await client.join(credential, since)
        return client

    async def pair(self, clock_s: int | None = None, **options: str | int | bool) -> list[Client]:
        """A table of two people, both connected; seat 0 begins unless the options say otherwise."""
        shell = await self.open("pp", clock_s, **{"first_splitter": "seat0", **options})
        credentials = [await self.sit(shell, seat, f"Player {seat}") for seat in range(2)]
        return [await self.join(shell.name, c) for c in credentials]

    async def stored(self, name: str) -> list[Record]:
        """The table's records."""
        return [records.decode(data) for data in await self.store.read(name)]


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
        await asked[0].act(prompt.default or asked[0].update.legal[0])


async def refused(doing: Callable[[], Any]) -> Refusal:
    """What the server says to something that it must refuse."""
    try:
        await doing()
    except Refusal as refusal:
        return refusal
    raise AssertionError("this should have been refused")
