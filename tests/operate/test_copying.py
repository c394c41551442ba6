"""Stores are copied whole, backups are of one moment, and nothing is lost on the way."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from broadside.cli import main
from broadside.operate import copying
from broadside.operate.backup import back_up, restore
from broadside.operate.copying import copy, digest
from broadside.store.interface import Store, StoreError
from broadside.store.memory import MemoryStore
from broadside.store.postgresql.store import PostgresStore
from broadside.store.sqlite import SqliteStore
from tests.postgresql import shared_server
from tests.store.contract import OVER, PLAYING, RESULT, WAITING

TABLES, AT_ONCE = 45, 20
"""More than are copied at once."""


async def fill(store: Store, tables: int = TABLES) -> None:
    """Tables of all kinds, with any names and any bytes."""
    chance = random.Random(3)
    for number in range(tables):
        name = f"{number * 7919 % tables} \0 ż"
        row = chance.choice([WAITING, PLAYING, OVER])._replace(code=f"C{number}", listed_ms=number)
        result = RESULT._replace(at_ms=number) if row.state == "over" else None
        records = [chance.randbytes(30) for _ in range(chance.randrange(1, 6))]
        await store.append(name, await store.lease(name), 0, records, row, result)
    await store.mark("salt", b"\x00pepper")


def quiet(_tables: int) -> None:
    """Tell nobody."""


@pytest.mark.parametrize("way", ["sqlite to postgresql", "postgresql to sqlite"])
def test_a_copy_is_the_same_in_everything_that_can_be_asked(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the order of opening, which decides between equal moments and codes."""
    monkeypatch.setattr(copying, "AT_ONCE", AT_ONCE)

    async def case() -> None:
        stores: dict[str, Store] = {
            "sqlite": SqliteStore(tmp_path / "data" / "broadside.sqlite"),
            "postgresql": PostgresStore(shared_server().new_url()),
        }
        source, target = (stores[name] for name in way.split(" to "))
        for store in stores.values():
            await store.open()
        await fill(source)
        copied = await copy(source, target, quiet)
        assert copied.tables == TABLES and copied.results > 10
        assert await digest(source) == await digest(target) == copied.digest
        for ask in QUESTIONS:
            assert await ask(source) == await ask(target)
        assert await copy(source, target, quiet) == copied  # nothing is left to do
        _, name = (await source.opened_after(-1, 1))[0]
        await source.append(name, await source.lease(name), len(await source.read(name)), [b"new"])
        with pytest.raises(StoreError, match="already, and it is another one"):
            await copy(source, target, quiet)
        for store in stores.values():
            await store.close()

    asyncio.run(case())


QUESTIONS: list[Callable[[Store], Awaitable[object]]] = [
    lambda store: store.listed(10**6, 1000),
    lambda store: store.find_code("C7"),
    lambda store: store.next_wake_ms(0),
    lambda store: store.count(),
    lambda store: store.results_of("anne", 10**6),
    lambda store: store.marks(),
]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_is_of_one_moment_while_tables_are_played(tmp_path: Path, kind: str) -> None:
    """Two tables always get their records together: no backup has one without the other."""
    where = str(tmp_path / "data") if kind == "sqlite" else shared_server().new_url()

    async def play(store: Store, stop: threading.Event, begun: threading.Event) -> None:
        await store.open()
        epochs = {name: await store.lease(name) for name in ("left", "right")}
        for name, epoch in epochs.items():
            await store.append(name, epoch, 0, [bytes(2000)], PLAYING)
        seq = 1
        while not stop.is_set():
            for name, epoch in epochs.items():  # in this order, each durable before the next
                await store.append(name, epoch, seq, [b"%d" % seq * 200])
            seq += 1
            if seq == 20:
                begun.set()
        await store.close()

    stop, begun = threading.Event(), threading.Event()

    def server() -> None:
        store: Store = (
            SqliteStore(tmp_path / "data" / "broadside.sqlite")
            if kind == "sqlite"
            else PostgresStore(where)
        )
        asyncio.run(play(store, stop, begun))

    playing = threading.Thread(target=server)
    playing.start()
    begun.wait(30)
    try:
        for turn in range(3):
            asyncio.run(back_up(where, tmp_path / f"backup-{turn}.sqlite", quiet))
    finally:
        stop.set()
        playing.join()

    async def look(turn: int) -> int:
        found = MemoryStore()
        await restore(tmp_path / f"backup-{turn}.sqlite", found, quiet)
        left, right = len(await found.read("left")), len(await found.read("right"))
        assert left - right in (0, 1)
        return left

    lengths = [asyncio.run(look(turn)) for turn in range(3)]
    assert lengths == sorted(lengths) and lengths[0] >= 20
    assert (tmp_path / "backup-0.sqlite").stat().st_mode & 0o077 == 0


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a folder into a database and back through a backup: everything is there."""
    first, last = tmp_path / "first", tmp_path / "last"

    async def fill_folder() -> str:
        store = SqliteStore(first / "broadside.sqlite")
        await fill(store, 30)
        found = await digest(store)
        await store.close()
        return found

    whole = asyncio.run(fill_folder())
    url = shared_server().new_url()
    file = tmp_path / "backup.sqlite"
    assert main(["store", "copy", str(first), url]) == 0
    assert main(["backup", str(file), "--store", url]) == 0
    assert main(["restore", str(file), "--data", str(last)]) == 0
    assert "30 tables with" in capsys.readouterr().out

    async def look() -> str:
        store = SqliteStore(last / "broadside.sqlite")
        found = await digest(store)
        await store.close()
        return found

    assert asyncio.run(look()) == whole


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["backup", "{folder}/new.sqlite", "--data", "{folder}/nowhere"], "There is no"),
        (["backup", "{folder}/there", "--data", "{folder}/data"], "is there already"),
        (["backup", "{folder}/no/where.sqlite", "--data", "{folder}/data"], "Cannot write to"),
        (["restore", "{folder}/nothing", "--data", "{folder}/empty"], "There is no"),
        (["restore", "{folder}/there", "--data", "{folder}/empty"], "is not a database"),
        (["restore", "{folder}/there", "--data", "{folder}/data"], "an empty place"),
        (["store", "copy", "{folder}/data", "mysql://x"], "no store of the kind mysql"),
        (["store", "copy", "{folder}/data", "postgresql://127.0.0.1:1/x"], "Cannot connect"),
        (["backup", "x", "--data", "y", "--store", "z"], "give one of them"),
    ],
)
def test_mistakes_cost_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], reason: str
) -> None:
    """Each names what is wrong, and nothing is overwritten."""

    async def fill_folder() -> None:
        store = SqliteStore(tmp_path / "data" / "broadside.sqlite")
        await fill(store, 2)
        await store.close()

    asyncio.run(fill_folder())
    (tmp_path / "there").write_text("something else, and longer than a hundred bytes" * 3)
    assert main([part.replace("{folder}", str(tmp_path)) for part in command]) == 2
    told = capsys.readouterr().err
    assert reason in told and len(told.splitlines()) == 1
    assert (tmp_path / "there").read_text().startswith("something else")


def test_a_database_in_use_is_not_copied(capsys: pytest.CaptureFixture[str]) -> None:
    """A server could change what was copied already."""
    url = shared_server().new_url()

    async def serving() -> PostgresStore:
        store = PostgresStore(url)
        await store.open()
        return store

    with asyncio.Runner() as runner:
        store = runner.run(serving())
        done = runner.run(asyncio.to_thread(main, ["store", "copy", url, url]))
        runner.run(store.close())
    assert done == 2
    assert "a server uses the database now" in capsys.readouterr().err
