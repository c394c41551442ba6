"""The next table of the same people: opened once, whoever asks for it first."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from broadside.server.afterwards import check_over, rematch_seat
from broadside.server.http_messages import Rematch
from broadside.server.records import Rematched
from broadside.server.refusal import Refusal
from broadside.server.seats import hash_credential, holder

if TYPE_CHECKING:
    from broadside.server.table import Proposal, Table


class Sequel:
    """What comes after the game at one table."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def rematch(self, credential: str) -> Rematch:
        """The next table, and the caller's seat there; raises `Refusal`."""
        seat = await self._table.do(lambda: self._announce(credential))
        ledger = self._table.ledger
        assert ledger.rematch is not None
        # It may be that we ended between announcing the table and opening it.
        table = await self._table.tables.open_rematch(ledger.rematch, ledger)
        info = table.info(hash_credential(credential))
        return Rematch(ledger.rematch, rematch_seat(ledger, seat), info)

    async def _announce(self, credential: str) -> int:
        """Write down which table is next, unless it is known; give the caller's seat."""
        seat = holder(self._table.ledger.chairs, hash_credential(credential))
        if seat is None:  # asked first: others must not learn whether the game is over
            raise Refusal(403, "bad_credential", "This is not the credential of a seat here.")
        check_over(self._table.ledger)
        if self._table.ledger.rematch is None:
            name = self._table.tables.new_name()
            with suppress(Refusal):  # another server was quicker, and we know its table now
                await self._table.append(lambda: self._propose(name))
            self._table.tell_seats()
        return seat

    def _propose(self, name: str) -> Proposal:
        if self._table.ledger.rematch is not None:
            raise Refusal(409, "repeated", "The next table is known already.")
        return Rematched(self._table.clock.wall_ms(), name), False
