"""The timekeeper of a table: lets its clocks run, and answers for whoever's time is up."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from broadside.server.clock import Deadlines
    from broadside.server.early import EarlyActs
    from broadside.server.table import Table


class Timekeeper:
    """Whose time runs at one table, and what is next."""

    def __init__(self, table: Table, deadlines: Deadlines, early: EarlyActs) -> None:
        self._table = table
        self._deadlines = deadlines
        self._early = early
        self._begun = table.ledger.times.begun
        self._timer: asyncio.Task[None] | None = None

    def task(self) -> asyncio.Task[None] | None:
        """What waits for the next time that is up."""
        return self._timer

    def let_run(self, coming: int | None = None) -> None:
        """One countdown for all, or a clock for each person who is asked; none in a pause."""
        table = self._table
        if table.ledger.times.begun != self._begun:
            self._begun = table.ledger.times.begun
            self._deadlines.begin_anew()
            table.pace.begin_anew()
        has_changed = table.pause.look(coming)
        if has_changed:
            self._stop_or_go_on()
        if not table.pause.is_on:
            self._set_clocks()
        if has_changed:
            table.audience.tell_again(table.ledger)

    def _stop_or_go_on(self) -> None:
        """Stop what runs, or let it go on where it stopped; after a while it begins anew."""
        pause = self._table.pause
        for each in (self._table.pace, self._deadlines):
            if pause.is_on:
                each.stop()
            elif pause.is_moment:
                each.go_on()
            else:
                each.begin_anew()

    def _set_clocks(self) -> None:
        ledger, pace = self._table.ledger, self._table.pace
        pace.look(ledger)
        has_clocks = not pace.is_counting
        self._deadlines.ask(
            ledger.people(ledger.deciders()) if has_clocks else [],
            ledger.people(ledger.awaited()) if has_clocks else [],
            pace.clock_s(ledger),
            ledger.times,
            has_reserve=pace.has_reserve(ledger),
            resting=ledger.stood_in() if has_clocks else frozenset(),
        )

    def set(self) -> None:
        """Wait for the next time that is up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        dues = [self._deadlines.next_due(), self._table.pace.next_due(), self._early.next_due()]
        due = min((due for due in dues if due is not None), default=None)
        if due is not None:
            self._timer = asyncio.create_task(self._wait_until(due))

    async def _wait_until(self, due: float) -> None:
        clock = self._table.clock
        await clock.sleep(max(0.0, due - clock.now()))
        await self._table.insist(self._time_up)

    async def _time_up(self) -> None:
        """Answer for every seat whose time is up, and close a window whose time is."""
        table, pace = self._table, self._table.pace
        if pace.is_over():
            await self._early.let_in()
        opening = pace.opening(table.ledger)
        if opening is not None and pace.is_over():
            await table.append(lambda: pace.propose_closing(table.ledger, opening))
            table.went_on()
        self._early.look()
        for seat in self._deadlines.overdue():
            await table.append(functools.partial(table.propose_default, seat))
            table.acted(seat)
            await table.stand_ins.after_timeout(seat)
        self.set()  # also if it rang a moment early, and nobody was overdue
