"""The registry: games by folder, and those of other projects by entry point."""

from __future__ import annotations

from pathlib import Path

import pytest

import broadside
from broadside.games import registry
from broadside.kernel.errors import BadData, UnknownGame

PARLEY = "tests.laws.parley.game:Parley"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed projects."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def install(site: Path, name: str, value: str) -> None:
    """A project whose entry point names something as a game."""
    folder = site / f"{name}-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[broadside.games]\n{name} = {value}\n")


def test_every_folder_is_a_game() -> None:
    """In the order of how many can play."""
    names = [game.name for game in registry.OWN_GAMES]
    folders = [path.parent.name for path in Path(broadside.__file__).parent.glob("games/*/game.py")]
    assert sorted(name.replace("-", "_") for name in names) == sorted(folders)
    assert names[0] == "jolly-and-roger"
    assert set(names) <= set(broadside.games())


def test_a_game_of_another_project(site: Path) -> None:
    """It is made and found by its own name."""
    install(site, "parley", PARLEY)
    faults: list[str] = []
    assert "parley" in [game.name for game in registry.outside_games([], faults)]
    assert faults == []


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_project.game:Game", "ModuleNotFoundError"),
        ("builtins:dict", "no subclass of broadside.kernel.game.Game"),
        ("builtins:None", "TypeError"),
        (PARLEY, "there is a game 'parley' already"),
    ],
)
def test_what_cannot_be_used_is_left_out(site: Path, value: str, reason: str) -> None:
    """And told of, by the name of its entry point; all others are there."""
    install(site, "broken", value)
    faults: list[str] = []
    found = registry.outside_games(["parley"], faults)
    assert "parley" not in [game.name for game in found]
    [fault] = [fault for fault in faults if fault.startswith("broken ")]
    assert reason in fault


def test_a_module_without_a_game() -> None:
    """A folder is no game by itself."""
    with pytest.raises(BadData, match="has 0 subclasses of Game"):
        registry.game_of("broadside.games.jamaica.cards")


def test_an_unknown_game_may_be_one_that_cannot_be_used() -> None:
    """The error says so."""
    registry.FAULTS.append("dig (dig:Dig): ImportError: no")
    try:
        with pytest.raises(UnknownGame, match=r"not usable: dig \(dig:Dig\): ImportError: no"):
            registry.find("dig")
    finally:
        registry.FAULTS.pop()
