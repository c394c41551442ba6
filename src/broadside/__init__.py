"""Broadside: pirate table games for people, bots and researchers.

>>> import broadside
>>> "jolly-and-roger" in broadside.games()
True
>>> table = broadside.new("jolly-and-roger", seats=2, seed=7, deck="intro")
>>> while table.result() is None:
...     seat = table.deciders()[0]
...     table.play(seat, table.legal(seat)[0])
>>> sum(table.result())
1.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from .research import Bots, Played

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
    "load",
    "new",
    "play",
    "read",
    "save",
    "simulate",
]


def games() -> list[str]:
    """The names of all games, those of other projects last.

    >>> "jamaica" in games()
    True
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


def new(
    name: str,
    *,
    seats: int | None = None,
    seed: int = 0,
    edition: Any = "",
    **options: object,
) -> State:
    """A new table, dealt and waiting for its first decision. The same seed deals the same table.

    Without `seats` the smallest number is taken. `edition` is the path of a file with the numbers
    of a box.

    >>> table = new("jolly-and-roger", seats=2, seed=1, first_splitter="seat1")
    >>> table.deciders()
    [1]
    >>> new("jolly-and-roger", seats=3)
    Traceback (most recent call last):
    ...
    broadside.kernel.errors.BadSeats: jolly-and-roger is played with 2 seats, not with 3
    """
    chosen = game(name)
    if edition:
        from . import research

        chosen = game(research.address_of(name, edition))
    count = chosen.seats[0] if seats is None else chosen.check_seats(seats)
    return chosen.deal(count, chosen.complete(dict(options)), FastRng(seed))


def read(text: str) -> State:
    """The table that `write` has written, of whichever game.

    >>> table = new("jolly-and-roger", seed=3)
    >>> read(table.write()).view(0) == table.view(0)
    True
    """
    return game((text.split() or [""])[0]).read(text)


def save(what: State | Played, path: str | Path) -> None:
    """Write a table, or a game that was played, to a file.

    A table is written as it stands, future included: the same chance would come of it.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "position.txt"
    >>> table = new("jamaica", seats=3, seed=3)
    >>> save(table, path)
    >>> load(path).view(1) == table.view(1)
    True
    """
    if isinstance(what, State):
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  (a name may come as text)
            file.write(what.write())
    else:
        what.save(path)


def load(path: str | Path) -> Any:
    """The table or the game in a file: what `save` has written, or a server's replay file.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.json"
    >>> save(play("jolly-and-roger", "greedy", seed=2), path)
    >>> load(path)
    <jolly-and-roger: greedy, greedy; result [1.0, 0.0]>
    """
    from . import research

    return research.load(path)


def play(
    name: str,
    bots: Bots,
    seed: int = 0,
    *,
    seats: int | None = None,
    edition: Any = "",
    **options: object,
) -> Played:
    """Play one game between bots: their names, or objects with a method `choose`, one to a seat.

    A single bot takes all seats. The same seed plays the same game. What comes back has the
    `result`, the `scores` and all `actions`; its `table(n)` is the table after n decisions.
    `edition` is a file with the numbers of a box.

    >>> game = play("jolly-and-roger", ["greedy", "random"], seed=4)
    >>> game.result
    [1.0, 0.0]
    >>> len(game.actions)
    56
    >>> game.table(2).legal(game.actions[2][0])[0].text == game.actions[2][1]
    False
    """
    from . import research

    return research.play(name, bots, seed, seats=seats, edition=edition, **options)


def simulate(
    name: str,
    bots: Bots,
    games: int = 1000,
    *,
    seed: int = 1,
    seats: int | None = None,
    rows: str = "seats",
    rotate: bool = False,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    edition: str | Path = "",
    **options: object,
) -> Iterator[dict[str, Any]]:
    """Play many games between bots; give a row per game, per seat or per decision as they come.

    The columns are those of `broadside simulate --out`. With `rotate` each bot moves one seat on
    after each game. Any number of workers gives the same rows. `progress` is told how many games
    are done. `edition` is a file with the numbers of a box.

    >>> won = [row["share"] for row in simulate("jolly-and-roger", ["greedy", "random"], 10)
    ...        if row["bot"] == "greedy"]
    >>> sum(won)
    10.0
    """
    from . import research

    return research.simulate(
        name,
        bots,
        games,
        seed=seed,
        seats=seats,
        rows=rows,
        rotate=rotate,
        workers=workers,
        progress=progress,
        edition=edition,
        **options,
    )
