"""Stand-ins: a bot slides into the seat of somebody who left, and hands it back on return."""

from __future__ import annotations

import functools
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from broadside.server.alarm import Alarm
from broadside.server.messages import Ack
from broadside.server.records import Returned, StoodIn
from broadside.server.refusal import Refusal
from broadside.server.times import is_by_days
from broadside.store.log import StoreError

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from broadside.server.connection import Connection
    from broadside.server.messages import Away, Back
    from broadside.server.records import Acted, Why
    from broadside.server.table import Table

TIMEOUTS_MAX: Final = 2
"""Whose clock ran out so often in a row is not there any more."""

logger = logging.getLogger(__name__)


class StandIns:
    """Who is away from one table, and which bots play meanwhile."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._alarm = Alarm(table.clock, lambda: table.insist(self._look_around))
        self._late: set[int] = set()
        """Whose clock ran out too often, until all may know of it."""

    async def away(self, connection: Connection, away: Away) -> None:
        """A person asks to be stood in for; raises `Refusal`."""
        await self._table.do(lambda: self._away(connection, away))

    async def back(self, connection: Connection, back: Back) -> None:
        """A person wants the seat back; raises `Refusal`."""
        await self._table.do(lambda: self._back(connection, back))

    def tasks(self) -> list[asyncio.Task[None]]:
        """The alarm, if it is set."""
        return [] if self._alarm.task is None else [self._alarm.task]

    # ------------------------------------------------------------------- by request

    async def _away(self, connection: Connection, away: Away) -> None:
        seat = self._table.seat_of(connection, "ask for a stand-in")
        seq, is_new = await self._table.append_message(
            seat, away.id, lambda: self.propose(seat, "asked", away.id)
        )
        connection.send(Ack(away.id, self._table.ledger.number(seat, seq)))
        if is_new:
            self._tell()

    async def _back(self, connection: Connection, back: Back) -> None:
        seat = self._table.seat_of(connection, "come back")
        seq, is_new = await self._table.append_message(
            seat, back.id, lambda: self._propose_return(seat, back.id)
        )
        connection.send(Ack(back.id, self._table.ledger.number(seat, seq)))
        if is_new:
            self._tell()

    async def welcome_back(self, seat: int, propose_act: Callable[[], Acted] | None = None) -> None:
        """Hand the seat back if a bot has it; part of another job of the table.

        Whoever comes back by acting must act rightly: a refused act changes nothing.
        """
        if self._table.ledger.chairs[seat].stand_in is None:
            return

        def propose() -> Returned:
            if propose_act is not None:
                propose_act()
            return self._propose_return(seat, "")

        with suppress(Refusal, StoreError):  # the person will try again by acting
            await self._table.append(propose)
            self._tell()

    # ------------------------------------------------------- who left, who has no time

    def set(self) -> None:
        """Look around when the next person who is awaited will have been away for too long."""
        dues = [*self._due().values()]
        if self._late - self._sealed():
            dues.append(self._table.clock.now())
        self._alarm.set(min(dues, default=None))

    def _due(self) -> dict[int, float]:
        """When each absent person counts as gone: some time after others were there to wait.

        It asks who seems to be awaited, not who is: else a bot in a seat would tell that the seat
        had not answered under seal.
        """
        ledger = self._table.ledger
        if is_by_days(ledger.times.clock_s):
            return {}
        dues: dict[int, float] = {}
        for seat in ledger.people(ledger.awaited()):
            away = self._table.audience.away_since(ledger.chairs[seat].credential_hash)
            if away is not None and self.has_company(seat):
                since = max(away, self._table.pause.met_at)
                dues[seat] = since + self._table.settings.leave_s
        return dues

    async def _look_around(self) -> None:
        """Let bots slide into the seats of those who left, or are late too often."""
        await self._relieve_late()
        for seat, due in self._due().items():
            if due <= self._table.clock.now():
                await self._slide_in(seat, "left")
        self.set()

    async def after_timeout(self, seat: int) -> None:
        """The clock has answered for a person; part of another job of the table."""
        if self._table.ledger.times.timeouts[seat] >= TIMEOUTS_MAX:
            self._late.add(seat)
            await self._relieve_late()

    async def _relieve_late(self) -> None:
        ledger = self._table.ledger
        for seat in sorted(self._late - self._sealed()):
            self._late.remove(seat)
            is_gone = ledger.times.timeouts[seat] >= TIMEOUTS_MAX
            if is_gone and ledger.status == "playing" and self.has_company(seat):
                await self._slide_in(seat, "time")

    def _sealed(self) -> frozenset[int]:
        """Who has answered under seal: a bot in the seat now would tell that the clock had."""
        ledger = self._table.ledger
        return frozenset(ledger.awaited()) - frozenset(ledger.deciders())

    async def _slide_in(self, seat: int, why: Why) -> None:
        with suppress(Refusal):  # somebody else was quicker
            await self._table.append(functools.partial(self.propose, seat, why, ""))
            logger.info("stood_in table=%s seat=%d why=%s", self._table.ledger.table, seat, why)
            self._tell()

    def has_company(self, seat: int) -> bool:
        """Whether another person waits; who plays alone with bots may close the lid."""
        ledger = self._table.ledger
        others = [
            chair.seat
            for chair in ledger.chairs
            if chair.is_person and chair.player is None and chair.seat != seat
        ]
        if is_by_days(ledger.times.clock_s):
            return bool(others)
        return not self._table.audience.online().isdisjoint(others)

    # -------------------------------------------------------------------- proposing

    def propose(self, seat: int, why: Why, message: str, by: int | None = None) -> StoodIn:
        """Propose that a bot plays for a seat, perhaps because another one wants it."""
        self._check_playing()
        if self._table.ledger.chairs[seat].stand_in is not None:
            raise Refusal(409, "stood_in", f"A bot plays for seat {seat} already.")
        bot = self._table.ledger.opened.stand_in
        return StoodIn(self._table.clock.wall_ms(), seat, bot, why, message, by)

    def _propose_return(self, seat: int, message: str) -> Returned:
        self._check_playing()
        if self._table.ledger.chairs[seat].stand_in is None:
            raise Refusal(409, "not_stood_in", f"No bot plays for seat {seat}.")
        return Returned(self._table.clock.wall_ms(), seat, message)

    def _check_playing(self) -> None:
        if self._table.ledger.status == "waiting":
            raise Refusal(409, "not_started", "The table waits for players to sit down.")
        if self._table.ledger.status == "over":
            raise Refusal(409, "game_over", "The game is over.")

    def _tell(self) -> None:
        self._table.tell_seats()
        self._table.go_on()
