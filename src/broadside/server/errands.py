"""Errands: what may take long and nobody waits for, in threads of its own.

The threads that the rest of the server shares stay free, and closing the server waits for none of
these: they end with the process.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

WAITING_MAX: Final = 200
"""So many errands may wait for a thread; more would only be late."""


class Errands:
    """Runs a few errands at once; the others wait for their turn."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._waiting = 0

    async def run(self, job: Callable[[], None]) -> None:
        """Run an errand, and wait for it; raises what it raises, `OSError` if too many wait."""
        if self._waiting >= WAITING_MAX:
            raise OSError("too many errands wait")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        threading.Thread(
            target=self._go, args=(job, loop, done), name="broadside-errand", daemon=True
        ).start()
        await done

    def _go(
        self,
        job: Callable[[], None],
        loop: asyncio.AbstractEventLoop,
        done: asyncio.Future[None],
    ) -> None:
        error: Exception | None = None
        try:
            job()
        except Exception as raised:  # noqa: BLE001
            error = raised
        with suppress(RuntimeError):  # that event loop has ended: nobody waits any more
            loop.call_soon_threadsafe(self._finish, done, error)

    def _finish(self, done: asyncio.Future[None], error: Exception | None) -> None:
        """The thread is free again only now, also if whoever sent it has given up."""
        self._free.release()
        if done.done():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
