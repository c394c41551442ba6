"""Time: one number of milliseconds that only ever grows while the server runs."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

DAY_MS: Final = 86_400_000


class Clock(ABC):
    """Where the server gets its time from; injected, so that tests need not wait."""

    @abstractmethod
    def now_ms(self) -> int:
        """Milliseconds since 1970; setting the wall clock while the server runs changes nothing."""

    def call_at(self, moment_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something at a moment; the handle cancels it."""
        delay_s = max(0, moment_ms - self.now_ms()) / 1000
        return asyncio.get_running_loop().call_later(delay_s, callback)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class SystemClock(Clock):
    """The machine's clock, read from the wall once; from then on it counts by itself.

    A laptop that sleeps goes on counting where the system can tell how long it slept.
    """

    def __init__(self) -> None:
        self._source = getattr(time, "CLOCK_BOOTTIME", None)
        self._began_ms = time.time_ns() // 1_000_000 - self._counted_ms()

    def now_ms(self) -> int:
        """Milliseconds since 1970, as counted since the start."""
        return self._began_ms + self._counted_ms()

    def _counted_ms(self) -> int:
        if self._source is None:
            return time.monotonic_ns() // 1_000_000
        return time.clock_gettime_ns(self._source) // 1_000_000
