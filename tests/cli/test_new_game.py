"""`broadside new-game`: what it writes, and what it refuses. That it can be played is proved in a
browser (`tests/browser/test_new_game.py`).
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from broadside.cli import main

Capture = pytest.CaptureFixture[str]


def written(folder: Path) -> dict[str, str]:
    """Every file of a project with its text."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_project_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    """Named like the game throughout; nothing of the skeleton's own names is left."""
    assert main(["new-game", "sea-dig", "--in", str(tmp_path)]) == 0
    assert "broadside serve" in capsys.readouterr().out
    files = written(tmp_path / "sea-dig")
    assert {"README.md", "src/sea_dig/table.py", "tests/test_laws.py"} <= set(files)
    for language in ("en", "de", "pl"):
        assert "## SD-T1 · " in files[f"src/sea_dig/rules.{language}.md"]
        assert '"name": "Sea Dig"' in files[f"src/sea_dig/texts/{language}.json"]
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert project["name"] == "sea-dig"
    assert project["entry-points"] == {"broadside.games": {"sea-dig": "sea_dig.game:SeaDig"}}
    for name, text in files.items():
        assert "skeleton" not in (name + text).lower()
        assert "SKL" not in text


def test_the_help_says_what_is_written(capsys: Capture) -> None:
    """Every file or folder of the project."""
    assert main(["new-game", "--help"]) == 0
    text = capsys.readouterr().out
    for name in ("pyproject.toml", "README.md", "src/NAME/", "tests/", "broadside.games"):
        assert name in text


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Sea Dig", "cannot be a game's name"),
        ("-dig", "cannot be a game's name"),
        ("7-seas", "cannot be a game's name"),
        ("x" * 41, "cannot be a game's name"),
        ("jamaica", "there is a game jamaica already"),
        ("class", "Python's own name"),
        ("random", "Python's own name"),
    ],
)
def test_names_that_no_game_can_have(
    tmp_path: Path, capsys: Capture, name: str, reason: str
) -> None:
    """One line, and nothing is written."""
    assert main(["new-game", "--in", str(tmp_path), "--", name]) == 2
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_written_over(tmp_path: Path, capsys: Capture) -> None:
    """Not even if it is empty."""
    (tmp_path / "dig").mkdir()
    assert main(["new-game", "dig", "--in", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
