"""Rows and results as columns of a database, and back."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from broadside.store.interface import GameResult, PlayerResult, TableRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def to_columns(row: TableRow) -> tuple[str, int | None, str | None, int | None, bytes]:
    """What is stored of a row; no code is stored as NULL, which no index holds."""
    return (row.state, row.wake_ms, row.code or None, row.listed_ms, row.summary)


def from_columns(columns: Sequence[Any]) -> TableRow:
    """A row as it was given."""
    state, wake_ms, code, listed_ms, summary = columns
    return TableRow(state, wake_ms, code or "", listed_ms, summary)


def game_result(rows: Sequence[Sequence[Any]]) -> GameResult:
    """A result of its rows, each of which tells one player; a game without players has one row."""
    game, at_ms, counts_ms, body, *_ = rows[0]
    players = tuple(PlayerResult(*row[4:]) for row in rows if row[4] is not None)
    return GameResult(game, at_ms, counts_ms, body, players)


def results_of_player(
    found: Iterable[Sequence[Any]],
) -> list[tuple[str, GameResult, PlayerResult]]:
    """The results of one player: rows of number, own seat, table, and then as for a result."""
    results = []
    for (_, seat, name), rows in groupby(found, key=lambda row: tuple(row[:3])):
        result = game_result([row[3:] for row in rows])
        mine = next(player for player in result.players if player.seat == seat)
        results.append((name, result, mine))
    return results
