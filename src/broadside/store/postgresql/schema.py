"""The PostgreSQL database: its tables, and how an older one becomes one of today."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.store.interface import StoreError

if TYPE_CHECKING:
    import asyncpg

LOCK: Final = 0x42524F41
"""Servers that start together change the database one after the other."""

# A table is two rows: a narrow one that every append changes, and what lists show. Names and codes
# are compared byte by byte, whatever language the database speaks.
VERSION_1: Final = """
CREATE TABLE servers (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address text NOT NULL,
    until timestamptz NOT NULL
);
CREATE TABLE tables (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    owner bigint,
    epoch bigint NOT NULL,
    next_seq bigint NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE table_rows (
    number bigint PRIMARY KEY,
    state text COLLATE "C" NOT NULL,
    wake_ms bigint,
    code text COLLATE "C",
    listed_ms bigint,
    summary bytea NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX rows_by_state ON table_rows (state);
CREATE INDEX rows_by_wake ON table_rows (wake_ms, number) WHERE wake_ms IS NOT NULL;
CREATE INDEX rows_by_code ON table_rows (code, number) WHERE code IS NOT NULL;
CREATE INDEX rows_by_listed ON table_rows (listed_ms, number) WHERE listed_ms IS NOT NULL;
CREATE TABLE records (
    number bigint NOT NULL,
    seq bigint NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (number, seq)
);
CREATE TABLE results (
    number bigint PRIMARY KEY,
    game text NOT NULL,
    at_ms bigint NOT NULL,
    counts_ms bigint NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE players (
    number bigint NOT NULL,
    seat bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    share double precision NOT NULL,
    score bigint NOT NULL,
    PRIMARY KEY (number, seat)
);
CREATE INDEX players_by_key ON players (key);
CREATE TABLE marks (
    key text COLLATE "C" PRIMARY KEY,
    value bytea NOT NULL
);
"""
STEPS: Final = (VERSION_1,)
"""What leads from each version to the next, beginning with an empty database."""


async def prepare(connection: asyncpg.Connection, steps: tuple[str, ...] = STEPS) -> None:
    """Make the tables, or bring those of an older Broadside up to date: all at once or not at all.

    Raises `StoreError` for a database of a newer one, or one where other tables are in the way.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        version = await _version(connection)
        if version > len(steps):
            raise StoreError(
                f"The database was written by a newer Broadside (schema {version}; this one knows"
                f" {len(steps)}). It was left alone. Use that version, or another database."
            )
        for step in steps[version:]:
            await connection.execute(step)
        await connection.execute("UPDATE broadside SET version = $1", len(steps))


async def _version(connection: asyncpg.Connection) -> int:
    """The version of the database; one that has none is given 0, if it is empty."""
    if await connection.fetchval("SELECT to_regclass('broadside')") is not None:
        return int(await connection.fetchval("SELECT version FROM broadside"))
    if await connection.fetchval("SELECT to_regclass('tables')") is not None:
        raise StoreError(
            "The database has tables that are not Broadside's. It was left alone."
            " Use a database, or a schema (?search_path=NAME), of its own."
        )
    await connection.execute("CREATE TABLE broadside (version bigint NOT NULL)")
    await connection.execute("INSERT INTO broadside VALUES (0)")
    return 0
