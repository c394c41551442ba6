"""`broadside export`: what people played, in the form of a simulation, and nobody's name."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from broadside.arena.results import read_results
from broadside.arena.rows import LEVELS
from broadside.cli.entry import main
from broadside.cli.export import rows_of
from broadside.store.choose import DATA_FILE
from broadside.store.postgresql.store import PostgresStore
from broadside.store.sqlite import SqliteStore
from tests.postgresql import shared_server
from tests.server.harness import NAME
from tests.server.live import running, watch_to_the_end

from .recorded import recorded_game

BOTS = [{"kind": "bot", "bot": "random"}] * 2


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two finished games and one that nobody has begun."""
    folder = tmp_path_factory.mktemp("data")
    with running(SqliteStore(folder / DATA_FILE)) as address:
        for seats in (BOTS, BOTS, [{"kind": "open"}] * 2):
            wish = {"game": NAME, "options": {}, "seats": seats}
            table = httpx.post(f"{address}/api/tables", json=wish).json()["table"]
            if seats is BOTS:
                watch_to_the_end(address, table)
    return folder


def test_finished_games_become_rows_of_seats(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "people.csv"

    assert main(["export", NAME, "--agreed", "--data", str(data), "--out", str(out)]) == 0

    rows = list(read_results(out))
    assert [(row["number"], row["seat"]) for row in rows] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(rows[0]) == list(LEVELS["seats"])
    assert {row["bot"] for row in rows} == {"random"}
    assert all(row["share"] is not None and row["answers"] > 20 for row in rows)


def test_a_database_gives_the_same_rows(data: Path, tmp_path: Path) -> None:
    """Also while a server uses it."""
    url = shared_server().new_url()
    assert main(["store", "copy", str(data), url]) == 0
    outs = [tmp_path / "folder.csv", tmp_path / "database.csv"]
    with running(PostgresStore(url)):
        for place, out in zip((["--data", str(data)], ["--store", url]), outs, strict=True):
            assert main(["export", NAME, "--agreed", *place, "--out", str(out)]) == 0

    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_a_database_that_cannot_be_reached_costs_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--store", "postgresql://127.0.0.1:1/x", "--out", str(tmp_path / "a.csv")]

    assert main(["export", NAME, "--agreed", *place]) == 2

    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_is_named(level: str) -> None:
    file = recorded_game()

    rows = rows_of(file, ["person", "greedy"], 3, level)

    text = json.dumps(rows)
    assert not any(name in text for name in file.seats)
    assert rows[0]["number"] == 3
    if level == "seats":
        assert [row["bot"] for row in rows] == ["person", "greedy"]
        assert [row["score"] for row in rows] == file.scores
        assert sum(row["answers"] for row in rows) == len(file.actions)


def test_it_asks_for_the_operators_word(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "people.csv"
    for words, told in (
        ([NAME, "--data", str(data)], "add --agreed"),
        (["jamaica", "--agreed", "--data", str(data)], "no finished game of jamaica"),
        ([NAME, "--agreed", "--data", str(tmp_path)], "There are no tables"),
    ):
        assert main(["export", *words, "--out", str(out)]) == 2
        assert told in capsys.readouterr().err
    assert not out.exists()
