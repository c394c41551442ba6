"""What the stores in a database have in common: how changes are handed in, and what is read."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Final

from broadside.store.changes import Erase, Mark, Rewrite, RewriteResult
from broadside.store.columns import from_columns, game_result, results_of_player
from broadside.store.interface import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadside.store.changes import Change
    from broadside.store.interface import GameResult, PlayerResult, State, TableRow

ROW: Final = "state, wake_ms, code, listed_ms, summary"


class Queries:
    """The questions to a database; values are numbered from `$1` on, in the order of their use.

    `rows` is where the columns of a table's row are, `tables` the same with its name.
    """

    def __init__(self, rows: str, tables: str) -> None:
        self.read = (
            "SELECT record FROM records WHERE number = (SELECT number FROM tables WHERE name = $1)"
            " AND seq > $2 ORDER BY seq"
        )
        self.row = f"SELECT {ROW} FROM {tables} WHERE name = $1"  # noqa: S608
        self.find_code = f"SELECT name FROM {tables} WHERE code = $1 ORDER BY number DESC LIMIT 1"  # noqa: S608
        self.listed = (
            f"SELECT name, {ROW} FROM {tables} WHERE listed_ms <= $1"  # noqa: S608
            " ORDER BY listed_ms DESC, number DESC LIMIT $2"
        )
        self.next_wake = f"SELECT wake_ms FROM {rows} WHERE wake_ms > $1 ORDER BY wake_ms LIMIT 1"  # noqa: S608
        self.count = f"SELECT state, count(*) FROM {rows} GROUP BY state"  # noqa: S608
        self.finished = (
            f"SELECT number, name, at_ms FROM {tables} LEFT JOIN results USING (number)"  # noqa: S608
            " WHERE state = 'over' AND number > $1 ORDER BY number LIMIT $2"
        )
        self.opened_after = (
            "SELECT number, name FROM tables WHERE number > $1 ORDER BY number LIMIT $2"
        )
        self.marked = "SELECT value FROM marks WHERE key = $1"
        self.all_marks = "SELECT key, value FROM marks"
        self.marks = "SELECT key, value FROM marks WHERE key >= $1 AND key < $2"
        # A row for each player of a result.
        self.result = (
            "SELECT game, at_ms, counts_ms, body, key, seat, share, score"
            " FROM tables JOIN results USING (number) LEFT JOIN players USING (number)"
            " WHERE name = $1 ORDER BY seat"
        )
        self.results_of = (
            "SELECT number, mine.seat AS own_seat, name, game, at_ms, counts_ms, body,"
            " others.key, others.seat, others.share, others.score"
            " FROM players AS mine JOIN results USING (number) JOIN tables USING (number)"
            " JOIN players AS others USING (number)"
            " WHERE mine.key = $1 AND counts_ms <= $2"
            " ORDER BY at_ms DESC, number DESC, mine.seat, others.seat"
        )


class SqlStore(Store):
    """Each database says how it is asked, where changes go, and how it writes texts."""

    queries: ClassVar[Queries]

    @abstractmethod
    async def _select(self, query: str, *values: str | int) -> Sequence[Sequence[Any]]:
        """All rows of a query; texts as they are stored."""

    @abstractmethod
    async def _change(self, change: Change) -> None:
        """Have something written, and wait until it is."""

    def _text(self, stored: str) -> str:
        """A text as it was given."""
        return stored

    # --------------------------------------------------------------------- changing

    async def rewrite(self, table: str, epoch: int, seq: int, record: bytes) -> None:
        """Put another record in the place of one that is there; the old one is wiped soon after."""
        await self._change(Rewrite(table, epoch, seq, record))

    async def erase(self, table: str, epoch: int) -> None:
        """Forget a table; what was known of it is wiped soon after."""
        await self._change(Erase(table, epoch))

    async def rewrite_result(self, table: str, result: GameResult) -> None:
        """Put another result in the place of one that is there; the old one is wiped soon after."""
        await self._change(RewriteResult(table, result))

    async def mark(self, key: str, value: bytes | None) -> None:
        """Keep a note, or forget it and wipe it soon after."""
        await self._change(Mark(key, value))

    # ---------------------------------------------------------------------- reading

    async def read(self, table: str, since: int = -1) -> list[bytes]:
        """Give the records after number `since`."""
        return [record for (record,) in await self._select(self.queries.read, table, since)]

    async def row(self, table: str) -> TableRow | None:
        """Give a table's row."""
        found = await self._select(self.queries.row, table)
        return self._row(found[0]) if found else None

    async def find_code(self, code: str) -> str | None:
        """Name the table with this code."""
        found = await self._select(self.queries.find_code, code)
        return self._text(found[0][0]) if found else None

    async def listed(self, now_ms: int, limit: int) -> list[tuple[str, TableRow]]:
        """Give the tables of the public list, newest first."""
        found = await self._select(self.queries.listed, now_ms, limit)
        return [(self._text(name), self._row(columns)) for name, *columns in found]

    async def next_wake_ms(self, after_ms: int) -> int | None:
        """Give the earliest moment, after another one, at which a table wants to be loaded."""
        found = await self._select(self.queries.next_wake, after_ms)
        return found[0][0] if found else None

    async def result(self, table: str) -> GameResult | None:
        """Give the result of a table."""
        found = await self._select(self.queries.result, table)
        return self._result(game_result(found)) if found else None

    async def results_of(self, key: str, now_ms: int) -> list[tuple[str, GameResult, PlayerResult]]:
        """Give the results of one player, newest first."""
        found = await self._select(self.queries.results_of, key, now_ms)
        return [
            (self._text(name), self._result(result), self._player(mine))
            for name, result, mine in results_of_player(found)
        ]

    async def marked(self, key: str) -> bytes | None:
        """Give the note that was kept under this key."""
        found = await self._select(self.queries.marked, key)
        return found[0][0] if found else None

    async def marks(self, prefix: str = "") -> dict[str, bytes]:
        """Give all notes whose keys begin so."""
        if prefix:
            after = prefix[:-1] + chr(ord(prefix[-1]) + 1)
            found = await self._select(self.queries.marks, prefix, after)
        else:
            found = await self._select(self.queries.all_marks)
        return {self._text(key): value for key, value in found}

    async def count(self) -> dict[State, int]:
        """Count the tables of each state."""
        counted: dict[State, int] = {"waiting": 0, "playing": 0, "over": 0}
        found = await self._select(self.queries.count)
        counted.update((state, number) for state, number in found)
        return counted

    async def finished(self, number: int, limit: int) -> list[tuple[int, str, int | None]]:
        """Name tables that are over, in the order of opening."""
        found = await self._select(self.queries.finished, number, limit)
        return [(opened, self._text(name), over_ms) for opened, name, over_ms in found]

    async def opened_after(self, number: int, limit: int) -> list[tuple[int, str]]:
        """Name tables in the order of opening."""
        found = await self._select(self.queries.opened_after, number, limit)
        return [(opened, self._text(name)) for opened, name in found]

    # ----------------------------------------------------------------------- as given

    def _row(self, columns: Sequence[Any]) -> TableRow:
        row = from_columns(columns)
        return row._replace(code=self._text(row.code))

    def _player(self, player: PlayerResult) -> PlayerResult:
        return player._replace(key=self._text(player.key))

    def _result(self, result: GameResult) -> GameResult:
        players = tuple(map(self._player, result.players))
        return result._replace(game=self._text(result.game), players=players)
