"""An alarm rings at its moment, even if sleep ends a hair before it."""

from __future__ import annotations

import asyncio

from broadside.server.alarm import Alarm
from broadside.server.clock import Clock

A_HAIR = 1e-9


class EarlyClock(Clock):
    """Its sleep ends early once, as that of a real event loop may."""

    def __init__(self) -> None:
        self.time = 0.0
        self.hair = A_HAIR

    def now(self) -> float:
        """The time so far."""
        return self.time

    def wall_ms(self) -> int:
        """The same, for records."""
        return int(self.time * 1000)

    async def sleep(self, seconds: float) -> None:
        """Let time pass at once."""
        await asyncio.sleep(0)
        self.time += max(seconds - self.hair, 0.0)
        self.hair = -A_HAIR


def test_an_alarm_that_rings_too_early_can_be_set_again() -> None:
    """Whoever finds nothing due yet sets the same moment again, and it rings again."""

    async def case() -> None:
        clock, due, done = EarlyClock(), 1.0, asyncio.Event()
        looks: list[float] = []

        async def look_around() -> None:
            looks.append(clock.now())
            if clock.now() < due:
                alarm.set(due)
            else:
                done.set()

        async def ring() -> None:
            # Like a table, which does its jobs in a task of its own.
            await asyncio.create_task(look_around())

        alarm = Alarm(clock, ring)
        alarm.set(due)
        await asyncio.wait_for(done.wait(), 1)
        assert len(looks) == 2

    asyncio.run(case())
