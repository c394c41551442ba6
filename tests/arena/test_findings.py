"""Reports: the numbers behind them, and pages that need nothing else."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import broadside
from broadside.arena.findings import Sample, clearest, compare, findings, play_rows, rate_rows
from broadside.cli.entry import main
from broadside.kernel.errors import BadData


def row(number: int, seat: int, share: float | None, **more: Any) -> dict[str, Any]:
    """A row of a seat."""
    usual = {
        "game": "g", "options": '{"deck": "x"}', "seats": 2, "seed": 1, "number": number,
        "finished": int(share is not None), "decisions": 10, "shared": int(share == 0.5),
        "lead_changes": 1, "seat": seat, "bot": f"bot{seat}", "side": "", "share": share,
        "score": 5, "halfway": 2, "margin": 3, "answers": 5, "choices": 2.5, "forced": 0.2,
        "hidden": 0.5, "plays": '{"a": 2}',
    }  # fmt: skip
    return usual | more


def test_a_sample_knows_its_mean_and_doubt() -> None:
    sample = Sample()
    for value in (1, 2, 3, 4):
        sample.add(value)

    assert sample.mean == 2.5
    assert sample.error == pytest.approx(math.sqrt(5 / 3 / 4))


def test_rates_and_games_are_counted() -> None:
    rows = [row(0, 0, 1.0), row(0, 1, 0.0), row(1, 0, 0.5), row(1, 1, 0.5), row(2, 0, None)]
    rows += [row(2, 1, None)]

    found = findings(rows, "f")

    assert (found.games, found.finished, found.shared) == (3, 2, 1)
    rates = {(each["group"], each["name"]): each for each in rate_rows(found)}
    assert rates["seat, of 2", "seat 0"]["rate"] == 0.75
    assert rates["bot, of 2", "bot1"]["rate"] == 0.25
    assert not [group for group, _ in rates if group.startswith("first seat")]
    assert rates["seat, of 2", "seat 0"]["low"] < 0.75 < rates["seat, of 2", "seat 0"]["high"]


def test_comebacks_are_counted_for_those_who_win_alone() -> None:
    behind = [row(0, 0, 1.0, halfway=1), row(0, 1, 0.0, halfway=4)]
    ahead = [row(1, 0, 0.0, halfway=1), row(1, 1, 1.0, halfway=4)]
    shared = [row(2, 0, 0.5, halfway=1), row(2, 1, 0.5, halfway=4)]

    found = findings([*behind, *ahead, *shared], "f")

    assert found.numbers["victories from behind at half-time"].mean == 0.5


def test_a_play_is_worth_what_those_win_more_who_make_it() -> None:
    rows = []
    for number in range(40):
        rows += [row(number, 0, 1.0, plays='{"good": 3}'), row(number, 1, 0.0, plays='{"bad": 1}')]

    worth = {each["play"]: each for each in play_rows(findings(rows, "f"))}

    assert worth["good"]["worth"] == 0.5
    assert worth["bad"]["worth"] == -0.5
    assert worth["good"]["per_game"] == 3


def test_a_play_of_small_tables_is_not_better_for_that() -> None:
    """With fewer seats everybody wins more often, whatever is played."""
    rows = []
    for number in range(40):
        two = {"seats": 2, "plays": '{"of two": 1}'}
        five = {"seats": 5, "plays": '{"of five": 1}'}
        rows += [row(number, seat, float(seat == number % 2), **two) for seat in range(2)]
        rows += [row(number, seat, float(seat == number % 5), **five) for seat in range(5)]

    found = findings(rows, "f")

    for each in play_rows(found):
        assert each["worth"] == pytest.approx(0), each["play"]
    assert [group for group in found.rates if group.startswith("seat")] == [
        "seat, of 2",
        "seat, of 5",
    ]


def test_the_clearest_plays_are_shown_the_best_first() -> None:
    told = [("dull", 0.01, 0.4), ("good", 0.2, 0.1), ("bad", -0.3, 0.1), ("sure", 0.0, 0.0)]
    rows = [
        {"play": name, "worth": worth, "low": worth - by, "high": worth + by}
        for name, worth, by in told
    ]

    assert [row["play"] for row in clearest(rows, 2)] == ["good", "bad"]


def test_differences_are_significant_when_they_are() -> None:
    one = [row(number, 0, 1.0, decisions=10 + number % 3) for number in range(200)]
    other = [row(number, 0, 1.0, decisions=20 + number % 3) for number in range(200)]

    rows = {each["name"]: each for each in compare(findings(one, "a"), findings(other, "b"))}

    assert rows["decisions of a game"]["difference"] == pytest.approx(10)
    assert rows["decisions of a game"]["significant"]
    assert not rows["actions to choose from"]["significant"]


def test_unfit_rows_are_refused() -> None:
    with pytest.raises(BadData, match="rows of seats"):
        findings(broadside.simulate("jamaica", "random", 1, rows="games"), "f")
    with pytest.raises(BadData, match="several games"):
        findings([row(0, 0, 1.0), row(1, 0, 1.0, game="h")], "f")
    with pytest.raises(BadData, match="no games"):
        findings([], "f")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two simulations of the same game."""
    folder = tmp_path_factory.mktemp("results")
    paths = [folder / "classic.csv", folder / "die.csv"]
    for path in paths:
        option = f"shortage_mode={path.stem}"
        command = ["simulate", "jamaica", "--games", "15", "--workers", "1", "--option", option]
        assert main([*command, "--out", str(path)]) == 0
    return paths


def test_the_page_needs_nothing_else(files: list[Path]) -> None:
    pytest.importorskip("altair", reason="altair is not installed: pip install 'broadside[report]'")
    pytest.importorskip("vl_convert", reason="vl-convert-python is not installed")
    page = files[0].with_suffix(".html")

    assert main(["report", str(files[0]), "--html", str(page)]) == 0

    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 3 + ("Too few games" not in text)
    assert "<script" not in text
    assert "src=" not in text.replace("xmlns", "")
    assert "15 games" in text
    assert "Played by random;" in text and "shortage_mode classic" in text


def test_two_files_are_compared(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("altair", reason="altair is not installed: pip install 'broadside[report]'")
    page = files[0].with_name("both.html")
    both = [str(path) for path in files]

    assert main(["report", "--compare", *both, "--html", str(page)]) == 0
    assert "classic.csv and die.csv" in page.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["report", "--compare", *both, "--json"]) == 0
    names = [each["name"] for each in json.loads(capsys.readouterr().out)]
    assert "decisions of a game" in names


def test_mistakes_cost_one_line(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], [str(files[0])], [str(files[0]), "--compare", "a", "b", "--json"]):
        assert main(["report", *words]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["report", str(files[0]), "--html", "/nowhere/page.html"]) == 2
