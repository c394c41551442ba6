"""Alarms: a job that a table does at a certain moment, unless it is put off."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from broadside.server.clock import Clock


class Alarm:
    """Rings once at the moment it was set to; setting it again forgets the moment before."""

    def __init__(self, clock: Clock, ring: Callable[[], Awaitable[None]]) -> None:
        self._clock = clock
        self._ring = ring
        self._due: float | None = None
        self.task: asyncio.Task[None] | None = None

    def set(self, due: float | None) -> None:
        """Ring at this moment; None means not at all."""
        is_set = self.task is not None and not self.task.done()
        if due == self._due and is_set == (due is not None):
            return
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()
        self._due = due
        self.task = None if due is None else asyncio.create_task(self._wait(due))

    async def _wait(self, due: float) -> None:
        await self._clock.sleep(max(0.0, due - self._clock.now()))
        self._due = None  # a ringing alarm is not set: sleep may end a hair early
        await self._ring()
