"""Holds: who has stopped the countdown of which window, and how often.

Anybody may hold, whatever it holds in hand, so that a hold tells nothing; everybody sees who does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from broadside.server.table.records import Held


class Holds:
    """The holds of one table, as its log tells them."""

    def __init__(self, seats: int) -> None:
        self.used = [0] * seats
        """How often each seat has held."""
        self.holding: dict[int, list[int]] = {}
        """The seats that hold each window now."""

    def take(self, record: Held) -> None:
        """A seat holds, or lets go."""
        if record.on:
            self.used[record.seat] += 1
            self.holding[record.window] = sorted(
                {*self.holding.get(record.window, []), record.seat}
            )
        else:
            self.end(record.window, record.seat)

    def end(self, window: int, seat: int) -> None:
        """A seat lets go, perhaps by playing: it has thought enough."""
        self.holding[window] = [other for other in self.holding.get(window, []) if other != seat]

    def end_all(self) -> None:
        """The game was taken back: no window is held."""
        self.holding = {}
