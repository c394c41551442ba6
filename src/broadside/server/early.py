"""Early acts: what came a moment too soon waits, unacknowledged, and is judged when its time comes.

A play that comes while others may still react to one before it; and every silent answer before the
least time of its window is over. Acknowledged at once unless it is the last one, such an answer
would tell whether all others have passed. When somebody plays, those that wait came before it.
Whoever sent an act may send it again, as with every message, but no other one instead of it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from broadside.kernel.window import REACTION
from broadside.server.messages import Refused
from broadside.server.pace import is_silent
from broadside.server.refusal import Refusal
from broadside.store.log import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from broadside.kernel.action import Action
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
        if (seat, act.id) in self._table.ledger.acknowledged:
            return False
        is_early = self._is_early(seat, act)
        waiting = self._acts[seat][1] if seat in self._acts else act
        if waiting != act and (is_early or act.id == waiting.id or self._replaces(seat, act)):
            raise Refusal(429, "too_fast", "Your last action still waits for its moment.")
        if is_early:
            self._acts[seat] = connection, act
        return is_early

    def next_due(self) -> float | None:
        """When to look again, whatever happens."""
        due = self._table.pace.least_due
        return due if self._acts and due > self._table.clock.now() else None

    def look(self) -> None:
        """Try again what is not early any more; not in a pause, when nothing counts down."""
        if self._table.pause.is_on:
            return
        is_due = any(not self._is_early(seat, act) for seat, (_, act) in self._acts.items())
        if is_due and (self._trying is None or self._trying.done()):
            self._trying = asyncio.create_task(self._try_again())

    def forget(self) -> None:
        """Refuse what waits: the table was taken back, and asks something else now."""
        for connection, act in self._acts.values():
            connection.send(Refused(act.id, "too_late", "The table was taken back."))
        self._acts = {}

    async def let_in(self) -> None:
        """Take the silent answers that wait: somebody plays, or the window closes.

        Part of another job of the table.
        """
        for seat, (connection, act) in list(self._acts.items()):
            if not self._is_answer(seat, act):
                continue
            del self._acts[seat]
            if self._closes_early(seat):
                connection.send(Refused(act.id, "too_late", "Everybody is asked again."))
            else:
                await self._take(connection, act, self._table.act_now(connection, seat, act))

    def are_overtaken_by(self, seat: int, text: str) -> bool:
        """Whether answers wait that must be taken before this act: a play, or what asks anew."""
        state, action = self._table.ledger.state, self._action(text)
        waiting = [other for other, (_, act) in self._acts.items() if self._is_answer(other, act)]
        if state is None or action is None or not waiting:
            return False
        if action in state.legal(seat):
            return not is_silent(state, seat, action.text)
        return action in state.asides(seat) and self._asks_again(seat, action, waiting)

    def _asks_again(self, seat: int, action: Action, waiting: list[int]) -> bool:
        """Whether an aside asks somebody who has answered, perhaps with what waits."""
        assert self._table.ledger.state is not None
        trial = self._table.ledger.state.clone()
        for other in waiting:
            answer = self._action(self._acts[other][1].action)
            if answer is not None and trial.deciders() != [other]:
                trial.apply(other, answer)
        asked = trial.waiting
        trial.apply(seat, action)
        return trial.waiting & ~asked != 0

    def _closes_early(self, seat: int) -> bool:
        is_last = self._table.ledger.deciders() == [seat]
        return is_last and self._table.clock.now() < self._table.pace.least_due

    def _action(self, text: str) -> Action | None:
        return self._table.ledger.game.actions.by_text.get(" ".join(text.split()))

    def _is_answer(self, seat: int, act: Act) -> bool:
        """Whether an act silently answers what is asked now."""
        state, action = self._table.ledger.state, self._action(act.action)
        if state is None or action is None or action not in state.legal(seat):
            return False
        return is_silent(state, seat, action.text)

    def _replaces(self, seat: int, act: Act) -> bool:
        """Whether an act would answer though the seat has answered."""
        state = self._table.ledger.state
        is_legal = state is not None and self._action(act.action) in state.legal(seat)
        return is_legal and self._is_answer(seat, self._acts[seat][1])

    def _is_early(self, seat: int, act: Act) -> bool:
        ledger, pace = self._table.ledger, self._table.pace
        action = self._action(act.action)
        if action is None or ledger.state is None or not pace.is_counting:
            return False
        if action in ledger.state.legal(seat):
            return pace.is_early(ledger, seat, action.text)
        return ledger.state.window == REACTION and action not in ledger.state.asides(seat)

    async def _try_again(self) -> None:
        for seat, (connection, act) in list(self._acts.items()):
            if self._acts.pop(seat, None) is not None:  # else it was refused, or let in, meanwhile
                await self._take(connection, act, self._table.act(connection, act))

    async def _take(self, connection: Connection, act: Act, acting: Awaitable[None]) -> None:
        """Act at last; whoever sent it hears how that went."""
        try:
            await acting
        except Refusal as refusal:
            if refusal.code != "closed":  # no answer: the client shall come back and repeat it
                answer = Refused(act.id, refusal.code, refusal.reason, refusal.rule)
                connection.send(answer)
        except StoreError:
            reason = "This could not be stored, so nothing was changed. Try again in a moment."
            connection.send(Refused(act.id, "not_stored", reason))
