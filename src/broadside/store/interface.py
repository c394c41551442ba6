"""The interface of every store: a log of records, one row and perhaps one result per table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

State = Literal["waiting", "playing", "over"]


class StoreError(Exception):
    """The store cannot do what it should; the message says what, where, and what would help."""


class Busy(StoreError):
    """Another server holds the data folder; the message says which one, and what to do."""


class Conflict(Exception):
    """Another append came first. Nothing was written; read what is new and try again."""

    def __init__(self, table: str, expected_seq: int, next_seq: int) -> None:
        super().__init__(f"table {table}: record {expected_seq} was expected, {next_seq} is next")
        self.table = table
        self.expected_seq = expected_seq
        self.next_seq = next_seq


class Fenced(Exception):
    """Another process owns the table now. Nothing was written; drop the table."""

    def __init__(self, table: str, epoch: int) -> None:
        super().__init__(f"table {table}: the lease of epoch {epoch} is over")
        self.table = table
        self.epoch = epoch


class OwnedElsewhere(Exception):
    """Another process that lives owns the table: what is wanted of it must be asked there."""

    def __init__(self, table: str, address: str) -> None:
        super().__init__(f"table {table}: its owner is at {address or 'no known address'}")
        self.table = table
        self.address = address


class TableRow(NamedTuple):
    """What starting and listing need of a table, so that it need not be loaded."""

    state: State
    wake_ms: int | None  # the moment at which the table wants to be loaded; None: never by itself
    code: str  # the short code while the table waits for people, else ""
    listed_ms: int | None  # from when on the public list shows it; None: it does not
    summary: bytes  # opaque to the store: what lists show


class PlayerResult(NamedTuple):
    """How one person did in one finished game."""

    key: str  # the player's name as the server compares names; results are found by it
    seat: int
    share: float
    score: int


class GameResult(NamedTuple):
    """How a game ended. No two players have the same seat."""

    game: str
    at_ms: int
    counts_ms: int  # before this moment it is not told in statistics
    body: bytes  # opaque to the store
    players: tuple[PlayerResult, ...]  # read back in the order of the seats


class Store(ABC):
    """The tables of a server. The first record of a table has number 0; there are no gaps.

    Records, summaries and bodies are opaque to the store. A table is owned by one process at a
    time: `lease` gives the number (epoch) that each of the owner's changes must name, and a later
    lease ends an earlier one. All changes are durable when they are acknowledged. Every call
    raises `StoreError` if the store is closed, or cannot read or write.
    """

    look_again_s: ClassVar[float] = 60.0
    """How often a server asks at least which tables are due; sooner, where another may die."""

    secret = ""
    """What servers that share this store show each other; empty if they cannot."""

    async def open(self) -> None:  # noqa: B027  most stores are open once they are made
        """Begin; nothing else may be called before. Raises `StoreError`."""

    def on_lost(self, told: Callable[[], None]) -> None:  # noqa: B027  a lock is never lost
        """Have somebody told when all leases of this process are over before they were released."""

    @abstractmethod
    async def lease(self, table: str) -> int:
        """Own a table, which need not exist yet; return the epoch that every change must name.

        Raises `OwnedElsewhere` if another process owns it that lives.
        """

    def is_ready(self) -> bool:
        """Whether tables can be owned and changed now."""
        return True

    async def others(self) -> list[str]:
        """Give the inner addresses of other living processes that use the store now."""
        return []

    async def owner(self, table: str) -> str | None:  # noqa: ARG002
        """Give the inner address of another living process that owns a table, if one does."""
        return None

    @abstractmethod
    async def release(self, table: str, epoch: int) -> None:
        """Give a table back: this epoch must not be named any more. One that is over is ignored."""

    @abstractmethod
    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        """Append records, put the new row and the result in place: all of it, or nothing.

        The records get the numbers `expected_seq`, `expected_seq + 1` and so on; there may be none.
        Without a `row` the old one stays; with `expected_seq` 0 there must be one, for it opens the
        table. A second result replaces the first. The call itself never fails and never waits;
        appends are written in the order of the calls, whether awaited or not. The awaitable raises
        `Fenced` if the epoch is over, `Conflict` if `expected_seq` is not the table's next number,
        and `StoreError` if nothing could be written.
        """

    @abstractmethod
    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Give the records after number `since`, in order: the first is number `since + 1`."""

    @abstractmethod
    async def rewrite(self, table: str, epoch: int, seq: int, record: bytes) -> None:
        """Put another record in the place of one that is there; what it said is soon gone.

        This is for erasing what a person wants to be forgotten, and for nothing else. Rows that
        were replaced before are wiped together with it. Raises `Fenced` if the epoch is over, and
        `StoreError` if there is no such record.
        """

    @abstractmethod
    async def erase(self, table: str, epoch: int) -> None:
        """Forget a table with all its records, its row and its result; they are soon wiped.

        An unknown table is forgotten already. Raises `Fenced` if the epoch is over.
        """

    @abstractmethod
    async def row(self, table: str) -> TableRow | None:
        """Give a table's row; None if there is no such table."""

    @abstractmethod
    async def find_code(self, code: str) -> str | None:
        """Name the table with this code; of several the one that was opened last."""

    @abstractmethod
    async def listed(self, now_ms: int, limit: int) -> list[tuple[str, TableRow]]:
        """Give the tables of the public list, with `listed_ms` up to now, newest first."""

    @abstractmethod
    async def due(self, now_ms: int, limit: int) -> list[str]:
        """Name the tables whose `wake_ms` has come, the earliest first.

        Those that another living process owns are its business, and are not named.
        """

    @abstractmethod
    async def next_wake_ms(self, after_ms: int) -> int | None:
        """Give the earliest `wake_ms` of all tables after a moment."""

    @abstractmethod
    async def result(self, table: str) -> GameResult | None:
        """Give the result of a table; None if it has none."""

    @abstractmethod
    async def results_of(self, key: str, now_ms: int) -> list[tuple[str, GameResult, PlayerResult]]:
        """Give the results of one player with their tables, newest first, if they count by now."""

    @abstractmethod
    async def rewrite_result(self, table: str, result: GameResult) -> None:
        """Put another result in the place of one that is there; what it said is soon gone.

        This is for erasing, as `rewrite` is. Raises `StoreError` if the table has no result.
        """

    @abstractmethod
    async def mark(self, key: str, value: bytes | None) -> None:
        """Keep a small note of the server itself in the place of an older one; None erases it."""

    @abstractmethod
    async def marked(self, key: str) -> bytes | None:
        """Give the note that was kept under this key."""

    @abstractmethod
    async def count(self) -> dict[State, int]:
        """Count the tables of each state."""

    @abstractmethod
    async def finished(self, number: int, limit: int) -> list[tuple[int, str, int | None]]:
        """Name tables that are over, in the order of opening after this number in it.

        With each goes its number, and the moment of its result if it has one.
        """

    @abstractmethod
    async def opened_after(self, number: int, limit: int) -> list[tuple[int, str]]:
        """Name tables in the order of opening, each with its number in this order."""

    @abstractmethod
    async def marks(self, prefix: str = "") -> dict[str, bytes]:
        """Give the notes of the server whose keys begin so, by their keys."""

    def figures(self) -> dict[str, int]:
        """Count what an operator may want to watch: each name says what is counted."""
        return {}

    @abstractmethod
    async def close(self) -> None:
        """Write what is pending and let go of the store. Nothing may be called afterwards."""


def row_missing(table: str) -> StoreError:
    """What an append at number 0 without a row is told."""
    return StoreError(f"Table {table} cannot be opened without its row: give one with record 0.")


def in_order(table: str, result: GameResult) -> GameResult:
    """The result with its players in the order of their seats; raises `StoreError`."""
    if len({player.seat for player in result.players}) < len(result.players):
        raise StoreError(f"Cannot keep the result of table {table}: two players have one seat.")
    return result._replace(players=tuple(sorted(result.players, key=lambda player: player.seat)))
