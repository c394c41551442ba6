"""One seat learns: Gymnasium's own check, and what a learner relies on."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'broadside[gym]'")

import numpy as np
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from broadside.adapters import gym
from broadside.adapters.layout import layout_of
from broadside.adapters.picture import text_of
from broadside.bots.simple import Bot
from broadside.games import registry
from broadside.kernel.action import Action
from broadside.kernel.errors import BadSeats, BroadsideError, IllegalAction
from broadside.kernel.rng import Rng
from broadside.kernel.state import State
from tests.editions import extreme_file

GAMES = [game.name for game in registry.GAMES]


def chosen(masks: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.intp]:
    """A legal action for each row, by lot."""
    return np.asarray((chance.random(masks.shape) * masks).argmax(axis=1))


def test_gymnasiums_own_check() -> None:
    class Obedient(gym.SeatEnv):
        """Its check knows no masks: whatever it tries, something legal is done."""

        def step(self, action: int) -> object:  # type: ignore[override]
            mask = self.action_masks()
            return super().step(action if mask[action] else int(mask.argmax()))

    env = gym.make("jolly-and-roger")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Obedient(env.batch, "ansi"), skip_render_check=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(game: str) -> None:
    env = gym.make(game, opponents="random", seat=1)
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=4)
    is_over, paid, seats = False, 0.0, env.batch.seats
    while not is_over:
        action = int(chosen(info["action_mask"][None], chance)[0])
        observation, paid, is_over, _, info = env.step(action)
        assert observation[0] == 1  # the seat that observes

    assert -1.0 <= paid <= seats - 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_games(game: str) -> None:
    found = []
    for _ in range(2):
        env = gym.make_vec(game, num_envs=3, opponents="random", seat=None)
        chance = np.random.default_rng(2)
        observations, info = env.reset(seed=7)
        seen: list[NDArray[Any]] = [observations.copy()]
        for _ in range(20):
            observations, rewards, ended, _, info = env.step(chosen(info["action_mask"], chance))
            seen += [observations.copy(), rewards, ended]
        found.append(seen)

    for first, second in zip(*found, strict=True):
        assert np.array_equal(first, second)


def test_rewards_are_paid_when_games_end_and_only_then() -> None:
    env = gym.make_vec("jolly-and-roger", num_envs=16, opponents="greedy")
    chance = np.random.default_rng(3)
    _, info = env.reset(seed=1)
    paid = []
    for _ in range(80):
        _, rewards, ended, cut, info = env.step(chosen(info["action_mask"], chance))
        assert not cut.any()
        assert not rewards[~ended].any()
        paid += rewards[ended].tolist()

    assert len(paid) >= 32
    assert set(paid) <= {-1.0, 0.0, 1.0}
    assert np.mean(paid) < -0.5  # greedy beats chance


def test_the_last_observation_is_that_of_the_game_that_ended() -> None:
    """Not the next deal's: who learns from it would learn nonsense."""
    env = gym.make("jolly-and-roger", seat=None, render_mode="ansi")
    chance = np.random.default_rng(5)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            seat = env.batch.learners[0]
            action = int(chosen(info["action_mask"][None], chance)[0])
            observation, _, is_over, _, info = env.step(action)
        layout = layout_of(registry.find("jolly-and-roger"), 2)
        assert observation[0] == seat
        assert observation[layout["turn"].places] == 8
        assert not info["action_mask"].any() and not env.action_masks().any()
        assert env.render() == text_of(env.batch.last_tables[0], seat)
        with pytest.raises(BroadsideError, match="reset deals"):
            env.step(0)


def test_last_observations_of_many_tables() -> None:
    env = gym.make_vec("jolly-and-roger", num_envs=4, seat=None)
    chance = np.random.default_rng(5)
    _, info = env.reset(seed=3)
    seen = 0
    for _ in range(60):
        learners = env.batch.learners[:]
        _, _, ended, _, info = env.step(chosen(info["action_mask"], chance))
        assert ("final_obs" in info) == ended.any()
        for place in np.flatnonzero(ended):
            assert info["_final_obs"][place]
            row = info["final_obs"][place]
            assert env.single_observation_space.contains(row)
            assert row[0] == learners[place]
            seen += 1
    assert seen >= 4


def test_opponents_sit_clockwise_from_the_learner() -> None:
    asked: dict[str, set[int]] = {"near": set(), "far": set()}

    class Watcher(Bot):
        """Notes where it sits."""

        def choose(self, world: State, seat: int, rng: Rng) -> Action:
            asked[self.name].add(seat)
            return world.legal(seat)[0]

    env = gym.make("jamaica", 3, opponents=[Watcher("near"), Watcher("far")], seat=2)
    _, info = env.reset(seed=1)
    for _ in range(30):
        *_, info = env.step(int(info["action_mask"].argmax()))

    assert asked == {"near": {0}, "far": {1}}


def test_opponents_are_shown_worlds_only() -> None:
    class Peeper(Bot):
        """Keeps what it was shown."""

        shown: list[State] = []  # noqa: RUF012  (one list for all)

        def choose(self, world: State, seat: int, rng: Rng) -> Action:
            self.shown.append(world)
            return world.legal(seat)[0]

    env = gym.make("jolly-and-roger", opponents=Peeper("peeper"))
    env.reset(seed=1)
    while not Peeper.shown:
        env.step(int(env.action_masks().argmax()))

    assert all(world is not env.batch.tables[0] for world in Peeper.shown)


def test_the_table_is_rendered_as_the_learner_sees_it() -> None:
    env = gym.make("jamaica", seat=1, render_mode="ansi")
    env.reset(seed=1)
    hand = env.batch.tables[0].view(1)["ships"][1]["cards"]["hand"]  # type: ignore[index]

    assert " ".join(hand) in env.render()


def test_mistakes_are_explained() -> None:
    with pytest.raises(BadSeats, match="the seats are 0 to 1"):
        gym.make("jolly-and-roger", seat=2)
    with pytest.raises(BroadsideError, match="give 1 to 1 opponents, not 2"):
        gym.make("jolly-and-roger", opponents=["greedy", "greedy"])
    with pytest.raises(BroadsideError, match="there is no bot"):
        gym.make("jolly-and-roger", opponents="nobody")
    with pytest.raises(BroadsideError, match="render mode"):
        gym.make("jolly-and-roger", render_mode="human")
    env = gym.make("jolly-and-roger", first_splitter="seat0")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(158)
    with pytest.raises(BroadsideError, match="is no action"):
        env.step(159)
    with pytest.raises(BroadsideError, match="1 tables, but 2 actions"):
        env.batch.step([0, 0])


def test_an_edition(tmp_path: Path) -> None:
    """Bots and learner play with the numbers of a box; a file that is not there is told."""
    file = extreme_file("jolly-and-roger", tmp_path)
    env = gym.make("jolly-and-roger", opponents="greedy", edition=file)
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    ships: Any = env.batch.tables[0].view(0)["ships"]
    assert [ship["gold"] for ship in ships] == [3, 5, 7, 40]
    assert gym.make_vec("jolly-and-roger", 2, edition=file).reset(seed=1)[0].shape[0] == 2
    with pytest.raises(BroadsideError, match="cannot read"):
        gym.make("jolly-and-roger", edition=tmp_path / "none.toml")
