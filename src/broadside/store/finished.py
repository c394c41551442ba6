"""Finished tables of a data folder, read while a server may hold it: nothing is written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from broadside.store.interface import StoreError
from broadside.store.schema import not_read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
