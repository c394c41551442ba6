"""Which store an address means, and what is said where it cannot be used."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from broadside.store.choose import choose_store
from broadside.store.interface import StoreError
from broadside.store.sqlite import SqliteStore


def test_a_folder_is_a_folder(tmp_path: Path) -> None:
    """Whatever it is called."""
    store = choose_store(str(tmp_path / "postgresql"))
    assert isinstance(store, SqliteStore)
    asyncio.run(store.close())


def test_other_kinds_are_refused() -> None:
    """No folder of that name is made."""
    with pytest.raises(StoreError, match="no store of the kind mysql"):
        choose_store("mysql://127.0.0.1/x")
    assert not Path("mysql:").exists()


def test_without_the_driver_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who never heard of PostgreSQL never needs it, and who wants it is told the command."""
    for name in [name for name in sys.modules if name.startswith("broadside.store.postgresql.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install 'broadside\[postgresql\]'"):
        choose_store("postgresql://127.0.0.1/x")
