"""Networks in ONNX files: they rate what they were trained to rate, from any seat."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip(
    "onnxruntime", reason="onnxruntime is not installed: pip install 'broadside[onnx]'"
)
pytest.importorskip("onnx", reason="onnx is not installed: pip install 'broadside[onnx]'")

import numpy as np

import broadside
from broadside.adapters import onnx
from broadside.adapters.layout import Features, layout_of
from broadside.bots import levels
from broadside.games import registry
from broadside.kernel.action import Action
from broadside.kernel.errors import BadData
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

GAME = registry.find("jolly-and-roger")
FEATURES = Features(layout_of(GAME, 2))


@pytest.fixture
def network(tmp_path: Path) -> tuple[Path, list[tuple[object, object]]]:
    chance = np.random.default_rng(1)
    sizes = [FEATURES.size, 8, len(GAME.actions.actions)]
    layers = [
        (
            chance.normal(size=(rows, columns)).astype(np.float32),
            chance.normal(size=columns).astype(np.float32),
        )
        for rows, columns in pairwise(sizes)
    ]
    onnx.write(tmp_path / "agent.onnx", GAME, 2, FEATURES, layers)
    return tmp_path / "agent.onnx", list(layers)


def test_the_bot_does_what_the_network_rates_best(network: tuple[Path, list]) -> None:  # type: ignore[type-arg]
    path, ((w1, b1), (w2, b2)) = network
    bot = onnx.OnnxBot(GAME, path)
    rng = FastRng(1)
    for seed in range(6):
        table = broadside.new(GAME.name, seed=seed, first_splitter="seat0")
        ratings = (
            np.tanh(FEATURES.of(layout_of(GAME, 2).observe(table, 0)[None]) @ w1 + b1) @ w2 + b2
        )
        legal = table.legal(0)
        best = max(legal, key=lambda action: float(ratings[0][action.code]))

        assert bot.choose(table, 0, rng) is best


def test_both_seats_decide_alike_at_a_turned_table(network: tuple[Path, object]) -> None:
    bot = onnx.OnnxBot(GAME, network[0])
    rng = FastRng(1)
    table = broadside.new(GAME.name, seed=3, first_splitter="seat0")
    while not table.is_over():
        seat = table.deciders()[0]
        action = bot.choose(table, seat, rng)

        assert bot.choose(table.turned(1), 1 - seat, rng) is action
        table.play(seat, action)


def test_a_network_of_values_is_asked_about_the_end_of_the_turn(tmp_path: Path) -> None:
    """This one likes gold in its own chest: the bot does what brings most of it."""
    features = Features(layout_of(GAME, 2), ["chests.gold"])
    layer = np.array([[1.0], [0.0]], dtype=np.float32), np.zeros(1, dtype=np.float32)
    onnx.write(tmp_path / "miser.onnx", GAME, 2, features, [layer])
    bot, rng = onnx.OnnxBot(GAME, tmp_path / "miser.onnx"), FastRng(1)
    table = broadside.new(GAME.name, seed=3, first_splitter="seat0")
    differences = 0
    while table.turn < table.turns:  # type: ignore[attr-defined]
        seat = table.deciders()[0]
        ends = {
            action: end_of_turn(table.clone(), seat, action, rng) for action in table.legal(seat)
        }
        golds = {action: end.chest_gold(seat) for action, end in ends.items()}  # type: ignore[attr-defined]
        differences += len(set(golds.values())) > 1
        action = bot.choose(table, seat, rng)

        assert golds[action] == max(golds.values())
        table.play(seat, action)
    assert differences > 5


def end_of_turn(table: State, seat: int, action: Action, rng: FastRng) -> State:
    """Where an action leads if both seats go on as greedy does."""
    greedy, turn = levels.bot("greedy", GAME), table.turn  # type: ignore[attr-defined]
    table.apply(seat, action)
    while not table.is_over() and table.turn == turn:  # type: ignore[attr-defined]
        asked = table.deciders()[0]
        table.apply(asked, greedy.choose(table, asked, rng))
    return table


def test_a_network_of_values_takes_a_won_game(tmp_path: Path) -> None:
    """However little it thinks of it: a result is a result."""
    features = Features(layout_of(GAME, 2), ["chests.gold"])
    layer = np.zeros((2, 1), dtype=np.float32), np.full(1, -9.0, dtype=np.float32)
    onnx.write(tmp_path / "gloomy.onnx", GAME, 2, features, [layer])
    bot = onnx.OnnxBot(GAME, tmp_path / "gloomy.onnx")
    rng, won = FastRng(1), 0
    for seed in range(12):
        table = broadside.play(GAME.name, "greedy", seed=seed).table(51)  # in the last turn
        seat = table.deciders()[0]
        ends = [end_of_turn(table.clone(), seat, one, rng) for one in table.legal(seat)]
        results = {one.result()[seat] for one in ends if one.result()}  # type: ignore[index]
        if len(results) > 1:
            end = end_of_turn(table.clone(), seat, bot.choose(table, seat, rng), rng)
            assert end.result()[seat] == 1.0  # type: ignore[index]
            won += 1
    assert won


def test_a_file_for_another_game_is_refused(network: tuple[Path, object], tmp_path: Path) -> None:
    with pytest.raises(BadData, match="was trained for 'jolly-and-roger', not for 'jamaica'"):
        onnx.OnnxBot(registry.find("jamaica"), network[0])
    (tmp_path / "no.onnx").write_bytes(b"no network")
    with pytest.raises(BadData, match="cannot be read as an ONNX file"):
        onnx.OnnxBot(GAME, tmp_path / "no.onnx")


def test_a_file_of_other_observations_is_refused(
    network: tuple[Path, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is loaded, not in the middle of a game."""
    refused = pytest.raises(BadData, match=r"other observations or actions .* train it again")
    layout = layout_of(GAME, 2)
    monkeypatch.setattr(layout, "size", layout.size + 1)  # an observation has grown
    with refused:
        onnx.OnnxBot(GAME, network[0])
    monkeypatch.undo()
    monkeypatch.setattr(layout["laid.card"], "words", ["another card"])  # of the same size
    with refused:
        onnx.OnnxBot(GAME, network[0])
    monkeypatch.undo()
    assert onnx.OnnxBot(GAME, network[0]).seats == 2
