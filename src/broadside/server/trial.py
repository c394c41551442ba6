"""Trying a record on before it is stored: a log shall never hold one that does not fit.

It asks what `Fold.take` asks, of copies, and leaves out what cannot fail and takes long: to deal,
and to play a game anew whose actions were played before.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from broadside.kernel.errors import BadRecord, BroadsideError
from broadside.server.fold import BrokenTableError
from broadside.server.records import (
    Acted,
    AgreementRecord,
    Closed,
    Opened,
    SeatingRecord,
    StandInRecord,
    Started,
    Undone,
)

if TYPE_CHECKING:
    from broadside.kernel.state import State
    from broadside.server.ledger import Ledger
    from broadside.server.records import Record


def try_on(ledger: Ledger, record: Record) -> bool:
    """Whether the game is over after this record; raises `BrokenTableError` if it does not fit."""
    try:
        if isinstance(record, Acted):
            return _is_over_after(ledger, [(record.seat, record.action)])
        if isinstance(record, Closed):
            return _is_over_after(ledger, record.answers)
        _fit(ledger, record)
    except BroadsideError as error:
        kind = type(record).__name__
        raise BrokenTableError(f"Table {ledger.table}: {kind} does not fit: {error}.") from error
    return False


def _is_over_after(ledger: Ledger, actions: list[tuple[int, str]]) -> bool:
    trial = _state(ledger).clone()
    for seat, action in actions:
        trial.play(ledger.seating.chair(seat).seat, action)
    return trial.waiting == 0


def _fit(ledger: Ledger, record: Record) -> None:
    """Try on whatever plays nothing."""
    if isinstance(record, SeatingRecord):
        deepcopy(ledger.seating).take(record, has_started=ledger.state is not None)
    elif isinstance(record, Started):
        _check(ledger.state is None and ledger.is_full, "the table cannot start")
    elif isinstance(record, StandInRecord):
        _state(ledger)
        deepcopy(ledger.seating).take_stand_in(record)
    elif isinstance(record, AgreementRecord):
        _state(ledger)
        deepcopy(ledger.agreements).take(record)
        if isinstance(record, Undone):
            _check(0 < record.actions <= len(ledger.actions), "so much was not done")
    elif isinstance(record, Opened):
        raise BadRecord("the table is open already")
    ledger.seating.chair(getattr(record, "seat", 0))


def _state(ledger: Ledger) -> State:
    """The game under way."""
    if ledger.state is None:
        raise BadRecord("the table has not started")
    return ledger.state


def _check(is_right: bool, reason: str) -> None:
    if not is_right:
        raise BadRecord(reason)
