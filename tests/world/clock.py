"""The server's clock, made of virtual time; somebody may set the clock on the wall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .adapter import Clock

if TYPE_CHECKING:
    from .scheduler import Scheduler

WALL_S: Final = 1_700_000_000.0


class WorldClock(Clock):
    """Virtual time for a server, which reads the wall once when it starts.

    `set_by_s` is how far the clock on the wall was turned before that.
    """

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self.set_by_s = 0.0

    def now_ms(self) -> int:
        """Milliseconds since 1970, as counted since the start."""
        return round((WALL_S + self.set_by_s + self._scheduler.now) * 1000)

    def as_started(self) -> WorldClock:
        """The clock of a server that starts now: turning the wall's clock changes it no more."""
        own = WorldClock(self._scheduler)
        own.set_by_s = self.set_by_s
        return own
