"""The writer of the PostgreSQL store: changes that arrive together share one durable statement."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from broadside.store.changes import Append, Erase, Mark, Rewrite, RewriteResult, settle
from broadside.store.columns import to_columns
from broadside.store.interface import Conflict, Fenced, StoreError, in_order
from broadside.store.postgresql.connections import ERRORS, Session, failed, is_broken
from broadside.store.postgresql.texts import to_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import asyncpg

    from broadside.store.changes import Change
    from broadside.store.interface import GameResult, TableRow

GROUP_MAX: Final = 512  # changes to one commit; bounds how long the first of them waits
FIRST_EPOCH: Final = 1  # that of a table which is opened

# One statement, one round trip, one commit. Whoever is not the owner any more, or is not up to
# date, moves nothing: the row of the table is locked and looked at again when it is moved.
APPEND: Final = """
WITH given AS (
    SELECT * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
        WITH ORDINALITY AS one (name, epoch, expected, added, place)
), moved AS (
    UPDATE tables SET next_seq = tables.next_seq + given.added FROM given
    WHERE tables.name = given.name AND tables.owner = $1 AND tables.epoch = given.epoch
        AND tables.next_seq = given.expected
    RETURNING tables.number, given.place
), opened AS (
    INSERT INTO tables (name, owner, epoch, next_seq)
    SELECT name, $1, epoch, added FROM given
    WHERE expected = 0 AND epoch = 1
        AND NOT EXISTS (SELECT FROM tables WHERE tables.name = given.name)
    ORDER BY place
    ON CONFLICT (name) DO NOTHING
    RETURNING number, name
), taken AS (
    SELECT number, place FROM moved
    UNION ALL SELECT number, place FROM opened JOIN given USING (name)
), written AS (
    INSERT INTO records (number, seq, record)
    SELECT number, seq, record
    FROM unnest($6::bigint[], $7::bigint[], $8::bytea[]) AS one (place, seq, record)
    JOIN taken USING (place)
), retold AS (
    INSERT INTO table_rows (number, state, wake_ms, code, listed_ms, summary)
    SELECT number, state, wake_ms, code, listed_ms, summary
    FROM unnest($9::bigint[], $10::text[], $11::bigint[], $12::text[], $13::bigint[], $14::bytea[])
        AS one (place, state, wake_ms, code, listed_ms, summary)
    JOIN taken USING (place)
    ON CONFLICT (number) DO UPDATE SET state = excluded.state, wake_ms = excluded.wake_ms,
        code = excluded.code, listed_ms = excluded.listed_ms, summary = excluded.summary
)
SELECT place, number FROM taken
"""
STANDING: Final = "SELECT name, owner, epoch, next_seq FROM tables WHERE name = ANY($1)"
REWRITE: Final = """
WITH held AS (
    SELECT number FROM tables WHERE name = $2 AND owner = $1 AND epoch = $3 FOR UPDATE
)
UPDATE records SET record = $5 FROM held WHERE records.number = held.number AND seq = $4
RETURNING seq
"""
ERASE: Final = """
WITH gone AS (
    DELETE FROM tables WHERE name = $2 AND owner = $1 AND epoch = $3 RETURNING number
), rows AS (
    DELETE FROM table_rows USING gone WHERE table_rows.number = gone.number
), log AS (
    DELETE FROM records USING gone WHERE records.number = gone.number
), ends AS (
    DELETE FROM results USING gone WHERE results.number = gone.number
), people AS (
    DELETE FROM players USING gone WHERE players.number = gone.number
)
SELECT number FROM gone
"""
RESULT_NUMBER: Final = "SELECT number FROM results JOIN tables USING (number) WHERE name = $1"
PUT_RESULT: Final = """
INSERT INTO results (number, game, at_ms, counts_ms, body) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (number) DO UPDATE SET game = excluded.game, at_ms = excluded.at_ms,
    counts_ms = excluded.counts_ms, body = excluded.body
"""
PUT_PLAYERS: Final = """
INSERT INTO players (number, key, seat, share, score)
SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::float8[], $5::bigint[])
"""
PUT_MARK: Final = """
INSERT INTO marks VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
ERASED_FROM: Final = "tables, records, table_rows, results, players, marks"


class _Chain:
    """Appends of one table that follow each other: they are written as one."""

    def __init__(self, first: Append) -> None:
        self.appends = [first]
        self.next_seq = first.expected_seq + len(first.records)

    def takes(self, append: Append) -> bool:
        """Add an append if it is the next one."""
        if append.expected_seq != self.next_seq or append.epoch != self.appends[0].epoch:
            return False
        self.appends.append(append)
        self.next_seq += len(append.records)
        return True

    @property
    def row(self) -> TableRow | None:
        """The last row that was given."""
        return next((a.row for a in reversed(self.appends) if a.row is not None), None)

    @property
    def result(self) -> GameResult | None:
        """The last result that was given."""
        return next((a.result for a in reversed(self.appends) if a.result is not None), None)


class Writer:
    """Owns the connection that writes, and the task that uses it."""

    def __init__(self, url: str, server: Callable[[], int | None]) -> None:
        self._url = url
        self._server = server  # under which number this process has its leases now, if it has any
        self._session = Session(url)
        self._changes: deque[Change] = deque()
        self._news = asyncio.Event()
        self._is_closing = False
        self._has_erased = False
        self._task = asyncio.create_task(self._write_all(), name="write to PostgreSQL")
        self._round_trips = self._written = 0

    def figures(self) -> dict[str, int]:
        """Count statements that were waited for, what they wrote, and what waits."""
        waiting = len(self._changes)
        return {"commits": self._round_trips, "changes": self._written, "waiting": waiting}

    def put(self, change: Change) -> None:
        """Take a change; its future is told when it is durable, or why it is not."""
        self._changes.append(change)
        self._news.set()

    def cut(self) -> None:
        """Give up on what is under way: the leases are over."""
        self._session.drop()

    async def close(self) -> None:
        """Write what was put before, and let go of the connection."""
        self._is_closing = True
        self._news.set()
        await self._task
        await self._session.close()

    async def _write_all(self) -> None:
        while not (self._is_closing and not self._changes):
            if not self._changes:
                await self._wipe()
                self._news.clear()
                if not self._changes and not self._is_closing:
                    await self._news.wait()
                continue
            group = self._next_group()
            await self._commit(group)
            settle(group)
            self._written += len(group)
        await self._wipe()

    def _next_group(self) -> list[Change]:
        """The appends that have arrived, or one other change."""
        group: list[Change] = [self._changes.popleft()]
        if isinstance(group[0], Append):
            while self._changes and len(group) < GROUP_MAX:
                if not isinstance(self._changes[0], Append):
                    break
                group.append(self._changes.popleft())
        return group

    async def _commit(self, group: list[Change]) -> None:
        """Write a group durably, and note in each change what became of it.

        If a single change is at fault, the halves of the group are tried by themselves: the others
        shall not fail with it.
        """
        try:
            await self._write(group)
        except StoreError as error:
            _note(group, error)
        except Exception as error:  # noqa: BLE001  whatever it is, the tasks that wait must hear it
            is_lost = isinstance(error, ERRORS) and is_broken(error)
            if is_lost:
                self._session.drop()
            if len(group) > 1 and not is_lost:
                middle = len(group) // 2
                await self._commit(group[:middle])
                await self._commit(group[middle:])
            else:
                _note(group, failed(self._url, "write to", error))

    async def _write(self, group: list[Change]) -> None:
        for change in group:
            change.error = None  # it may have been tried in a larger group before
        appends = [change for change in group if isinstance(change, Append)]
        if appends:
            await self._append(appends)
        else:
            await self._write_one(group[0])

    # ---------------------------------------------------------------------- appends

    async def _append(self, appends: list[Append]) -> None:
        """Write the appends of each table that follow each other, then judge what is left over."""
        server = self._server()
        if server is None:
            for append in appends:
                append.error = Fenced(append.table, append.epoch)
            return
        left = appends
        while left:
            chains, others = _chains(left)
            taken = await self._take(server, chains)
            refused = [chain for place, chain in enumerate(chains) if place not in taken]
            doubtful = {id(append) for chain in refused for append in chain.appends}
            doubtful |= {id(append) for append in others}
            left = await self._judge(server, [one for one in left if id(one) in doubtful])

    async def _take(self, server: int, chains: list[_Chain]) -> dict[int, int]:
        """Write chains; give the numbers of the tables of those that were taken, by place."""
        if not chains:
            return {}
        connection = await self._session.get()
        values = _columns(chains)
        self._round_trips += 1
        if not any(chain.result for chain in chains):
            return _by_place(await connection.fetch(APPEND, server, *values))
        async with connection.transaction():
            taken = _by_place(await connection.fetch(APPEND, server, *values))
            for place, number in taken.items():
                result = chains[place].result
                if result is not None:
                    await _put_result(connection, number, result)
        return taken

    async def _judge(self, server: int, doubtful: list[Append]) -> list[Append]:
        """Note why appends were not taken; those that may be tried again come back."""
        if not doubtful:
            return []
        standing = await self._standing({append.table for append in doubtful})
        again: list[Append] = []
        for append in doubtful:
            owner, epoch, next_seq = standing.get(append.table, (server, FIRST_EPOCH, 0))
            if owner != server or epoch != append.epoch:
                append.error = Fenced(append.table, append.epoch)
            elif append.expected_seq != next_seq:
                append.error = Conflict(append.table, append.expected_seq, next_seq)
            elif fault := _fault(append):
                append.error = fault
            else:
                again.append(append)
                standing[append.table] = (owner, epoch, next_seq + len(append.records))
        return again

    async def _standing(self, tables: Iterable[str]) -> dict[str, tuple[int | None, int, int]]:
        """Who owns each table, and which number is next."""
        connection = await self._session.get()
        names = {to_text(table): table for table in tables}
        self._round_trips += 1
        rows = await connection.fetch(STANDING, list(names))
        return {names[row["name"]]: (row["owner"], row["epoch"], row["next_seq"]) for row in rows}

    # ---------------------------------------------------------------- other changes

    async def _write_one(self, change: Change) -> None:
        """Write a change that is no append."""
        if isinstance(change, Mark):
            await self._mark(change)
        elif isinstance(change, Rewrite):
            await self._rewrite(change)
        elif isinstance(change, Erase):
            await self._erase(change)
        elif isinstance(change, RewriteResult):
            await self._rewrite_result(change)
        self._has_erased |= change.erases

    async def _mark(self, change: Mark) -> None:
        connection = await self._session.get()
        key = to_text(change.key)
        if change.value is None:
            await connection.execute("DELETE FROM marks WHERE key = $1", key)
        else:
            await connection.execute(PUT_MARK, key, change.value)

    async def _rewrite(self, change: Rewrite) -> None:
        server, connection = self._server(), await self._session.get()
        name = to_text(change.table)
        values = (server, name, change.epoch, change.seq, change.record)
        if await connection.fetchval(REWRITE, *values) is not None:
            return
        standing = await self._standing([change.table])
        owner, epoch, _ = standing.get(change.table, (server, FIRST_EPOCH, 0))
        if server is None or owner != server or epoch != change.epoch:
            change.error = Fenced(change.table, change.epoch)
        else:
            change.error = StoreError(f"There is no record {change.seq} of table {change.table}.")

    async def _erase(self, change: Erase) -> None:
        server, connection = self._server(), await self._session.get()
        values = (server, to_text(change.table), change.epoch)
        if await connection.fetchval(ERASE, *values) is None and (
            server is None or await self._standing([change.table])
        ):
            change.error = Fenced(change.table, change.epoch)

    async def _rewrite_result(self, change: RewriteResult) -> None:
        result, connection = in_order(change.table, change.result), await self._session.get()
        async with connection.transaction():
            number = await connection.fetchval(RESULT_NUMBER, to_text(change.table))
            if number is None:
                change.error = StoreError(f"Table {change.table} has no result.")
            else:
                await _put_result(connection, number, result)

    async def _wipe(self) -> None:
        """Have the database forget old versions of what was erased; what it keeps is its own."""
        if not self._has_erased:
            return
        self._has_erased = False
        try:
            await (await self._session.get()).execute(f"VACUUM {ERASED_FROM}")
        except (StoreError, *ERRORS):
            self._session.drop()  # the database does it by itself after a while


def _by_place(rows: Iterable[Any]) -> dict[int, int]:
    """The numbers of tables by the places of their chains; PostgreSQL counts from 1."""
    return {row["place"] - 1: row["number"] for row in rows}


def _note(group: Iterable[Change], error: StoreError) -> None:
    for change in group:
        change.error = error


def _fault(append: Append) -> StoreError | None:
    """What is wrong with the result of an append, if anything is."""
    try:
        if append.result is not None:
            in_order(append.table, append.result)
    except StoreError as error:
        return error
    return None


def _chains(appends: list[Append]) -> tuple[list[_Chain], list[Append]]:
    """The appends that follow each other by table, and those that follow nothing."""
    chains: dict[str, _Chain] = {}
    others: list[Append] = []
    for append in appends:
        chain = chains.get(append.table)
        if _fault(append) is not None or (chain is not None and not chain.takes(append)):
            others.append(append)
        elif chain is None:
            chains[append.table] = _Chain(append)
    return list(chains.values()), others


def _columns(chains: Sequence[_Chain]) -> list[list[Any]]:
    """What the statement is given: the tables, their records, their rows; each by column."""
    tables, records, rows = [], [], []
    for place, chain in enumerate(chains, 1):
        first = chain.appends[0]
        written = [record for append in chain.appends for record in append.records]
        tables.append((to_text(first.table), first.epoch, first.expected_seq, len(written)))
        records += [(place, seq, r) for seq, r in enumerate(written, first.expected_seq)]
        if chain.row is not None:
            state, wake_ms, code, listed_ms, summary = to_columns(chain.row)
            code = None if code is None else to_text(code)
            rows.append((place, state, wake_ms, code, listed_ms, summary))
    return [*_turned(tables, 4), *_turned(records, 3), *_turned(rows, 6)]


def _turned(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]


async def _put_result(connection: asyncpg.Connection, number: int, given: GameResult) -> None:
    """Write a result in the place of an older one, if there is any."""
    result = in_order(str(number), given)
    game = to_text(result.game)
    await connection.execute("DELETE FROM players WHERE number = $1", number)
    await connection.execute(PUT_RESULT, number, game, result.at_ms, result.counts_ms, result.body)
    players = [(to_text(player.key), *player[1:]) for player in result.players]
    await connection.execute(PUT_PLAYERS, number, *_turned(players, 4))
