"""The tables in the SQLite file, as the writer thread changes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.store.changes import Append, Erase, Mark, Rewrite, RewriteResult
from broadside.store.columns import from_columns, to_columns
from broadside.store.interface import Conflict, Fenced, StoreError

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from broadside.store.changes import Change
    from broadside.store.interface import GameResult, TableRow

INSERT_RECORD: Final = "INSERT INTO records (number, seq, record) VALUES (?, ?, ?)"
MANY: Final = 16  # records that one statement writes, if there are so many
KNOWN_MAX: Final = 10_000  # tables of which it is remembered where they stand


class _Known:
    """Where a table stands, so that an append need not ask the file."""

    __slots__ = ("is_new", "next_seq", "number", "row")

    def __init__(self, number: int, next_seq: int, row: TableRow, *, is_new: bool = False) -> None:
        self.number = number
        self.next_seq = next_seq
        self.row = row  # as it is in the file, unless the table is new
        self.is_new = is_new


class TablesFile:
    """Writes groups of changes, each within a transaction that the writer begins and commits.

    What appends change is collected first and then given to SQLite in a few statements.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, epoch: int) -> None:
        self._path = path
        self._connection = connection
        self._epoch = epoch
        self._known: dict[str, _Known] = {}
        self._next_number: int = connection.execute(
            "SELECT coalesce(max(number), 0) + 1 FROM tables"
        ).fetchone()[0]
        self._new_records: list[tuple[int, int, bytes]] = []
        self._new_rows: dict[str, TableRow] = {}
        self._new_results: list[tuple[int, GameResult]] = []

    def write(self, group: list[Change]) -> None:
        """Write all changes in their order, or note in a change why it must not be written."""
        (epoch,) = self._connection.execute("SELECT epoch FROM owner").fetchone()
        is_owner = epoch == self._epoch
        if len(self._known) > KNOWN_MAX:
            self._known.clear()
        for change in group:
            change.error = None  # it may have been tried in a larger group before
            if isinstance(change, Append):
                self._append(change, is_owner)
            else:
                self._write_into(change, is_owner)
        self._flush()

    def forget(self) -> None:
        """The transaction was undone: nothing that was collected or remembered is true."""
        self._new_records.clear()
        self._new_rows.clear()
        self._new_results.clear()
        self._known.clear()

    # ---------------------------------------------------------------------- appends

    def _append(self, append: Append, is_owner: bool) -> None:
        """Collect what an append changes, or note why it must not."""
        if append.epoch != self._epoch or not is_owner:
            append.error = Fenced(append.table, append.epoch)
            return
        known = self._find(append.table)
        next_seq = known.next_seq if known else 0
        if append.expected_seq != next_seq:
            append.error = Conflict(append.table, append.expected_seq, next_seq)
            return
        if known is None:
            assert append.row is not None  # the store demands it for number 0
            known = _Known(self._next_number, 0, append.row, is_new=True)
            self._known[append.table] = known
            self._next_number += 1
        for seq, record in enumerate(append.records, next_seq):
            self._new_records.append((known.number, seq, record))
        known.next_seq += len(append.records)
        if append.row is not None:
            self._new_rows[append.table] = append.row
        if append.result is not None:
            self._new_results.append((known.number, append.result))

    def _find(self, table: str) -> _Known | None:
        """Where a table stands; the file is asked only the first time."""
        known = self._known.get(table)
        if known is not None:
            return known
        found = self._connection.execute(
            "SELECT number, state, wake_ms, code, listed_ms, summary FROM tables WHERE name = ?",
            (table,),
        ).fetchone()
        if found is None:
            return None
        number, *columns = found
        (next_seq,) = self._connection.execute(
            "SELECT coalesce(max(seq), -1) + 1 FROM records WHERE number = ?", (number,)
        ).fetchone()
        known = self._known[table] = _Known(number, next_seq, from_columns(columns))
        return known

    def _flush(self) -> None:
        """Give to SQLite what the appends so far have changed."""
        if self._new_rows:
            self._flush_rows()
        if self._new_records:
            self._flush_records()
        for number, result in self._new_results:
            self._put_result(number, result)
        self._new_results.clear()

    def _flush_records(self) -> None:
        """Write records many at a time: this thread has to ask for Python's lock after each step.

        Statements of two lengths only, so that SQLite need not read them anew.
        """
        records, place = self._new_records, 0
        while place < len(records):
            count = MANY if len(records) - place >= MANY else 1
            values = [value for record in records[place : place + count] for value in record]
            self._connection.execute(INSERT_RECORD + ", (?, ?, ?)" * (count - 1), values)
            place += count
        records.clear()

    def _flush_rows(self) -> None:
        """Write the last row of each table; an index of which nothing has changed costs nothing."""
        opened, changed, retold = [], [], []
        for table, row in self._new_rows.items():
            known = self._known[table]
            if known.is_new:
                opened.append((*to_columns(row), known.number, table))
            elif row[:-1] != known.row[:-1]:
                changed.append((*to_columns(row), known.number))
            elif row != known.row:
                retold.append((row.summary, known.number))
            known.row = row
            known.is_new = False
        self._new_rows.clear()
        self._connection.executemany(
            "INSERT INTO tables (state, wake_ms, code, listed_ms, summary, number, name)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            opened,
        )
        self._connection.executemany(
            "UPDATE tables SET state = ?, wake_ms = ?, code = ?, listed_ms = ?, summary = ?"
            " WHERE number = ?",
            changed,
        )
        self._connection.executemany("UPDATE tables SET summary = ? WHERE number = ?", retold)

    # ---------------------------------------------------------------- other changes

    def _write_into(self, change: Change, is_owner: bool) -> None:
        """Write a change that is no append."""
        self._flush()  # an append before may have written what is changed now
        if isinstance(change, Rewrite):
            self._rewrite(change, is_owner)
        elif isinstance(change, Erase):
            self._erase(change, is_owner)
        elif isinstance(change, RewriteResult):
            self._rewrite_result(change, is_owner)
        elif isinstance(change, Mark):
            self._mark(change, is_owner)

    def _rewrite(self, change: Rewrite, is_owner: bool) -> None:
        if change.epoch != self._epoch or not is_owner:
            change.error = Fenced(change.table, change.epoch)
            return
        replaced = self._connection.execute(
            "UPDATE records SET record = ? WHERE seq = ?"
            " AND number = (SELECT number FROM tables WHERE name = ?)",
            (change.record, change.seq, change.table),
        )
        if replaced.rowcount == 1:
            self._note_erasing()
        else:
            change.error = StoreError(f"There is no record {change.seq} of table {change.table}.")

    def _erase(self, change: Erase, is_owner: bool) -> None:
        if change.epoch != self._epoch or not is_owner:
            change.error = Fenced(change.table, change.epoch)
            return
        known = self._find(change.table)
        if known is not None:
            del self._known[change.table]
            for name in ("records", "players", "results", "tables"):
                query = f"DELETE FROM {name} WHERE number = ?"  # noqa: S608
                self._connection.execute(query, (known.number,))
            self._note_erasing()

    def _rewrite_result(self, change: RewriteResult, is_owner: bool) -> None:
        if not is_owner:
            change.error = Fenced(change.table, self._epoch)
            return
        found = self._connection.execute(
            "SELECT number FROM results JOIN tables USING (number) WHERE name = ?", (change.table,)
        ).fetchone()
        if found is None:
            change.error = StoreError(f"Table {change.table} has no result.")
        else:
            self._put_result(found[0], change.result)
            self._note_erasing()

    def _mark(self, change: Mark, is_owner: bool) -> None:
        if not is_owner:
            change.error = StoreError(
                f"Cannot write to {self._path}: another server has opened it since."
            )
        elif change.value is None:
            self._connection.execute("DELETE FROM marks WHERE key = ?", (change.key,))
            self._note_erasing()
        else:
            self._connection.execute(
                "INSERT OR REPLACE INTO marks VALUES (?, ?)", (change.key, change.value)
            )

    def _note_erasing(self) -> None:
        """The next opening shall look for what erasing leaves behind."""
        self._connection.execute("UPDATE owner SET has_erased = 1 WHERE has_erased = 0")

    def _put_result(self, number: int, result: GameResult) -> None:
        """Write a result in the place of an older one, if there is any."""
        execute = self._connection.execute
        execute(
            "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)",
            (number, result.game, result.at_ms, result.counts_ms, result.body),
        )
        execute("DELETE FROM players WHERE number = ?", (number,))
        self._connection.executemany(
            "INSERT INTO players (number, key, seat, share, score) VALUES (?, ?, ?, ?, ?)",
            [(number, *player) for player in result.players],
        )
