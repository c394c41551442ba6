"""The bots at a table: whoever is asked and is played by a bot thinks, and plays its thought."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING, Final

from broadside.server import fairness
from broadside.server.pace import is_silent
from broadside.server.refusal import Refusal
from broadside.server.thinking import NoThoughtError
from broadside.store.log import StoreError

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from broadside.server.records import Acted
    from broadside.server.table import Table

    Decision = tuple[str | None, int, int, int]

FIRST_PLAYS: Final = (0.2, 0.6)
"""Within which part of an open window's countdown bots play: people shall have a chance, too."""
LATER_PLAYS: Final = (0.1, 0.5)
"""Within which part of its least time they do so after a play. Cards have nothing to do with it."""

logger = logging.getLogger(__name__)


class BotPlayers:
    """The thoughts under way at one table: one per asked seat, and answers to offers."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._thinking: dict[int, tuple[Decision, asyncio.Task[None]]] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self._offered: dict[int, set[str]] = {}
        """What each nudged seat could answer when it was asked last."""
        self._plays_before: dict[int, int] = {}
        """How many plays there had been when each open window was seen first."""

    def tasks(self) -> list[asyncio.Task[None]]:
        """The thoughts under way."""
        return [task for _, task in self._thinking.values()] + list(self._answering)

    def set(self) -> None:
        """Let every bot think that is asked, or was made an offer, and no other.

        While people answer whether something is taken back, or none is there, bots wait.
        """
        ledger = self._table.ledger
        asked = [] if self._must_wait() else ledger.deciders()
        for seat, (decision, task) in list(self._thinking.items()):
            if seat not in asked or decision != self._decision(seat):
                task.cancel()
                del self._thinking[seat]
        for seat in asked:
            bot = ledger.chairs[seat].player
            if bot is not None and seat not in self._thinking:
                self._start(seat, self._let_think(seat, bot))
        self._nudge()

    def forget(self) -> None:
        """The table was taken back: its windows and offers come anew."""
        self._plays_before, self._offered = {}, {}

    def _start(self, seat: int, thought: Coroutine[None, None, None]) -> None:
        self._thinking[seat] = self._decision(seat), asyncio.create_task(thought)

    def _decision(self, seat: int) -> Decision:
        """Who takes which decision of a seat; a play in an open window makes it another one."""
        ledger = self._table.ledger
        window = 0 if ledger.state is None else ledger.state.window_id()
        plays = ledger.plays if window else 0
        return ledger.chairs[seat].player, ledger.decisions[seat], window, plays

    async def _think_again(self, seat: int, bot: str) -> None:
        """Think anew after a mistake of ours; a while later, as it may happen again."""
        await self._table.clock.sleep(self._table.settings.retry_s)
        await self._let_think(seat, bot)

    async def _let_think(self, seat: int, bot: str) -> None:
        began, decision = self._now(), self._decision(seat)
        try:
            text = await self._think(seat, bot)
        except Exception as error:  # noqa: BLE001
            # Whatever is wrong with the bot, its table goes on.
            logger.warning("bot_failed table=%s reason=%s", self._table.ledger.table, error)
            text = None
        await self._wait_for_moment(seat, began, text)
        await self._table.insist(lambda: self._play_thought(seat, text, decision))

    async def _think(self, seat: int, bot: str, *, is_aside: bool = False) -> str:
        """Ask a worker, which is told a world that this seat cannot tell from the table.

        What comes of it depends on nothing that the seat cannot know.
        """
        ledger = self._table.ledger
        assert ledger.state is not None
        if bot not in self._table.tables.bots:
            raise NoThoughtError(f"there is no bot {bot}")
        legal = ledger.state.legal(seat)
        if len(legal) == 1 and not is_aside:
            return legal[0].text
        rng = fairness.bot_rng(ledger.opened.seed, ledger.number(seat, ledger.seq), seat)
        world = ledger.state.determinize(seat, rng).write()
        seed = int(rng.below(1 << 30))
        thinkers = self._table.tables.thinkers
        return await thinkers.think(ledger.game.name, world, seat, bot, seed, is_aside=is_aside)

    async def _play_thought(self, seat: int, text: str | None, decision: Decision) -> None:
        """Play what the bot thought of for this decision of its seat."""
        ledger = self._table.ledger
        is_still_asked = self._decision(seat) == decision
        is_last = is_still_asked and ledger.deciders() == [seat]
        if is_last and self._table.pace.is_early(ledger, seat, text):
            self._start(seat, self._play_later(seat, text, decision))
            return
        if is_still_asked and text is not None:
            await self._table.let_answers_in(seat, text)
        try:
            await self._table.append(lambda: self._propose_thought(seat, text, decision))
        except Refusal:
            self._forget(seat, decision)
            self._table.must_go_on = True
            raise
        except StoreError:
            raise  # the table insists on it
        except Exception:
            if decision[0] is not None and self._decision(seat) == decision:
                self._start(seat, self._think_again(seat, decision[0]))
            raise
        self._forget(seat, decision)
        self._table.acted(seat)

    async def _play_later(self, seat: int, text: str | None, decision: Decision) -> None:
        """Wait until the window may close."""
        await self._table.clock.sleep(max(0.0, self._table.pace.least_due - self._now()))
        await self._table.insist(lambda: self._play_thought(seat, text, decision))

    def _forget(self, seat: int, decision: Decision) -> None:
        """This decision has been taken; the seat may be thinking about another one by now."""
        if seat in self._thinking and self._thinking[seat][0] == decision:
            del self._thinking[seat]

    def _propose_thought(self, seat: int, text: str | None, decision: Decision) -> Acted:
        """Propose what the bot wants if it is legal now, else the default."""
        if self._decision(seat) != decision:
            raise Refusal(409, "too_late", f"Seat {seat} has decided, or is played by another one.")
        self._check_pause()
        if text is not None:
            try:
                return self._table.propose_act(seat, text, "", "bot")
            except Refusal as refusal:
                table = self._table.ledger.table
                logger.warning("bot_refused table=%s reason=%s", table, refusal.reason)
        return self._table.propose_default(seat)

    def _must_wait(self) -> bool:
        return self._table.ledger.agreements.is_undo or self._table.pause.is_on

    def _check_pause(self) -> None:
        if self._must_wait():
            raise Refusal(409, "too_late", "Bots wait for the people at the table.")

    # --------------------------------------------------------------------- moments

    def _now(self) -> float:
        return self._table.clock.now()

    def _moments(self, seat: int, text: str | None) -> tuple[float, float]:
        """After how many seconds a bot acts, and how much later if it is not ready by then.

        Only plays can be seen. Whoever passes does so soon, so that nobody need wait for it.
        """
        ledger, state = self._table.ledger, self._table.ledger.state
        if state is None or not state.countdown_ms():
            return self._table.settings.bot_beat_s, self._table.settings.bot_beat_s
        window, beat = state.window_id(), self._table.pace.beat_s(state)
        span, (first, last) = beat, LATER_PLAYS
        is_first = self._plays_before.setdefault(window, ledger.plays) == ledger.plays
        if is_first and state.is_asked(seat) and not is_silent(state, seat, text):
            span, (first, last) = self._table.pace.countdown_s(state), FIRST_PLAYS
        drawn = fairness.moment(ledger.opened.seed, f"{window} {ledger.plays} {ledger.deals}", seat)
        return span * (first + (last - first) * drawn), beat

    async def _wait_for_moment(self, seat: int, began: float, text: str | None) -> None:
        """Wait for the next moment to act, so that quick thoughts take the same time."""
        first, beat = self._moments(seat, text)
        if beat > 0:
            late = self._now() - began - first
            moment = began + first + max(0, math.ceil(late / beat)) * beat
            await self._table.clock.sleep(moment - self._now())

    # ---------------------------------------------------------------------- offers

    def _nudge(self) -> None:
        """Let every bot think once about each offer that it was made."""
        ledger = self._table.ledger
        nudged: list[int] = []
        if ledger.state is not None and not self._must_wait():
            nudged = ledger.state.nudged()
        self._offered = {seat: texts for seat, texts in self._offered.items() if seat in nudged}
        for seat in nudged:
            bot = ledger.chairs[seat].player
            assert ledger.state is not None
            if bot is not None:
                answers = {*ledger.listed(ledger.state.asides(seat))}
                if not answers <= self._offered.get(seat, set()):
                    task = asyncio.create_task(self._let_answer(seat, bot))
                    self._answering.add(task)
                    task.add_done_callback(self._answering.discard)
                self._offered[seat] = answers

    async def _let_answer(self, seat: int, bot: str) -> None:
        began = self._now()
        try:
            text = await self._think(seat, bot, is_aside=True)
        except Exception as error:  # noqa: BLE001
            logger.warning("bot_failed table=%s reason=%s", self._table.ledger.table, error)
            return  # nobody waits for it: the offer lapses
        await self._wait_for_moment(seat, began, None)
        if text:
            await self._table.insist(lambda: self._play_answer(seat, bot, text))

    async def _play_answer(self, seat: int, bot: str, text: str) -> None:
        await self._table.let_answers_in(seat, text)
        await self._table.append(lambda: self._propose_answer(seat, bot, text))
        self._offered.pop(seat, None)  # there may be another offer, which now has its turn
        self._table.acted(seat)

    def _propose_answer(self, seat: int, bot: str, text: str) -> Acted:
        """Propose what the bot wants, unless the offer has lapsed, or the text is no answer."""
        if self._table.ledger.chairs[seat].player != bot:
            raise Refusal(409, "too_late", f"{bot} does not play for seat {seat} any more.")
        self._check_pause()
        acted = self._table.propose_act(seat, text, "", "bot")
        if not self._table.ledger.is_aside(seat, text):
            raise Refusal(409, "not_now", f"{text} by seat {seat} is no answer to an offer.")
        return acted
