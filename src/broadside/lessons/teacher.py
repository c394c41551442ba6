"""The teacher: after a game, what a captain thinks of every decision of a seat.

Lessons are given one after the other, decision by decision, so that bots at other tables have
their turns between. They are kept for a while, and made anew when somebody asks later.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.replays.questions import decisions
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import Analysis, Judged
from broadside.workers.pool import NoThoughtError, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from broadside.kernel.game import Game
    from broadside.replays.fairness import ReplayFile
    from broadside.replays.questions import Decision
    from broadside.service.limits import Limits
    from broadside.service.settings import Settings
    from broadside.workers.pool import Thinkers

LESSONS_MAX: Final = 64
"""So many lessons are kept, those that were asked for last."""
WAITING_MAX: Final = 8
"""So many may wait for their turn."""
CAPTAIN: Final = "captain"
SEED: Final = 1

logger = logging.getLogger(__name__)


class Lesson:
    """One lesson: how far it is, and what was found so far."""

    def __init__(self, seat: int) -> None:
        self.found = Analysis(seat, 0, None, is_over=False, decisions=[])
        self.task: asyncio.Task[None] | None = None


class Teacher:
    """Gives lessons on finished games."""

    def __init__(
        self, games: Mapping[str, Game], thinkers: Thinkers, limits: Limits, settings: Settings
    ) -> None:
        self._games = games
        self._thinkers = thinkers
        self._limits = limits
        self._think_ms = settings.lesson_ms
        self._lessons: OrderedDict[tuple[str, int], Lesson] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    def begin(self, table: str, seat: int, file: ReplayFile, address: str) -> Analysis:
        """Begin the lesson on a seat of a finished game, unless there is one; raises `Refusal`."""
        lesson = self._lessons.get((table, seat))
        if lesson is None:
            self._check_room(len(file.seats), seat)
            self._limits.lessons.check(address)
            lesson = self._lessons[table, seat] = Lesson(seat)
            lesson.task = asyncio.create_task(self._give(table, seat, file, lesson))
            self._forget()
        return lesson.found

    def find(self, table: str, seat: int) -> Analysis:
        """How far a lesson is; raises `Refusal` if there is none."""
        lesson = self._lessons.get((table, seat))
        if lesson is None:
            raise Refusal(404, "no_analysis", "Nobody has asked for this lesson yet.")
        self._lessons.move_to_end((table, seat))
        return lesson.found

    async def close(self) -> None:
        """End all lessons."""
        tasks = [lesson.task for lesson in self._lessons.values() if lesson.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _check_room(self, seats: int, seat: int) -> None:
        if not 0 <= seat < seats:
            raise Refusal(404, "unknown_seat", f"There is no seat {seat} at this table.")
        waiting = sum(not lesson.found.is_over for lesson in self._lessons.values())
        if waiting >= WAITING_MAX:
            raise Refusal(503, "busy", "Many want to learn just now. Try again in a minute.")

    def _forget(self) -> None:
        """Let go of the oldest lessons that are over."""
        for key, lesson in list(self._lessons.items()):
            if len(self._lessons) <= LESSONS_MAX:
                return
            if lesson.found.is_over:
                del self._lessons[key]

    async def _give(self, table: str, seat: int, file: ReplayFile, lesson: Lesson) -> None:
        """Judge one decision after the other. Whatever goes wrong, the lesson ends."""
        try:
            async with self._turn:
                asked = await asyncio.to_thread(
                    lambda: list(decisions(file, self._games, seat, SEED))
                )
                lesson.found.total = len(asked)
                for one in asked:
                    await self._judge(table, file.address(), one, lesson.found)
        except Exception:
            logger.exception("lesson_failed table=%s", table)
        finally:
            lesson.found.is_over = True

    async def _judge(self, table: str, game: str, one: Decision, found: Analysis) -> None:
        """Have one decision judged; one that no worker can judge is left out."""
        seed = SEED + one.number
        question = Question(game, one.world, found.seat, CAPTAIN, seed, think_ms=self._think_ms)
        found.done += 1
        try:
            told = await self._thinkers.judge(question, one.action, table=table)
        except NoThoughtError as error:
            logger.warning("not_judged table=%s reason=%s", table, error)
            return
        judged = msgspec.convert({**told, "moment": one.number - 1, "view": None}, Judged)
        judged.view = one.view if judged.is_mistake else None
        found.decisions.append(judged)
