"""What the commands print: for people, and for scripts."""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import broadside
from broadside import __version__, unit
from broadside.arena.engine.measure import FIGURES
from broadside.cli import main
from broadside.cli.entry import COMMANDS
from broadside.kernel.game import LANGUAGES

from .recorded import recorded_game, save

Capture = pytest.CaptureFixture[str]


def spoken(capsys: Capture, *argv: str, code: int = 0) -> str:
    """What a command prints on standard output; nothing may be said on the other."""
    assert main(list(argv)) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_version(capsys: Capture) -> None:
    assert spoken(capsys, "--version") == f"broadside {__version__}\n"


def name_of(module: ModuleType) -> str:
    """What a command's module is called on the command line."""
    return module.__name__.rpartition(".")[2].replace("_", "-")


@pytest.mark.parametrize("command", [name_of(module) for module in COMMANDS])
def test_every_command_has_help_with_an_example(capsys: Capture, command: str) -> None:
    text = spoken(capsys, command, "--help")
    assert f"example:\n  broadside {command}" in text
    assert command in spoken(capsys, "--help")


def test_games_for_scripts(capsys: Capture) -> None:
    games = json.loads(spoken(capsys, "games", "--json"))
    assert [game["name"] for game in games] == broadside.games()
    for game in games:
        assert list(game) == ["name", "seats", "version", "options", "verbs"]
    assert games[0]["name"] == "jolly-and-roger"
    assert games[0]["seats"] == [2, 2]
    assert games[0]["options"]["deck"] == {
        "kind": "choice",
        "default": "advanced",
        "values": ["intro", "advanced", "advanced_full", "pocket"],
    }


def test_games_for_people(capsys: Capture) -> None:
    text = spoken(capsys, "games")
    assert "jolly-and-roger  2 seats" in text
    assert "deck: intro, advanced, advanced_full, pocket (default advanced)" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_in_every_language(capsys: Capture, language: str) -> None:
    text = spoken(capsys, "rules", "jolly-and-roger", "--language", language)
    assert "## JNR-F2 · " in text


def test_one_rule(capsys: Capture) -> None:
    text = spoken(capsys, "rules", "jolly-and-roger", "jnr-f2", "--json")
    rules = json.loads(text)
    assert (rules["game"], rules["language"]) == ("jolly-and-roger", "en")
    assert [rule["id"] for rule in rules["rules"]] == ["JNR-F2"]
    assert rules["rules"][0]["text"]


# ---------------------------------------------------------------------------- simulate

SIMULATE = ("simulate", "jolly-and-roger", "--games", "6", "--workers", "1")


def test_simulate_for_scripts(capsys: Capture) -> None:
    argv = (*SIMULATE, "--seats", "2", "--bots", "greedy,random", "--seed", "5", "--rotate")
    found = json.loads(spoken(capsys, *argv, "--option", "deck=intro", "--json"))
    assert (found["game"], found["seats"], found["games"]) == ("jolly-and-roger", 2, 6)
    assert (found["finished"], found["decisions"]) == (6, 6 * found["length"]["mean"])
    assert found["seconds"] > 0 and found["decisions_per_second"] > 0
    assert (found["seed"], found["rotate"], found["options"]["deck"]) == (5, True, "intro")
    assert list(found["by_bot"]) == ["greedy", "random"]
    greedy = found["by_bot"]["greedy"]
    assert (greedy["games"], greedy["wins"]) == (6, 6)
    assert greedy["mean_score"] > found["by_bot"]["random"]["mean_score"]
    low, high = greedy["interval"]
    assert 0 < low < high <= 1


def test_one_name_fills_all_seats(capsys: Capture) -> None:
    found = json.loads(spoken(capsys, *SIMULATE, "--bots", "random", "--json"))
    assert found["bots"] == ["random", "random"]
    assert found["by_bot"]["random"]["games"] == 12


def test_simulate_for_people(capsys: Capture) -> None:
    text = spoken(capsys, *SIMULATE)
    assert "95 % interval" in text
    assert "6 of 6 games finished" in text


# ------------------------------------------------------------------- replay and verify


def test_replay_shows_everything(capsys: Capture, tmp_path: Path) -> None:
    file = recorded_game(memory="closed")
    text = spoken(capsys, "replay", save(file, tmp_path))
    assert text.startswith("jolly-and-roger, deck=advanced")
    assert "   1  " in text and f"  {len(file.actions)}  " in text
    assert "Anne" in text and "turn began: turn 1" in text
    assert f"{file.scores[0]} : {file.scores[1]}." in text


def test_replay_for_scripts(capsys: Capture, tmp_path: Path) -> None:
    file = recorded_game()
    found = json.loads(spoken(capsys, "replay", save(file, tmp_path), "--json"))
    assert len(found["steps"]) == 1 + len(file.actions)
    assert found["steps"][0]["events"][0]["kind"] == "turn_began"
    assert [step["action"] for step in found["steps"][1:]] == [text for _, text in file.actions]
    assert (found["result"], found["scores"]) == (file.result, file.scores)


@pytest.mark.parametrize("seat", [0, "spectator"])
def test_replay_as_somebody_saw_it(capsys: Capture, tmp_path: Path, seat: int | str) -> None:
    """Only one's own actions are told as such; the others show in the events."""
    name = save(recorded_game(memory="closed"), tmp_path)
    seen = json.loads(spoken(capsys, "replay", name, "--seat", str(seat), "--json"))
    everything = json.loads(spoken(capsys, "replay", name, "--json"))
    assert seen["seen_by"] == str(seat)
    assert kinds(seen) == kinds(everything)
    for step in seen["steps"]:
        assert (step["action"] is not None) == (step["seat"] == seat)


def kinds(found: dict[str, list[dict[str, list[dict[str, str]]]]]) -> list[str]:
    """The kinds of all events."""
    return [event["kind"] for step in found["steps"] for event in step["events"]]


def test_verify_a_fair_game(capsys: Capture, tmp_path: Path) -> None:
    name = save(recorded_game(), tmp_path)
    assert "The file agrees with itself." in spoken(capsys, "verify", name)
    found = json.loads(spoken(capsys, "verify", name, "--json"))
    assert found["ok"] is True
    assert [finding["ok"] for finding in found["findings"]] == [True, True, True]


def test_verify_says_what_it_did_not_check(capsys: Capture, tmp_path: Path) -> None:
    """A file with a seed of its own agrees with itself; only what was shown before tells."""
    file = recorded_game()
    name, shown = save(file, tmp_path), file.commitment
    assert "not checked  whether this is the game that was played" in spoken(capsys, "verify", name)
    assert json.loads(spoken(capsys, "verify", name, "--json"))["unchecked"] != []
    told = spoken(capsys, "verify", name, "--commitment", f" {shown.upper()} ")
    assert "not checked" not in told
    assert "dealt as was promised before" in told
    forged = spoken(capsys, "verify", name, "--commitment", "0" * 64, code=1)
    assert f"FAILS  shown commitment: {'0' * 64} was shown" in forged
    found = json.loads(spoken(capsys, "verify", name, "--json", "--commitment", shown))
    assert (found["ok"], found["unchecked"], len(found["findings"])) == (True, [], 4)


@pytest.mark.parametrize("broken", ["commitment", "actions", "result"])
def test_verify_finds_what_is_wrong(capsys: Capture, tmp_path: Path, broken: str) -> None:
    file = recorded_game()
    if broken == "commitment":
        file.commitment = "0" * 64
    elif broken == "actions":
        file.actions[5] = (file.actions[5][0], "pick A")
    else:
        file.result = file.result[::-1]
    name = save(file, tmp_path)
    assert f"FAILS  {broken}: " in spoken(capsys, "verify", name, code=1)
    found = json.loads(spoken(capsys, "verify", name, "--json", code=1))
    assert broken in [finding["check"] for finding in found["findings"] if not finding["ok"]]


# ------------------------------------------------------------------- doctor and bench


def test_doctor_for_scripts(capsys: Capture) -> None:
    code = main(["doctor", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == __version__
    assert found["unit"] == unit.which()
    assert found["dependencies"]["msgspec"]
    assert code == int(any(lack["needed"] for lack in found["missing"]))


def test_doctor_tells_what_is_missing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BROADSIDE_CHROMIUM", raising=False)
    text = spoken(capsys, "doctor", code=1)
    assert f"Broadside   {__version__}" in text
    assert f"Missing: write access to {tmp_path / 'file' / 'broadside'}" in text
    assert "Optional: Chromium" in text


def test_bench_here_for_scripts(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadside.cli.bench.BUDGET_S", 0.05)
    argv = ("bench", "engine", "--game", "jolly-and-roger", "--here", "--json")
    [found] = json.loads(spoken(capsys, *argv))
    assert list(found) == [
        "game",
        "seats",
        "unit",
        *(each.name for each in FIGURES),
    ]
    assert found["unit"] == unit.which()


def test_bench_measures_every_form_there_is(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("broadside.cli.bench.ROUNDS", 1)
    assert main(["bench", "engine", "--game", "jolly-and-roger", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["unit"] for each in found] == unit.forms()


def test_bench_measures_others_by_turns(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Another installation, and those yardsticks that there are; the others are named."""
    monkeypatch.setattr("broadside.cli.bench.ROUNDS", 1)
    monkeypatch.setattr("broadside.unit.forms", lambda: [unit.which()])
    monkeypatch.setattr("broadside.cli.bench_server.other_python", this_python)
    monkeypatch.setenv("PATH", str(tmp_path))
    argv = [
        "bench",
        "engine",
        "--game",
        "jolly-and-roger",
        "--baseline",
        "old",
        "--peers",
        "--json",
    ]
    monkeypatch.chdir(Path(__file__).parents[2])
    assert main(argv) == 0
    told = capsys.readouterr()
    units = [each["unit"] for each in json.loads(told.out)]
    assert units[:2] == [unit.which(), "baseline"]
    assert set(units[2:]) == ({"OpenSpiel"} if find_spec("pyspiel") else set())
    assert "C was not measured: there is no C compiler" in " ".join(told.err.split())


def this_python(path: str) -> tuple[str, dict[str, str]]:
    """Ourselves as another installation."""
    assert path == "old"
    return sys.executable, dict(os.environ)
