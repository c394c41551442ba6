"""The pause: a table with a clock waits while none of the people who play there is connected.

Neither a clock nor a countdown runs then, and bots wait, too: whoever closes the lid, alone with
bots or last of all, finds the game as it was. What was running begins anew when somebody is back.
Tables by days never pause: nobody is expected to be connected there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.times import is_by_days

if TYPE_CHECKING:
    from broadside.server.table import Table


class Pause:
    """Whether one table waits for somebody to come back. No record tells it: a restart pauses."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.is_on = False
        self._is_deserted = False
        self.met_at = table.clock.now()
        """When somebody came while nobody was there."""

    def look(self, coming: int | None = None) -> bool:
        """See who is there, or is just coming; whether the pause has begun or ended with it."""
        was_on, was_deserted = self.is_on, self._is_deserted
        self._is_deserted = self._nobody_plays(coming)
        self.is_on = self._is_deserted and self._has_clock()
        if was_deserted and not self._is_deserted:
            self.met_at = self._table.clock.now()
        return was_on != self.is_on

    def _nobody_plays(self, coming: int | None) -> bool:
        """Whether people play here, and none of them is connected."""
        people = self._table.ledger.active_people()
        return bool(people) and coming not in people and not self._has_any(people)

    def _has_any(self, people: list[int]) -> bool:
        return not self._table.audience.online().isdisjoint(people)

    def _has_clock(self) -> bool:
        """Whether waiting would cost somebody a decision."""
        ledger = self._table.ledger
        has_clock = self._table.pace.clock_s(ledger) is not None
        return has_clock and not is_by_days(ledger.times.clock_s)
