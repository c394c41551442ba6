"""`broadside bench cluster`: figures of several servers on one database, and nothing lost."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from broadside.arena.load.job import Load
from broadside.cli import main
from broadside.cli.bench_cluster import measure
from tests.postgresql import shared_server

SMALL = Load(game="jolly-and-roger", tables=6, seats=2, seconds=0.5, game_acts=40)


def test_two_servers_are_measured() -> None:
    """Both take their part; an act takes one round trip or less, as many share one."""
    told = asyncio.run(measure(shared_server().url, 2, SMALL, lambda _stage: None))
    assert told["servers"] == 2
    assert told["lost"] == 0
    assert told["acts/s"] > 0
    assert 0 < told["round trips/act"] < 2
    assert told["changes/round trip"] >= 0.5
    assert told["database us/act"] is not None


def test_a_database_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    """What is none costs one line."""
    assert main(["bench", "cluster", "--store", "./folder"]) == 2
    assert "postgresql://" in capsys.readouterr().err


def test_the_database_is_named_on_purpose(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never the one that people play on, because a variable is set."""
    monkeypatch.setenv("BROADSIDE_STORE", "postgresql://broadside@127.0.0.1:1/live")
    assert main(["bench", "cluster"]) == 2
    assert "required: --store" in capsys.readouterr().err


def test_a_database_without_the_right_to_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """Costs one line, too."""
    url = shared_server().url
    asyncio.run(make_guest(url))
    assert main(["bench", "cluster", "--store", url.replace("broadside@", "guest@")]) == 2
    told = capsys.readouterr().err
    assert "permission denied" in told
    assert "Traceback" not in told


async def make_guest(url: str) -> None:
    """A user who may connect, and nothing else."""
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE ROLE guest LOGIN")
    await connection.close()
