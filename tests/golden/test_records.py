"""Stored games of every released rules version come out as they did."""

from __future__ import annotations

from pathlib import Path

import pytest

from broadside.games.registry import OWN_GAMES
from broadside.kernel.errors import BadRecord
from broadside.kernel.game import Game
from broadside.kernel.replay import replay

from .record import RECORDS, read_record
from .story import GAMES_TOLD

FILES = sorted(RECORDS.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_game_is_replayed(path: Path) -> None:
    """The same result, scores and final table; rules versions are pinned, so a game of another
    version is refused and never played under rules it was not played under.
    """
    record, rng, stored = read_record(path)
    game = GAMES_TOLD[record.game]
    assert path.name.startswith(f"{record.game}-v{record.version}-")
    if record.version != game.version:
        with pytest.raises(BadRecord, match="version"):
            replay(game, record, rng)
        return
    table = replay(game, record, rng)
    assert table.result() == stored["result"]
    assert table.scores() == stored["scores"]
    assert table.write().splitlines() == stored["table"]


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.name)
def test_every_version_is_stored(game: Game) -> None:
    """Whoever raises a version records games of it."""
    for version in range(1, game.version + 1):
        assert list(RECORDS.glob(f"{game.name}-v{version}-*.json"))
