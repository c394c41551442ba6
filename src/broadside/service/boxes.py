"""Boxes: what is printed on the pieces of a game, for clients that draw, list or edit them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from broadside.kernel.edition import parse
from broadside.kernel.errors import BadData
from broadside.kernel.game import LANGUAGES
from broadside.service.game_info import edition_info
from broadside.service.labels import keys_of, labels
from broadside.wire.http_messages import BoxChecked, BoxColumn, BoxGroup, BoxInfo, BoxRow

if TYPE_CHECKING:
    from broadside.kernel.edition import Group, Row
    from broadside.kernel.game import Game


def box_of(game: Game) -> BoxInfo:
    """The box of a game, in the edition that it has."""
    edition = game.own_edition()
    if edition is None:
        return BoxInfo(game.name, None, dict(game.printed()), {}, [])
    if not all(group.columns for group in edition.groups):
        game.check_edition(edition)  # who reads it asks something of each cell
    named = {language: labels(game, language) for language in LANGUAGES}
    groups = [_group(group, game.name) for group in edition.groups]
    return BoxInfo(game.name, edition_info(edition), dict(game.printed()), named, groups)


def check_box(game: Game, text: str) -> BoxChecked:
    """Whether a text is an edition of a game; if not, in which line and why."""
    try:
        edition = parse(text)
        game.check_edition(edition)
    except BadData as error:
        reason = str(error).partition(": ")[2]
        return BoxChecked(error.line or 1, reason, "", error.code, error.values, error.rule)
    return BoxChecked(0, "", edition.digest)


def _group(group: Group, game: str) -> BoxGroup:
    told = {
        "group": group.name,
        "source": group.source,
        "note": group.note,
        "rows": [_row(row) for row in group.rows],
        "columns": [_column(column, group.rows) for column in group.columns],
        "fewest": group.fewest,
        "most": group.most,
        "has_names": any(keys_of(game, group.name, 0, row) for row in group.rows),
    }
    return msgspec.convert(told, BoxGroup)


def _row(row: Row) -> BoxRow:
    cells = {name: cell for name, cell in row.cells.items() if name not in row.left_out}
    return msgspec.convert({"cells": cells, "name": row.names, "source": row.source}, BoxRow)


def _column(column: str, rows: list[Row]) -> BoxColumn:
    """A column with all that any of its cells may hold."""
    name, optional, _ = column.partition("=")
    words = [word for row in rows for word in row.words.get(name, [])]
    spans = [row.spans[name] for row in rows if name in row.spans]
    return BoxColumn(
        name,
        list(dict.fromkeys(words)),
        min((low for low, _ in spans), default=None),
        max((high for _, high in spans), default=None),
        bool(optional),
        all(_is_fixed(row, name) for row in rows),
    )


def _is_fixed(row: Row, column: str) -> bool:
    """Whether a cell can hold nothing else: it says which piece this is."""
    low, high = row.spans.get(column, (0, 1))
    return len(row.words.get(column, [])) == 1 or low == high
