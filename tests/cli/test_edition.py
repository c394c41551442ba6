"""`broadside edition`, and `--edition` where games are played or looked at."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import broadside
from broadside.cli import main, thinking
from broadside.cli.serve import editions_of
from broadside.cli.thinking import Considered, Judgement
from broadside.games import registry
from broadside.kernel.errors import BadData
from broadside.replays.fairness import ReplayFile, table_rng, write_replay
from broadside.replays.puzzles.collection import Puzzle, position
from tests.editions import EXTREMES, extreme, extreme_file, own_text
from tests.house.tree import ROOT

from .recorded import SALTS, SEED, recorded_game, save

NAME = "jolly-and-roger"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The file of an edition."""
    return extreme_file(NAME, tmp_path)


def said(capsys: Capture, *argv: str, code: int = 0) -> str:
    """What a command prints."""
    assert main(list(argv)) == code
    return capsys.readouterr().out


def played(file: Path) -> ReplayFile:
    """A game with the cards of an edition, without that one's text."""
    table = broadside.play(NAME, "random", seed=1, edition=file).table(0)
    assert table.book().edition
    edition = extreme(NAME)
    other = recorded_game()
    game = broadside.game(NAME).with_edition(edition)

    state = game.deal(2, game.complete({}), table_rng(SEED, SALTS))
    actions: list[tuple[int, str]] = []
    while (result := state.result()) is None:
        seat = state.deciders()[0]
        action = state.legal(seat)[0]
        state.play(seat, action)
        actions.append((seat, action.text))
    return msgspec.structs.replace(
        other, actions=actions, result=result, scores=state.scores(), edition=edition.digest
    )


@pytest.mark.parametrize("name", EXTREMES)
def test_the_template_is_an_edition(capsys: Capture, tmp_path: Path, name: str) -> None:
    """What `new` writes, `check` takes; it is the game's own."""
    assert said(capsys, "edition", "new", name) == own_text(name)
    file = tmp_path / "new.toml"
    assert "edition check" in said(capsys, "edition", "new", name, "--out", str(file))
    told = json.loads(said(capsys, "edition", "check", str(file), "--json"))
    own = broadside.game(name).own_edition()
    assert own is not None
    assert (told["ok"], told["game"], told["digest"]) == (True, name, own.digest)
    assert f"Broadside edition: an edition of {name}" in said(capsys, "edition", "check", str(file))
    assert main(["edition", "new", name, "--out", str(file)]) == 2


def test_a_broken_file_is_told_with_line_and_reason(capsys: Capture, mine: Path) -> None:
    """The exit code is that of a bad finding."""
    text = mine.read_text(encoding="utf-8").replace('"red", gold = 40', '"red", gold = 4')
    mine.write_text(text, encoding="utf-8")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if '"red", gold' in row)
    reason = f"{mine}, line {line}: gold is '4'; it must be a number from 8 to 99 (JNR-R9)"
    assert said(capsys, "edition", "check", str(mine), code=1) == reason + "\n"
    assert json.loads(said(capsys, "edition", "check", str(mine), "--json", code=1)) == {
        "file": str(mine), "ok": False, "reason": reason,
    }  # fmt: skip
    mine.write_bytes(b"\xff")
    assert "not text in UTF-8" in said(capsys, "edition", "check", str(mine), code=1)
    assert main(["edition", "check", str(mine.with_name("none.toml"))]) == 2


def test_simulations_and_tournaments(capsys: Capture, mine: Path) -> None:
    """In other processes, too; rows and reports name the edition."""
    label = f"{NAME}@{extreme(NAME).short()}"
    given = ["--edition", str(mine), "--games", "12", "--json"]
    told = json.loads(said(capsys, "simulate", NAME, "--workers", "2", *given))
    assert told["game"] == label
    told = json.loads(said(capsys, "arena", NAME, "--bots", "greedy,random", *given))
    assert told["game"] == label
    assert main(["simulate", "jamaica", *given]) == 2


def test_python(mine: Path, tmp_path: Path) -> None:
    """Tables, games, many games; a game that was saved brings its edition along."""
    assert broadside.new(NAME, edition=mine).book().edition == extreme(NAME).digest
    game = broadside.play(NAME, "greedy", seed=2, edition=mine)
    broadside.save(game, tmp_path / "game.json")
    again = broadside.load(tmp_path / "game.json")
    assert again.table().write() == game.table().write()
    assert game.as_dict() != broadside.play(NAME, "greedy", seed=2).as_dict()
    rows = list(broadside.simulate(NAME, "greedy", 2, edition=mine))
    assert {row["game"] for row in rows} == {f"{NAME}@{extreme(NAME).short()}"}


def test_files_say_which_edition_they_need(capsys: Capture, mine: Path, tmp_path: Path) -> None:
    """Without its text a game can be verified and seen only with the edition at hand."""
    file = tmp_path / "game.json"
    file.write_bytes(write_replay(played(mine)))
    short = extreme(NAME).short()
    assert f"needs the edition {short}" in said(capsys, "verify", str(file), code=1)
    assert main(["replay", str(file)]) == 2
    assert f"needs the edition {short}" in capsys.readouterr().err
    assert f"({short})" in said(capsys, "verify", str(file), "--edition", str(mine))
    assert f"edition {short}" in said(capsys, "replay", str(file), "--edition", str(mine))
    mine.write_text(own_text(NAME) + "# not this one\n", encoding="utf-8")
    assert main(["verify", str(file), "--edition", str(mine)]) == 2
    assert f"this game needs {short}" in capsys.readouterr().err


def test_a_file_from_before_there_were_editions(capsys: Capture, tmp_path: Path) -> None:
    """It is of the game's own."""
    path = save(recorded_game(), tmp_path)
    assert "edition" not in Path(path).read_text(encoding="utf-8")
    assert "The file agrees with itself." in said(capsys, "verify", str(path))


def test_what_a_server_offers(mine: Path) -> None:
    """Each edition by its digest; a broken file ends it before it starts."""
    assert list(editions_of([str(mine)])) == [extreme(NAME).digest]
    mine.write_text("format = 1", encoding="utf-8")
    with pytest.raises(BadData, match="line 1: game is missing"):
        editions_of([str(mine)])


def test_bots_learn(capsys: Capture, mine: Path, tmp_path: Path) -> None:
    """The weights say from which numbers, and the command makes them again."""
    path = tmp_path / "weights.json"
    argv = ["train", NAME, "--games", "20", "--rounds", "1", "--look-aheads", "2", "--seed", "1"]
    argv += ["--edition", str(mine)]
    assert "round 1" in said(capsys, *argv, "--save", str(path))
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["edition"] == extreme(NAME).digest
    assert told["command"] == f"broadside {' '.join(argv)}"


def test_a_bot_brings_its_weights_along(capsys: Capture, mine: Path, tmp_path: Path) -> None:
    """As the guide to editions has it; weights that are not for this game are refused."""
    guide = (ROOT / "docs" / "guides" / "editions.md").read_text(encoding="utf-8")
    (tmp_path / "owner.py").write_text(guide.split("```python\n")[1].split("```")[0])
    names = broadside.game(NAME).advice().feature_names()
    weights = tmp_path / "my-weights.json"
    weights.write_text(json.dumps({"weights": dict.fromkeys(names, 0.0)}))
    argv = ["simulate", NAME, "--edition", str(mine), "--games", "1", "--json"]
    argv += ["--bots", f"{tmp_path / 'owner.py'}:Owner@2,greedy"]
    assert json.loads(said(capsys, *argv))["finished"] == 1
    weights.write_text(json.dumps({"weights": {"rum": 1.0}}))
    assert main(argv) == 2
    assert "my-weights.json: the feature" in capsys.readouterr().err


def seen_quickly(address: str, world: str, seat: int, *_: int, **__: int) -> list[Considered]:
    """What a captain might think: the first action is best, by far."""
    legal = registry.find(address).read(world).legal(seat)
    return [
        {"action": one.text, "chance": 0.3 if place else 0.8, "error": 0.0, "look_aheads": 9}
        for place, one in enumerate(legal)
    ]


def judged_quickly(
    address: str, world: str, seat: int, usual: str, *_: int, **__: int
) -> Judgement:
    """The same about what was done."""
    best = seen_quickly(address, world, seat)[0]["action"]
    return {
        "played": usual, "best": best, "chance": 0.3, "best_chance": 0.8, "loss": 0.5,
        "is_mistake": True, "why": [],
    }  # fmt: skip


def test_captains_judge_a_game(
    capsys: Capture, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the numbers that it was played with."""
    monkeypatch.setattr(thinking, "judge", judged_quickly)
    file = tmp_path / "game.json"
    file.write_bytes(write_replay(played(mine)))
    argv = ["analyse", str(file)]
    told = json.loads(said(capsys, *argv, "--edition", str(mine), "--json"))
    assert len(told["decisions"]) > 10
    assert main(argv) == 2
    assert f"needs the edition {extreme(NAME).short()}" in capsys.readouterr().err


def test_puzzles(
    capsys: Capture, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They name the edition in which they can be solved."""
    monkeypatch.setattr(thinking, "consider", seen_quickly)
    monkeypatch.setattr(thinking, "judge", judged_quickly)
    path = tmp_path / "puzzles.json"
    argv = ["puzzles", NAME, "--count", "1", "--edition", str(mine), "--save", str(path)]
    assert "1 puzzles written" in said(capsys, *argv)
    (puzzle,) = msgspec.json.decode(path.read_bytes(), type=list[Puzzle])
    assert puzzle.edition == extreme(NAME).digest
    own = broadside.game(NAME)
    with pytest.raises(BadData, match="needs the edition"):
        position(own, puzzle)
    assert position(own.with_edition(extreme(NAME)), puzzle).is_asked(puzzle.seat)
