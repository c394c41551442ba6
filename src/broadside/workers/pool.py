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

from broadside.workers.processes import interrupts_held, new_pool
from broadside.workers.turns import Turns

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
        self,
        game: str,
        world: str,
        seat: int,
        bot: str,
        seed: int,
        *,
        is_aside: bool = False,
        table: str = "",
    ) -> str:
        """Give the bot's action as text; raises `NoThoughtError`. Tables have their turns."""

    async def advise(
        self, game: str, worlds: list[str], seat: int, *, table: str = ""
    ) -> list[tuple[str, float]]:
        """Rate what a seat may do in these worlds, the best first; raises `NoThoughtError`."""
        raise NoThoughtError(f"nobody advises seat {seat} of {table}: {len(worlds)} × {game}")

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
        self._turns = Turns(workers)

    async def start(self) -> None:
        """Start the workers, but do not wait: importing the games takes them a moment."""
        self._warming = asyncio.create_task(self._warm_up())

    async def think(
        self,
        game: str,
        world: str,
        seat: int,
        bot: str,
        seed: int,
        *,
        is_aside: bool = False,
        table: str = "",
    ) -> str:
        """Ask a worker; if it dies, ask another one."""
        return await self._ask(table, bot, self._think, game, world, seat, bot, seed, is_aside)

    async def advise(
        self, game: str, worlds: list[str], seat: int, *, table: str = ""
    ) -> list[tuple[str, float]]:
        """Ask a worker for a rating."""
        if self._advise is None:
            return await super().advise(game, worlds, seat, table=table)
        return await self._ask(table, "advice", self._advise, game, worlds, seat)

    async def _ask(self, table: str, bot: str, function: Callable[..., T], *arguments: object) -> T:
        for _ in range(TRIES_MAX):
            pool = await self._free_worker(table)
            try:
                return await self._begin(pool, self._timeout_s, function, *arguments)
            except BrokenProcessPool:
                logger.warning("bot_worker_died bot=%s", bot)
                self._discard(pool)
            except TimeoutError:
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
        except (BrokenProcessPool, OSError):
            logger.exception("bot_workers_do_not_start")
            self._discard(pool)

    async def _wake_worker(self) -> None:
        await self._begin(await self._free_worker(""), None, _ready)

    async def _free_worker(self, table: str) -> ProcessPoolExecutor:
        """Wait for a free worker of the pool: the limit is for thinking, not for waiting."""
        await self._turns.take(table)
        try:
            return self._running_pool()
        except NoThoughtError:
            self._turns.give_back()
            raise

    def _begin(
        self,
        pool: ProcessPoolExecutor,
        limit_s: float | None,
        function: Callable[..., T],
        *arguments: object,
    ) -> asyncio.Future[T]:
        """Let a free worker begin. It is free again when it has ended, whoever still waits.

        So the limit is the worker's, too: nobody may be waiting any more for one that hangs.
        """
        try:
            with interrupts_held():
                thought = pool.submit(function, *arguments)
        except BaseException:  # there may be no process or no memory for a worker
            self._turns.give_back()
            self._discard(pool)
            raise
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        limit = None if limit_s is None else loop.call_later(limit_s, self._give_up, pool, answer)
        end = functools.partial(self._end, thought, answer, limit)
        thought.add_done_callback(functools.partial(_soon, loop, end))
        return answer

    def _give_up(self, pool: ProcessPoolExecutor, answer: asyncio.Future[T]) -> None:
        """The worker cannot be interrupted, only ended; its pool goes with it."""
        self._discard(pool)
        if not answer.done():
            answer.set_exception(TimeoutError())

    def _end(
        self, thought: Future[T], answer: asyncio.Future[T], limit: asyncio.TimerHandle | None
    ) -> None:
        """A worker has ended its thought, or was ended."""
        self._turns.give_back()
        if limit is not None:
            limit.cancel()
        if answer.done():
            return
        error = thought.exception()
        if error is None:
            answer.set_result(thought.result())
        else:
            answer.set_exception(error)

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
