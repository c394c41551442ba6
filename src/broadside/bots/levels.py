"""The bots one can play against, from weak to strong."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from broadside.kernel.errors import BroadsideError
from broadside.kernel.game import Game

from .deckhand import Deckhand
from .search.bot import SearchBot
from .search.budget import Budget
from .simple import Bot, GreedyBot, RandomBot

BOTS: Final[list[str]] = ["random", "deckhand", "bosun", "greedy", "captain", "old-salt"]
"""The bots that may sit at a table; `greedy` is the old name of `bosun`."""
OFFERED: Final[list[str]] = ["deckhand", "bosun", "captain", "old-salt"]
"""The levels that the server offers, from weak to strong."""
SEARCHING: Final[list[str]] = ["captain", "old-salt", "cheater"]
"""The bots with a budget. `cheater` sees every card: for measurements, never at a table."""
THINK_MS: Final[dict[str, int]] = {"captain": 1000, "old-salt": 10_000, "cheater": 1000}
"""How long the searching bots think about one decision, on one core."""
LOOK_AHEADS: Final[dict[str, int]] = {"captain": 1000, "old-salt": 10_000, "cheater": 1000}
"""What they do instead where nobody hands them a watch."""


def bot(name: str, game: Game, budget: Budget | None = None, temper: str = "") -> Bot:
    """The bot of that name, ready to play this game; raises an error with the names there are.

    Bots that search get the budget; without one they count their look-aheads.
    """
    if name in SEARCHING:
        limit = budget if budget is not None else Budget(LOOK_AHEADS[name])
        searching = SearchBot(name, game.advice(), limit, name == "cheater")
        searching.temper = temper
        searching.is_patient = name == "old-salt"
        return searching
    if name == "random":
        return RandomBot()
    if name == "deckhand" or name == "greedy" or name == "bosun":
        taste = game.advice()
        simple = Deckhand(taste) if name == "deckhand" else GreedyBot(taste, name)
        simple.temper = temper
        return simple
    near = get_close_matches(name.lower(), BOTS, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BroadsideError(f"there is no bot {name[:40]!r}{hint} (bots: {', '.join(BOTS)})")
