"""Finished tables, read while servers may be at work on the same store: nothing is written."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from broadside.store.interface import StoreError
from broadside.store.schema import not_read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from broadside.store.interface import Store

AT_ONCE: Final = 200
"""So many tables are looked up together."""
OVER: Final = "SELECT number, name FROM tables WHERE state = 'over' ORDER BY number"
RECORDS: Final = "SELECT record FROM records WHERE number = ? ORDER BY seq"


def finished_tables(path: Path) -> Iterator[tuple[str, list[bytes]]]:
    """The name and all records of each table whose game is over, the oldest first."""
    if not path.is_file():
        raise StoreError(f"There are no tables in {path.parent}: {path.name} is missing.")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            for number, name in file.execute(OVER).fetchall():
                yield name, [record for (record,) in file.execute(RECORDS, (number,))]
    except sqlite3.Error as error:
        raise not_read(path, error) from error


def finished_in(store: Store) -> Iterator[tuple[str, list[bytes]]]:
    """The same of a store, which is opened and closed: a database as it is at one moment."""
    with asyncio.Runner() as runner:
        runner.run(store.open())
        try:
            number = -1
            while found := runner.run(store.finished(number, AT_ONCE)):
                for _, name, _ in found:
                    yield name, runner.run(store.read(name))
                number = found[-1][0]
        finally:
            runner.run(store.close())
