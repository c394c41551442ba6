"""Results: one record for each finished game, and what they tell about a name."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from broadside.server.http_messages import PlayerGame, PlayerInfo
from broadside.server.reading import DECODE_ERRORS, tidy
from broadside.store.log import Conflict, StoreError

if TYPE_CHECKING:
    from broadside.server.ledger import Ledger
    from broadside.store.log import Log

STREAM: Final = "~results"
"""Not a table: names of tables have no such sign."""
ERASED: Final = "–"
"""Stands where the name of somebody was who wants to be forgotten."""
CONFLICTS_MAX: Final = 100
"""Each conflict means that another server got on; so many in a row mean that we are wrong."""

logger = logging.getLogger(__name__)


class ResultSeat(Struct, forbid_unknown_fields=True):
    """Who sat there: a person by name, or a bot."""

    name: str | None
    bot: str | None


class Finished(Struct, tag="finished", forbid_unknown_fields=True):
    """A game came to its end. One that began with the moves of others counts for nobody.

    Where outsiders see a table later, it counts when they may know of it.
    """

    at_ms: int
    table: str
    game: str
    seats: list[ResultSeat]
    result: list[float]
    scores: list[int]
    is_branch: bool = False
    counts_ms: int = 0


_decoder = msgspec.json.Decoder(Finished)


class Results:
    """All finished games of this server, in memory and in a stream of the log."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._entries: list[Finished] = []
        self._places: dict[str, int] = {}
        self._changing = asyncio.Lock()
        """Games end at any moment, and what is in memory must be as long as the stream."""

    async def load(self) -> None:
        """Read what is new in the stream."""
        async with self._changing:
            await self._load()

    async def _load(self) -> None:
        for data in await self._log.read(STREAM, len(self._entries) - 1):
            try:
                entry = _decoder.decode(data)
            except DECODE_ERRORS as error:
                logger.error("broken_result reason=%s", error)  # noqa: TRY400
                entry = Finished(0, "", "", [], [], [])
            self._places[entry.table] = len(self._entries)
            self._entries.append(entry)

    def has(self, table: str) -> bool:
        """Whether the result of this table is known."""
        return table in self._places

    def of(self, table: str) -> Finished | None:
        """The result of a table."""
        return self._entries[self._places[table]] if table in self._places else None

    def untold(self, now_ms: int) -> list[str]:
        """The finished tables whose spectators do not know it yet."""
        return [entry.table for entry in self._entries if entry.counts_ms > now_ms]

    async def add(self, ledger: Ledger, at_ms: int) -> None:
        """Note how a game ended, once."""
        async with self._changing:
            for _ in range(CONFLICTS_MAX):
                if self.has(ledger.table):
                    return
                try:
                    await self._append(finished(ledger, at_ms))
                except Conflict:
                    await self._load()
        raise StoreError(f"Results: {CONFLICTS_MAX} conflicts in a row.")

    async def _append(self, entry: Finished) -> None:
        place = len(self._entries)
        # The stream waits for nobody: it is not one of the unfinished tables.
        await self._log.append(STREAM, place, msgspec.json.encode(entry), last=True)
        self._places[entry.table] = place
        self._entries.append(entry)

    async def erase(self, table: str, seat: int) -> bool:
        """Take a person's name out of a result; whether there was one."""
        async with self._changing:
            return await self._erase(table, seat)

    async def _erase(self, table: str, seat: int) -> bool:
        entry = self.of(table)
        if entry is None or entry.seats[seat].name in (None, ERASED):
            return False
        seats = [replace(each) for each in entry.seats]
        seats[seat].name = ERASED
        erased = replace(entry, seats=seats)
        await self._log.rewrite(STREAM, self._places[table], msgspec.json.encode(erased))
        self._entries[self._places[table]] = erased
        return True

    def player(self, name: str, now_ms: int) -> PlayerInfo:
        """What finished games tell about a name, however it is written."""
        wanted = _plain(name)
        found: dict[str, list[tuple[float, int]]] = {}
        for entry in [entry for entry in self._entries if entry.counts_ms <= now_ms]:
            for seat, who in enumerate(entry.seats):
                is_meant = who.name not in (None, ERASED) and _plain(str(who.name)) == wanted
                if is_meant and not entry.is_branch:
                    outcome = entry.result[seat], entry.scores[seat]
                    found.setdefault(entry.game, []).append(outcome)
        return PlayerInfo(tidy(name), [_summary(game, all_) for game, all_ in found.items()])


def finished(ledger: Ledger, at_ms: int) -> Finished:
    """The result of a game that is over."""
    assert ledger.state is not None
    result = ledger.state.result()
    assert result is not None
    seats = [ResultSeat(chair.name, chair.bot) for chair in ledger.chairs]
    return Finished(
        at_ms=at_ms,
        table=ledger.table,
        game=ledger.game.name,
        seats=seats,
        result=result,
        scores=ledger.state.scores(),
        is_branch=bool(ledger.opened.before),
        counts_ms=at_ms + 1000 * ledger.opened.spectator_delay_s,
    )


def _summary(game: str, outcomes: list[tuple[float, int]]) -> PlayerGame:
    shares = [share for share, _ in outcomes]
    scores = [score for _, score in outcomes]
    return PlayerGame(
        game=game,
        played=len(outcomes),
        wins=sum(share == 1 for share in shares),
        share=sum(shares),
        mean_score=sum(scores) / len(scores),
        best_score=max(scores),
    )


def _plain(name: str) -> str:
    return tidy(name).casefold()
