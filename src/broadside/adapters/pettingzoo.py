"""The games as PettingZoo environments.

    env = broadside.adapters.pettingzoo.env("jamaica", seats=4)
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        ...

`env` asks one seat after the other, also where several are asked at once: what is sealed stays
hidden from the seats that are asked later. `parallel_env` asks all of them in one step; seats that
are not asked choose the last action, which waits. Offers that nobody waits for are left out.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from broadside.adapters import picture
from broadside.adapters.setup import Setup, utilities
from broadside.kernel.errors import BroadsideError
from broadside.kernel.event import SPECTATOR
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from broadside.kernel.event import Seat
    from broadside.kernel.state import State

    Observation = dict[str, Any]

RENDER_MODES: Final = ["ansi", "human", "rgb_array"]
RENDER_FPS: Final = 2
SEED_BYTES: Final = 6


def env(
    game: str,
    seats: int | None = None,
    *,
    structured: bool = False,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    edition: str | Path = "",
    **options: object,
) -> TurnEnv:
    """A game in which one seat after the other is asked.

    Observations are `{"observation": …, "action_mask": …}`: a row of numbers as the game's layout
    says, or, `structured`, a dictionary of named arrays. After `max_cycles` decisions the game is
    cut short; without it each one goes on to its end. `edition` is a file with the numbers of a
    box. Options are the game's own.
    """
    return TurnEnv(Setup(game, seats, options, edition), structured, max_cycles, render_mode)


def parallel_env(
    game: str,
    seats: int | None = None,
    *,
    structured: bool = False,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    edition: str | Path = "",
    **options: object,
) -> TogetherEnv:
    """A game in which all seats that are asked answer in the same step.

    A seat that is not asked any more because of what another one did first is passed over. Where
    an answer is not legal, the clock's is given, as for a player who is not there.
    """
    return TogetherEnv(Setup(game, seats, options, edition), structured, max_cycles, render_mode)


class Desk:
    """What both kinds of environments have: the table, what seats see of it, pictures.

    `table` is the table itself: who looks at it cheats.
    """

    waits = False
    """Whether there is an action more, which waits."""

    def __init__(
        self, setup: Setup, structured: bool, max_cycles: int | None, render_mode: str | None
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise BroadsideError(f"there is no render mode {render_mode!r}; there are {modes}")
        self.setup = setup
        self.is_structured = structured
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = metadata(setup, is_parallelizable=self.waits)
        self.cycles = 0
        self.agents: list[str] = []
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.actions = len(setup.actions) + self.waits
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: self.told_space() for agent in self.possible_agents}
        self.chance = FastRng(int.from_bytes(os.urandom(SEED_BYTES), "big"))
        self.table: State = setup.deal(self.chance.spawn())

    def deal(self, seed: int | None) -> None:
        """A new table: the same one after the same seed."""
        if seed is not None:
            self.chance = FastRng(seed)
        self.table = self.setup.deal(self.chance.spawn())
        self.cycles = 0
        self.agents = self.possible_agents[:]

    def observation_space(self, agent: str) -> Any:
        """What a seat may be told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What a seat may answer: the codes of the game's actions."""
        return self.action_spaces[agent]

    def told_space(self) -> Any:
        """The space of what a seat is told."""
        layout = self.setup.layout
        seen: Any = numbers((layout.size,))
        if self.is_structured:
            seen = gymnasium.spaces.Dict(
                {leaf.name: numbers(leaf.places.shape) for leaf in layout.leaves}
            )
        mask = gymnasium.spaces.Box(0, 1, (self.actions,), np.int8)
        return gymnasium.spaces.Dict({"observation": seen, "action_mask": mask})

    def observe(self, agent: str) -> Observation:
        """What a seat sees, and what it may do."""
        seat = self.seat_of[agent]
        row = self.setup.layout.observe(self.table, seat)
        seen: Any = self.setup.layout.structured(row) if self.is_structured else row
        mask = self.setup.mask(self.table, seat)
        if self.waits:
            mask = np.append(mask, np.int8(not self.table.is_asked(seat)))
        return {"observation": seen, "action_mask": mask}

    def render(self) -> Any:
        """The table as spectators see it, as the render mode says: text, printed text, an image."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing: the environment has no render_mode")
            return None
        if self.render_mode == "rgb_array":
            return picture.image_of(self.table, SPECTATOR)
        text = picture.text_of(self.table, SPECTATOR)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is open."""


def numbers(shape: tuple[int, ...]) -> Any:
    """The space of some numbers of an observation."""
    return gymnasium.spaces.Box(-128, 127, shape, np.int8)


class TurnEnv(Desk, AECEnv):
    """One seat is asked after the other."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new table."""
        del options  # those of the game are chosen when the environment is made
        self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.next_agent()

    def next_agent(self) -> str:
        """The seat that is asked next; any when the game is over."""
        asked = self.table.waiting
        return self.possible_agents[(asked & -asked).bit_length() - 1 if asked else 0]

    def step(self, action: int | None) -> None:
        """Do what the seat that is asked has chosen; raises IllegalAction with the reason."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        chosen = self.setup.actions[checked(action, self.actions)]
        self.table.play(self.seat_of[agent], chosen)
        self.cycles += 1
        if self.table.is_over():
            self.rewards = dict(zip(self.agents, utilities(self.table), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.next_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class TogetherEnv(Desk, ParallelEnv):
    """All seats that are asked answer in one step; the last action waits."""

    waits = True

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new table."""
        del options
        self.deal(seed)
        return self.observations(), {agent: {} for agent in self.agents}

    def observations(self) -> dict[str, Observation]:
        """What all seats see."""
        return {agent: self.observe(agent) for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Do what all seats that are asked have chosen, in the order of the seats."""
        for seat in self.table.deciders():
            self.answer(seat, int(actions[self.possible_agents[seat]]))
        self.cycles += 1
        is_over = self.table.is_over()
        is_cut = not is_over and self.cycles == self.max_cycles
        agents = self.agents
        told = (
            self.observations(),
            dict(zip(agents, utilities(self.table), strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut),
            {agent: dict[str, Any]() for agent in agents},
        )
        if is_over or is_cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return told

    def answer(self, seat: Seat, chosen: int) -> None:
        """Do what one seat has chosen, if it is still asked and may; else the clock's answer."""
        table = self.table
        if not table.is_asked(seat):
            return
        legal = table.legal(seat)
        wanted = self.setup.actions[chosen] if chosen < len(self.setup.actions) else None
        table.apply(seat, wanted if wanted in legal else table.prompt(seat).default)


def metadata(setup: Setup, is_parallelizable: bool) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment."""
    return {
        "name": f"{setup.game.name.replace('-', '_')}_v{setup.game.version}",
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
        "is_parallelizable": is_parallelizable,
    }


def checked(action: int | None, actions: int) -> int:
    """The code of an action, if it is one."""
    if action is None or not 0 <= action < actions:
        raise BroadsideError(f"{action!r} is no action; their codes go from 0 to {actions - 1}")
    return int(action)
