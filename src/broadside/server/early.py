"""Early acts: what came a moment too soon waits, unacknowledged, and is judged when its time comes.

A play that comes while others may still react to one before it; and the answer that would close a
window before its least time. Whoever sent it may send it again, as with every message.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from broadside.kernel.window import REACTION
from broadside.server.messages import Refused
from broadside.server.refusal import Refusal
from broadside.store.log import StoreError

if TYPE_CHECKING:
    from broadside.server.connection import Connection
    from broadside.server.messages import Act
    from broadside.server.table import Table


class EarlyActs:
    """The acts of one table that wait, at most one of each seat, in order of arrival."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._acts: dict[int, tuple[Connection, Act]] = {}
        self._trying: asyncio.Task[None] | None = None

    def task(self) -> asyncio.Task[None] | None:
        """The trial under way."""
        return self._trying

    def keeps(self, connection: Connection, seat: int, act: Act) -> bool:
        """Whether an act must wait; then it is kept. Raises `Refusal` if another one waits."""
        if (seat, act.id) in self._table.ledger.acknowledged or not self._is_early(seat, act):
            return False
        if seat in self._acts and self._acts[seat][1].id != act.id:
            raise Refusal(429, "too_fast", "Your last action still waits for its moment.")
        self._acts[seat] = connection, act
        return True

    def next_due(self) -> float | None:
        """When to look again, whatever happens."""
        due = self._table.pace.least_due
        return due if self._acts and due > self._table.clock.now() else None

    def look(self) -> None:
        """Try again what is not early any more."""
        is_due = any(not self._is_early(seat, act) for seat, (_, act) in self._acts.items())
        if is_due and (self._trying is None or self._trying.done()):
            self._trying = asyncio.create_task(self._try_again())

    def forget(self) -> None:
        """Refuse what waits: the table was taken back, and asks something else now."""
        for connection, act in self._acts.values():
            connection.send(Refused(act.id, "too_late", "The table was taken back."))
        self._acts = {}

    def _is_early(self, seat: int, act: Act) -> bool:
        ledger, pace = self._table.ledger, self._table.pace
        text = " ".join(act.action.split())
        action = ledger.game.actions.by_text.get(text)
        if action is None or ledger.state is None or not pace.is_counting:
            return False
        if action in ledger.state.legal(seat):
            return pace.is_early(ledger, seat, text)
        return ledger.state.window == REACTION and action not in ledger.state.asides(seat)

    async def _try_again(self) -> None:
        for seat, (connection, act) in list(self._acts.items()):
            if self._acts.pop(seat, None) is None:
                continue  # the table was taken back meanwhile, and this was refused
            try:
                await self._table.act(connection, act)
            except Refusal as refusal:
                if refusal.code != "closed":  # no answer: the client shall come back and repeat it
                    answer = Refused(act.id, refusal.code, refusal.reason, refusal.rule)
                    connection.send(answer)
            except StoreError:
                reason = "This could not be stored, so nothing was changed. Try again in a moment."
                connection.send(Refused(act.id, "not_stored", reason))
