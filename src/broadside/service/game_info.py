"""What a list of games tells about each: its seats, options and verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from broadside.wire.messages import GameInfo, OptionInfo

if TYPE_CHECKING:
    from broadside.kernel.game import Game, Option


def game_info(game: Game, bots: list[str], puzzles: int) -> GameInfo:
    """A game that can be played with these bots, and has so many puzzles."""
    return GameInfo(
        name=game.name,
        version=game.version,
        seats=(game.seats[0], game.seats[-1]),
        options={option.name: _option_info(option) for option in game.options},
        verbs={verb.name: [d.name for d in verb.domains] for verb in game.actions.verbs},
        bots=bots,
        guided=bool(game.guided()),
        puzzles=puzzles,
    )


def _option_info(option: Option) -> OptionInfo:
    names = [name for name in OptionInfo.__struct_fields__ if name != "alone"]
    shown = {name: getattr(option, name) for name in names}
    return msgspec.convert({**shown, "default": option.live, "alone": option.default}, OptionInfo)
