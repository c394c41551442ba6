"""What happens to everything that a process asks of its store: it takes a while, fails, or is lost.

The truth is kept outside of the process and outlives it. What was on its way when the process was
killed has either happened by then or never will.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

from .faults import NOT_READ, NOT_WRITTEN, SLOW_STORE, WRITTEN_AFTER_ALL

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from random import Random

    from .faults import Faults
    from .loop import SimulatedLoop
    from .scheduler import Event, Scheduler

T = TypeVar("T")

STORE: Final = "store"
"""The tag of everything that the store has to do."""
SPREAD_S: Final = 0.03
SLOW_S: Final = 1.5
IN_ORDER_S: Final = 1e-6
"""What is written later is there later."""
SURVIVES: Final = 0.5
"""How often a write on its way outlives the process that was killed."""


class Operations:
    """The way between one process and the store; without a generator nothing takes any time."""

    def __init__(
        self,
        scheduler: Scheduler,
        faults: Faults,
        random: Random | None,
        new_error: Callable[[str], Exception],
    ) -> None:
        self._scheduler = scheduler
        self._faults = faults
        self._random = random
        self._new_error = new_error
        self.loop: SimulatedLoop | None = None
        self._is_dead = False
        self._writing: deque[tuple[Event, Callable[[], object]]] = deque()
        self._written_at = 0.0

    def write(self, do: Callable[[], T]) -> asyncio.Future[T]:
        """Write something, after all that is being written already.

        It is there at some moment before the future knows of it.
        """
        done = self._new_future()

        def commit() -> None:
            self._writing.popleft()
            if self._faults.strikes(NOT_WRITTEN):
                self._settle(done, error=self._new_error("The disk is full."))
                return
            try:
                result = do()
            except Exception as error:  # noqa: BLE001
                self._settle(done, error=error)
                return
            if self._faults.strikes(WRITTEN_AFTER_ALL):
                self._settle(done, error=self._new_error("The disk did not answer."))
            else:
                self._settle(done, result)

        self._written_at = max(self._written_at, self._scheduler.now + self._delay_s())
        self._writing.append((self._scheduler.at(self._written_at, STORE, commit), do))
        if self._random is not None:
            self._written_at += IN_ORDER_S
        return done

    async def read(self, do: Callable[[], T]) -> T:
        """Read something, as it is at some moment before this returns."""
        done = self._new_future()

        def look() -> None:
            if self._faults.strikes(NOT_READ):
                self._settle(done, error=self._new_error("The disk cannot be read."))
                return
            try:
                self._settle(done, do())
            except Exception as error:  # noqa: BLE001
                self._settle(done, error=error)

        self._scheduler.after(self._delay_s(), STORE, look)
        found: T = await done
        return found

    def die(self) -> None:
        """The process is killed: what is being written gets there now, or never."""
        self._is_dead = True
        survives = self._random is not None
        for event, do in self._writing:
            self._scheduler.call_off(event)
            survives = survives and self._random is not None and self._random.random() < SURVIVES
            if survives:  # what was to be written later is not there if this is not
                with suppress(Exception):
                    do()
        self._writing.clear()

    def _new_future(self) -> asyncio.Future[Any]:
        assert self.loop is not None
        return self.loop.create_future()

    def _settle(
        self, done: asyncio.Future[Any], result: object = None, error: Exception | None = None
    ) -> None:
        """Tell the process, after a while, unless it does not wait any more."""

        def tell() -> None:
            if done.done() or self._is_dead:
                return
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

        self._scheduler.after(self._delay_s(), STORE, tell)

    def _delay_s(self) -> float:
        if self._random is None:
            return 0.0
        if self._faults.strikes(SLOW_STORE):
            return self._random.random() * SLOW_S
        return self._random.random() * SPREAD_S
