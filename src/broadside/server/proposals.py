"""Proposals: what happens only if all people at the table agree."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from broadside.server.alarm import Alarm
from broadside.server.messages import DAY_S, Ack
from broadside.server.opening import check_clock
from broadside.server.records import Answered, Lapsed, Proposed, TempoSet, Undone
from broadside.server.refusal import Refusal
from broadside.server.times import is_by_days

if TYPE_CHECKING:
    import asyncio

    from broadside.server.agreements import Agreements
    from broadside.server.connection import Connection
    from broadside.server.messages import Answer, Propose
    from broadside.server.table import Table

LAPSE_S: Final = 120
"""So long a live table waits for answers; one by days waits for a day."""

logger = logging.getLogger(__name__)


class Proposals:
    """Undo and tempo by agreement, at one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._alarm = Alarm(table.clock, lambda: table.insist(self._settle))
        self._due = (0, 0.0)
        """The number of a proposal, and when it lapses."""

    async def propose(self, connection: Connection, propose: Propose) -> None:
        """A person proposes something; raises `Refusal`."""
        await self._table.do(lambda: self._propose(connection, propose))

    async def answer(self, connection: Connection, answer: Answer) -> None:
        """A person says yes or no; raises `Refusal`."""
        await self._table.do(lambda: self._answer(connection, answer))

    def tasks(self) -> list[asyncio.Task[None]]:
        """The alarm, if it is set."""
        return [] if self._alarm.task is None else [self._alarm.task]

    def set(self) -> None:
        """Settle the open proposal when all agree, which may be now, or when it lapses."""
        if self._agreements.open is None or self._table.ledger.status != "playing":
            self._alarm.set(None)
        elif self._is_agreed():
            self._alarm.set(self._table.clock.now())
        else:
            self._alarm.set(self._table.clock.now() + self._left_s())

    @property
    def _agreements(self) -> Agreements:
        return self._table.ledger.agreements

    # -------------------------------------------------------------- proposing, answering

    async def _propose(self, connection: Connection, propose: Propose) -> None:
        seat = self._table.seat_of(connection, "propose something")
        seq, is_new = await self._table.append_message(
            seat, propose.id, lambda: self._proposed(seat, propose)
        )
        connection.send(Ack(propose.id, self._table.ledger.number(seat, seq)))
        if is_new:
            await self._go_on()

    async def _answer(self, connection: Connection, answer: Answer) -> None:
        seat = self._table.seat_of(connection, "answer")
        seq, is_new = await self._table.append_message(
            seat, answer.id, lambda: self._answered(seat, answer)
        )
        connection.send(Ack(answer.id, self._table.ledger.number(seat, seq)))
        if is_new:
            await self._go_on()

    async def _go_on(self) -> None:
        self._table.tell_seats()
        if self._is_agreed():
            await self._settle()
        else:
            self._table.go_on()

    def _proposed(self, seat: int, propose: Propose) -> Proposed:
        ledger = self._table.ledger
        if ledger.status == "waiting":
            raise Refusal(409, "not_started", "The table waits for players to sit down.")
        if ledger.status == "over":
            raise Refusal(409, "game_over", "The game is over.")
        if self._agreements.open is not None:
            raise Refusal(409, "proposal_open", "Answer the proposal that is open first.")
        keep = self._check_undo(seat) if propose.what == "undo" else 0
        if propose.what == "tempo":
            self._check_tempo(propose.clock_s)
        clock_s = propose.clock_s if propose.what == "tempo" else None
        now = self._table.clock.wall_ms()
        return Proposed(now, seat, propose.id, propose.what, clock_s, keep)

    def _check_undo(self, seat: int) -> int:
        """The number of actions that an undo for this seat would keep."""
        ledger = self._table.ledger
        if ledger.is_counting and ledger.active_people() != [seat]:
            reason = "A countdown runs, and would be over before all have answered."
            raise Refusal(409, "undo_countdown", reason)
        keep = ledger.last_decision(seat)
        if keep is None:
            raise Refusal(409, "undo_nothing", f"Seat {seat} has not decided anything yet.")
        if (seat, keep) in self._agreements.declined:
            raise Refusal(409, "undo_declined", "The table has said no to this already.")
        if not ledger.can_go_back(keep):
            raise Refusal(409, "undo_revealed", "Something was revealed or rolled since.")
        return keep

    def _check_tempo(self, clock_s: int | None) -> None:
        check_clock(clock_s)
        if clock_s == self._table.ledger.times.clock_s:
            raise Refusal(409, "same_tempo", "The table has this tempo already.")

    def _answered(self, seat: int, answer: Answer) -> Answered:
        agreements = self._agreements
        if agreements.open is None or agreements.number != answer.proposal:
            raise Refusal(409, "no_proposal", "This proposal is not open any more.")
        return Answered(self._table.clock.wall_ms(), seat, answer.id, answer.yes)

    # ----------------------------------------------------------------------- settling

    def _is_agreed(self) -> bool:
        return self._agreements.is_agreed(self._table.ledger.active_people())

    def _left_s(self) -> float:
        """How long the open proposal still waits."""
        number, due = self._due
        if number != self._agreements.number:
            due = self._first_due()
            self._due = self._agreements.number, due
        return max(0.0, due - self._table.clock.now())

    def _first_due(self) -> float:
        """When the open proposal lapses; asked once, as the wall clock may be set meanwhile."""
        clock, open_ = self._table.clock, self._agreements.open
        assert open_ is not None
        waits_s = DAY_S if is_by_days(self._table.ledger.times.clock_s) else LAPSE_S
        gone_s = max(0.0, (clock.wall_ms() - open_.at_ms) / 1000)
        return clock.now() + waits_s - gone_s

    async def _settle(self) -> None:
        """Do what was agreed, or let the proposal lapse when its time is over."""
        seq = await self._table.append(self._propose_effect)
        logger.info("proposal_settled table=%s seq=%d", self._table.ledger.table, seq)
        self._table.tell_seats()
        self._table.go_on()

    def _propose_effect(self) -> TempoSet | Undone | Lapsed:
        ledger, open_ = self._table.ledger, self._agreements.open
        now = self._table.clock.wall_ms()
        if open_ is None:
            raise Refusal(409, "no_proposal", "There is no open proposal.")
        if self._is_agreed():
            if open_.what == "tempo":
                return TempoSet(now, open_.clock_s)
            if ledger.can_go_back(open_.keep):  # somebody may have answered under seal meanwhile
                return Undone(now, len(ledger.actions) - open_.keep)
        elif self._left_s() > 0:
            raise Refusal(409, "proposal_open", "The proposal still waits for answers.")
        return Lapsed(now)
