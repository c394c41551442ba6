"""What a process counts of its own work, for whoever operates it.

Counting must cost next to nothing: plain numbers of one event loop, no locks, no labels. What can
be looked up when somebody asks is not counted at all.
"""

from __future__ import annotations

from bisect import bisect_left
from time import perf_counter
from typing import Final

BOUNDS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Up to these times, in seconds, things are counted apart."""


class Times:
    """How long something took: how often up to each bound, and all of it together."""

    __slots__ = ("counts", "total_s")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_S) + 1)
        self.total_s = 0.0

    def took(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BOUNDS_S, seconds)] += 1
        self.total_s += seconds

    def since(self, began_s: float) -> None:
        """Count one that began at a moment of `perf_counter`."""
        self.took(perf_counter() - began_s)


class Meters:
    """All that is counted."""

    def __init__(self) -> None:
        self.messages = Times()
        """From a message's arrival at its table until everybody was told, the wait included."""
        self.commits = Times()
        """From an append until it was durable."""
        self.thoughts = Times()
        """From a bot's question until its answer, the wait for a worker included."""
        self.refused = 0
        """Messages and requests that a table said no to."""
        self.failed = 0
        """Inputs that a table could not take: the store failed, or the table did."""
