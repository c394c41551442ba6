"""The games as Gymnasium environments: one seat learns, bots play the others.

    env = broadside.adapters.gym.make("jolly-and-roger", opponents="greedy")
    observation, info = env.reset(seed=42)
    observation, reward, is_over, is_cut, info = env.step(int(info["action_mask"].argmax()))

`make_vec` plays at many tables at once, in compiled code. Observations are rows of small numbers as
the layout of the game says. Actions are the codes of the game's; `info["action_mask"]` has a 1 for
each that may be chosen now, and `env.action_masks()` is the same as sb3-contrib wants it. A
finished game pays what its result is worth: with two seats 1 for a victory, -1 for a defeat.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from broadside.adapters import picture
from broadside.adapters.setup import Setup
from broadside.bots import levels
from broadside.bots.batch import ANY_SEAT, Batch
from broadside.bots.simple import Bot
from broadside.kernel.errors import BadSeats, BroadsideError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Rows = NDArray[np.int8]

RENDER_MODES: Final = ["ansi", "rgb_array"]
SEED_BYTES: Final = 6

Opponents = str | Bot


def make(
    game: str,
    seats: int | None = None,
    opponents: Opponents | Sequence[Opponents] = "random",
    *,
    seat: int | None = 0,
    render_mode: str | None = None,
    edition: str | Path = "",
    **options: object,
) -> SeatEnv:
    """A game in which one seat learns.

    `opponents` are the names of bots, or bots of one's own, for the seats clockwise from the
    learner's; the last ones of a short list are asked again. `seat` is the learner's; None takes
    one by lot in each game. `edition` is a file with the numbers of a box.
    """
    if render_mode not in (None, *RENDER_MODES):
        modes = ", ".join(RENDER_MODES)
        raise BroadsideError(f"there is no render mode {render_mode!r}; there are {modes}")
    return SeatEnv(batch_of(game, seats, opponents, seat, 1, options, edition), render_mode)


def make_vec(
    game: str,
    num_envs: int,
    seats: int | None = None,
    opponents: Opponents | Sequence[Opponents] = "random",
    *,
    seat: int | None = 0,
    edition: str | Path = "",
    **options: object,
) -> TablesEnv:
    """Many tables of a game, at each of which one seat learns; else as `make`.

    A table whose game is over is dealt anew in the same step: the observation is the next game's,
    and `info["final_obs"]` has the last one of the game before.
    """
    return TablesEnv(batch_of(game, seats, opponents, seat, num_envs, options, edition))


def batch_of(
    name: str,
    seats: int | None,
    opponents: Opponents | Sequence[Opponents],
    seat: int | None,
    count: int,
    options: Mapping[str, object],
    edition: str | Path,
) -> Batch:
    """The tables of an environment."""
    setup = Setup(name, seats, options, edition)
    if seat is not None and not 0 <= seat < setup.seats:
        raise BadSeats(f"there is no seat {seat}; the seats are 0 to {setup.seats - 1}")
    wanted = [opponents] if isinstance(opponents, (str, Bot)) else list(opponents)
    if not 0 < len(wanted) < setup.seats:
        raise BroadsideError(f"give 1 to {setup.seats - 1} opponents, not {len(wanted)}")
    bots = [levels.bot(each, setup.game) if isinstance(each, str) else each for each in wanted]
    return Batch(
        setup.game,
        setup.options,
        setup.seats,
        ANY_SEAT if seat is None else seat,
        bots,
        setup.layout.encoder,
        count,
        new_seed(),
    )


def new_seed() -> int:
    """A seed that nobody has chosen."""
    return int.from_bytes(os.urandom(SEED_BYTES), "big")


class Seen:
    """What the learner sees at the tables of a batch, as arrays with a row for each table."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.size = batch.encoder.size
        self.actions = len(batch.actions)

    def observations(self) -> Rows:
        """What it sees."""
        return np.frombuffer(self.batch.observations, np.int8).reshape(-1, self.size).copy()

    def masks(self) -> Rows:
        """What it may do."""
        return np.frombuffer(self.batch.masks, np.int8).reshape(-1, self.actions).copy()

    def final(self, place: int) -> NDArray[np.int8]:
        """What it saw of the end of the game that was last played at a table."""
        return np.frombuffer(self.batch.last_seen[place], np.int8).copy()

    def finals(self) -> dict[str, Any]:
        """The same of all games that have ended just now, as Gymnasium wants it."""
        ended = np.array(self.batch.ended)
        if not ended.any():
            return {}
        found = np.full(self.batch.count, None, dtype=object)
        for place in np.flatnonzero(ended).tolist():
            found[place] = self.final(place)
        return {"final_obs": found, "_final_obs": ended}

    def observation_space(self) -> Any:
        """The space of one row."""
        return gymnasium.spaces.Box(-128, 127, (self.size,), np.int8)


class SeatEnv(gymnasium.Env):
    """One table. Nothing may be chosen after the end of the game until `reset` deals again."""

    def __init__(self, batch: Batch, render_mode: str | None) -> None:
        self.batch = batch
        self.seen = Seen(batch)
        self.is_over = False
        self.seat = batch.learners[0]  # the learner's before the step: the next deal may change it
        self.render_mode = render_mode
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2}
        self.observation_space = self.seen.observation_space()
        self.action_space = gymnasium.spaces.Discrete(self.seen.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, dict[str, Any]]:
        """Deal a new table."""
        super().reset(seed=seed)
        del options  # those of the game are chosen when the environment is made
        self.batch.reset(int(self.np_random.integers(1 << 48)))
        self.is_over = False
        return self.told()

    def step(self, action: int) -> tuple[Rows, float, bool, bool, dict[str, Any]]:
        """Do what the learner has chosen; raises IllegalAction with the reason."""
        if self.is_over:
            raise BroadsideError("the game is over; reset deals the next one")
        self.seat = self.batch.learners[0]
        self.batch.step([int(action)])
        self.is_over = self.batch.ended[0]
        observation, info = self.told()
        return observation, self.batch.rewards[0], self.is_over, False, info

    def told(self) -> tuple[Rows, dict[str, Any]]:
        """What the learner is told."""
        seen = self.seen.final(0) if self.is_over else self.seen.observations()[0]
        return seen, {"action_mask": self.action_masks().view(np.int8)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions may be chosen now; none after the end."""
        masks: NDArray[np.bool_] = self.seen.masks().view(np.bool_)[0]
        return masks & (not self.is_over)

    def render(self) -> Any:
        """The table as the learner sees it, as text or as an image."""
        table = self.batch.last_tables[0] if self.is_over else self.batch.tables[0]
        seat = self.seat if self.is_over else self.batch.learners[0]
        if self.render_mode == "rgb_array":
            return picture.image_of(table, seat)
        return picture.text_of(table, seat) if self.render_mode == "ansi" else None


class TablesEnv(VectorEnv):
    """Many tables, all of them played on in one call."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.seen = Seen(batch)
        self.num_envs = batch.count
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = self.seen.observation_space()
        self.single_action_space = gymnasium.spaces.Discrete(self.seen.actions)
        batched = gymnasium.vector.utils.batch_space
        self.observation_space = batched(self.single_observation_space, self.num_envs)
        self.action_space = batched(self.single_action_space, self.num_envs)
        self.is_never_cut = np.zeros(self.num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, dict[str, Any]]:
        """Deal all tables anew."""
        del options
        self.batch.reset(new_seed() if seed is None else seed)
        return self.seen.observations(), {"action_mask": self.seen.masks()}

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Do what the learner has chosen at each table."""
        batch = self.batch
        batch.step(actions.tolist())
        return (
            self.seen.observations(),
            np.array(batch.rewards),
            np.array(batch.ended),
            self.is_never_cut,
            {"action_mask": self.seen.masks(), **self.seen.finals()},
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions may be chosen now, at each table."""
        return self.seen.masks().view(np.bool_)
