"""The bots one can play against, from weak to strong."""

from __future__ import annotations

from typing import Final

from broadside.kernel.errors import BroadsideError
from broadside.kernel.game import Game

from .simple import Bot, GreedyBot, RandomBot

BOTS: Final[list[str]] = ["random", "greedy"]


def bot(name: str, game: Game) -> Bot:
    """The bot of that name, ready to play this game; raises an error with the names there are."""
    if name == "random":
        return RandomBot()
    if name == "greedy":
        return GreedyBot(game.advice())
    raise BroadsideError(f"there is no bot {name[:40]!r}; there are {', '.join(BOTS)}")
