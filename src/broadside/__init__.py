"""Broadside: pirate table games for people, bots and researchers.

>>> import broadside
>>> broadside.games()
['jolly-and-roger', 'jamaica', 'tortuga-1667', 'jolly-roger']
>>> table = broadside.new("jolly-and-roger", seats=2, seed=7, deck="intro")
>>> while table.result() is None:
...     seat = table.deciders()[0]
...     table.play(seat, table.legal(seat)[0])
>>> sum(table.result())
1.0
"""

from __future__ import annotations

from . import unit

unit.choose()

# Loaded now: the first import of this package puts it in the place of the function games().
from . import games as _  # noqa: E402, F401  (the unit must be chosen before it is imported)
from .kernel.errors import (  # noqa: E402
    BadOption,
    BadSeats,
    BroadsideError,
    IllegalAction,
    NotationError,
    UnknownAction,
    UnknownGame,
)
from .kernel.event import EVERYTHING, SPECTATOR  # noqa: E402
from .kernel.game import Game  # noqa: E402
from .kernel.rng import FastRng  # noqa: E402
from .kernel.state import State  # noqa: E402

__version__ = "0.1.0"

__all__ = [
    "EVERYTHING",
    "SPECTATOR",
    "BadOption",
    "BadSeats",
    "BroadsideError",
    "Game",
    "IllegalAction",
    "NotationError",
    "State",
    "UnknownAction",
    "UnknownGame",
    "game",
    "games",
    "new",
]


def games() -> list[str]:
    """The names of all games.

    >>> games()
    ['jolly-and-roger', 'jamaica', 'tortuga-1667', 'jolly-roger']
    """
    from .games import registry  # not before: a broken data file of a game must not break `import`

    return [each.name for each in registry.GAMES]


def game(name: str) -> Game:
    """The game of that name.

    >>> game("jolly-and-roger").seats
    range(2, 3)
    >>> game("jolly-und-roger")
    Traceback (most recent call last):
    ...
    broadside.kernel.errors.UnknownGame: there is no game 'jolly-und-roger'; did you mean jolly-...
    """
    from .games import registry

    return registry.find(name)


def new(name: str, *, seats: int | None = None, seed: int = 0, **options: object) -> State:
    """A new table, dealt and waiting for its first decision. The same seed deals the same table.

    Without `seats` the smallest number is taken.

    >>> table = new("jolly-and-roger", seats=2, seed=1, first_splitter="seat1")
    >>> table.deciders()
    [1]
    >>> new("jolly-and-roger", seats=3)
    Traceback (most recent call last):
    ...
    broadside.kernel.errors.BadSeats: jolly-and-roger is played with 2 seats, not with 3
    """
    chosen = game(name)
    count = chosen.seats[0] if seats is None else chosen.check_seats(seats)
    return chosen.deal(count, chosen.complete(dict(options)), FastRng(seed))
