"""The store of many servers: any number of processes share one PostgreSQL database."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar, Final

from broadside.store.changes import Append
from broadside.store.interface import Fenced, OwnedElsewhere, StoreError, row_missing
from broadside.store.postgresql.connections import ERRORS, START_S, Readers, connect, failed, place
from broadside.store.postgresql.leases import Leases
from broadside.store.postgresql.schema import prepare
from broadside.store.postgresql.texts import from_text, to_text
from broadside.store.postgresql.writer import FIRST_EPOCH, Writer
from broadside.store.sql import Queries, SqlStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from typing import Any

    from broadside.store.changes import Change
    from broadside.store.interface import GameResult, TableRow

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
OTHERS: Final = "SELECT address FROM servers WHERE number <> $1 AND until > clock_timestamp()"
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
PUT_IF_NEW: Final = "INSERT INTO marks VALUES ($1, $2) ON CONFLICT DO NOTHING"

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


class PostgresStore(SqlStore):
    """All tables in one database. Each is owned by one server that is known to live."""

    look_again_s: ClassVar[float] = 1.0
    queries = Queries(rows="table_rows", tables="table_rows JOIN tables USING (number)")

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
        found = await self._select(LEASE, self._own_number(), table)
        if found:
            return int(found[0]["epoch"])
        address = await self.owner(table)
        if address is not None:
            raise OwnedElsewhere(table, address)
        return FIRST_EPOCH

    async def owner(self, table: str) -> str | None:
        """Give the inner address of another living server that owns a table."""
        found = await self._select(OWNER, table)
        is_elsewhere = found and found[0]["owner"] != self._leases.server
        return found[0]["address"] if is_elsewhere else None

    def is_ready(self) -> bool:
        """Whether this server is known to live: the database answers."""
        return self._is_open and self._leases.server is not None

    async def others(self) -> list[str]:
        """Give the inner addresses of the other servers that live."""
        return [address for (address,) in await self._select(OTHERS, self._own_number())]

    async def release(self, table: str, epoch: int) -> None:
        """Give a table back, unless another lease has begun."""
        self._check_open()
        if self._leases.server is not None:
            await self._select(RELEASE, self._leases.server, table, epoch)

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

    async def _change(self, change: Change) -> None:
        self._check_open()
        self._writer.put(change)
        await change.done

    # ---------------------------------------------------------------------- reading

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """Take the tables whose moment has come and that no other server owns, and name them."""
        found = await self._select(DUE, self._own_number(), now_ms, limit)
        return [from_text(row["name"]) for row in found]

    async def marks(self, prefix: str = "") -> dict[str, bytes]:
        """Give the notes, but for the servers' own secret, which is of no use elsewhere."""
        found = await super().marks(prefix)
        found.pop(SECRET, None)
        return found

    async def _select(self, query: str, *values: str | int) -> list[Any]:
        self._check_open()
        stored = [to_text(one) if isinstance(one, str) else one for one in values]
        return await self._fetch(query, stored)

    async def _fetch(self, query: str, values: Sequence[str | int]) -> list[Any]:
        return await self._readers.fetch(query, *values)

    def _text(self, stored: str) -> str:
        return from_text(stored)

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
