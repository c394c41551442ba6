"""Bots think in worker processes, on worlds that hold no secret of the table.

A worker may crash, hang or answer nonsense; the table must go on in any case.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from broadside.workers.processes import interrupts_held, new_pool
from broadside.workers.turns import Turns

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

TRIES_MAX: Final = 3
"""A request may be in the pool when somebody else's thought breaks it; hence more than one try."""

THINK_MS_MIN: Final = 60
"""A bot that searches thinks at least so long, however many wait behind it."""
LONG_MS: Final = 2000
"""Longer thoughts may take all workers but one."""
GRACE_S: Final = 5.0
"""A worker that has not answered so long after its time is over hangs, and is ended."""


class Question(NamedTuple):
    """What a bot is asked: what its seat does in a world that the seat cannot tell from the table.

    An aside is an answer to an offer. A bot that searches may think for `think_ms`; 0 is for bots
    that do not search. A temper decides among actions that are nearly equal.
    """

    game: str
    world: str
    seat: int
    bot: str
    seed: int
    is_aside: bool = False
    think_ms: int = 0
    temper: str = ""


Think = Callable[[Question], str]
"""The bot's action as text, which may be empty for an aside: the bot does not care."""

Rated = list[tuple[str, float]]
"""Actions, each with the seat's chance of victory, the best first."""

Advise = Callable[[Question], Rated]
"""The actions that a seat may well take."""


Judge = Callable[[Question, str], Mapping[str, Any]]
"""What a captain thinks of an action that a seat took: `Judged` in `wire`, but for its moment."""


class Brain(NamedTuple):
    """What worker processes run. The functions are sent there, so they must be picklable."""

    think: Think
    advise: Advise | None = None
    judge: Judge | None = None


T = TypeVar("T")

logger = logging.getLogger(__name__)


class NoThoughtError(Exception):
    """The bot has no answer: it crashed, took too long, or cannot be run."""


class Thinkers(ABC):
    """Whoever thinks for the bots."""

    workers = 0
    """How many can think at once, where that is limited."""

    @property
    def busy(self) -> int:
        """How many of them think."""
        return 0

    @property
    def waiting(self) -> int:
        """How many thoughts wait for one of them."""
        return 0

    async def start(self) -> None:  # noqa: B027
        """Get ready, so that the first thought is as quick as the others."""

    @abstractmethod
    async def think(self, question: Question, *, table: str = "") -> str:
        """Give the bot's action as text; raises `NoThoughtError`. Tables have their turns."""

    async def advise(self, question: Question, *, table: str = "") -> Rated:
        """Judge what a seat may do, the best first; raises `NoThoughtError`."""
        raise NoThoughtError(f"{table}: there is no {question.bot} for advice on {question.game}")

    async def judge(self, question: Question, action: str, *, table: str = "") -> Mapping[str, Any]:
        """Judge what a seat did; raises `NoThoughtError`."""
        raise NoThoughtError(f"{table}: nobody judges {action!r} in {question.game}")

    async def close(self) -> None:  # noqa: B027
        """Stop thinking."""


class ProcessThinkers(Thinkers):
    """A pool of worker processes; a broken pool is replaced by a new one."""

    def __init__(self, brain: Brain, workers: int, timeout_s: float) -> None:
        self._brain = brain
        self.workers = workers
        self._timeout_s = timeout_s
        self._pool: ProcessPoolExecutor | None = None
        self._warming: asyncio.Task[None] | None = None
        self._is_closed = False
        self._ending: set[asyncio.Future[None]] = set()
        """Pools whose threads have not ended yet."""
        self._turns = Turns(workers)
        self._long_turns = Turns(max(1, workers - 1))
        """Long thoughts leave a worker to the others, where there is more than one."""

    @property
    def busy(self) -> int:
        """How many workers think."""
        return self._turns.taken

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a worker."""
        return self._turns.waiting + self._long_turns.waiting

    async def start(self) -> None:
        """Start the workers, but do not wait: importing the games takes them a moment."""
        self._warming = asyncio.create_task(self._warm_up())

    async def think(self, question: Question, *, table: str = "") -> str:
        """Ask a worker; if it dies, ask another one."""
        return await self._ask(table, self._brain.think, question)

    async def advise(self, question: Question, *, table: str = "") -> Rated:
        """Ask a worker for a captain's judgement."""
        if self._brain.advise is None:
            return await super().advise(question, table=table)
        return await self._ask(table, self._brain.advise, question)

    async def judge(self, question: Question, action: str, *, table: str = "") -> Mapping[str, Any]:
        """Ask a worker what it thinks of an action; like long thoughts, nobody waits for it."""
        if self._brain.judge is None:
            return await super().judge(question, action, table=table)
        return await self._ask_slowly(table, self._brain.judge, question, action)

    async def _ask(self, table: str, function: Callable[..., T], question: Question) -> T:
        """Ask a worker, in turn; long thoughts are given fewer places."""
        if question.think_ms > LONG_MS:
            return await self._ask_slowly(table, function, question)
        return await self._ask_now(table, function, question)

    async def _ask_slowly(
        self, table: str, function: Callable[..., T], question: Question, *more: object
    ) -> T:
        """Ask a worker for something that others shall not have to wait for."""
        await self._long_turns.take(table)
        try:
            return await self._ask_now(table, function, question, *more)
        finally:
            self._long_turns.give_back()

    async def _ask_now(
        self, table: str, function: Callable[..., T], question: Question, *more: object
    ) -> T:
        bot, asked_s = question.bot, time.monotonic()
        for _ in range(TRIES_MAX):
            pool = await self._free_worker(table)
            think_ms = self._think_ms(question.think_ms, asked_s)
            limit_s = think_ms / 1000 + GRACE_S if think_ms else self._timeout_s
            asked = question._replace(think_ms=think_ms)
            try:
                return await self._begin(pool, limit_s, function, asked, *more)
            except BrokenProcessPool:
                logger.warning("bot_worker_died bot=%s", bot)
                self._discard(pool)
            except TimeoutError:
                raise NoThoughtError(f"{bot} took longer than {limit_s:.1f} s") from None
            except Exception as error:
                raise NoThoughtError(f"{bot} failed: {type(error).__name__}: {error}") from error
        raise NoThoughtError(f"{bot} ended its worker process {TRIES_MAX} times")

    def _think_ms(self, usual_ms: int, asked_s: float) -> int:
        """How long a bot may think now: who waits behind it has a part of the same time.

        So the last of several that were asked at once has its answer when one alone would have it.
        """
        if not usual_ms:
            return 0
        left_ms = usual_ms - (time.monotonic() - asked_s) * 1000
        rounds = 1 + -(-self._turns.waiting // self.workers)
        return max(min(usual_ms, THINK_MS_MIN), int(left_ms / rounds))

    async def close(self) -> None:
        """End the workers, whatever they are doing, and wait until their threads have ended, too.

        Python's own end would write to a pipe that such a thread closes at the same moment.
        """
        self._is_closed = True
        if self._warming is not None:
            self._warming.cancel()
        if self._pool is not None:
            self._discard(self._pool)
        if self._ending:
            await asyncio.wait(self._ending, timeout=GRACE_S)

    async def _warm_up(self) -> None:
        pool = self._running_pool()
        try:
            await asyncio.gather(*(self._wake_worker() for _ in range(self.workers)))
        except (BrokenProcessPool, OSError):
            logger.exception("bot_workers_do_not_start")
            self._discard(pool)

    async def _wake_worker(self) -> None:
        await self._begin(await self._free_worker(""), None, _ready, self._brain)

    async def _free_worker(self, table: str) -> ProcessPoolExecutor:
        """Wait for a free worker of the pool: the limit is for thinking, not for waiting."""
        await self._turns.take(table)
        try:
            await asyncio.sleep(0)  # who is asked at the same moment is seen waiting by then
            return self._running_pool()
        except (NoThoughtError, asyncio.CancelledError):
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
            self._pool = new_pool(self.workers)
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        """End a pool with its workers. Others may have replaced it already."""
        if self._pool is pool:
            self._pool = None
        # The executor offers no way to end a busy worker before Python 3.14.
        for worker in list((getattr(pool, "_processes", None) or {}).values()):
            worker.kill()  # pending thoughts learn that the pool broke
        ending = asyncio.get_running_loop().run_in_executor(None, pool.shutdown)
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


def _soon(loop: asyncio.AbstractEventLoop, job: Callable[[], None], _done: Future[T]) -> None:
    """Do something in an event loop, which may have ended meanwhile."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(job)


def _ready(_brain: Brain) -> str:
    """Do nothing: the worker has started by then, and has imported what it will think with."""
    return "ready"
