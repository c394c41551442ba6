"""The inbox of a table: jobs that its own task does one by one, in order of arrival."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from broadside.server.refusal import Refusal
from broadside.store.log import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")
Job = tuple["Callable[[], Awaitable[Any]]", "asyncio.Future[Any]"]


class Inbox:
    """What waits to be done. Whoever is told of a mistake of ours mends what it may have broken."""

    def __init__(
        self,
        recover: Callable[[Exception], Awaitable[None]],
        after_each: Callable[[], None],
    ) -> None:
        self._recover = recover
        self._after_each = after_each
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()

    def __len__(self) -> int:
        return self._jobs.qsize()

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """Put a job in, and wait for it; it goes on if the caller does not."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((job, done))
        return await done

    async def work(self) -> None:
        """Do one job after the other, for ever."""
        while True:
            job, done = await self._jobs.get()
            await self._finish(job, done)

    def refuse_all(self) -> None:
        """Do nothing of what is still waiting."""
        while not self._jobs.empty():
            _, done = self._jobs.get_nowait()
            _settle(done, error=closed())

    async def _finish(self, job: Callable[[], Awaitable[Any]], done: asyncio.Future[Any]) -> None:
        """Do a job and report how it went."""
        try:
            result = await job()
        except asyncio.CancelledError:
            _settle(done, error=closed())
            raise
        except Exception as error:  # noqa: BLE001
            _settle(done, error=error)
            if not isinstance(error, Refusal | StoreError):
                await self._recover(error)
        else:
            _settle(done, result)
        self._after_each()


def closed() -> Refusal:
    """Why a job was not done by a table that is being closed."""
    return Refusal(503, "closed", "The table is being closed. Try again in a moment.")


def _settle(
    done: asyncio.Future[Any], result: object = None, error: Exception | None = None
) -> None:
    """Report how a job went; whoever asked may have left meanwhile."""
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
