"""The store of many servers: any number of processes share one PostgreSQL database."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar, Final

from broadside.store.changes import Append, Erase, Mark, Rewrite, RewriteResult
from broadside.store.columns import from_columns, game_result, results_of_player
from broadside.store.interface import Fenced, OwnedElsewhere, Store, StoreError, row_missing
from broadside.store.postgresql.connections import ERRORS, START_S, Readers, connect, failed, place
from broadside.store.postgresql.leases import Leases
from broadside.store.postgresql.schema import prepare
from broadside.store.postgresql.texts import from_text, to_text
from broadside.store.postgresql.writer import FIRST_EPOCH, Writer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from typing import Any

    from broadside.store.changes import Change
    from broadside.store.interface import GameResult, PlayerResult, State, TableRow

IS_FREE: Final = (
    "(owner IS NULL OR owner = $1 OR NOT EXISTS (SELECT FROM servers"
    " WHERE servers.number = tables.owner AND until > clock_timestamp()))"
)
LEASE: Final = (
    f"UPDATE tables SET owner = $1, epoch = epoch + 1 WHERE name = $2 AND {IS_FREE}"  # noqa: S608
    " RETURNING epoch"
)
RELEASE: Final = "UPDATE tables SET owner = NULL WHERE owner = $1 AND name = $2 AND epoch = $3"
OWNER: Final = (
    "SELECT owner, address FROM tables LEFT JOIN servers"
    " ON servers.number = owner AND until > clock_timestamp() WHERE name = $1"
)
OTHERS: Final = "SELECT FROM servers WHERE number <> $1 AND until > clock_timestamp()"
READ: Final = (
    "SELECT record FROM records WHERE number = (SELECT number FROM tables WHERE name = $1)"
    " AND seq > $2 ORDER BY seq"
)
ROW: Final = "state, wake_ms, code, listed_ms, summary"
FIND_ROW: Final = f"SELECT {ROW} FROM table_rows JOIN tables USING (number) WHERE name = $1"  # noqa: S608
FIND_CODE: Final = (
    "SELECT name FROM table_rows JOIN tables USING (number) WHERE code = $1"
    " ORDER BY number DESC LIMIT 1"
)
LISTED: Final = (
    f"SELECT name, {ROW} FROM table_rows JOIN tables USING (number) WHERE listed_ms <= $1"  # noqa: S608
    " ORDER BY listed_ms DESC, number DESC LIMIT $2"
)
# Whoever asks takes them in the same statement; what another is just taking is passed over.
DUE: Final = f"""
WITH due AS (
    SELECT tables.number, name, owner, wake_ms FROM table_rows JOIN tables USING (number)
    WHERE wake_ms <= $2 AND {IS_FREE}
    ORDER BY wake_ms, table_rows.number LIMIT $3 FOR UPDATE OF tables SKIP LOCKED
), claimed AS (
    UPDATE tables SET owner = $1 FROM due
    WHERE tables.number = due.number AND due.owner IS DISTINCT FROM $1
)
SELECT name FROM due ORDER BY wake_ms, number
"""  # noqa: S608
NEXT_WAKE: Final = "SELECT wake_ms FROM table_rows WHERE wake_ms > $1 ORDER BY wake_ms LIMIT 1"
COUNT: Final = "SELECT state, count(*) FROM table_rows GROUP BY state"
OPENED_AFTER: Final = "SELECT number, name FROM tables WHERE number > $1 ORDER BY number LIMIT $2"
FINISHED: Final = (
    "SELECT number, name, at_ms FROM tables JOIN table_rows USING (number)"
    " LEFT JOIN results USING (number) WHERE state = 'over' AND number > $1"
    " ORDER BY number LIMIT $2"
)
PUT_IF_NEW: Final = "INSERT INTO marks VALUES ($1, $2) ON CONFLICT DO NOTHING"
MARKED: Final = "SELECT value FROM marks WHERE key = $1"
# A row for each player of a result.
RESULT: Final = (
    "SELECT game, at_ms, counts_ms, body, key, seat, share, score"
    " FROM tables JOIN results USING (number) LEFT JOIN players USING (number)"
    " WHERE name = $1 ORDER BY seat"
)
RESULTS_OF: Final = (
    "SELECT number, mine.seat AS own_seat, name, game, at_ms, counts_ms, body,"
    " others.key, others.seat, others.share, others.score"
    " FROM players AS mine JOIN results USING (number) JOIN tables USING (number)"
    " JOIN players AS others USING (number)"
    " WHERE mine.key = $1 AND counts_ms <= $2"
    " ORDER BY at_ms DESC, number DESC, mine.seat, others.seat"
)


SECRET: Final = "cluster secret"  # noqa: S105  its name, not itself
"""Under this note is what servers show each other; it is made with the database."""


async def check(url: str) -> None:
    """Connect once, and bring the database up to date; raises `StoreError` if it cannot be used."""
    connection = await connect(url, START_S)
    try:
        await prepare(connection)
        secret = secrets.token_hex(32).encode()
        await connection.execute(PUT_IF_NEW, SECRET, secret)
    except ERRORS as error:
        raise failed(url, "prepare", error) from error
    finally:
        await connection.close()


class PostgresStore(Store):
    """All tables in one database. Each is owned by one server that is known to live."""

    look_again_s: ClassVar[float] = 1.0

    def __init__(self, url: str, address: str = "") -> None:
        """Take note of the database, and of the inner address of this process; `open` connects."""
        self.url = url
        self._address = address
        self._told: Callable[[], None] = lambda: None
        self._is_open = False

    async def open(self) -> None:
        """Connect, bring the database up to date, and become known to the other servers."""
        await check(self.url)
        self._readers = Readers(self.url)
        self._leases = Leases(self.url, self._address, self._lost)
        await self._leases.open()
        self._writer = Writer(self.url, lambda: self._leases.server)
        self._is_open = True
        self.secret = (await self.marked(SECRET) or b"").decode()

    def on_lost(self, told: Callable[[], None]) -> None:
        """Have somebody told that this process must drop all its tables."""
        self._told = told

    def _lost(self) -> None:
        self._writer.cut()
        self._told()

    def figures(self) -> dict[str, int]:
        """Count statements that the writer waited for, what they wrote, and what waits."""
        return self._writer.figures() if self._is_open else {}

    # -------------------------------------------------------------------- ownership

    async def lease(self, table: str) -> int:
        """Own a table, if nobody does who lives; the lease before ends."""
        server, name = self._own_number(), to_text(table)
        found = await self._select(LEASE, server, name)
        if found:
            return int(found[0]["epoch"])
        address = await self.owner(table)
        if address is not None:
            raise OwnedElsewhere(table, address)
        return FIRST_EPOCH

    async def owner(self, table: str) -> str | None:
        """Give the inner address of another living server that owns a table."""
        found = await self._select(OWNER, to_text(table))
        is_elsewhere = found and found[0]["owner"] != self._leases.server
        return found[0]["address"] if is_elsewhere else None

    def is_ready(self) -> bool:
        """Whether this server is known to live: the database answers."""
        return self._is_open and self._leases.server is not None

    async def is_shared(self) -> bool:
        """Whether another server lives."""
        return bool(await self._select(OTHERS, self._own_number()))

    async def release(self, table: str, epoch: int) -> None:
        """Give a table back, unless another lease has begun."""
        self._check_open()
        if self._leases.server is not None:
            await self._select(RELEASE, self._leases.server, to_text(table), epoch)

    def _own_number(self) -> int:
        self._check_open()
        server = self._leases.server
        if server is None:
            raise StoreError(f"This server has no lease: {place(self.url)} does not answer.")
        return server

    # --------------------------------------------------------------------- changing

    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        """Append all of it in one commit; it is durable when the future is done."""
        change = Append(table, epoch, expected_seq, records, row, result)
        if not self._is_open:
            change.done.set_exception(self._is_closed())
        elif expected_seq == 0 and row is None:
            change.done.set_exception(row_missing(table))
        elif self._leases.server is None:
            change.done.set_exception(Fenced(table, epoch))
        else:
            self._writer.put(change)
        return change.done

    async def rewrite(self, table: str, epoch: int, seq: int, record: bytes) -> None:
        """Put another record in the place of one that is there."""
        await self._change(Rewrite(table, epoch, seq, record))

    async def erase(self, table: str, epoch: int) -> None:
        """Forget a table."""
        await self._change(Erase(table, epoch))

    async def rewrite_result(self, table: str, result: GameResult) -> None:
        """Put another result in the place of one that is there."""
        await self._change(RewriteResult(table, result))

    async def mark(self, key: str, value: bytes | None) -> None:
        """Keep a note, or forget it."""
        await self._change(Mark(key, value))

    async def _change(self, change: Change) -> None:
        self._check_open()
        self._writer.put(change)
        await change.done

    # ---------------------------------------------------------------------- reading

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Give the records after number `since`."""
        return [row["record"] for row in await self._select(READ, to_text(table), since)]

    async def row(self, table: str) -> TableRow | None:
        """Give a table's row."""
        found = await self._select(FIND_ROW, to_text(table))
        return _table_row(found[0]) if found else None

    async def find_code(self, code: str) -> str | None:
        """Name the table with this code."""
        found = await self._select(FIND_CODE, to_text(code))
        return from_text(found[0]["name"]) if found else None

    async def listed(self, now_ms: int, limit: int) -> list[tuple[str, TableRow]]:
        """Give the tables of the public list, newest first."""
        found = await self._select(LISTED, now_ms, limit)
        return [(from_text(name), _table_row(columns)) for name, *columns in found]

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """Take the tables whose moment has come and that no other server owns, and name them."""
        found = await self._select(DUE, self._own_number(), now_ms, limit)
        return [from_text(row["name"]) for row in found]

    async def next_wake_ms(self, after_ms: int) -> int | None:
        """Give the earliest moment, after another one, at which a table wants to be loaded."""
        found = await self._select(NEXT_WAKE, after_ms)
        return found[0]["wake_ms"] if found else None

    async def result(self, table: str) -> GameResult | None:
        """Give the result of a table."""
        found = await self._select(RESULT, to_text(table))
        return _result(game_result(found)) if found else None

    async def results_of(self, key: str, now_ms: int) -> list[tuple[str, GameResult, PlayerResult]]:
        """Give the results of one player, newest first."""
        found = await self._select(RESULTS_OF, to_text(key), now_ms)
        return [
            (from_text(name), _result(result), mine._replace(key=from_text(mine.key)))
            for name, result, mine in results_of_player(found)
        ]

    async def marked(self, key: str) -> bytes | None:
        """Give the note that was kept under this key."""
        found = await self._select(MARKED, to_text(key))
        return found[0]["value"] if found else None

    async def count(self) -> dict[State, int]:
        """Count the tables of each state."""
        counted: dict[State, int] = {"waiting": 0, "playing": 0, "over": 0}
        counted.update(dict(await self._select(COUNT)))
        return counted

    async def finished(self, number: int, limit: int) -> list[tuple[int, str, int | None]]:
        """Name tables that are over, in the order of opening."""
        found = await self._select(FINISHED, number, limit)
        return [(row["number"], from_text(row["name"]), row["at_ms"]) for row in found]

    async def opened_after(self, number: int, limit: int) -> list[tuple[int, str]]:
        """Name tables in the order of opening."""
        found = await self._select(OPENED_AFTER, number, limit)
        return [(row["number"], from_text(row["name"])) for row in found]

    async def marks(self) -> dict[str, bytes]:
        """Give all notes but the servers' own secret, which is of no use elsewhere."""
        found = await self._select("SELECT key, value FROM marks WHERE key <> $1", SECRET)
        return {from_text(row["key"]): row["value"] for row in found}

    async def _select(self, query: str, *values: object) -> list[Any]:
        self._check_open()
        return await self._readers.fetch(query, *values)

    # ---------------------------------------------------------------------- closing

    async def close(self) -> None:
        """Write what is pending, then give all tables back and disconnect."""
        if not self._is_open:
            return
        self._is_open = False
        await self._writer.close()
        await self._leases.close()
        await self._readers.close()

    def _check_open(self) -> None:
        if not self._is_open:
            raise self._is_closed()

    def _is_closed(self) -> StoreError:
        return StoreError(f"The store {place(self.url)} is closed.")


def _table_row(columns: Sequence[Any]) -> TableRow:
    row = from_columns(tuple(columns))
    return row._replace(code=from_text(row.code)) if "\\" in row.code else row


def _result(result: GameResult) -> GameResult:
    players = tuple(player._replace(key=from_text(player.key)) for player in result.players)
    return result._replace(game=from_text(result.game), players=players)
