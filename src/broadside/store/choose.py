"""Which store is meant: a PostgreSQL database by its address, or the file of a data folder."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.store.interface import StoreError
from broadside.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from broadside.store.interface import Store

DATA_FILE: Final = "broadside.sqlite"
SCHEMES: Final = ("postgresql://", "postgres://")
NO_DRIVER: Final = (
    "PostgreSQL needs the package asyncpg, which is not installed."
    " Install it: pip install 'broadside[postgresql]', or in a working copy"
    " .venv/bin/pip install asyncpg."
)


def is_database(where: str) -> bool:
    """Whether an address names a database, and not a folder."""
    return where.startswith(SCHEMES)


def choose_store(where: str, address: str = "") -> Store:
    """The store at an address, or in a folder; a database is connected to once, to be sure of it.

    `address` is where other servers of the database reach this one. Raises `StoreError`.
    """
    if not is_database(where):
        if "://" in where:
            kind = where.partition("://")[0]
            raise StoreError(
                f"There is no store of the kind {kind}: name a folder, or postgresql://…"
            )
        return SqliteStore(Path(where) / DATA_FILE)
    try:
        from broadside.store.postgresql.store import PostgresStore, check
    except ImportError:
        raise StoreError(NO_DRIVER) from None
    asyncio.run(check(where))
    return PostgresStore(where, address)
