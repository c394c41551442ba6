"""All games there are."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from broadside.kernel.errors import UnknownGame
from broadside.kernel.game import Game

from .jamaica.game import Jamaica
from .jolly_and_roger.game import JollyAndRoger
from .jolly_roger.game import JollyRoger
from .tortuga_1667.game import Tortuga

GAMES: Final[list[Game]] = [JollyAndRoger(), Jamaica(), Tortuga(), JollyRoger()]


def find(name: str) -> Game:
    """The game of that name; raises UnknownGame with the names there are."""
    names = [game.name for game in GAMES]
    if name in names:
        return GAMES[names.index(name)]
    near = get_close_matches(name, names, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise UnknownGame(f"there is no game {name[:60]!r}{hint} (games: {', '.join(names)})")
