"""What people at a table agree on: the open proposal, as the records tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.errors import BadRecord
from broadside.server.table.records import Answered, Lapsed, Proposed
from broadside.wire.messages import ProposalInfo

if TYPE_CHECKING:
    from broadside.server.table.records import AgreementRecord


class Agreements:
    """The proposal that is open, if any, and the undos that somebody said no to."""

    def __init__(self) -> None:
        self.open: Proposed | None = None
        self.yes: set[int] = set()
        self.number = 0
        """How many proposals there have been."""
        self.declined: set[tuple[int, int]] = set()
        """Seat and `keep` of undos that were refused: one does not ask twice."""

    def take(self, record: AgreementRecord) -> None:
        """Take a record; raises `BadRecord` if it does not fit."""
        if isinstance(record, Proposed):
            if self.open is not None:
                raise BadRecord("two proposals are open at once")
            self.open, self.yes = record, {record.seat}
            self.number += 1
            return
        if self.open is None:
            raise BadRecord("no proposal is open")
        if isinstance(record, Answered) and record.yes:
            self.yes.add(record.seat)
            return
        if isinstance(record, Answered | Lapsed) and self.open.what == "undo":
            self.declined.add((self.open.seat, self.open.keep))
        self.open = None

    @property
    def is_undo(self) -> bool:
        """Whether an undo is proposed: bots wait for the answers."""
        return self.open is not None and self.open.what == "undo"

    def is_agreed(self, people: list[int]) -> bool:
        """Whether all these people have said yes."""
        return self.open is not None and self.yes.issuperset(people)

    def info(self, people: list[int]) -> ProposalInfo | None:
        """The open proposal as everybody may see it."""
        if self.open is None:
            return None
        return ProposalInfo(
            self.number,
            self.open.seat,
            self.open.what,
            self.open.clock_s,
            people,
            sorted(self.yes),
        )
