"""The only module that knows which server is simulated: how it is built, stored and spoken to."""

from __future__ import annotations

import asyncio
import copy
import json
from typing import TYPE_CHECKING, Any, Final, TypeVar

from broadside.server.app import create_app
from broadside.service.clock import Clock
from broadside.service.settings import Settings
from broadside.store.interface import Store, StoreError
from broadside.store.memory import MemoryStore
from broadside.workers.pool import NoThoughtError, Thinkers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence

    from broadside.kernel.game import Game
    from broadside.store.interface import GameResult, PlayerResult, State, TableRow

    from .store import Operations

    Application = Callable[..., Awaitable[None]]

__all__ = ["Clock", "NoThoughtError", "Settings", "StoreError", "Thinkers"]

T = TypeVar("T")

BOT_NAMES: Final = ["random", "greedy"]
SETTINGS: Final = Settings(bot_workers=1)

ANSWERS_EVERY_REPEAT: Final = True
"""Whether a message that is sent twice is answered twice, or at least once."""
ANSWER_S: Final = 20.0
"""Within this time everything is answered, however slow the store is."""
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
        number: int = await self._operations.write(b"", lambda: _now(self._memory.lease(table)))
        return number

    async def release(self, table: str, epoch: int) -> None:
        """Give a table back."""
        await self._operations.write(b"", lambda: _now(self._memory.release(table, epoch)))

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
        return asyncio.ensure_future(
            self._operations.write(
                b"\n".join(records),
                lambda: self._memory._write(table, epoch, expected_seq, [*records], row, result),
            )
        )

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Read the records after number `since`."""
        return await self._look(lambda: self._memory.read(table, since))

    async def rewrite(self, table: str, epoch: int, seq: int, record: bytes) -> None:
        """Replace a record."""
        await self._operations.write(
            b"", lambda: _now(self._memory.rewrite(table, epoch, seq, record))
        )

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

    async def next_wake_ms(self) -> int | None:
        """Give the next moment at which one does."""
        return await self._look(self._memory.next_wake_ms)

    async def result(self, table: str) -> GameResult | None:
        """Give the result of a table."""
        return await self._look(lambda: self._memory.result(table))

    async def results_of(self, key: str, now_ms: int) -> list[tuple[str, GameResult, PlayerResult]]:
        """Give the results of a player."""
        return await self._look(lambda: self._memory.results_of(key, now_ms))

    async def rewrite_result(self, table: str, result: GameResult) -> None:
        """Replace a result."""
        await self._operations.write(b"", lambda: _now(self._memory.rewrite_result(table, result)))

    async def mark(self, key: str, value: bytes | None) -> None:
        """Remember a note."""
        await self._operations.write(b"", lambda: _now(self._memory.mark(key, value)))

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
    return create_app(
        games, BOT_NAMES, None, store, settings=settings, clock=clock, thinkers=thinkers
    )


def act(action: str, update: dict[str, Any] | None) -> dict[str, Any]:
    """An act without its id: the answer to what an update asks, or an aside."""
    message: dict[str, Any] = {"type": "act", "action": action}
    if HAS_QUESTIONS and update is not None:
        message["question"] = update["question"]
    return message


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


def ids_in(written: list[bytes]) -> set[str]:
    """The ids of the messages that some records keep."""
    records = [json.loads(line) for data in written for line in data.splitlines()]
    return {record["id"] for record in records if record.get("id")}


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
