"""What a table has others do while it goes on: bots think, captains advise, people are notified."""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from broadside.server.table.decision import Thinking
from broadside.server.table.viewpoints import encode
from broadside.wire.messages import HintMove, Hints, Refused
from broadside.workers.pool import NoThoughtError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping

    from broadside.server.house import House
    from broadside.server.table.decision import Input, Message, Outcome
    from broadside.server.table.presence import Listener, Presence, Think
    from broadside.server.table.state import Table
    from broadside.server.table.times import Since
    from broadside.workers.pool import Question

HINTS_MAX: Final = 3

logger = logging.getLogger(__name__)


class Jobs:
    """The jobs of one table that are under way."""

    def __init__(self, house: House, table: Table, put: Callable[[Input], None]) -> None:
        self._house = house
        self._table = table.name
        self._put = put
        self.running: dict[asyncio.Task[object], Think | None] = {}
        """What is under way; with it, what a bot thinks about."""
        self.noticed: Mapping[int, Since] = table.times.awaited
        """Who was asked, and since when, when notices were sent last."""

    def _begin(self, doing: Coroutine[None, None, object], about: Think | None = None) -> None:
        task = asyncio.create_task(doing)
        self.running[task] = about
        task.add_done_callback(lambda done: self.running.pop(done, None))

    def end(self) -> None:
        """Nobody wants to know any more."""
        for task in self.running:
            task.cancel()

    async def _found(self, thinking: Awaitable[Any]) -> Any:
        """What a bot has found; None for nothing. Whatever is wrong with it, its table goes on."""
        try:
            return await thinking
        except NoThoughtError as error:
            logger.warning("bot_failed table=%s reason=%s", self._table, error)
        except Exception:
            logger.exception("bot_failed table=%s", self._table)
        return None

    # --------------------------------------------------------------------- bots, hints

    def think(self, thoughts: list[Think], presence: Presence) -> None:
        """Have bots think; thoughts that are no longer wanted end."""
        for task, about in self.running.items():
            if about is not None and presence.thought(about) is None:
                task.cancel()
        for thought in thoughts:
            self._begin(self._think(thought), thought)

    async def _think(self, thought: Think) -> None:
        began_s = perf_counter()
        found = await self._found(self._house.thinkers.think(thought.question, table=self._table))
        if found is not None:
            self._house.meters.thoughts.since(began_s)
        self._put(Thinking(thought, found))

    def help(self, given: Message, outcome: Outcome, table: Table) -> None:
        """Begin what a message asks for beside the game: a hint, or the way to mail."""
        listener, seat = given.listener, given.listener.seat
        if outcome.advice is not None:
            self._begin(self._advise(listener, given.message_id or "", outcome.advice))
        if outcome.wants_mail and seat is not None:
            chair, ask = table.chairs[seat], self._house.notifier.ask_confirmation
            self._begin(ask(chair.mail, chair.language, listener.address))

    async def _advise(self, listener: Listener, message: str, question: Question) -> None:
        """Have a hint made; it is told to nobody else, and stored nowhere."""
        found = await self._found(self._house.thinkers.advise(question, table=self._table))
        told: Hints | Refused = Refused(message, "no_hint", "No captain has an opinion now.")
        if found is not None:
            told = Hints(message, [HintMove(*move) for move in found[:HINTS_MAX]])
        listener.send([encode(told)])

    # ------------------------------------------------------------------------- notices

    def notify(self, table: Table, online: frozenset[int], seats: list[int]) -> None:
        """Tell people outside of the page that the table waits; where that is allowed.

        Who has answered, or has come, need not hear any more of having been asked.
        """
        notifier, awaited = self._house.notifier, table.times.awaited
        for seat, since in self.noticed.items():
            mail = table.chairs[seat].mail
            if mail and (seat in online or awaited.get(seat) != since):
                notifier.answered(mail=mail, table=self._table)
        self.noticed = awaited
        for seat in seats:
            chair, game = table.chairs[seat], table.game.name
            name, hook = chair.title(), table.opened.webhook
            if chair.mail and seat not in online:
                title = game.replace("-and-", " & ").replace("-", " ").title()
                notifier.your_turn(
                    chair.mail, language=chair.language, name=name, table=self._table, game=title
                )
            if hook:
                notifier.hook(url=hook, table=self._table, game=game, seat=seat, name=name)
