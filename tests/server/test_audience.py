"""The audience: each is told what it may know, and nobody hears a sealed answer arrive."""

from __future__ import annotations

from typing import cast

import pytest

from broadside.server.audience import Audience
from broadside.server.clock import Deadlines
from broadside.server.socket.connection import Connection
from broadside.server.holds import Holds
from broadside.server.table.viewpoints import Ledger
from broadside.server.wire.messages import Update
from broadside.server.table.countdown import Pace
from broadside.server.table.records import Opened
from broadside.server.table.times import Times

from .harness import QUICK, FakeClock


class VotingLedger:
    """A table in a sealed vote: whoever answers is not asked any more, nobody else learns of it."""

    def __init__(self) -> None:
        self.state = object()
        self.seq = 1
        self.actor = -1
        self.rewound_seq = self.tempo_seq = -1
        self.acted_seq = -1
        self.answered: set[int] = set()
        self.holds = Holds(2)
        self.times = Times(Opened(0, "vote", 1, {}, [], None, "", ""))

    def answer(self, seat: int) -> None:
        """One more record: a sealed answer."""
        self.seq += 1
        self.actor = seat
        self.acted_seq = self.seq
        self.answered.add(seat)

    def update(self, seat: int | None, since: int) -> Update:
        """The own answer changes what one may do; all answers together tell the outcome."""
        is_over = self.answered == {0, 1}
        events = [{"kind": "vote_counted", "seq": self.seq}] if is_over else []
        legal = [] if seat is None or seat in self.answered else ["aye", "nay"]
        return Update(self.seq, events, {}, [0, 1], None, legal, [], [], None, None, 0, None)


@pytest.fixture
def ledger() -> VotingLedger:
    """A vote that nobody has answered."""
    return VotingLedger()


def audience_of(ledger: VotingLedger, *seats: int | None) -> tuple[Audience, list[Connection]]:
    """An audience which has been told how the table stands."""
    clock = FakeClock()
    audience = Audience(Deadlines(clock), Pace(clock, QUICK), clock)
    connections = []
    for seat in seats:
        connection = Connection()
        connection.seat = seat
        connections.append(connection)
        audience._connections.append(connection)
    audience.tell(cast("Ledger", ledger))
    for connection in connections:
        assert connection.outbox.qsize() == 1
        connection.outbox.get_nowait()
    return audience, connections


def test_a_sealed_answer_is_told_to_its_seat_only(ledger: VotingLedger) -> None:
    """Seat 0 answers: it learns that it is not asked any more; others hear nothing at all."""
    audience, (first, second, spectator) = audience_of(ledger, 0, 1, None)

    ledger.answer(0)
    audience.tell(cast("Ledger", ledger))

    assert [c.outbox.qsize() for c in (first, second, spectator)] == [1, 0, 0]


def test_the_outcome_is_told_to_all(ledger: VotingLedger) -> None:
    """The last answer counts the vote; who was told nothing before hears it now."""
    audience, (first, second, spectator) = audience_of(ledger, 0, 1, None)

    ledger.answer(0)
    audience.tell(cast("Ledger", ledger))
    ledger.answer(1)
    audience.tell(cast("Ledger", ledger))

    assert [c.outbox.qsize() for c in (first, second, spectator)] == [2, 1, 1]
    assert spectator.told_seq == ledger.seq


def test_who_acted_always_hears_of_it(ledger: VotingLedger) -> None:
    """Also if the seat stands as before: it waits for the update that holds its action."""
    audience, (first, spectator) = audience_of(ledger, 0, None)

    ledger.answer(0)
    audience.tell(cast("Ledger", ledger))
    ledger.answer(0)
    audience.tell(cast("Ledger", ledger))

    assert [first.outbox.qsize(), spectator.outbox.qsize()] == [2, 0]
