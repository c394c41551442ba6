"""Time: how long a decision may take. Injectable, so that tests need not wait."""

from __future__ import annotations

import asyncio
import functools
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from broadside.server.times import is_by_days

if TYPE_CHECKING:
    from broadside.server.times import Times


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


class Due(NamedTuple):
    """Until when a seat must have decided: its own time, then what it has in reserve."""

    own: float
    reserve_s: float

    @property
    def end(self) -> float:
        """When all of it is over."""
        return self.own + self.reserve_s


class Deadlines:
    """Until when each asked seat must have decided.

    A seat's time begins when it is asked and does not change while others act. At a table by days
    it begins when the records say so: a restart of the server gives nobody more of it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.total_s: int | None = None
        """How long a seat has that is asked from now on; None for as long as it likes."""
        self._due: dict[int, Due] = {}
        self._shown: dict[int, Due] = {}

    def ask(
        self,
        seats: list[int],
        shown: list[int],
        total_s: int | None,
        times: Times,
        *,
        has_reserve: bool,
    ) -> None:
        """These seats, and no others, are on the clock now; those that were keep their time.

        `shown` are the seats which seem to be: one that answered under seal is still shown.
        """
        self.total_s = total_s
        if total_s is None:
            self.begin_anew()
            return
        begin = functools.partial(self._begin, total_s, times, has_reserve)
        self._due = {seat: self._due.get(seat) or begin(seat) for seat in seats}
        known = {**self._shown, **self._due}
        self._shown = {seat: known.get(seat) or begin(seat) for seat in shown}

    def _begin(self, total_s: int, times: Times, has_reserve: bool, seat: int) -> Due:
        begun = self._clock.now()
        if is_by_days(total_s) and seat in times.asked_ms:
            begun -= max(0, self._clock.wall_ms() - times.asked_ms[seat]) / 1000
        return Due(begun + total_s, times.reserve_ms[seat] / 1000 if has_reserve else 0.0)

    def begin_anew(self) -> None:
        """Everybody's time begins anew."""
        self._due, self._shown = {}, {}

    def answered(self, seat: int) -> None:
        """The seat has decided: if it is asked again, its time begins anew."""
        self._due.pop(seat, None)

    def reserve_used_ms(self, seat: int) -> int:
        """What this decision has taken of the seat's reserve so far."""
        due = self._due.get(seat)
        if due is None:
            return 0
        over_s = min(max(0.0, self._clock.now() - due.own), due.reserve_s)
        return round(over_s * 1000)

    def next_due(self) -> float | None:
        """When the next seat runs out of time."""
        return min((due.end for due in self._due.values()), default=None)

    def overdue(self) -> list[int]:
        """The seats whose time is up."""
        return sorted(seat for seat, due in self._due.items() if due.end <= self._clock.now())

    def left_ms(self, seat: int | None) -> int | None:
        """The time left for a seat, or for whoever has least if this seat is not on the clock."""
        due = self._seen_by(seat)
        return None if due is None else max(0, round((due.own - self._clock.now()) * 1000))

    def reserve_ms(self, seat: int | None) -> int:
        """What the same seat has left in reserve."""
        due = self._seen_by(seat)
        if due is None:
            return 0
        left_s = min(due.reserve_s, due.end - self._clock.now())
        return max(0, round(left_s * 1000))

    def _seen_by(self, seat: int | None) -> Due | None:
        """The deadline that a seat, or a spectator, is shown."""
        least = min(self._shown.values(), key=lambda due: due.end, default=None)
        return self._due.get(-1 if seat is None else seat, least)
