"""The games in words."""

from __future__ import annotations

from typing import Any, Final

from broadside.console.games.any_game import AnyGame
from broadside.console.games.jamaica import Jamaica
from broadside.console.games.jolly_and_roger import JollyAndRoger
from broadside.console.games.jolly_roger import JollyRoger
from broadside.console.games.tortuga_1667 import Tortuga

GAMES: Final[dict[str, type[AnyGame]]] = {
    "jamaica": Jamaica,
    "jolly-and-roger": JollyAndRoger,
    "jolly-roger": JollyRoger,
    "tortuga-1667": Tortuga,
}


def game_of(name: str, words: dict[str, Any]) -> AnyGame:
    """A game in words; one that is not known here speaks with those of the server."""
    return GAMES.get(name, AnyGame)(words)
