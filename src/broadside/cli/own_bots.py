"""Bots of one's own: a class in a file (path.py:Class), a trained network (path.onnx), an address.

At an address a programme in any language plays over the network.
"""

from __future__ import annotations

import inspect
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from broadside.bots.levels import LOOK_AHEADS
from broadside.bots.search.budget import Budget
from broadside.cli.remote_bots import is_remote, remote_bot
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from broadside.arena.match import Player
    from broadside.kernel.game import Game

METHODS: Final = ("choose", "answer", "offer")
NETWORK: Final = ".onnx"


def is_own(name: str) -> bool:
    """Whether a bot's name means a class in a file, a network in one, or an address."""
    return ".py:" in name or name.endswith(NETWORK) or is_remote(name)


def whole_name(name: str) -> str:
    """The same name with the whole path, for processes that work in another folder."""
    if is_remote(name):
        return name
    if name.endswith(NETWORK):
        return str(Path(name).resolve())
    file, _, class_name = name.rpartition(":")
    return f"{Path(file).resolve()}:{class_name}"


def check_own(name: str) -> None:
    """Make such a bot, of whichever game a network is for; raises an error that tells."""
    from broadside.games import registry

    only = only_game(name)
    own_bot(name, registry.find(only) if only else registry.GAMES[0])


def only_game(name: str) -> str:
    """The one game that such a bot knows; none if it is a class, which may know all."""
    if not name.endswith(NETWORK):
        return ""
    from broadside.adapters.onnx import game_of

    return game_of(name)


@cache
def network(path: str, game: Game) -> Player:
    """The bot of a trained network, read once."""
    from broadside.adapters.onnx import OnnxBot

    return cast("Player", OnnxBot(game, path))


def own_bot(name: str, game: Game, budget: Budget | None = None) -> Player:
    """A bot of the class, network or address that is named; raises an error that says what would
    be right.

    Its `__init__` may ask for the `name` of the class, the `game`, the game's `advice`, and the
    `budget` of a bot that searches.
    """
    if is_remote(name):
        return cast("Player", remote_bot(name, game, budget))
    if name.endswith(NETWORK):
        return network(name, game)
    path, _, class_name = name.rpartition(":")
    module = load(Path(path), name)
    found = getattr(module, class_name, None)
    if not inspect.isclass(found):
        classes = [each for each, value in vars(module).items() if is_bot_class(value, module)]
        raise BroadsideError(
            f"{path} has no class {class_name[:40]!r};"
            f" its bots are {', '.join(classes) or 'none: a bot has a method choose'}"
        )
    make: Callable[..., Any] = found
    known = {
        "name": class_name,
        "game": game,
        "advice": game.advice(),
        "budget": budget or Budget(LOOK_AHEADS["captain"]),
    }
    asked = parameters(found)
    unknown = [each for each in asked if each not in known]
    if unknown:
        raise BroadsideError(
            f"{name}: __init__ asks for {', '.join(unknown)}; it may ask for {', '.join(known)}"
        )
    bot = make(**{each: known[each] for each in asked})
    missing = [method for method in METHODS if not callable(getattr(bot, method, None))]
    if missing:
        raise BroadsideError(
            f"{name}: the class has no {', '.join(missing)};"
            " derive it from broadside.bots.simple.Bot, which has all a bot needs but choose"
        )
    bot.name = name
    return cast("Player", bot)


def load(path: Path, name: str) -> ModuleType:
    """The module in a file."""
    spec = spec_from_file_location(f"own_bots_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BroadsideError(f"{name}: there is no file {path}; write path.py:Class")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def is_bot_class(value: object, module: ModuleType) -> bool:
    """Whether a value of a module is a class of its own that can choose."""
    return (
        inspect.isclass(value)
        and value.__module__ == module.__name__
        and callable(getattr(value, "choose", None))
    )


def parameters(found: type) -> list[str]:
    """What a class must be given when it is made."""
    for base in found.__mro__:
        make = vars(base).get("__init__")
        if inspect.isfunction(make):
            asked = list(inspect.signature(make).parameters.values())[1:]
            return [each.name for each in asked if each.default is each.empty]
        if make is not None and base is not object:
            return ["name"]  # compiled, as Bot is
    return []
