"""OpenSpiel's own random simulations, and what its algorithms rely on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip(
    "pyspiel", reason="open_spiel is not installed: pip install 'broadside[openspiel]'"
)

import numpy as np
import pyspiel

import broadside
from broadside.adapters import openspiel
from broadside.adapters.setup import Setup
from broadside.bots.search.budget import Budget
from broadside.cli.own_bots import own_bot
from broadside.games import registry
from broadside.kernel.errors import BadOption, BadSeats
from broadside.kernel.rng import FastRng
from tests.editions import extreme_file

EXAMPLE = Path(__file__).parents[2] / "examples" / "openspiel_ismcts.py"

SMALL = [(game.name, game.seats[0]) for game in registry.GAMES]
LARGE = [(game.name, seats) for game in registry.GAMES for seats in game.seats[1:]]


def advanced(name: str, seats: int, seed: int, decisions: int) -> Any:
    """A state after some decisions at random."""
    chance = random.Random(seed)
    state = openspiel.load(name, seats).new_initial_state()
    state.apply_action(seed)
    for _ in range(decisions):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "seats"), SMALL)
def test_random_simulations(name: str, seats: int) -> None:
    game = openspiel.load(name, seats, deals=20)

    pyspiel.random_sim_test(game, num_sims=1, serialize=name == "jolly-and-roger", verbose=False)


@pytest.mark.torture
@pytest.mark.parametrize(("name", "seats"), [*SMALL, *LARGE])
def test_random_simulations_with_all_seats(name: str, seats: int) -> None:
    pyspiel.random_sim_test(openspiel.load(name, seats), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "seats"), SMALL)
def test_resampled_states_look_the_same_to_the_player_only(name: str, seats: int) -> None:
    state = advanced(name, seats, seed=3, decisions=12)
    player = state.current_player()
    chance = np.random.default_rng(1)
    texts = set()
    for _ in range(8):
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        texts.add(str(other))

    assert len(texts) > 1


def test_a_clone_goes_its_own_way_and_keeps_its_story() -> None:
    state = advanced("jamaica", 2, seed=5, decisions=6)
    before = state.information_state_string(0)
    twin = state.clone()
    assert twin.information_state_string(0) == before

    twin.apply_action(twin.legal_actions()[0])

    assert state.information_state_string(0) == before
    assert len(twin.history()) == len(state.history()) + 1


def test_tensors_are_the_layouts_numbers() -> None:
    state = advanced("tortuga-1667", 4, seed=2, decisions=9)
    layout = Setup("tortuga-1667", 4, {}).layout

    assert state.observation_tensor(1) == layout.observe(state.table, 1).tolist()


def test_a_win_is_worth_what_the_others_lose() -> None:
    state = advanced("jamaica", 3, seed=1, decisions=10_000)

    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0


def test_options_and_mistakes() -> None:
    game = openspiel.load("jolly-and-roger", deals=4, deck="advanced_full")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(deal, 0.25) for deal in range(4)]
    state.apply_action(1)
    assert state.table.view(0)["turns"] == 10
    assert state.action_to_string(state.current_player(), 0) == "split 1"
    with pytest.raises(BadOption):
        openspiel.load("jolly-and-roger", deck="huge")
    with pytest.raises(BadSeats):
        openspiel.load("jolly-and-roger", 5)
    with pytest.raises(ValueError, match="deals must be from 1"):
        openspiel.load("jolly-and-roger", deals=0)


def test_open_spiels_ismcts_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = advanced("jolly-and-roger", 2, seed=4, decisions=50)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    bot = ismcts.ISMCTSBot(None, evaluator, 1.4, 30, -1, random_state=chance)

    assert bot.step(state) in state.legal_actions()


def test_mccfr_learns_the_pocket_edition() -> None:
    from open_spiel.python.algorithms import external_sampling_mccfr

    game = openspiel.load("jolly-and-roger", deals=2, deck="pocket", first_splitter="seat0")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(4):
        solver.iteration()
    state = game.new_initial_state()
    state.apply_action(0)

    learned = solver.average_policy().action_probabilities(state)

    assert sorted(learned) == state.legal_actions()
    assert sum(learned.values()) == pytest.approx(1)


@pytest.mark.torture
def test_mccfr_gets_better_at_the_pocket_edition() -> None:
    from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

    game = openspiel.load("jolly-and-roger", deals=1, deck="pocket", first_splitter="seat0")
    np.random.seed(1)  # OpenSpiel draws from it
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(60):
        solver.iteration()

    assert exploitability.exploitability(game, solver.average_policy()) < before


@pytest.mark.parametrize("name", ["IsMcts", "GuidedIsMcts"])
@pytest.mark.parametrize(
    ("game_name", "seats"),
    [("jolly-and-roger", 2), ("jamaica", 3), ("tortuga-1667", 5), ("jolly-roger", 4)],
)
def test_ismcts_as_a_bot_of_ours(name: str, game_name: str, seats: int) -> None:
    """The example that measures it against captains plays every game, in every seat."""
    game = broadside.game(game_name)
    player = own_bot(f"{EXAMPLE}:{name}", game, Budget(4))
    table = broadside.new(game_name, seats=seats, seed=2)
    rng = FastRng(3)
    for _ in range(40):
        seat = table.deciders()[-1]
        table.play(seat, player.choose(table.determinize(seat, rng), seat, rng))


def test_an_edition(tmp_path: Path) -> None:
    """The file is a parameter of the game, so OpenSpiel makes the same of its text."""
    game = openspiel.load(
        "jolly-and-roger", deals=2, edition=extreme_file("jolly-and-roger", tmp_path)
    )
    for same in (game, pyspiel.load_game(str(game))):
        state = same.new_initial_state()
        state.apply_action(1)
        assert '"gold":40' in state.observation_string(0)
