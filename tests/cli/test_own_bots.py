"""Bots of one's own, named on the command line as path.py:Class."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import broadside
from broadside.bots.search.bot import SearchBot
from broadside.cli.entry import main
from broadside.cli.own_bots import own_bot
from broadside.cli.thinking import player
from broadside.kernel.errors import BroadsideError
from broadside.kernel.rng import FastRng

SOURCE = """
from broadside.bots.simple import Bot

class First(Bot):
    def choose(self, world, seat, rng):
        return world.legal(seat)[0]

class Nameless(Bot):
    def __init__(self):
        super().__init__("nameless")
    def choose(self, world, seat, rng):
        return world.legal(seat)[-1]

class Silent(Bot):
    def choose(self, world, seat, rng):
        return None

class Wordy(Bot):
    def choose(self, world, seat, rng):
        return world.legal(seat)[0].text

class Careful(Bot):
    def __init__(self, advice):
        super().__init__("careful")
        self.advice = advice
    def choose(self, world, seat, rng):
        options = self.advice.sensible(world, seat)
        ratings = self.advice.rate(world, seat, options)
        return options[ratings.index(max(ratings))]

class Thorough(Bot):
    def __init__(self, budget):
        super().__init__("thorough")
        self.budget = budget
    def choose(self, world, seat, rng):
        self.budget.start()
        while not self.budget.is_over():
            self.budget.done += 1
        return world.legal(seat)[-1]

class Curious(Bot):
    def __init__(self, weather):
        super().__init__("curious")

class Plain:
    name = "plain"
    def choose(self, world, seat, rng):
        return world.legal(seat)[0]
"""
GAME = broadside.game("jolly-and-roger")
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A file with bots."""
    file = tmp_path / "mine.py"
    file.write_text(SOURCE, encoding="utf-8")
    return str(file)


def simulate(bots: str, *more: str) -> int:
    argv = ["simulate", "jolly-and-roger", "--games", "2", "--workers", "1", "--bots", bots]
    return main([*argv, *more])


@pytest.mark.parametrize("name", ["First", "Nameless", "Careful", "Thorough@7"])
def test_own_bots_play(path: str, name: str, capsys: Capture) -> None:
    """Made with a name, without one or with the game's advice, as the class wants it."""
    assert simulate(f"greedy,{path}:{name}", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["by_bot"][f"{path}:{name}"]["games"] == 2


def test_own_bots_play_in_the_arena(path: str, capsys: Capture) -> None:
    argv = ["arena", "jolly-and-roger", "--bots", f"greedy,{path}:First", "--games", "4", "--json"]
    assert main(argv) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 4


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Silent", "answered None in seat 0; expected an Action out of world.legal(seat), such as"),
        ("Wordy", "of type str in seat 0; expected an Action"),
    ],
)
def test_nonsense_is_told_with_what_was_expected(
    path: str, name: str, message: str, capsys: Capture
) -> None:
    assert simulate(f"{path}:{name},greedy", "--option", "first_splitter=seat0") == 2
    assert message in capsys.readouterr().err


def test_a_class_that_is_no_bot_is_told_what_is_missing(path: str) -> None:
    with pytest.raises(BroadsideError, match="has no answer, offer; derive it from"):
        own_bot(f"{path}:Plain", GAME)


def test_a_class_that_wants_to_be_given_other_things_is_told_what_there_is(path: str) -> None:
    with pytest.raises(
        BroadsideError, match="for weather; it may ask for name, game, advice, budget"
    ):
        own_bot(f"{path}:Curious", GAME)


def test_a_wrong_class_is_told_the_bots_there_are(path: str) -> None:
    with pytest.raises(BroadsideError, match="no class 'Frist'; its bots are First, Nameless"):
        own_bot(f"{path}:Frist", GAME)


def test_each_bot_may_have_a_budget_of_its_own(path: str) -> None:
    """`captain@400` looks 400 times ahead, whatever the others do."""
    small, large = (player(f"captain@{count}", GAME, think_ms=5) for count in (12, 40))
    assert isinstance(small, SearchBot)
    assert isinstance(large, SearchBot)
    assert (small.budget.look_aheads, large.budget.look_aheads) == (12, 40)
    assert small.name == "captain@12"
    thorough = player(f"{path}:Thorough@7", GAME)
    table = broadside.new(GAME.name, seed=1)
    thorough.choose(table, table.deciders()[0], FastRng(1))
    assert thorough.budget.done == 7  # type: ignore[attr-defined]
    for name in ("captain@", "captain@many", "greedy@5"):
        with pytest.raises(BroadsideError, match="look"):
            player(name, GAME)


def test_think_sets_the_time_of_searching_bots(capsys: Capture) -> None:
    argv = ["simulate", "jamaica", "--seats", "2", "--bots", "captain,random", "--games", "1"]
    assert main([*argv, "--think", "1", "--workers", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["finished"] == 1
