"""The only module that knows which server is simulated: how it is built, stored and spoken to."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any, Final, TypeVar

from broadside.server.app import create_app
from broadside.server.table import core, records, rows
from broadside.server.table.countdown import BEAT_MS, LEAST_MS
from broadside.server.table.decision import Scene
from broadside.server.table.delayed import Delayed
from broadside.server.table.presence import Presence
from broadside.server.table.state import BrokenTableError, Table, evolve, load
from broadside.server.table.viewpoints import info, sight
from broadside.service.clock import Clock
from broadside.service.crew import Crew, Level
from broadside.service.settings import Settings
from broadside.store.interface import Store, StoreError
from broadside.store.memory import MemoryStore
from broadside.workers.pool import NoThoughtError, Question, Rated, Thinkers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence

    from broadside.kernel.game import Game
    from broadside.server.table.records import Record
    from broadside.server.table.times import OpenWindow
    from broadside.store.interface import GameResult, PlayerResult, State, TableRow

    from .store import Operations

    Application = Callable[..., Awaitable[None]]

__all__ = ["BrokenTableError", "NoThoughtError", "Question", "Rated", "StoreError", "Thinkers"]

T = TypeVar("T")

WALL_S: Final = 1_700_000_000.0
BOTS: Final = Crew({"random": Level(), "greedy": Level(), "captain": Level(1000)})
SETTINGS: Final = Settings(bot_workers=1)

ANSWER_S: Final = 20.0
"""Within this time everything is answered, however slow the store is."""
FOLLOWS_WALL: Final = False
"""Whether a running server notices that the clock on the wall was turned."""
HAS_QUESTIONS: Final = True
"""Whether an act names the question that it answers."""
SHARES_TABLES: Final = False
"""Whether two processes on the same store may both change a table (else the older is fenced)."""

STORE_FAULTS: Final = (
    "not_stored", "not_woken", "broken", "table_lost", "row_lost", "not_confirmed", "not_asked",
)  # fmt: skip
"""How what the server logs begins when its store has failed."""

IDLE_TASKS: Final = ("Process._live", "Tables._sweep", "Tables._wake", "Sending._work")
"""What goes on in a server that nobody uses."""
SLEEPING_TASKS: Final = ("Shell._work",)
"""What goes on besides while a table by days waits for somebody."""


class WorldClock(Clock):
    """The server's clock, made of virtual time; a server reads the wall once, when it starts."""

    def __init__(self, now: Callable[[], float], turned_s: Callable[[], float]) -> None:
        self._now = now
        self._turned_s = turned_s()

    def now_ms(self) -> int:
        """Milliseconds since 1970, as counted since the start."""
        return now_ms(self._now(), self._turned_s)


class Disk:
    """What outlives every process."""

    def __init__(self) -> None:
        self.memory = MemoryStore()

    def copy(self) -> Disk:
        """The same content, for a process whose writing shall change nothing here."""
        twin = Disk()
        twin.memory.__dict__.update(copy.deepcopy(self.memory.__dict__))
        return twin

    def records(self, table: str) -> list[dict[str, Any]]:
        """What is stored of a table."""
        known = self.memory._tables.get(table)
        return [] if known is None else [json.loads(data) for data in known.records]

    def decoded(self, table: str) -> list[Record]:
        """The same as the server reads it."""
        known = self.memory._tables.get(table)
        return [] if known is None else [records.decode(data) for data in known.records]

    def length(self, table: str) -> int:
        """How many records a table has."""
        known = self.memory._tables.get(table)
        return 0 if known is None else len(known.records)

    def tables(self) -> list[str]:
        """The names of all tables."""
        return list(self.memory._tables)


class SimulatedStore(Store):
    """The store as one process sees it: on the other side of something slow and unreliable."""

    def __init__(self, disk: Disk, operations: Operations) -> None:
        self._memory = disk.memory
        self._operations = operations

    async def lease(self, table: str) -> int:
        """Own a table."""
        number: int = await self._operations.write(lambda: _now(self._memory.lease(table)))
        return number

    async def release(self, table: str, epoch: int) -> None:
        """Give a table back."""
        await self._operations.write(lambda: _now(self._memory.release(table, epoch)))

    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        """Append; in the order of the calls."""
        kept = [*records]
        return self._operations.write(
            lambda: self._memory._write(table, epoch, expected_seq, kept, row, result)
        )

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Read the records after number `since`."""
        return await self._look(lambda: self._memory.read(table, since))

    async def rewrite(self, table: str, epoch: int, seq: int, record: bytes) -> None:
        """Replace a record."""
        await self._operations.write(lambda: _now(self._memory.rewrite(table, epoch, seq, record)))

    async def erase(self, table: str, epoch: int) -> None:
        """Forget a table."""
        await self._operations.write(lambda: _now(self._memory.erase(table, epoch)))

    async def finished(self, number: int, limit: int) -> list[tuple[int, str, int | None]]:
        """Name tables that are over."""
        return await self._look(lambda: self._memory.finished(number, limit))

    async def opened_after(self, number: int, limit: int) -> list[tuple[int, str]]:
        """Name tables in the order of opening."""
        return await self._look(lambda: self._memory.opened_after(number, limit))

    async def marks(self, prefix: str = "") -> dict[str, bytes]:
        """Give the notes whose keys begin so."""
        return await self._look(lambda: self._memory.marks(prefix))

    async def row(self, table: str) -> TableRow | None:
        """Give a table's row."""
        return await self._look(lambda: self._memory.row(table))

    async def find_code(self, code: str) -> str | None:
        """Name the table with this code."""
        return await self._look(lambda: self._memory.find_code(code))

    async def listed(self, now_ms: int, limit: int) -> list[tuple[str, TableRow]]:
        """Give the public tables."""
        return await self._look(lambda: self._memory.listed(now_ms, limit))

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """Name the tables that want to be woken."""
        return await self._look(lambda: self._memory.due(now_ms, limit))

    async def next_wake_ms(self, after_ms: int) -> int | None:
        """Give the next moment at which one does."""
        return await self._look(lambda: self._memory.next_wake_ms(after_ms))

    async def result(self, table: str) -> GameResult | None:
        """Give the result of a table."""
        return await self._look(lambda: self._memory.result(table))

    async def results_of(self, key: str, now_ms: int) -> list[tuple[str, GameResult, PlayerResult]]:
        """Give the results of a player."""
        return await self._look(lambda: self._memory.results_of(key, now_ms))

    async def rewrite_result(self, table: str, result: GameResult) -> None:
        """Replace a result."""
        await self._operations.write(lambda: _now(self._memory.rewrite_result(table, result)))

    async def mark(self, key: str, value: bytes | None) -> None:
        """Remember a note."""
        await self._operations.write(lambda: _now(self._memory.mark(key, value)))

    async def marked(self, key: str) -> bytes | None:
        """Give a note."""
        return await self._look(lambda: self._memory.marked(key))

    async def count(self) -> dict[State, int]:
        """Count the tables."""
        return await self._look(self._memory.count)

    async def close(self) -> None:
        """Let go; the disk stays."""

    async def _look(self, reading: Callable[[], Coroutine[Any, Any, T]]) -> T:
        found: T = await self._operations.read(lambda: _now(reading()))
        return found


def build(
    games: Mapping[str, Game],
    disk: Disk,
    operations: Operations,
    thinkers: Thinkers,
    clock: Clock,
    settings: Settings = SETTINGS,
) -> Application:
    """Make the application."""
    store = SimulatedStore(disk, operations)
    return create_app(games, BOTS, None, store, settings=settings, clock=clock, thinkers=thinkers)


class Replay:
    """A table after some of its records, for whoever wants to know what could be seen then."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def number(self, seat: int | None) -> int:
        """How many records a seat, or a spectator, can know of."""
        return self._table.number(seat, self._table.seq)

    def sight(self, seat: int | None) -> dict[str, Any]:
        """What the same viewpoint sees, and may do."""
        seen: dict[str, Any] = json.loads(b"{" + sight(self._table, seat))
        return seen

    def acknowledged(self) -> dict[tuple[int, str], int]:
        """The number of each message of a seat."""
        table = self._table
        return {
            (seat, name): table.number(seat, at) for (seat, name), at in table.acknowledged.items()
        }


def now_ms(now: float, turned_s: float) -> int:
    """What time it is for a process that found the clock on the wall turned so far."""
    return round((WALL_S + turned_s + now) * 1000)


def replays(name: str, games: Mapping[str, Game], disk: Disk) -> Iterator[Replay]:
    """Play what is stored of a table, record by record; raises `BrokenTableError`."""
    stored = disk.decoded(name)
    table = Table(name, games, stored[0]) if stored else None
    for record in stored[1:]:
        assert table is not None
        evolve(table, record, is_checked=False)
        if table.state is not None:
            yield Replay(table)


def closings(name: str, games: Mapping[str, Game], disk: Disk) -> Iterator[tuple[int, int]]:
    """When each counted window was closed, and from when on it might be."""
    stored = disk.decoded(name)
    table = Table(name, games, stored[0]) if stored else None
    for record in stored[1:]:
        assert table is not None
        if isinstance(record, records.Closed) and table.times.open is not None:
            yield record.at_ms, _may_close_ms(table.times.open)
        evolve(table, record, is_checked=False)


def _may_close_ms(window: OpenWindow) -> int:
    """At the end of its countdown; if all have answered, on a beat after its least time."""
    factor = SETTINGS.countdown_factor
    end_ms = window.end_ms(factor)
    if window.rested_ms is None:
        return end_ms
    first_ms = window.began_ms + round(min(LEAST_MS, window.countdown_ms) * factor)
    beat_ms = max(1, round(BEAT_MS * factor))
    beats = max(0, (window.rested_ms - first_ms) // beat_ms + 1)
    return min(end_ms, first_ms + beats * beat_ms)


def wakings(
    name: str, games: Mapping[str, Game], disk: Disk, now_ms: int
) -> tuple[int | None, int | None]:
    """When a table must be loaded though nobody comes: as its row says, and as its log does."""
    known = disk.memory._tables[name]
    table = load(name, games, known.records)
    scene = Scene(table, Presence(now_ms), max(now_ms, table.at_ms), SETTINGS, BOTS)
    delayed: Delayed | None = None
    if table.opened.spectator_delay_s:
        delayed = Delayed(name, games, table.opened)
        delayed.add(disk.decoded(name)[1:])
        is_told = known.row.summary == rows.row(scene, info(table, frozenset()), None).summary
        if is_told and now_ms < table.at_ms:
            delayed = None  # the time of a table that is ahead of its server is known to that only
        else:
            delayed.release(scene.now)
    return known.row.wake_ms, core.wake_ms(scene, delayed)


def act(action: str, update: dict[str, Any] | None) -> dict[str, Any]:
    """An act without its id: the answer to what an update asks."""
    message: dict[str, Any] = {"type": "act", "action": action}
    if HAS_QUESTIONS and update is not None:
        message["question"] = update["question"]
    return message


def aside(action: str, update: dict[str, Any]) -> dict[str, Any]:
    """An aside without its id: an offer, or an answer to one that an update shows."""
    return {"type": "act", "action": action, "seen": update["seq"]}


def misplaced(action: str, question: int) -> dict[str, Any]:
    """An act that answers a question which nobody has asked."""
    return act(action, {"question": question})


def stored_messages(records: list[dict[str, Any]]) -> list[tuple[int, str, int]]:
    """Which messages of which seats stand in a log, and how often each seat was given away before.

    Who sits down anew, also the same person, may number messages as before.
    """
    found: list[tuple[int, str, int]] = []
    given = 0
    for record in records:
        given += record["type"] == "vacated"
        if record.get("id") and record["type"] != "swapped":
            found.append((_sender(record), record["id"], given))
    return found


def _sender(record: dict[str, Any]) -> int:
    """The seat that has sent what a record keeps."""
    by = record.get("by") if record["type"] == "stood_in" else None
    return int(record["seat"] if by is None else by)


def _now(doing: Coroutine[Any, Any, T]) -> T:
    """Do what waits for nothing but its turn."""
    while True:
        try:
            doing.send(None)
        except StopIteration as end:
            result: T = end.value
            return result
