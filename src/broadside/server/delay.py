"""The delayed table: what spectators see of a table whose host wants them to see it later.

It is a second ledger that takes the same records, each when its time has come. So nothing that
happened since can show in it, whatever the game does with its view and its events.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from broadside.server.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Mapping

    from broadside.kernel.game import Game
    from broadside.server.clock import Clock
    from broadside.server.records import Record


class Delay:
    """A ledger that is behind, and the records that it will take."""

    def __init__(
        self, table: str, games: Mapping[str, Game], first: bytes, clock: Clock, delay_s: int
    ) -> None:
        self.ledger = Ledger(table, games, first)
        self._clock = clock
        self._delay_ms = delay_s * 1000
        self._queue: deque[tuple[int, bytes]] = deque()

    def add(self, record: Record, data: bytes) -> None:
        """Something happened at the table; it will be told later."""
        self._queue.append((record.at_ms + self._delay_ms, data))

    def due(self) -> float | None:
        """When the next record may be told."""
        if not self._queue:
            return None
        return self._clock.now() + (self._queue[0][0] - self._clock.wall_ms()) / 1000

    def release(self) -> list[Record]:
        """Take the records whose time has come."""
        released = []
        while self._queue and self._queue[0][0] <= self._clock.wall_ms():
            released.append(self.ledger.take(self._queue.popleft()[1]))
        return released
