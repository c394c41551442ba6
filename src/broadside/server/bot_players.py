"""The bots at a table: whoever is asked and is played by a bot thinks, and plays its thought."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from broadside.server import fairness
from broadside.server.refusal import Refusal
from broadside.server.thinking import NoThoughtError

if TYPE_CHECKING:
    from broadside.server.table import Proposal, Table

logger = logging.getLogger(__name__)


class BotPlayers:
    """The thoughts under way at one table, one per asked seat."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._who: dict[int, str] = {}

    def tasks(self) -> list[asyncio.Task[None]]:
        """The thoughts under way."""
        return list(self._thinking.values())

    def set(self, asked: list[int]) -> None:
        """Let every bot think that is asked, and no other; a person who is back needs none."""
        players = {seat: self._table.ledger.chairs[seat].player for seat in asked}
        for seat in [seat for seat in self._thinking if players.get(seat) != self._who[seat]]:
            self._thinking.pop(seat).cancel()
        for seat, bot in players.items():
            if bot is not None and seat not in self._thinking:
                self._who[seat] = bot
                self._thinking[seat] = asyncio.create_task(self._let_think(seat, bot))

    async def _let_think(self, seat: int, bot: str) -> None:
        began, decision = self._table.clock.now(), self._table.ledger.decisions[seat]
        try:
            text = await self._think(seat, bot)
        except Exception as error:  # noqa: BLE001
            # Whatever is wrong with the bot, its table goes on.
            logger.warning("bot_failed table=%s reason=%s", self._table.ledger.table, error)
            text = None
        beat = self._table.settings.bot_beat_s
        if beat > 0:
            beats = 1 + int((self._table.clock.now() - began) / beat)
            await self._table.clock.sleep(began + beats * beat - self._table.clock.now())
        await self._table.insist(lambda: self._play_thought(seat, bot, text, decision))

    async def _think(self, seat: int, bot: str) -> str:
        """Ask a worker, which is told a world that this seat cannot tell from the table."""
        state = self._table.ledger.state
        assert state is not None
        if bot not in self._table.tables.bots:
            raise NoThoughtError(f"there is no bot {bot}")
        rng = fairness.bot_rng(self._table.ledger.opened.seed, self._table.ledger.seq, seat)
        world = state.determinize(seat, rng).write()
        seed = int(rng.below(1 << 30))
        thinkers = self._table.tables.thinkers
        return await thinkers.think(self._table.ledger.game.name, world, seat, bot, seed)

    async def _play_thought(self, seat: int, bot: str, text: str | None, decision: int) -> None:
        """Play what the bot thought of for this decision of its seat."""
        try:
            await self._table.append(lambda: self._propose_thought(seat, bot, text, decision))
        except Refusal:
            self._thinking.pop(seat, None)
            self._table.must_go_on = True
            raise
        self._thinking.pop(seat, None)
        self._table.acted(seat)

    def _propose_thought(self, seat: int, bot: str, text: str | None, decision: int) -> Proposal:
        """Propose what the bot wants if it is legal now, else the default."""
        if self._table.ledger.decisions[seat] != decision:
            raise Refusal(409, "too_late", f"Seat {seat} has decided already.")
        if self._table.ledger.chairs[seat].player != bot:
            raise Refusal(409, "too_late", f"{bot} does not play for seat {seat} any more.")
        if text is not None:
            try:
                return self._table.propose_act(seat, text, "", "bot")
            except Refusal as refusal:
                table = self._table.ledger.table
                logger.warning("bot_refused table=%s reason=%s", table, refusal.reason)
        return self._table.propose_default(seat)
