"""PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip(
    "pettingzoo", reason="pettingzoo is not installed: pip install 'broadside[pettingzoo]'"
)

import numpy as np

with warnings.catch_warnings():  # its tests import games of its own in a way that it has given up
    warnings.simplefilter("ignore")
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        performance_benchmark,
        seed_test,
    )
    from pettingzoo.test.seed_test import parallel_seed_test
    from pettingzoo.utils import parallel_to_aec

from broadside.adapters import pettingzoo
from broadside.games import registry
from broadside.kernel.errors import BadOption, BadSeats, BroadsideError, IllegalAction
from tests.editions import extreme_file

TABLES = [
    (game.name, seats) for game in registry.GAMES for seats in (game.seats[0], game.seats[-1])
]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """PettingZoo's tests warn of what they do not expect of observations with masks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_api(game: str, seats: int) -> None:
    api_test(pettingzoo.env(game, seats), num_cycles=30)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_parallel_api(game: str, seats: int) -> None:
    parallel_api_test(pettingzoo.parallel_env(game, seats), num_cycles=30)


@pytest.mark.parametrize("game", [game.name for game in registry.GAMES])
def test_seeds(game: str) -> None:
    seed_test(lambda: pettingzoo.env(game), num_cycles=15)
    parallel_seed_test(lambda: pettingzoo.parallel_env(game), num_cycles=15)


@pytest.mark.parametrize("game", [game.name for game in registry.GAMES])
def test_max_cycles(game: str) -> None:
    def parallel_env(max_cycles: int) -> Any:
        return pettingzoo.parallel_env(game, max_cycles=max_cycles)

    def env(max_cycles: int) -> Any:
        return parallel_to_aec(parallel_env(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=env))


@pytest.mark.parametrize("game", [game.name for game in registry.GAMES])
def test_the_performance_benchmark(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It runs for five seconds; here its clock runs fifty times as fast."""
    started = time.time()
    clock = SimpleNamespace(time=lambda: started + 50 * (time.time() - started))
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)

    performance_benchmark(pettingzoo.env(game))

    assert "turns per second" in capsys.readouterr().out


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a game at random; what each agent was paid in all."""
    chance = random.Random(seed)
    env.reset(seed=seed)
    paid = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, is_over, is_cut, _ = env.last()
        paid[agent] += reward
        done = is_over or is_cut
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if done else chance.choice(legal))
    return paid


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_whole_game_pays_its_result(game: str, seats: int) -> None:
    env = pettingzoo.env(game, seats)

    paid = play(env, seed=3)

    result = env.table.result()
    assert result is not None
    assert list(paid.values()) == pytest.approx([seats * part - 1 for part in result])


def test_a_game_is_cut_short() -> None:
    env = pettingzoo.env("jamaica", max_cycles=7)

    paid = play(env, seed=1)

    assert env.cycles == 7
    assert set(paid.values()) == {0.0}


def test_sealed_answers_are_given_in_one_step() -> None:
    env = pettingzoo.parallel_env("jamaica", 4)
    observations, _ = env.reset(seed=1)
    while len(env.table.deciders()) < 4:
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, *_ = env.step(actions)
    assert all(seen["action_mask"][-1] == 0 for seen in observations.values())
    before = env.table.window_id(), env.table.deciders()

    actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    env.step(actions)

    assert (env.table.window_id(), env.table.deciders()) != before


def test_structured_observations_are_the_same_numbers_by_name() -> None:
    flat, named = (pettingzoo.env("jamaica", 3, structured=is_named) for is_named in (False, True))
    for env in (flat, named):
        env.reset(seed=5)
    row = flat.observe("seat_1")["observation"]
    fields = named.observe("seat_1")["observation"]

    assert named.observation_space("seat_1").contains(named.observe("seat_1"))
    assert fields["ships.holds.good"].shape == (3, 6)
    assert sorted(np.concatenate([part.ravel() for part in fields.values()])) == sorted(row)


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    text, image, printed = (
        pettingzoo.env("tortuga-1667", 4, render_mode=mode)
        for mode in ("ansi", "rgb_array", "human")
    )
    for env in (text, image, printed):
        env.reset(seed=1)

    assert "galleon 4" in text.render()
    assert image.render().shape[2] == 3
    assert len(np.unique(image.render().reshape(-1, 3), axis=0)) > 2
    printed.step(int(printed.observe(printed.agent_selection)["action_mask"].argmax()))
    assert "is asked" in capsys.readouterr().out


def test_mistakes_are_explained() -> None:
    with pytest.raises(BadSeats):
        pettingzoo.env("jamaica", 7)
    with pytest.raises(BadOption):
        pettingzoo.env("jamaica", bank="full")
    with pytest.raises(BroadsideError, match="render mode"):
        pettingzoo.env("jamaica", render_mode="svg")
    env = pettingzoo.env("jolly-and-roger")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(158)
    with pytest.raises(BroadsideError, match="codes go from 0 to 158"):
        env.step(159)


def test_an_edition(tmp_path: Path) -> None:
    """One step with the numbers of a box, in both kinds of environments."""
    file = extreme_file("tortuga-1667", tmp_path)
    env = pettingzoo.env("tortuga-1667", edition=file)
    env.reset(seed=1)
    seen = env.last()[0]
    env.step(int(seen["action_mask"].argmax()))
    assert env.setup.layout["seats.hand"].words == ["cannons", "torchs", "waters"]
    together = pettingzoo.parallel_env("tortuga-1667", edition=file)
    told, _ = together.reset(seed=1)
    assert told["seat_0"]["observation"].shape == seen["observation"].shape
