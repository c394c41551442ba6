"""The delayed table: what outsiders see of a table whose host wants them to see it later.

It is a second ledger that takes the same records, each when its time has come, and with it who was
connected then. So nothing that happened since can show in it, whatever the game does with its view
and its events. Spectators are told from it, and so is everybody who asks without a seat's right.

Before the start there is nothing to hide, and people want to sit down: till then it keeps up.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from msgspec.structs import replace

from broadside.server.ledger import Ledger
from broadside.server.records import Started

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from collections.abc import Set as AbstractSet

    from broadside.kernel.game import Game
    from broadside.server.clock import Clock
    from broadside.server.messages import TableInfo
    from broadside.server.records import Record


class Delay:
    """A ledger that is behind, and what it will take."""

    def __init__(
        self, table: str, games: Mapping[str, Game], first: bytes, clock: Clock, delay_s: int
    ) -> None:
        self.ledger = Ledger(table, games, first)
        self.online: frozenset[int] = frozenset()
        """The seats that somebody was connected for."""
        self._clock = clock
        self._delay_ms = delay_s * 1000
        self._has_begun = False
        self._queue: deque[tuple[int, bytes | frozenset[int]]] = deque()

    def add(self, record: Record, data: bytes) -> None:
        """Something happened at the table; it will be told later."""
        self._has_begun = self._has_begun or isinstance(record, Started)
        due_ms = record.at_ms + self._delay_ms if self._has_begun else 0
        self._queue.append((due_ms, data))

    def note_online(self, online: AbstractSet[int]) -> None:
        """Somebody came or left; that will be told later, too."""
        if self._has_begun:
            self._queue.append((self._clock.wall_ms() + self._delay_ms, frozenset(online)))
        else:
            self.online = frozenset(online)

    def due(self) -> float | None:
        """When the next thing may be told."""
        if not self._queue:
            return None
        return self._clock.now() + (self._queue[0][0] - self._clock.wall_ms()) / 1000

    def release(self, tell: Callable[[Record], None] | None = None) -> None:
        """Take whatever's time has come, and tell of each record before the next one is taken."""
        while self._queue and self._queue[0][0] <= self._clock.wall_ms():
            _, news = self._queue.popleft()
            if isinstance(news, bytes):
                record = self.ledger.take(news)
                if tell is not None:
                    tell(record)
            else:
                self.online = news

    def info(self) -> TableInfo:
        """The table as outsiders may see it. That it has begun is no secret: no seat is open."""
        info = self.ledger.info(self.online)
        if self._has_begun and info.status == "waiting":
            return replace(info, status="playing", code=None)
        return info
