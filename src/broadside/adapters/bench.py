"""How quick the games are through each interface, beside games that come with it."""

from __future__ import annotations

import random
import time
import warnings
from typing import TYPE_CHECKING, Any, Final, TypedDict

from broadside.games import registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PETTINGZOO_GAMES: Final = ("texas_holdem_v4", "texas_holdem_no_limit_v6", "leduc_holdem_v4")
"""Of its card games these are left: gin rummy is gone from newer versions, but OpenSpiel has it."""
OPENSPIEL_GAMES: Final = ("python_kuhn_poker", "python_liars_poker", "gin_rummy")
TABLES: Final = 64


class Speed(TypedDict):
    """Decisions a second through an interface; `why` says why there is no number."""

    interface: str
    game: str
    decisions_per_second: float | None
    why: str


def measure(budget_s: float) -> list[Speed]:
    """Everything that can be measured here, each for so long."""
    names = [game.name for game in registry.GAMES]
    wanted: list[tuple[str, str, Callable[[str, float], float], Iterable[str]]] = [
        ("PettingZoo", "", play_pettingzoo, names),
        ("PettingZoo", "theirs: ", play_their_pettingzoo, PETTINGZOO_GAMES),
        ("OpenSpiel", "", play_openspiel, names),
        ("OpenSpiel", "theirs: ", play_their_openspiel, OPENSPIEL_GAMES),
        ("Gymnasium, vectorized", "", play_gym, names),
    ]
    return [
        one(interface, whose + name, play, name, budget_s)
        for interface, whose, play, each in wanted
        for name in each
    ]


def one(
    interface: str, shown: str, play: Callable[[str, float], float], name: str, budget_s: float
) -> Speed:
    """One measurement; a package that is not there costs only its number."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            speed, why = round(play(name, budget_s), 1), ""
    except ImportError as error:
        speed, why = None, str(error)
    return {"interface": interface, "game": shown, "decisions_per_second": speed, "why": why}


def rate(step: Callable[[], int], budget_s: float) -> float:
    """Decisions a second of this process; `step` tells how many it took."""
    step()
    decisions = 0
    start_s = time.process_time()
    while time.process_time() - start_s < budget_s:
        decisions += step()
    return decisions / (time.process_time() - start_s)


def play_pettingzoo(name: str, budget_s: float) -> float:
    """Our game through PettingZoo's interface."""
    from broadside.adapters import pettingzoo

    return rate_of_env(pettingzoo.env(name), budget_s)


def play_their_pettingzoo(name: str, budget_s: float) -> float:
    """A game of PettingZoo's own."""
    import importlib

    module = importlib.import_module(f"pettingzoo.classic.{name}")
    return rate_of_env(module.env(), budget_s)


def rate_of_env(env: Any, budget_s: float) -> float:
    """Random play with masks, as PettingZoo's own benchmark does it."""
    import numpy as np

    chance = random.Random(1)

    def play_game() -> int:
        env.reset(seed=chance.randrange(1 << 30))
        decisions = 0
        for _ in env.agent_iter():
            told, _, is_over, is_cut, _ = env.last()
            if is_over or is_cut:
                env.step(None)
                continue
            env.step(chance.choice(np.flatnonzero(told["action_mask"]).tolist()))
            decisions += 1
        return decisions

    return rate(play_game, budget_s)


def play_openspiel(name: str, budget_s: float) -> float:
    """Our game through OpenSpiel's interface."""
    from broadside.adapters import openspiel

    return rate_of_spiel(openspiel.load(name), budget_s)


def play_their_openspiel(name: str, budget_s: float) -> float:
    """A game of OpenSpiel's own."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401  (registers them)

    return rate_of_spiel(pyspiel.load_game(name), budget_s)


def rate_of_spiel(game: Any, budget_s: float) -> float:
    """Random play; chance's moves do not count."""
    chance = random.Random(1)

    def play_game() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            is_chance = state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(chance.choice(legal))
            decisions += not is_chance
        return decisions

    return rate(play_game, budget_s)


def play_gym(name: str, budget_s: float) -> float:
    """Our game at many tables; the decisions of all seats count."""
    import numpy as np

    from broadside.adapters import gym

    env = gym.make_vec(name, TABLES)
    _, info = env.reset(seed=1)
    chance = np.random.default_rng(1)
    masks = info["action_mask"]

    def play_step() -> int:
        nonlocal masks
        before = env.batch.decisions
        lots = chance.random(masks.shape, dtype=np.float32)
        *_, told = env.step((lots * masks).argmax(axis=1))
        masks = told["action_mask"]
        return env.batch.decisions - before

    return rate(play_step, budget_s)
