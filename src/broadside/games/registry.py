"""All games there are: one folder each in this package, and those that other projects install.

A folder is a game if it has a module `game` with one subclass of `Game`. An installed project names
its game in the entry point group `broadside.games`, as a subclass of `Game` as well.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Final

from broadside.kernel.edition import parse
from broadside.kernel.errors import BadData, UnknownGame
from broadside.kernel.game import Game

PACKAGE: Final = "broadside.games"
GROUP: Final = "broadside.games"


def own_games() -> list[Game]:
    """The games of this package, those for few seats first."""
    found: list[Game] = []
    for module in iter_modules(import_module(PACKAGE).__path__):
        if module.ispkg:
            found.append(game_of(f"{PACKAGE}.{module.name}.game"))
    found.sort(key=by_seats)
    return found


def by_seats(game: Game) -> tuple[int, str]:
    """How games are ordered."""
    return game.seats[-1], game.name


def game_of(module: str) -> Game:
    """The game of a module, which must define just one."""
    classes = [value for value in vars(import_module(module)).values() if is_game(value, module)]
    if len(classes) != 1:
        raise BadData(f"{module} has {len(classes)} subclasses of Game; it must have one")
    made: Game = classes[0]()
    return made


def is_game(value: object, module: str) -> bool:
    """Whether a name of a module stands for a game that is defined there."""
    home: str = getattr(value, "__module__", "")
    return home == module and isinstance(value, type) and issubclass(value, Game)


def outside_games(known: list[str], faults: list[str]) -> list[Game]:
    """The games of other projects, by name. One that cannot be used is left out and told of."""
    found: list[Game] = []
    for point in sorted(entry_points(group=GROUP), key=name_of):
        try:
            found.append(loaded(point, known + [game.name for game in found]))
        except Exception as error:  # noqa: BLE001  (whatever is wrong with it, all else goes on)
            faults.append(f"{point.name} ({point.value}): {type(error).__name__}: {error}")
    return found


def name_of(point: EntryPoint) -> str:
    """How entry points are ordered."""
    return point.name


def loaded(point: EntryPoint, known: list[str]) -> Game:
    """The game of an entry point."""
    made = point.load()()
    if not isinstance(made, Game):
        raise BadData("this is no subclass of broadside.kernel.game.Game")
    if made.name in known:
        raise BadData(f"there is a game {made.name!r} already")
    return made


FAULTS: Final[list[str]] = []
"""Why games of other projects are not here."""
OWN_GAMES: Final[list[Game]] = own_games()
GAMES: Final[list[Game]] = OWN_GAMES + outside_games([game.name for game in OWN_GAMES], FAULTS)


KEPT: Final[dict[str, Game]] = {}
"""Games of other editions, by the text of these."""


def find(name: str) -> Game:
    """The game of that name, or of that edition, given as its whole text.

    Raises UnknownGame with the names there are, BadData if the edition is broken.
    """
    if "\n" in name:
        if name not in KEPT:
            edition = parse(name)
            KEPT[name] = find(edition.game).with_edition(edition)
        return KEPT[name]
    names = [game.name for game in GAMES]
    if name in names:
        return GAMES[names.index(name)]
    near = get_close_matches(name.lower(), names, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    unusable = f"; not usable: {'; '.join(FAULTS)}" if FAULTS else ""
    raise UnknownGame(f"there is no game {name[:60]!r}{hint} (games: {', '.join(names)}{unusable})")
