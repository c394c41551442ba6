"""The delayed table: what outsiders see of a table whose host wants them to see it later.

It is a second table that takes the same records, each when its time has come, and with it who was
connected then. So nothing that happened since can show in it, whatever the game does with its view
and its events. Spectators are told from it, and so is everybody who asks without a seat's right.

Before the start there is nothing to hide, and people want to sit down: till then it keeps up.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from broadside.server.table.records import Started
from broadside.server.table.state import Table, evolve
from broadside.server.table.times import earliest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from broadside.kernel.game import Game
    from broadside.server.table.records import Opened, Record


class Delayed:
    """A table that is behind, and what it will take."""

    def __init__(self, name: str, games: Mapping[str, Game], opened: Opened) -> None:
        self.table = Table(name, games, opened)
        self.online: frozenset[int] = frozenset()
        """The seats that were connected."""
        self._delay_ms = opened.spectator_delay_s * 1000
        self._noted: frozenset[int] = frozenset()
        self.has_begun = False
        self._queue: deque[tuple[int, Record | frozenset[int]]] = deque()
        """What will be told, and when."""

    def add(self, records: Sequence[Record]) -> None:
        """Something is stored; it will be told later."""
        for record in records:
            self.has_begun = self.has_begun or isinstance(record, Started)
            due = record.at_ms + self._delay_ms if self.has_begun else 0
            self._queue.append((due, record))

    def note_online(self, online: frozenset[int], now: int) -> None:
        """A client came or left; that will be told later, too."""
        if online != self._noted:
            self._noted = online
            self._queue.append((now + self._delay_ms if self.has_begun else 0, online))

    def due(self) -> int | None:
        """When the next thing may be told."""
        return self._queue[0][0] if self._queue else None

    def behind_until_ms(self, table: Table) -> int | None:
        """When more of the log may be told; also of a record that is only being stored."""
        if not self.has_begun or self.table.seq == table.seq:
            return None
        return earliest([self.due(), table.at_ms + self._delay_ms])

    def release(self, now: int) -> None:
        """Take what may be told by now."""
        while self._queue and self._queue[0][0] <= now:
            _, news = self._queue.popleft()
            if isinstance(news, frozenset):
                self.online = news
            else:
                evolve(self.table, news)
