"""Patience: a table without a clock does not wait for ever for somebody who is there, but idle.

Whoever keeps it waiting for long is *late*, and any other person at the table may let a bot play
for the late one, who has the seat back at once by acting or saying so. Nobody is relieved without
somebody wanting it: at a table without a clock people may have all the time in the world.

It looks at who seems to be awaited and since when, as everybody sees it, so that nobody learns from
it who has answered under seal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.alarm import Alarm
from broadside.server.messages import Ack
from broadside.server.refusal import Refusal

if TYPE_CHECKING:
    import asyncio

    from broadside.server.connection import Connection
    from broadside.server.messages import Relieve
    from broadside.server.records import StoodIn
    from broadside.server.table import Table


class Patience:
    """Who keeps one table waiting."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._alarm = Alarm(table.clock, lambda: table.insist(self._look))
        self._since: dict[int, tuple[int, float]] = {}
        """When each seat was asked that seems to be: as the records say, and on our own clock."""

    async def relieve(self, connection: Connection, relieve: Relieve) -> None:
        """A person lets a bot play for a late one; raises `Refusal`."""
        await self._table.do(lambda: self._relieve(connection, relieve))

    def tasks(self) -> list[asyncio.Task[None]]:
        """The alarm, if it is set."""
        return [] if self._alarm.task is None else [self._alarm.task]

    def set(self) -> None:
        """See who is late, tell of it if it has changed, and look again when the next one is."""
        table, now, dues = self._table, self._table.clock.now(), self._due()
        late = frozenset(seat for seat, due in dues.items() if due <= now)
        if late != table.audience.late:
            table.audience.late = late
            table.tell_seats()
        self._alarm.set(min((due for due in dues.values() if due > now), default=None))

    async def _look(self) -> None:
        self.set()

    def _due(self) -> dict[int, float]:
        """When everybody for whom others wait becomes late."""
        table, ledger = self._table, self._table.ledger
        self._note_asked()
        if table.pace.clock_s(ledger) is not None:
            return {}
        dues: dict[int, float] = {}
        for seat in ledger.people(ledger.awaited()):
            here_s = table.audience.here_s(ledger.chairs[seat].credential_hash)
            if here_s is not None and table.stand_ins.has_company(seat):
                since = max(table.clock.now() - here_s, self._since[seat][1])
                dues[seat] = since + table.settings.patience_s
        return dues

    def _note_asked(self) -> None:
        """Since when each seat is asked; seen once, as the wall clock may be set meanwhile."""
        clock, before = self._table.clock, self._since
        self._since = {}
        for seat, at_ms in self._table.ledger.times.awaited_ms.items():
            if seat in before and before[seat][0] == at_ms:
                self._since[seat] = before[seat]
            else:
                gone_s = max(0, clock.wall_ms() - at_ms) / 1000
                self._since[seat] = at_ms, clock.now() - gone_s

    async def _relieve(self, connection: Connection, relieve: Relieve) -> None:
        seat = self._table.seat_of(connection, "let a bot play for somebody")
        seq, is_new = await self._table.append_message(
            seat, relieve.id, lambda: self._propose(seat, relieve)
        )
        connection.send(Ack(relieve.id, self._table.ledger.number(seat, seq)))
        if is_new:
            self._table.tell_seats()
            self._table.go_on()

    def _propose(self, by: int, relieve: Relieve) -> StoodIn:
        if relieve.seat >= len(self._table.ledger.chairs):
            raise Refusal(404, "unknown_seat", f"There is no seat {relieve.seat} at this table.")
        stood_in = self._table.stand_ins.propose(relieve.seat, "idle", relieve.id, by)
        due = self._due().get(relieve.seat)
        if by == relieve.seat or due is None or due > self._table.clock.now():
            raise Refusal(409, "not_late", f"Nobody has waited long for seat {relieve.seat}.")
        return stood_in
