"""Sending: a few notices at once, while the others wait. Nobody waits for any of them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

AT_ONCE: Final = 4
WAITING_MAX: Final = 200
"""So many notices may wait; more would only be late."""

logger = logging.getLogger(__name__)


class Sending:
    """Sends notices of one kind."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._jobs: asyncio.Queue[tuple[str, Callable[[], Awaitable[None]]]] = asyncio.Queue(
            WAITING_MAX
        )
        self._workers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to send."""
        self._workers = [asyncio.create_task(self._work()) for _ in range(AT_ONCE)]

    async def close(self, within_s: float) -> None:
        """Send what still waits, if that does not take too long, and end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s if self._workers else 0):
                await self._jobs.join()
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._workers = []

    def put(self, about: str, job: Callable[[], Awaitable[None]]) -> None:
        """Have something sent soon; the log names what it is about if that fails."""
        try:
            self._jobs.put_nowait((about, job))
        except asyncio.QueueFull as error:
            self._log(about, error)

    async def _work(self) -> None:
        while True:
            about, job = await self._jobs.get()
            try:
                await job()
            except Exception as error:  # noqa: BLE001
                self._log(about, error)
            finally:
                self._jobs.task_done()

    def _log(self, about: str, error: Exception) -> None:
        """The kind of the error only: its words may hold an address or a password."""
        logger.warning(
            "not_noticed about=%s kind=%s error=%s", about, self._kind, type(error).__name__
        )
