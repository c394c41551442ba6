"""`train`, `analyse`, `puzzles` and beliefs: small runs of each."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import broadside
from broadside.cli import main
from broadside.cli.analyse import sentence
from broadside.cli.puzzles import is_puzzle
from broadside.cli.thinking import Considered, Judgement, consider, judge
from broadside.kernel.evaluation import read_evaluation
from broadside.kernel.rng import FastRng

from .recorded import recorded_game, save

Capture = pytest.CaptureFixture[str]
NAME = "jolly-and-roger"


def test_train_writes_weights_with_their_origin(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    argv = ["train", NAME, "--games", "20", "--rounds", "2", "--look-aheads", "4"]
    assert main([*argv, "--save", str(path)]) == 0
    assert "round 2: " in capsys.readouterr().out
    text = path.read_text(encoding="utf-8")
    names = broadside.game(NAME).advice().feature_names()
    assert read_evaluation(text, names, "x").names == names
    found = json.loads(text)
    assert [each["games"] for each in found["rounds"]] == [20, 5]
    assert found["command"] == f"broadside {' '.join(argv)} --seed 1"


def test_analyse_judges_every_decision_of_a_seat(capsys: Capture, tmp_path: Path) -> None:
    """A random game is full of mistakes."""
    file = recorded_game()
    name = save(file, tmp_path)
    assert main(["analyse", name, "--seat", "1", "--look-aheads", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seats"] == ["Anne", "Bart"]
    numbers = [one["number"] for one in found["decisions"]]
    own = [number for number, (seat, _) in enumerate(file.actions, 1) if seat == 1]
    assert set(numbers) <= set(own)
    assert len(numbers) > len(own) // 2
    mistakes = [one for one in found["decisions"] if one["judgement"]["is_mistake"]]
    assert mistakes
    assert all("would have been better" in one["sentence"] for one in mistakes)


def test_analyse_for_people(capsys: Capture, tmp_path: Path) -> None:
    name = save(recorded_game(), tmp_path)
    assert main(["analyse", name, "--seat", "0", "--look-aheads", "12"]) == 0
    out = capsys.readouterr().out
    assert "jolly-and-roger: Anne (seat 0)" in out
    costliest = re.search(r"mistakes\. The costliest was step \d+: (\d+)% of a win\.", out)
    assert costliest and int(costliest[1]) <= 100


def test_analyse_refuses_a_seat_that_is_not_there(capsys: Capture, tmp_path: Path) -> None:
    name = save(recorded_game(), tmp_path)
    assert main(["analyse", name, "--seat", "2"]) == 2
    assert "the seats are 0 to 1" in capsys.readouterr().err


def test_two_budgets_are_refused(capsys: Capture) -> None:
    argv = ["arena", NAME, "--bots", "captain,greedy", "--think", "5", "--look-aheads", "5"]
    assert main(argv) == 2
    assert "two budgets" in capsys.readouterr().err


def judgement(**changes: object) -> Judgement:
    found: Judgement = {
        "played": "pick A",
        "best": "pick B",
        "chance": 0.4,
        "best_chance": 0.5,
        "loss": 0.1,
        "is_mistake": True,
        "why": [],
    }
    return {**found, **changes}  # type: ignore[typeddict-item]


def test_a_sentence_without_reasons_gives_none() -> None:
    assert sentence(judgement()) == "pick B would have been better: 50 % instead of 40 %."
    assert sentence(judgement(is_mistake=False)) == ""


def test_hints_rate_every_sensible_action() -> None:
    table = broadside.new(NAME, seed=3)
    seat = table.deciders()[0]
    world = table.determinize(seat, FastRng(1)).write()
    found = consider(NAME, world, seat, 5, look_aheads=60)
    sensible = broadside.game(NAME).advice().sensible(table, seat)
    assert {one["action"] for one in found} == {action.text for action in sensible}
    assert found == consider(NAME, world, seat, 5, look_aheads=60)
    judged = judge(NAME, world, seat, found[-1]["action"], 5, look_aheads=60)
    assert judged["played"] == found[-1]["action"]


def considered(*chances: float) -> list[Considered]:
    return [
        {"action": f"a{place}", "chance": chance, "error": 0.01, "look_aheads": 50}
        for place, chance in enumerate(chances)
    ]


@pytest.mark.parametrize(
    ("chances", "usual", "expected"),
    [
        ((0.7, 0.5, 0.4), "a1", True),
        ((0.7, 0.5, 0.4), "a0", False),
        ((0.7, 0.68, 0.4), "a2", False),
        ((0.7, 0.62, 0.61), "a1", False),
        ((0.99, 0.5, 0.4), "a1", False),
        ((0.7, 0.5), "a1", False),
        ((0.7, 0.5, 0.67), "a1", False),  # what was dropped early may still look good
    ],
)
def test_a_puzzle_has_one_clear_solution_that_is_not_usual(
    chances: tuple[float, ...], usual: str, expected: bool
) -> None:
    assert is_puzzle(considered(*chances), usual, 1.0) is expected


def test_puzzles_can_be_solved(capsys: Capture, tmp_path: Path) -> None:
    """Each can be played up to its position, and its solution is legal there."""
    path = tmp_path / "puzzles.json"
    argv = ["puzzles", NAME, "--count", "1", "--look-aheads", "200", "--save", str(path)]
    assert main(argv) == 0
    (found,) = json.loads(path.read_text(encoding="utf-8"))
    table = broadside.game(NAME).deal(found["seats"], found["options"], FastRng(found["seed"]))
    for seat, action in found["actions"]:
        table.play(seat, action)
    texts = [action.text for action in table.legal(found["seat"])]
    judged = found["judgement"]
    assert {judged["best"], judged["played"]} <= set(texts)
    assert judged["best"] != judged["played"]
    assert found["chances"][0]["action"] == judged["best"]


def test_beliefs_are_measured(capsys: Capture, tmp_path: Path) -> None:
    """As numbers, and as a picture with a dot for each step of belief."""
    plot = tmp_path / "beliefs.svg"
    argv = ["arena", "tortuga-1667", "--seats", "5", "--bots", "greedy", "--games", "1"]
    assert main([*argv, "--beliefs", "--json", "--plot", str(plot)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["beliefs"] == sum(one["beliefs"] for one in found["bins"]) > 0
    dots = sum(1 for one in found["bins"] if one["beliefs"])
    assert plot.read_text(encoding="utf-8").count("<circle") == dots
    assert main([*argv, "--beliefs", "--plot", str(tmp_path / "no" / "x.svg")]) == 2
    assert "cannot write" in capsys.readouterr().err
    assert main(["arena", NAME, "--bots", "greedy", "--games", "1", "--beliefs"]) == 2
    assert "nothing is kept secret" in capsys.readouterr().err


def test_what_habits_give_away_is_measured(capsys: Capture) -> None:
    argv = ["arena", "tortuga-1667", "--seats", "4", "--bots", "greedy", "--games", "2"]
    assert main([*argv, "--habits", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["watched"], found["asked"]) == (1, 1)
    assert min(found["blind"], found["assumed"], found["learned"]) > 0
    assert main(["arena", NAME, "--bots", "greedy", "--games", "2", "--habits"]) == 2
    assert "no record of deeds" in capsys.readouterr().err
