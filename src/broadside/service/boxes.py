"""Boxes: what is printed on the pieces of a game, for clients that draw them or list them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from broadside.kernel.game import LANGUAGES
from broadside.service.game_info import edition_info
from broadside.service.labels import labels
from broadside.wire.http_messages import BoxGroup, BoxInfo, BoxRow

if TYPE_CHECKING:
    from broadside.kernel.edition import Group
    from broadside.kernel.game import Game


def box_of(game: Game) -> BoxInfo:
    """The box of a game, in the edition that it has."""
    edition = game.own_edition()
    if edition is None:
        return BoxInfo(game.name, None, dict(game.printed()), {}, [])
    named = {language: labels(game, language) for language in LANGUAGES}
    groups = [_group(group) for group in edition.groups]
    return BoxInfo(game.name, edition_info(edition), dict(game.printed()), named, groups)


def _group(group: Group) -> BoxGroup:
    rows = [
        msgspec.convert({"cells": row.cells, "name": row.names, "source": row.source}, BoxRow)
        for row in group.rows
    ]
    return msgspec.convert(
        {"group": group.name, "source": group.source, "note": group.note, "rows": rows}, BoxGroup
    )
