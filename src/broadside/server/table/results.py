"""Results: how a finished game ended, for whom it counts, and its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from broadside.replays import fairness
from broadside.service.reading import player_key
from broadside.store.interface import GameResult, PlayerResult

if TYPE_CHECKING:
    from broadside.server.table.state import Table

ERASED: Final = "–"
"""Stands where the name of a person was who wants to be forgotten."""


class ResultSeat(Struct, forbid_unknown_fields=True):
    """Who sat there: a person by name, or a bot."""

    name: str | None
    bot: str | None


class Finished(Struct, forbid_unknown_fields=True):
    """A game came to its end.

    One that was guided, or that began with the moves of others, counts for nobody.
    """

    seats: list[ResultSeat]
    result: list[float]
    scores: list[int]
    is_branch: bool = False


_decoder = msgspec.json.Decoder(Finished)


def game_result(table: Table) -> GameResult:
    """The result of a game that is over; where outsiders see a table later, it counts later."""
    assert table.state is not None
    result = table.state.result()
    assert result is not None
    finished = Finished(
        seats=[ResultSeat(chair.name, chair.bot) for chair in table.chairs],
        result=result,
        scores=table.state.scores(),
        is_branch=bool(table.opened.before) or table.opened.course is not None,
    )
    counts_ms = table.at_ms + 1000 * table.opened.spectator_delay_s
    return _packed(finished, table.game.name, table.at_ms, counts_ms)


def replay_file(table: Table) -> fairness.ReplayFile:
    """The finished game as a file that everybody can check."""
    assert table.state is not None
    result = table.state.result()
    assert result is not None
    opened = table.opened
    return fairness.ReplayFile(
        format=fairness.REPLAY_FORMAT,
        format_version=fairness.BRANCH_FORMAT_VERSION
        if opened.before
        else fairness.REPLAY_FORMAT_VERSION,
        game=opened.game,
        version=opened.version,
        options=opened.options,
        seats=[chair.title() for chair in table.chairs],
        commitment=opened.commitment,
        seed=opened.seed,
        salts=table.salts(),
        actions=table.actions,
        result=result,
        scores=table.state.scores(),
        before=opened.before,
        edition=opened.edition or "",
        edition_text=opened.edition_text or "",
    )


def finished_of(result: GameResult) -> Finished:
    """What a stored result says."""
    return _decoder.decode(result.body)


def without_name(result: GameResult, seat: int) -> GameResult | None:
    """The result without the name of a person; None if it has none there."""
    finished = finished_of(result)
    if finished.seats[seat].name in (None, ERASED):
        return None
    finished.seats[seat].name = ERASED
    return _packed(finished, result.game, result.at_ms, result.counts_ms)


def _packed(finished: Finished, game: str, at_ms: int, counts_ms: int) -> GameResult:
    players = tuple(
        PlayerResult(player_key(who.name), seat, finished.result[seat], finished.scores[seat])
        for seat, who in enumerate(finished.seats)
        if who.name not in (None, ERASED) and who.name and not finished.is_branch
    )
    return GameResult(game, at_ms, counts_ms, msgspec.json.encode(finished), players)
