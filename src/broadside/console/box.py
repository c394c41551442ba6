"""What is printed on the pieces with which a table is played."""

from __future__ import annotations

from typing import Any, Final

from broadside.games import registry

OPEN: Final[dict[str, Any]] = {}
"""What servers have told of the boxes of their tables, by game."""


def open_box(box: dict[str, Any]) -> None:
    """Play a game with the pieces of this box from now on."""
    OPEN[box["game"]] = box["printed"]


def printed(game: str) -> Any:
    """What is printed in the box; in that of the game's own edition if nobody has told."""
    if game not in OPEN:
        OPEN[game] = registry.find(game).printed()
    return OPEN[game]
