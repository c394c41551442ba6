"""Time: how long a decision may take. Injectable, so that tests need not wait."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod


class Clock(ABC):
    """Where the server gets its time from."""

    @abstractmethod
    def now(self) -> float:
        """Seconds that only ever grow; their beginning means nothing."""

    @abstractmethod
    def wall_ms(self) -> int:
        """Milliseconds since 1970, for records."""

    @abstractmethod
    async def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock(Clock):
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    def wall_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class Deadlines:
    """Until when each asked seat must have decided.

    A seat's time begins when it is asked and does not change while others act.
    """

    def __init__(self, clock: Clock, total_s: int | None) -> None:
        self._clock = clock
        self.total_s = total_s
        """How long a seat has that is asked from now on; None for as long as it likes."""
        self._due: dict[int, float] = {}
        self._shown: dict[int, float] = {}

    def ask(self, seats: list[int], shown: list[int]) -> None:
        """These seats, and no others, are on the clock now; those that were keep their time.

        `shown` are the seats which seem to be: one that answered under seal is still shown.
        """
        if self.total_s is None:
            self._due, self._shown = {}, {}
            return
        due = self._clock.now() + self.total_s
        self._due = {seat: self._due.get(seat, due) for seat in seats}
        known = {**self._shown, **self._due}
        self._shown = {seat: known.get(seat, due) for seat in shown}

    def answered(self, seat: int) -> None:
        """The seat has decided: if it is asked again, its time begins anew."""
        self._due.pop(seat, None)

    def next_due(self) -> float | None:
        """When the next seat runs out of time."""
        return min(self._due.values(), default=None)

    def overdue(self) -> list[int]:
        """The seats whose time is up."""
        return sorted(seat for seat, due in self._due.items() if due <= self._clock.now())

    def left_ms(self, seat: int | None) -> int | None:
        """The time left for a seat, or for whoever has least if this seat is not on the clock."""
        due = self._due.get(-1 if seat is None else seat, min(self._shown.values(), default=None))
        if due is None:
            return None
        return max(0, round((due - self._clock.now()) * 1000))
