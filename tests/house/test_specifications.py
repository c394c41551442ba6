"""Which rule ids there are: taken from the games, and none is a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import specifications


def game(folder: Path, *ids: str) -> Path:
    """A game's folder whose rules have these sections."""
    folder.mkdir()
    (folder / "game.py").touch()
    text = "".join(f"## {id_} · Title\n\nText.\n" for id_ in ids)
    (folder / "rules.en.md").write_text(text, encoding="utf-8")
    return folder


def test_the_prefixes_are_those_of_the_games(tmp_path: Path) -> None:
    """A new folder's ids are known; a test vector is no rule, and others' ids are no ids."""
    game(tmp_path / "dig", "DIG-" + "A1", "DIG-" + "TX2")
    game(tmp_path / "sea", "S7-" + "A1")
    found = specifications.id_pattern(tmp_path).findall(
        "DIG-" + "B12, S7-" + "C3, DIG-TV1, " + "ZZZ-" + "A1"
    )
    assert found == ["DIG-" + "B12", "S7-" + "C3"]


@pytest.mark.parametrize("ids", [[], ["DIG-" + "A1", "SEA-" + "A2"], ["dig one"]])
def test_a_game_must_have_one_prefix(tmp_path: Path, ids: list[str]) -> None:
    """Not silently none."""
    with pytest.raises(SystemExit, match=r"rules\.en\.md: sections such as"):
        specifications.prefix_of(game(tmp_path / "dig", *ids))


def test_a_folder_without_games(tmp_path: Path) -> None:
    """There must be something to look for."""
    with pytest.raises(SystemExit, match="there is no game"):
        specifications.id_pattern(tmp_path)


def test_every_game_of_ours_has_ids() -> None:
    """Taken from its own rules."""
    for path in specifications.GAMES.glob("*/game.py"):
        prefix = specifications.prefix_of(path.parent)
        assert specifications.ID.findall(f"{prefix}-A1") == [f"{prefix}-A1"]
