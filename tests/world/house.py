"""The house where the server runs: starts its processes, and lets the worst happen to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import adapter
from .bots import SimulatedThinkers
from .chance import chance
from .faults import KILLS, RESTARTS, TWO_SERVERS, WALL_CLOCK
from .process import ENDED, Process
from .store import Operations

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from broadside.kernel.game import Game

    from .faults import Faults
    from .plan import Plan
    from .scheduler import Scheduler

FAULT: Final = "fault"
DOWN_S: Final = (0.05, 6.0)
"""How long nobody serves after a process has ended."""
STEPS_MAX: Final = 60
"""A process is killed within so many steps of its event loop."""
STRIKES: Final[dict[str, int]] = {KILLS: 4, RESTARTS: 2, TWO_SERVERS: 2, WALL_CLOCK: 3}
"""How often each of these happens at most in one run."""
TURNS_S: Final = [-3600.0, -60.0, -1.0, 1.0, 60.0, 3600.0, 90_000.0]
BESIDE_S: Final = 20.0
"""How long an old process lives beside a new one."""


class House:
    """The processes of one run, one after the other, sometimes two at once."""

    def __init__(
        self,
        plan: Plan,
        scheduler: Scheduler,
        faults: Faults,
        games: Mapping[str, Game],
        *,
        is_steady: bool = False,
    ) -> None:
        self._plan = plan
        self._scheduler = scheduler
        self._faults = faults
        self._games = games
        self.disk = adapter.Disk()
        self.turned_s = 0.0
        """How far the clock on the wall was turned."""
        self.process: Process | None = None
        """The one that takes new connections."""
        self.all: list[Process] = []
        self.is_killing = False
        self._is_steady = is_steady
        """Whether store, threads and bots take no time at all."""
        self.note: Callable[[str, str], None] = lambda _who, _what: None
        self.note_end: Callable[[Process], None] = lambda _process: None
        """Called when a process has ended by itself."""
        self._random = chance(plan.seed, "house")

    def start(self) -> None:
        """Start a process; it serves after a while."""
        number = len(self.all)
        random = None if self._is_steady else chance(self._plan.seed, "process", number)
        operations = Operations(self._scheduler, self._faults, random, adapter.StoreError)
        thinkers = SimulatedThinkers(
            self._scheduler,
            self._faults,
            self._games,
            self._plan.seed,
            adapter.SETTINGS.bot_timeout_s,
        )
        thinkers.is_steady = self._is_steady
        clock = adapter.WorldClock(lambda: self._scheduler.now, lambda: self.turned_s)
        process = Process(
            self._scheduler,
            self._faults,
            random,
            lambda: adapter.build(self._games, self.disk, operations, thinkers, clock),
        )
        operations.loop = thinkers.loop = process.loop
        process.turned_s = self.turned_s
        process.on_state = lambda: self._changed(process)
        process.on_death = lambda: self._dies(process, operations)
        self.all.append(process)
        self.note("server", f"process {number} starts")

    def _changed(self, process: Process) -> None:
        """A process serves now, or has ended by itself."""
        if process.is_serving:
            self.note("server", f"process {self.all.index(process)} serves")
            self.process = process
        elif process.state == ENDED:
            self.note_end(process)
            self._start_again(process)

    def _dies(self, process: Process, operations: Operations) -> None:
        self.is_killing = True
        operations.die()
        self.note("server", f"process {self.all.index(process)} is gone")
        self._scheduler.after(0.0, FAULT, lambda: self._start_again(process))

    def _start_again(self, process: Process) -> None:
        self.is_killing = False
        if process is self.process:
            self.process = None
        is_last = all(each.state == ENDED for each in self.all)
        if is_last and not self.is_closing:
            self._scheduler.after(self._random.uniform(*DOWN_S), FAULT, self._start_if_none)

    def _start_if_none(self) -> None:
        if all(each.state == ENDED for each in self.all):
            self.start()

    is_closing = False
    """Whether the house closes for good."""

    # ------------------------------------------------------------------ the worst

    def plan_faults(self, within_s: float) -> None:
        """Decide when which of the large faults will happen."""
        jobs = {
            KILLS: self._kill,
            RESTARTS: self._restart,
            TWO_SERVERS: self._begin_another,
            WALL_CLOCK: self._turn_clock,
        }
        for kind, job in jobs.items():
            if kind in self._plan.kinds:
                random = chance(self._plan.seed, kind)
                for _ in range(random.randint(1, STRIKES[kind])):
                    self._scheduler.after(random.uniform(0, within_s), FAULT, job)

    def _kill(self) -> None:
        """Kill the process within its next steps, or a little later if it does nothing."""
        process = self.process
        if not self._faults.is_on or process is None:
            return
        self._faults.count(KILLS)
        process.loop.steps_left = self._random.randrange(STEPS_MAX)
        self._scheduler.after(1.0, FAULT, process.kill)

    def _restart(self) -> None:
        if self._faults.is_on and self.process is not None:
            self._faults.count(RESTARTS)
            self.note("server", "is asked to end")
            process, self.process = self.process, None
            process.stop()

    def _begin_another(self) -> None:
        """Start a second process on the same store; the first one goes on for a while."""
        if self._faults.is_on and self.process is not None:
            self._faults.count(TWO_SERVERS)
            self._scheduler.after(self._random.uniform(1, BESIDE_S), FAULT, self.process.kill)
            self.start()

    def _turn_clock(self) -> None:
        if self._faults.is_on:
            self._faults.count(WALL_CLOCK)
            by_s = self._random.choice(TURNS_S)
            self.turned_s += by_s
            self.note("server", f"the clock on the wall is turned by {by_s:g} s")
