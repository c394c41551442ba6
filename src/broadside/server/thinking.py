"""Bots think in worker processes, on worlds that hold no secret of the table.

A worker may crash, hang or answer nonsense; the table must go on in any case.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from broadside.workers import interrupts_held, new_pool

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

TRIES_MAX: Final = 3
"""A request may be in the pool when somebody else's thought breaks it; hence more than one try."""

Think = Callable[[str, str, int, str, int, bool], str]
"""`think(game, world, seat, bot, seed, is_aside) -> action`: picklable, run in a worker process.

For an aside, an answer to an offer, the text may be empty: the bot does not care.
"""

Advise = Callable[[str, list[str], int], list[tuple[str, float]]]
"""`advise(game, worlds, seat) -> rated actions, the best first`: picklable, too."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


class NoThoughtError(Exception):
    """The bot has no answer: it crashed, took too long, or cannot be run."""


class Thinkers(ABC):
    """Whoever thinks for the bots."""

    async def start(self) -> None:  # noqa: B027
        """Get ready, so that the first thought is as quick as the others."""

    @abstractmethod
    async def think(
        self, game: str, world: str, seat: int, bot: str, seed: int, *, is_aside: bool = False
    ) -> str:
        """Give the bot's action as text; raises `NoThoughtError`."""

    async def advise(self, game: str, worlds: list[str], seat: int) -> list[tuple[str, float]]:
        """Rate what a seat may do in these worlds, the best first; raises `NoThoughtError`."""
        raise NoThoughtError(f"nobody advises seat {seat} in {len(worlds)} worlds of {game}")

    async def close(self) -> None:  # noqa: B027
        """Stop thinking."""


class ProcessThinkers(Thinkers):
    """A pool of worker processes; a broken pool is replaced by a new one."""

    def __init__(
        self, think: Think, workers: int, timeout_s: float, advise: Advise | None = None
    ) -> None:
        self._think = think
        self._advise = advise
        self._workers = workers
        self._timeout_s = timeout_s
        self._pool: ProcessPoolExecutor | None = None
        self._warming: asyncio.Task[None] | None = None
        self._is_closed = False
        self._free = asyncio.Semaphore(workers)

    async def start(self) -> None:
        """Start the workers, but do not wait: importing the games takes them a moment."""
        self._warming = asyncio.create_task(self._warm_up())

    async def think(
        self, game: str, world: str, seat: int, bot: str, seed: int, *, is_aside: bool = False
    ) -> str:
        """Ask a worker; if it dies, ask another one."""
        return await self._ask(bot, self._think, game, world, seat, bot, seed, is_aside)

    async def advise(self, game: str, worlds: list[str], seat: int) -> list[tuple[str, float]]:
        """Ask a worker for a rating."""
        if self._advise is None:
            return await super().advise(game, worlds, seat)
        return await self._ask("advice", self._advise, game, worlds, seat)

    async def _ask(self, bot: str, function: Callable[..., T], *arguments: object) -> T:
        for _ in range(TRIES_MAX):
            pool = await self._free_worker()
            try:
                return await asyncio.wait_for(
                    self._begin(pool, function, *arguments), self._timeout_s
                )
            except BrokenProcessPool:
                logger.warning("bot_worker_died bot=%s", bot)
                self._discard(pool)
            except TimeoutError:
                # The worker cannot be interrupted, only ended; its pool goes with it.
                self._discard(pool)
                raise NoThoughtError(f"{bot} took longer than {self._timeout_s:g} s") from None
            except Exception as error:
                raise NoThoughtError(f"{bot} failed: {type(error).__name__}: {error}") from error
        raise NoThoughtError(f"{bot} ended its worker process {TRIES_MAX} times")

    async def close(self) -> None:
        """End the workers, whatever they are doing."""
        self._is_closed = True
        if self._warming is not None:
            self._warming.cancel()
        if self._pool is not None:
            self._discard(self._pool)

    async def _warm_up(self) -> None:
        pool = self._running_pool()
        try:
            await asyncio.gather(*(self._wake_worker() for _ in range(self._workers)))
        except BrokenProcessPool:
            logger.exception("bot_workers_do_not_start")
            self._discard(pool)

    async def _wake_worker(self) -> None:
        await self._begin(await self._free_worker(), _ready)

    async def _free_worker(self) -> ProcessPoolExecutor:
        """Wait for a free worker of the pool: the limit is for thinking, not for waiting."""
        await self._free.acquire()
        try:
            return self._running_pool()
        except NoThoughtError:
            self._free.release()
            raise

    def _begin(
        self, pool: ProcessPoolExecutor, function: Callable[..., T], *arguments: object
    ) -> asyncio.Future[T]:
        """Let a free worker begin. It is free again when it has ended, whoever still waits."""
        try:
            with interrupts_held():
                thought = pool.submit(function, *arguments)
        except RuntimeError:
            self._free.release()
            raise
        release = functools.partial(_soon, asyncio.get_running_loop(), self._free.release)
        thought.add_done_callback(release)
        return asyncio.wrap_future(thought)

    def _running_pool(self) -> ProcessPoolExecutor:
        if self._is_closed:
            raise NoThoughtError("the server is shutting down")
        if self._pool is None:
            self._pool = new_pool(self._workers)
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        """End a pool with its workers. Others may have replaced it already."""
        if self._pool is pool:
            self._pool = None
        # The executor offers no way to end a busy worker before Python 3.14.
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False)  # pending thoughts learn that the pool broke
        for worker in workers:
            worker.kill()


def _soon(loop: asyncio.AbstractEventLoop, job: Callable[[], None], _done: Future[T]) -> None:
    """Do something in an event loop, which may have ended meanwhile."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(job)


def _ready() -> str:
    """Do nothing: the worker has started by then."""
    return "ready"
