"""The puzzles of the package: each can be reached, asks its seat, and has a legal solution."""

from __future__ import annotations

import httpx
import pytest

import broadside
from broadside.cli.puzzles import CLEAR
from broadside.kernel.errors import BroadsideError
from broadside.lessons.puzzles import DAY_MS, collection, puzzle_info
from broadside.replays.puzzles.collection import position, puzzles
from broadside.service.refusal import Refusal

from .live import running

GAMES = [broadside.game(name) for name in broadside.games()]
COUNTS = {"jolly-and-roger": 50, "jamaica": 50, "tortuga-1667": 50, "jolly-roger": 50}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_puzzle_leads_to_its_position(game: broadside.Game) -> None:
    for puzzle in puzzles(game.name, game.version):
        table = position(game, puzzle)
        legal = [action.text for action in table.legal(puzzle.seat)]
        told = puzzle.judgement
        assert table.is_asked(puzzle.seat)
        assert {told.best, told.played} <= set(legal)
        assert told.best == puzzle.chances[0].action != told.played
        assert told.is_mistake
        assert told.best_chance > told.chance
        others = [one.chance for one in puzzle.chances[1:]]
        assert puzzle.chances[0].chance - max(others) >= CLEAR


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_puzzles_are_the_same(game: broadside.Game) -> None:
    seeds = [puzzle.seed for puzzle in puzzles(game.name, game.version)]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_there_are_enough_puzzles_for_weeks(game: broadside.Game) -> None:
    assert len(puzzles(game.name, game.version)) == COUNTS[game.name]


def test_a_puzzle_a_day() -> None:
    game = broadside.game("jolly-and-roger")
    count = collection(game, 0).count
    days = [collection(game, day * DAY_MS + 5).today for day in range(count + 2)]
    assert days == [*range(count), 0, 1]


def test_puzzles_of_another_version_are_not_shown() -> None:
    assert puzzles("jolly-and-roger", 999) == []


def test_a_puzzle_shows_its_seat_what_it_may_know() -> None:
    game = broadside.game("jamaica")
    (told, puzzle) = (puzzle_info(game, 3), puzzles("jamaica", game.version)[3])
    table = position(game, puzzle)
    assert told.update.view == table.view(puzzle.seat)
    assert told.solution.best in told.update.legal
    assert [seat.kind for seat in told.table.seats].count("person") == 1
    with pytest.raises(Refusal, match="there is no 1000"):
        puzzle_info(game, 1000)


def test_a_puzzle_that_does_not_fit_any_more_says_so() -> None:
    """The rules may change under the same version by mistake."""
    game = broadside.game("jamaica")
    puzzle = puzzles("jamaica", game.version)[0]
    broken = type(puzzle)(**{name: getattr(puzzle, name) for name in puzzle.__struct_fields__})
    broken.actions = [(0, "dance")]
    with pytest.raises(BroadsideError, match="action 1"):
        position(game, broken)


def test_puzzles_over_http() -> None:
    with running() as address, httpx.Client(base_url=f"{address}/api/games") as client:
        told = client.get("/jamaica/puzzles").json()
        assert (told["game"], told["count"]) == ("jamaica", COUNTS["jamaica"])
        puzzle = client.get(f"/jamaica/puzzles/{told['today']}").json()
        assert puzzle["number"] == told["today"]
        assert puzzle["update"]["legal"]
        for path, code in [
            ("chess/puzzles", "unknown_game"),
            ("jamaica/puzzles/x", "unknown_puzzle"),
        ]:
            assert client.get(path).json()["code"] == code
