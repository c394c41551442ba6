"""A bot author's own bots: plain subclasses, and the example of the documentation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import broadside
from broadside.arena.match import BadBotError, play_match
from broadside.bots.levels import bot
from broadside.bots.simple import Bot
from broadside.kernel.action import Action
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

ROOT = Path(__file__).parents[2]
GAME = broadside.game("jolly-and-roger")
LINES_MAX = 30


class LastBot(Bot):
    """Always takes the last legal action, and remembers what it saw."""

    def __init__(self) -> None:
        super().__init__("last")
        self.worlds: list[State] = []

    def choose(self, world: State, seat: int, rng: Rng) -> Action:
        self.worlds.append(world.clone())
        return world.legal(seat)[-1]


class Cheat(Bot):
    """Calls at Tortuga when it is asked to split."""

    def choose(self, world: State, seat: int, rng: Rng) -> Action:
        return world.action_table().find("tortuga")


def test_a_plain_subclass_can_play() -> None:
    own = LastBot()
    outcome = play_match(GAME, GAME.complete({}), [own, bot("random", GAME)], 1)
    assert outcome.decisions == 56
    assert sum(outcome.result or []) == 1.0
    assert own.worlds


def test_a_bot_gets_only_determinized_worlds() -> None:
    """Two players of one match see the cards that nobody knows in different orders."""
    first, second = LastBot(), LastBot()
    play_match(GAME, GAME.complete({}), [first, second], 1)
    futures = {pile_of(world) for player in (first, second) for world in player.worlds[:5]}
    assert len(futures) > 5
    assert all(world.log is None for world in first.worlds)


def pile_of(world: State) -> str:
    """The line of a written table that holds the future."""
    return next(line for line in world.write().splitlines() if line.startswith("pile"))


def test_an_illegal_answer_names_the_bot() -> None:
    with pytest.raises(BadBotError, match="the bot cheat may not do this: tortuga"):
        play_match(GAME, GAME.complete({}), [Cheat("cheat"), Cheat("cheat")], 1)


def test_the_example_runs() -> None:
    example = ROOT / "examples" / "my_bot.py"
    assert len(example.read_text(encoding="utf-8").splitlines()) <= LINES_MAX
    command = [sys.executable, str(example)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.startswith("boarder ")
