"""What a list of games tells about each: its seats, options and verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from broadside.wire.messages import EditionInfo, GameInfo, OptionInfo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from broadside.kernel.edition import Edition
    from broadside.kernel.game import Game, Option


def game_info(game: Game, bots: list[str], puzzles: int, others: Iterable[Game] = ()) -> GameInfo:
    """A game that can be played with these bots, and has so many puzzles and other editions."""
    editions = [each.own_edition() for each in (game, *others) if each.name == game.name]
    return GameInfo(
        name=game.name,
        version=game.version,
        seats=(game.seats[0], game.seats[-1]),
        options={option.name: _option_info(option) for option in game.options},
        verbs={verb.name: [d.name for d in verb.domains] for verb in game.actions.verbs},
        bots=bots,
        guided=bool(game.guided()),
        puzzles=puzzles,
        editions=[edition_info(edition) for edition in editions if edition is not None],
    )


def edition_info(edition: Edition) -> EditionInfo:
    """What a list of games tells about an edition."""
    shown = {"digest": edition.digest, "name": edition.name, "sources": edition.sources()}
    return msgspec.convert(shown, EditionInfo)


def edition_of_record(game: Game) -> dict[str, str]:
    """What a table's first record says of its edition: the digest, and the text of another one."""
    edition, address = game.own_edition(), game.address()
    digest = {"edition": edition.digest} if edition else {}
    return digest if address == game.name else digest | {"edition_text": address}


def _option_info(option: Option) -> OptionInfo:
    names = [name for name in OptionInfo.__struct_fields__ if name != "alone"]
    shown = {name: getattr(option, name) for name in names}
    return msgspec.convert({**shown, "default": option.live, "alone": option.default}, OptionInfo)
