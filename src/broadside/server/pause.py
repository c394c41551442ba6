"""The pause: a table with a clock waits while none of the people who sit there is connected.

Neither a clock nor a countdown runs then, and bots wait, too: whoever closes the lid, alone with
bots or last of all, finds the game as it was. What was running begins anew when somebody is back;
after a moment, in which a page was loaded anew, it goes on: else nobody's time would ever be over.
Whoever lets a bot play and watches is there, too, and need not watch a table that stands still.
Tables by days never pause: nobody is expected to be connected there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.audience import MOMENT_S
from broadside.server.times import is_by_days

if TYPE_CHECKING:
    from broadside.server.table import Table


class Pause:
    """Whether one table waits for somebody to come back. No record tells it: a restart pauses."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.is_on = False
        self._is_deserted = False
        self._deserted_at = table.clock.now()
        self.met_at = table.clock.now()
        """When somebody came after nobody had been there for a while."""

    def look(self, coming: int | None = None) -> bool:
        """See who is there, or is just coming; whether the pause has begun or ended with it."""
        was_on, was_deserted = self.is_on, self._is_deserted
        self._is_deserted = self._nobody_plays(coming)
        self.is_on = self._is_deserted and self._has_clock()
        if self._is_deserted and not was_deserted:
            self._deserted_at = self._table.clock.now()
        elif was_deserted and not self._is_deserted and not self.is_moment:
            self.met_at = self._table.clock.now()
        return was_on != self.is_on

    @property
    def is_moment(self) -> bool:
        """Whether nobody has been there for a moment only, which does not count."""
        return self._table.clock.now() - self._deserted_at < MOMENT_S

    def _nobody_plays(self, coming: int | None) -> bool:
        """Whether people play here, and nobody who has a seat is connected."""
        is_there = coming is not None or bool(self._table.audience.online())
        return bool(self._table.ledger.active_people()) and not is_there

    def _has_clock(self) -> bool:
        """Whether waiting would cost somebody a decision."""
        ledger = self._table.ledger
        has_clock = self._table.pace.clock_s(ledger) is not None
        return has_clock and not is_by_days(ledger.times.clock_s)
