"""Evaluations learned from play: features that tell who wins, and weights with their origin."""

from __future__ import annotations

import json
import math

import pytest

import broadside
from broadside.bots.learning import Fit, Sample
from broadside.bots.levels import bot
from broadside.bots.self_play import learn_from_game
from broadside.games.data import game_folder
from broadside.kernel.errors import BadData
from broadside.kernel.evaluation import WEIGHTS_FILE, Evaluation, read_evaluation, shares
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

GAMES = broadside.games()


def table_of(name: str, seats: int, decisions: int) -> State:
    """A table some random decisions after its deal."""
    table = broadside.new(name, seats=seats, seed=5)
    rng = FastRng(2)
    for _ in range(decisions):
        if table.waiting:
            seat = table.deciders()[0]
            legal = table.legal(seat)
            table.play(seat, legal[int(rng.below(len(legal)))])
    return table


@pytest.mark.parametrize("name", GAMES)
def test_features_fit_their_names_at_every_table(name: str) -> None:
    advice = broadside.game(name).advice()
    for seats in broadside.game(name).seats:
        for decisions in (0, 9, 60):
            table = table_of(name, seats, decisions)
            rows = advice.features(table)
            assert {len(row) for row in rows} == {len(advice.feature_names())}
            assert {advice.side_of(table, seat) for seat in range(seats)} <= set(range(len(rows)))
            assert all(math.isfinite(feature) for row in rows for feature in row)


@pytest.mark.parametrize("name", GAMES)
def test_features_do_not_depend_on_the_numbers_of_the_seats(name: str) -> None:
    """Turned tables have turned features."""
    advice = broadside.game(name).advice()
    seats = broadside.game(name).seats[0]
    table = table_of(name, seats, 25)
    turned = table.turned(1)
    for seat in range(seats):
        own = advice.features(table)[advice.side_of(table, seat)]
        other = (seat + 1) % seats
        assert advice.features(turned)[advice.side_of(turned, other)] == pytest.approx(own)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_learned_and_tells_from_what(name: str) -> None:
    advice = broadside.game(name).advice()
    assert advice.learned is not None
    folder = game_folder(f"broadside.games.{name.replace('-', '_')}")
    found = json.loads(folder.joinpath(WEIGHTS_FILE).read_text(encoding="utf-8"))
    assert found["game"] == name
    assert found["command"].startswith(f"broadside train {name} ")
    assert found["rounds"][-1]["surprise"] < found["rounds"][-1]["blind"]
    assert {"date", "seats", "version"} <= set(found)


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_chances(name: str) -> None:
    """In a game without teams they add up to 1; friends have the same."""
    game = broadside.game(name)
    table = table_of(name, game.seats[0], 12)
    chances = game.advice().chances(table)
    assert all(0.0 < chance < 1.0 for chance in chances)
    by_side = {game.advice().side_of(table, seat): chances[seat] for seat in range(table.seats)}
    assert sum(by_side.values()) <= 1.0 + 1e-9


def test_weights_are_found_again() -> None:
    """Winners drawn by known weights teach about these weights."""
    rng = FastRng(4)
    true = Evaluation(["a", "b"], [2.0, -1.0])
    samples: list[Sample] = []
    for _ in range(4000):
        rows = [[float(rng.below(100)) / 50 - 1 for _ in range(2)] for _ in range(3)]
        chances = true.chances(rows)
        drawn, winner = float(rng.below(10**6)) / 10**6, 0
        while drawn > chances[winner] and winner < 2:
            drawn -= chances[winner]
            winner += 1
        samples.append(Sample(rows, [1.0 if side == winner else 0.0 for side in range(3)]))
    fit = Fit(["a", "b"])
    for _ in range(4):
        fit.learn(samples, FastRng(1))
    assert fit.evaluation.weights == pytest.approx([2.0, -1.0], abs=0.25)
    assert fit.surprise(samples) < Fit(["a", "b"]).surprise(samples)


def test_a_game_teaches_a_table_for_every_stage() -> None:
    game = broadside.game("jolly-and-roger")
    samples = learn_from_game(
        game, game.complete({}), 2, bot("greedy", game), game.advice(), FastRng(3)
    )
    assert len(samples) == 8
    assert all(sum(sample.parts) == pytest.approx(1.0) for sample in samples)


def test_shares_bear_large_numbers() -> None:
    assert shares([1000.0, 0.0]) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected an object with weights"),
        ("ahoy", "expected an object with weights"),
        ('{"weights": {"a": 1}}', "the feature b has no weight; train the game again"),
        ('{"weights": {"a": 1, "b": 2, "c": 3}}', "there are no features c"),
    ],
)
def test_wrong_files_of_weights_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadData, match=message):
        read_evaluation(text, ["a", "b"], "weights.json")
