"""Hints: what a captain would do, judged from what the asking seat knows and nothing else."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from broadside.server import fairness
from broadside.server.messages import HintMove, Hints, Refused
from broadside.server.refusal import Refusal
from broadside.server.thinking import NoThoughtError

if TYPE_CHECKING:
    from broadside.server.connection import Connection
    from broadside.server.messages import Hint
    from broadside.server.table import Table

WORLDS: Final = 8
"""So many worlds are asked, so that one odd deal does not decide."""
MOVES_MAX: Final = 3

logger = logging.getLogger(__name__)


class HintGiver:
    """The hints under way at one table. Nothing of them is stored or told to others."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, connection: Connection, hint: Hint) -> None:
        """Begin to think about a hint; it is sent when it is ready. Raises `Refusal`."""
        await self._table.do(lambda: self._ask(connection, hint))

    def tasks(self) -> list[asyncio.Task[None]]:
        """The hints under way."""
        return list(self._tasks)

    async def _ask(self, connection: Connection, hint: Hint) -> None:
        seat = self._table.seat_of(connection, "ask for a hint")
        task = asyncio.create_task(self._give(connection, hint.id, seat, self._worlds(seat)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _worlds(self, seat: int) -> list[str]:
        """Worlds that the seat cannot tell from the table."""
        ledger = self._table.ledger
        if not ledger.opened.hints:
            raise Refusal(403, "no_hints", "There are no hints at this table.")
        if ledger.state is None:
            raise Refusal(409, "not_started", "The table waits for players to sit down.")
        if not ledger.state.is_asked(seat):
            raise Refusal(409, "not_your_turn", "There is nothing to decide for you now.")
        number = ledger.number(seat, ledger.seq)
        rng = fairness.bot_rng(ledger.opened.seed, number, seat, "hint")
        return [ledger.state.determinize(seat, rng).write() for _ in range(WORLDS)]

    async def _give(
        self, connection: Connection, message: str, seat: int, worlds: list[str]
    ) -> None:
        game = self._table.ledger.game.name
        try:
            rated = await self._table.tables.thinkers.advise(game, worlds, seat)
        except NoThoughtError as error:
            logger.warning("no_hint table=%s reason=%s", self._table.ledger.table, error)
            connection.send(Refused(message, "no_hint", "No captain has an opinion now."))
        else:
            moves = [HintMove(action, rating) for action, rating in rated[:MOVES_MAX]]
            connection.send(Hints(message, moves))
