"""Was anything lost? Every acknowledged act must be in the log, and every view as it was shown."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.arena.load.broadside_seat import BroadsideSeat
from broadside.arena.load.seat import Table
from broadside.arena.load.websocket import ConnectionEnded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from broadside.arena.load.addresses import Address, Addresses
    from broadside.arena.load.job import Faults, Load
    from broadside.arena.load.seat import Crowd

AT_ONCE: Final = 16
RECORD: Final = "record"
"""The column in which a store keeps what a table's log holds."""


def judge_log(folder: Path, crowd: Crowd, faults: Faults) -> None:
    """Count the acts that do not stand in the log as the server has promised."""
    stored = count_ids(folder, crowd.run)
    for act in crowd.acts:
        times = stored[act.id]
        if act.acked_s and times == 0:
            faults.not_stored += 1
        if times > 1:
            faults.stored_twice += 1
        if act.is_refused and times > 0:
            faults.stored_though_refused += 1


def count_ids(folder: Path, run: str) -> Counter[str]:
    """How often each act of this run stands in the stores of a folder.

    The ids are looked for in the bare bytes, so this needs to know nothing of a record's format.
    """
    pattern = re.compile(rb"%s\.\d+\." % re.escape(run).encode())
    found: Counter[str] = Counter()
    for path in folder.glob("*.sqlite"):
        with closing(sqlite3.connect(path)) as connection:
            for record in _records(connection):
                found.update(name.decode() for name in pattern.findall(record))
    return found


def _records(connection: sqlite3.Connection) -> Iterator[bytes]:
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (name,) in names:
        columns = connection.execute("SELECT name FROM pragma_table_info(?)", (name,))
        if (RECORD,) in columns.fetchall():
            query = f'SELECT "{RECORD}" FROM "{name}"'  # noqa: S608  (a name from the file itself)
            for (record,) in connection.execute(query):
                yield record


async def count_views_that_differ(tables: Sequence[Table], addresses: Addresses, load: Load) -> int:
    """Connect every seat again; how many are not shown what their clients saw last."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def look(table: Table) -> int:
        async with turns:
            return await _look_again(table, addresses.next(), load)

    return sum(await asyncio.gather(*(look(table) for table in tables)))


async def _look_again(table: Table, address: Address, load: Load) -> int:
    differ = 0
    for seat in table.seats:
        assert isinstance(seat, BroadsideSeat)
        again = BroadsideSeat(Table(table.crowd, table.name), seat.credential)
        try:
            await again.connect(address)
            await again.wait_until_shown()
        except ConnectionEnded:
            differ += 1
        else:
            differ += not _is_same(seat, again, load)
        if again.socket is not None:
            again.socket.close()
    return differ


def _is_same(before: BroadsideSeat, after: BroadsideSeat, load: Load) -> bool:
    """Whether a seat is shown what it was shown before; or something later, if that may be.

    The number may be higher: a server may have noted that it had been away.
    """
    assert before.last is not None
    assert after.last is not None
    if after.seq < before.seq:
        return False
    if load.moves_alone and after.seq > before.seq:
        return True
    view, shown = before.last.view, after.last.view
    return view == shown or msgspec.json.decode(view) == msgspec.json.decode(shown)
