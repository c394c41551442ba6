"""A fresh server on a copy of the store, while time stands still: what it tells is the truth."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from . import adapter
from .bots import SimulatedThinkers
from .faults import Faults
from .network import Client, Conditions, Connection
from .plan import GAMES
from .process import Process
from .scheduler import Scheduler
from .store import Operations
from .story import Story

if TYPE_CHECKING:
    from .house import House

Frame = dict[str, Any]


class Probe(Client):
    """A client that says hello and listens."""

    def __init__(
        self,
        process: Process,
        conditions: Conditions,
        table: str,
        credential: str | None,
        since: int,
    ) -> None:
        self.story = Story()
        self.frames: list[Frame] = []
        self._hello = {
            "type": "hello",
            "credential": credential,
            "since": since,
            "is_back": False,
        }
        path = f"/api/tables/{table}/socket"
        self._connection = Connection(process, conditions, self, path, "10.1.0.1")

    def opened(self) -> None:
        """Say hello."""
        self._connection.send(json.dumps(self._hello))

    def received(self, frame: str) -> None:
        """Keep a frame."""
        self.frames.append(json.loads(frame))
        self.story.take(self.frames[-1])

    def ended(self, code: int) -> None:
        """Nothing more comes."""


class FreshServer:
    """Starts on a copy of what a house has stored; no time passes in it, and no bot thinks."""

    def __init__(self, house: House, now: float) -> None:
        self._scheduler = Scheduler(None)
        self._scheduler.now = now
        self._faults = Faults(0, frozenset())
        self._faults.latency = (0.0, 0.0, 0.0)
        operations = Operations(self._scheduler, self._faults, None, adapter.StoreError)
        thinkers = SimulatedThinkers(self._scheduler, self._faults, GAMES, 0, 1.0)
        disk = house.disk.copy()
        turned_s = house.turned_s if house.process is None else house.process.turned_s
        clock = adapter.WorldClock(lambda: self._scheduler.now, lambda: turned_s)
        self._process = Process(
            self._scheduler,
            self._faults,
            None,
            lambda: adapter.build(GAMES, disk, operations, thinkers, clock),
        )
        operations.loop = thinkers.loop = self._process.loop
        self._settle()

    def ask(self, table: str, credential: str | None, since: int = -1) -> Probe:
        """What somebody is told who says hello now."""
        probe = Probe(self._process, Conditions(Random(0), self._faults), table, credential, since)
        self._settle()
        return probe

    def close(self) -> None:
        """End it."""
        self._process.kill()

    def _settle(self) -> None:
        self._scheduler.run(self._scheduler.now + 1e-3)
