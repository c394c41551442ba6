"""The event loop of a simulated process: asyncio in virtual time, without any real I/O.

What asyncio promises holds: callbacks run in the order in which they became ready. What it leaves
open (timers of the same moment, what arrives while something runs) is decided by the scheduler.
A process that is killed never runs anything again: what its coroutines have in their `finally` runs
into a loop that takes nothing, a store that writes nothing and a network that sends nothing.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import sys
import weakref
from collections import deque
from typing import TYPE_CHECKING, Any, Final, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine
    from concurrent.futures import Executor
    from contextvars import Context
    from random import Random

    from .scheduler import Event, Scheduler

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

TIMER: Final = "timer"
THREAD: Final = "thread"
THREAD_S: Final = 0.05
"""How long something in a thread takes at most."""
AWAITS_MAX: Final = 50
"""So many times a coroutine may wait in its `finally` before it is given up."""


class NumberedFuture(asyncio.Future[Any]):
    """A future whose place in a set does not depend on its address in memory."""

    def __init__(self, number: int, loop: SimulatedLoop) -> None:
        super().__init__(loop=loop)
        self.number = number

    def __hash__(self) -> int:
        return self.number


class NumberedTask(asyncio.Task[Any]):
    """The same for tasks."""

    number = 0

    def __hash__(self) -> int:
        return self.number


class SimulatedLoop(asyncio.BaseEventLoop):
    """The loop of one process; `kill` ends it at once, wherever it is."""

    def __init__(self, scheduler: Scheduler, random: Random | None) -> None:
        super().__init__()
        self._scheduler = scheduler
        self._random = random
        self._handles: deque[asyncio.Handle] = deque()
        self._timers: dict[int, Event] = {}
        """By the identity of their handles, which compare equal too easily."""
        self._numbers = itertools.count(1)
        self._generators: weakref.WeakSet[AsyncGenerator[Any, Any]] = weakref.WeakSet()
        self.running = Running(self, self._generators)
        self.is_dead = False
        self.steps_left: int | None = None
        """After so many steps the process is killed."""
        self.on_last_step: Callable[[], None] = lambda: None
        self.mistakes: list[str] = []
        """What went wrong where nobody was told."""
        self.set_task_factory(self._new_task)  # type: ignore[arg-type]
        self.set_exception_handler(self._note_mistake)

    # ------------------------------------------------------- what the scheduler asks

    @property
    def is_ready(self) -> bool:
        """Whether anything can run now."""
        return bool(self._handles)

    def run_one(self) -> None:
        """Run the first callback that is ready."""
        if self.steps_left is not None:
            self.steps_left -= 1
            if self.steps_left < 0:
                self.on_last_step()
                return
        handle = self._handles.popleft()
        if not handle.cancelled():
            with self.running:
                handle._run()

    # ---------------------------------------------------------- what asyncio asks

    def time(self) -> float:
        """The virtual time."""
        return self._scheduler.now

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Run a callback after what is ready already."""
        handle = asyncio.Handle(callback, args, self, context)
        if not self.is_dead:
            self._handles.append(handle)
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Do the same: there are no threads."""
        return self.call_soon(callback, *args, context=context)

    def call_later(
        self,
        delay: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run a callback in a while."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run a callback at a moment."""
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.is_dead:
            handle._scheduled = True  # type: ignore[attr-defined]
            event = self._scheduler.at(when, TIMER, lambda: self._ring(handle))
            self._timers[id(handle)] = event
        return handle

    def _ring(self, handle: asyncio.TimerHandle) -> None:
        self._timers.pop(id(handle), None)
        handle._scheduled = False  # type: ignore[attr-defined]
        if not self.is_dead:
            self._handles.append(handle)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        event = self._timers.pop(id(handle), None)
        if event is not None:
            self._scheduler.call_off(event)

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Do what belongs into a thread at once; it takes a while until that is known."""
        done: asyncio.Future[T] = self.create_future()
        try:
            result = func(*args)
        except Exception as raised:  # noqa: BLE001
            self._settle_later(done, functools.partial(done.set_exception, raised))
        else:
            self._settle_later(done, functools.partial(done.set_result, result))
        return done

    def _settle_later(self, done: asyncio.Future[T], settle: Callable[[], None]) -> None:
        def end() -> None:
            if not done.done() and not self.is_dead:
                settle()

        takes_s = 0.0 if self._random is None else self._random.random() * THREAD_S
        self._scheduler.after(takes_s, THREAD, end)

    def create_future(self) -> asyncio.Future[Any]:
        """Make a future with a number."""
        return NumberedFuture(next(self._numbers), self)

    def _new_task(
        self, loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, T], **more: Any
    ) -> asyncio.Future[T]:
        if self.is_dead:  # in the `finally` of what was killed
            coroutine.close()
            return self.create_future()
        task = NumberedTask(coroutine, loop=loop, **more)
        task.number = next(self._numbers)
        return task

    def _note_mistake(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if not self.is_dead:
            error = context.get("exception")
            reason = "" if error is None else f": {type(error).__name__}: {error}"
            self.mistakes.append(f"{context['message']}{reason}")

    # ------------------------------------------------------------------- its end

    def living(self) -> list[asyncio.Task[Any]]:
        """The tasks that have not ended, the oldest first."""
        return sorted(asyncio.all_tasks(self), key=hash)

    def timers(self) -> int:
        """How many timers are set."""
        return len(self._timers)

    def kill(self) -> None:
        """End at once: nothing of this process ever runs again."""
        if self.is_dead:
            return
        tasks = self.living()
        self.is_dead = True
        self._handles.clear()
        for event in self._timers.values():
            self._scheduler.call_off(event)
        self._timers.clear()
        with self.running:
            for task in tasks:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                _give_up(task.get_coro())
            for generator in list(self._generators):
                _give_up(generator.aclose())
        self.close()


class Running:
    """Be the running loop, as asyncio sees it; entered before every step, and so kept short."""

    def __init__(self, loop: SimulatedLoop, generators: weakref.WeakSet[Any]) -> None:
        self._loop = loop
        self._hooks = (generators.add, lambda _: None)
        self._hooks_before: Any = (None, None)

    def __enter__(self) -> None:
        self._hooks_before = sys.get_asyncgen_hooks()
        asyncio._set_running_loop(self._loop)
        sys.set_asyncgen_hooks(*self._hooks)

    def __exit__(self, *_error: object) -> None:
        asyncio._set_running_loop(None)
        sys.set_asyncgen_hooks(*self._hooks_before)


def _give_up(coroutine: Any) -> None:
    """Unwind a coroutine; wherever its `finally` waits for something, it is given up again."""
    for _ in range(AWAITS_MAX):
        try:
            coroutine.close()
        except BaseException:  # noqa: BLE001
            continue
        return
