"""The schema is a promise to files that exist; and what is asked of it is answered by indexes."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from broadside.store.schema import APPLICATION_ID, SCHEMA_VERSION
from broadside.store.sqlite import DUE, VALUE, SqliteStore

from .shelf import WAITING, fill, with_store

GOLDEN = Path(__file__).parent / "schema.sql"
MANY = 100_000


def statements(connection: sqlite3.Connection) -> list[str]:
    """What made the tables and indexes of a file."""
    query = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
    return [sql for (sql,) in connection.execute(query)]


def test_the_schema_is_the_promised_one(tmp_path: Path) -> None:
    """Another schema needs another version, and a way for the files of this one."""
    fill(tmp_path / "broadside.sqlite", 1)
    connection = sqlite3.connect(tmp_path / "broadside.sqlite")
    promised = [text.strip() for text in GOLDEN.read_text(encoding="utf-8").split(";")]
    assert statements(connection) == promised[:-1]
    assert connection.execute("PRAGMA application_id").fetchone() == (0x42524F41,)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert (APPLICATION_ID, SCHEMA_VERSION) == (0x42524F41, 1)
    connection.close()


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("read", "records_of_table (number=? AND seq>?)"),
        ("row", "sqlite_autoindex_tables_1 (name=?)"),
        ("find_code", "tables_by_code (code=?)"),
        ("listed", "tables_by_listed (listed_ms<?)"),
        ("due", "tables_by_wake (wake_ms<?)"),
        ("next_wake", "tables_by_wake"),
        ("count", "tables_by_state"),
        ("marked", "PRIMARY KEY (key=?)"),
        ("marks", "PRIMARY KEY (key>? AND key<?)"),
        ("result", "PRIMARY KEY (number=?)"),
        ("results_of", "players_by_key (key=?)"),
    ],
)
def test_every_query_uses_an_index(tmp_path: Path, query: str, index: str) -> None:
    """None looks at all tables, and none but a player's own results is sorted after reading."""
    fill(tmp_path / "broadside.sqlite", 1)
    connection = sqlite3.connect(tmp_path / "broadside.sqlite")
    asked = DUE if query == "due" else getattr(SqliteStore.queries, query)
    plan = [
        step
        for (_, _, _, step) in connection.execute(
            f"EXPLAIN QUERY PLAN {VALUE.sub('?', asked)}", [1] * asked.count("$")
        )
    ]
    connection.close()
    assert any(index in step for step in plan), plan
    whole = [step for step in plan if step.startswith("SCAN") and "COVERING INDEX" not in step]
    assert whole == [], plan
    sorted_after = [step for step in plan if "TEMP B-TREE" in step]
    assert bool(sorted_after) == (query == "results_of"), plan


def test_tables_without_moments_and_codes_are_in_no_such_index(tmp_path: Path) -> None:
    """Games that are over cost the lists nothing."""
    fill(tmp_path / "broadside.sqlite", 1)  # one table that waits for nothing
    connection = sqlite3.connect(tmp_path / "broadside.sqlite")
    for column in ("wake_ms", "code", "listed_ms"):
        index = f"tables_by_{column.removesuffix('_ms')}"
        query = f"SELECT count(*) FROM tables INDEXED BY {index} WHERE {column} IS NOT NULL"
        assert connection.execute(query).fetchone() == (0,)
    connection.close()


@pytest.fixture(scope="module")
def many_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with 100,000 waiting tables, of which every second has a result."""
    path = tmp_path_factory.mktemp("many") / "broadside.sqlite"
    with_store(path, lambda store: store.count())
    connection = sqlite3.connect(path)
    with connection:
        connection.executemany(
            "INSERT INTO tables VALUES (?, ?, 'waiting', ?, ?, ?, ?)",
            (
                (n, f"table {n * 7919 % MANY}", 10**12 + n * 31 % MANY, f"C{n}", n, bytes(300))
                for n in range(1, MANY + 1)
            ),
        )
        connection.executemany(
            "INSERT INTO records (number, seq, record) VALUES (?, 0, ?)",
            ((n, bytes(800)) for n in range(1, MANY + 1)),
        )
        connection.executemany(
            "INSERT INTO results VALUES (?, 'jamaica', ?, ?, ?)",
            ((n, n, n, bytes(300)) for n in range(2, MANY, 2)),
        )
        connection.executemany(
            "INSERT INTO players VALUES (?, ?, ?, 0.5, 7)",
            (
                (n, seat, f"player {(n + seat) % 5000}")
                for n in range(2, MANY, 2)
                for seat in (0, 1)
            ),
        )
    connection.close()
    return path


def test_a_file_with_many_tables_opens_at_once(many_tables: Path) -> None:
    """It is large, so it is not read whole; opening again and again stays quick."""
    assert many_tables.stat().st_size > 100_000_000
    begun = time.perf_counter()
    for _ in range(5):
        with_store(many_tables, lambda store: store.next_wake_ms(0))
    assert time.perf_counter() - begun < 2.5  # about 0.1 s on a quiet machine


def test_questions_are_answered_at_once_whatever_the_number_of_tables(many_tables: Path) -> None:
    """Twenty times each; a look at all tables would take half a minute."""

    async def case(store: SqliteStore) -> None:
        epoch = await store.lease("")
        questions: list[Callable[[], Awaitable[object]]] = [
            lambda: store.next_wake_ms(10**12),
            lambda: store.due(10**12 + 50, 100),
            lambda: store.listed(MANY, 50),
            lambda: store.find_code("C77777"),
            lambda: store.row("table 500"),
            lambda: store.read("table 500"),
            lambda: store.result("table 500"),
            lambda: store.results_of("player 500", MANY),
        ]
        answers = [await ask() for ask in questions]
        assert [bool(answer) for answer in answers[:6]] == [True] * 6
        results = await store.results_of("player 500", MANY)
        assert [result.at_ms for _, result, _ in results[:2]] == [95_500, 90_500]
        begun = time.perf_counter()
        for _ in range(20):
            await asyncio.gather(*(ask() for ask in questions))
            await store.append("new", epoch, len(await store.read("new")), [b""], WAITING)
        assert time.perf_counter() - begun < 5.0  # about 0.1 s on a quiet machine

    with_store(many_tables, case)
