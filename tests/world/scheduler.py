"""Virtual time: what happens next, and when. Time jumps to the next event when nothing is ready."""

from __future__ import annotations

import heapq
from collections import Counter
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

BEGINNING_S: Final = 1000.0
SPINNING: Final = 200_000
"""So many steps without any time passing mean that somebody goes round in circles."""
RUNNER_FIRST: Final = 0.8
"""How often what is ready in a process comes before what happens to it at the same moment."""


class SpinningError(Exception):
    """Time does not pass any more: somebody does the same thing again and again."""


class Runner(Protocol):
    """A process: it has callbacks that are ready, and runs them in their order."""

    @property
    def is_ready(self) -> bool:
        """Whether anything can run now."""

    def run_one(self) -> None:
        """Run the first callback that is ready."""


class Event:
    """Something that will happen at a certain moment, unless it is called off."""

    __slots__ = ("job", "tag", "when")

    def __init__(self, when: float, tag: str, job: Callable[[], None] | None) -> None:
        self.when = when
        self.tag = tag
        self.job = job


class Scheduler:
    """One thread for everything. Without a generator all is done in order of time and arrival."""

    def __init__(self, random: Random | None) -> None:
        self.now = BEGINNING_S
        self.steps = 0
        self.runners: list[Runner] = []
        self._random = random
        self._events: list[tuple[float, float, int, Event]] = []
        self._count = 0
        self._pending: Counter[str] = Counter()
        self._still = 0

    def at(self, when: float, tag: str, job: Callable[[], None]) -> Event:
        """Do something at a moment; what has the same moment is done in a random order."""
        event = Event(max(when, self.now), tag, job)
        tie = 0.0 if self._random is None else self._random.random()
        self._count += 1
        self._pending[tag] += 1
        heapq.heappush(self._events, (event.when, tie, self._count, event))
        return event

    def after(self, delay_s: float, tag: str, job: Callable[[], None]) -> Event:
        """Do something in a while."""
        return self.at(self.now + delay_s, tag, job)

    def call_off(self, event: Event) -> None:
        """It will not happen."""
        if event.job is not None:
            event.job = None
            self._pending[event.tag] -= 1

    def pending(self, *tags: str) -> int:
        """How many events with these tags are still to come."""
        return sum(self._pending[tag] for tag in tags)

    @property
    def is_ready(self) -> bool:
        """Whether any process has something to run now."""
        return any(runner.is_ready for runner in self.runners)

    def run(self, until: float, is_done: Callable[[], bool] = lambda: False) -> None:
        """Let things happen up to a moment, or until something is done."""
        while not is_done():
            ready = [runner for runner in self.runners if runner.is_ready]
            if not ready and self._next_when() > until:
                self.now = max(self.now, until)
                return
            self._step(ready)

    def _step(self, ready: list[Runner]) -> None:
        self.steps += 1
        self._still += 1
        if self._still > SPINNING:
            raise SpinningError(f"{SPINNING} steps at {self.now:.3f} s, and no time passes")
        if ready and (self._next_when() > self.now or self._runs_first()):
            runner = ready[0] if self._random is None else self._random.choice(ready)
            runner.run_one()
            return
        _, _, _, event = heapq.heappop(self._events)
        if event.job is None:
            return
        if event.when > self.now:
            self.now = event.when
            self._still = 0
        self._pending[event.tag] -= 1
        job, event.job = event.job, None
        job()

    def _runs_first(self) -> bool:
        return self._random is None or self._random.random() < RUNNER_FIRST

    def _next_when(self) -> float:
        while self._events and self._events[0][3].job is None:
            heapq.heappop(self._events)
        return self._events[0][0] if self._events else float("inf")
