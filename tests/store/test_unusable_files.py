"""Files and folders that cannot be used: the sentence says which, why, and what would help."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from broadside.store.interface import StoreError
from broadside.store.schema import APPLICATION_ID, SCHEMA_VERSION
from broadside.store.sqlite import SqliteStore

from .shelf import fill, read_back, with_store

OF_BEFORE = f"""
CREATE TABLE streams (number INTEGER PRIMARY KEY, name TEXT, length INTEGER, finished INTEGER);
CREATE TABLE records (stream INTEGER, seq INTEGER, record BLOB);
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = 1;
"""


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """The sentence names the file and the way out; the file stays as it was."""
    path = tmp_path / "broadside.sqlite"
    path.write_bytes(b"Dear diary, " * 500)
    with pytest.raises(StoreError, match=r"broadside\.sqlite is damaged .*backup"):
        SqliteStore(path)
    assert path.read_bytes() == b"Dear diary, " * 500


@pytest.mark.parametrize("is_small", [True, False])
@pytest.mark.parametrize("cut", [0.5, 0.9])
def test_a_cut_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: float, is_small: bool
) -> None:
    """A file that lost its end is noticed at the start, also a large one that is not read whole."""
    path = tmp_path / "broadside.sqlite"
    fill(path, 300)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * cut)])
    if not is_small:
        monkeypatch.setattr("broadside.store.schema.SMALL_BYTES_MAX", 0)
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(path)


def scratch(path: Path) -> None:
    """Overwrite pages with noise; not the first ones, which every opening reads."""
    noisy = bytearray(path.read_bytes())
    noisy[-40_960:-8192] = bytes(i * 37 % 251 for i in range(32_768))
    path.write_bytes(noisy)


def test_a_scratched_file(tmp_path: Path) -> None:
    """Pages overwritten with noise are noticed at the start."""
    path = tmp_path / "broadside.sqlite"
    fill(path, 300)
    scratch(path)
    with pytest.raises(StoreError, match=r"broadside\.sqlite is damaged .*backup"):
        SqliteStore(path)


def test_a_large_scratched_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read whole at the start: whatever meets the damage says so, as clearly."""
    path = tmp_path / "broadside.sqlite"
    fill(path, 300)
    scratch(path)
    monkeypatch.setattr("broadside.store.schema.SMALL_BYTES_MAX", 0)

    async def case(store: SqliteStore) -> None:
        with pytest.raises(StoreError, match=r"broadside\.sqlite is damaged .*backup"):
            await store.read("table")
        epoch = await store.lease("table")
        rewritings = [store.rewrite("table", epoch, seq, b"") for seq in range(300)]
        outcomes = await asyncio.gather(*rewritings, return_exceptions=True)
        assert any("is damaged" in str(outcome) for outcome in outcomes)

    with_store(path, case)


def test_a_newer_file(tmp_path: Path) -> None:
    """A file of a newer version is left alone."""
    path = tmp_path / "broadside.sqlite"
    fill(path, 1)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer Broadside"):
        SqliteStore(path)


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        ("CREATE TABLE recipes (name TEXT)", "not one of Broadside. It was left alone"),
        (OF_BEFORE, "from before the first release.* It was left alone. Move it away"),
    ],
)
def test_a_file_that_is_not_ours(tmp_path: Path, statements: str, reason: str) -> None:
    """We do not write into another programme's database, nor into one that we cannot read."""
    path = tmp_path / "broadside.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(statements)
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=reason):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_file_that_was_only_begun(tmp_path: Path) -> None:
    """A server was killed before anything stood in it: it is made a store now."""
    path = tmp_path / "broadside.sqlite"
    path.touch()
    fill(path, 1)
    assert read_back(path, "table") == [b"0000" * 100]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(StoreError, match=r"Cannot create the data folder .*data"):
        SqliteStore(tmp_path / "data" / "broadside.sqlite")


def test_a_folder_where_the_file_should_be(tmp_path: Path) -> None:
    """SQLite cannot open a folder."""
    (tmp_path / "broadside.sqlite").mkdir()
    with pytest.raises(StoreError, match=r"Cannot open .*broadside\.sqlite"):
        SqliteStore(tmp_path / "broadside.sqlite")


def test_a_folder_without_the_right_to_write(tmp_path: Path) -> None:
    """The sentence names the folder, and says what to do."""
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o500)
    if os.geteuid() == 0:
        folder = Path("/proc/self")  # even root cannot put a file there
    with pytest.raises(StoreError, match="Make the data folder writable"):
        SqliteStore(folder / "broadside.sqlite")


def test_a_refused_file_does_not_keep_the_folder_locked(tmp_path: Path) -> None:
    """The same process may try again, once the file is well."""
    path = tmp_path / "broadside.sqlite"
    path.write_bytes(b"Dear diary, " * 500)
    for _ in range(2):
        with pytest.raises(StoreError, match="damaged"):
            SqliteStore(path)
    path.unlink()
    fill(path, 1)
