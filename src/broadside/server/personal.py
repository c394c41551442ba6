"""What is stored about a person at a table: found, and erased if the person wants that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from broadside.server import records
from broadside.server.records import (
    Filled,
    FilledUp,
    NoticeSet,
    Opened,
    Record,
    Renamed,
    Reserved,
    Seated,
    Spoke,
    Swapped,
    Vacated,
)
from broadside.server.results import ERASED
from broadside.server.seats import is_same

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRETS: Final = {"credential_hash", "seed", "host_hash"}


def own_records(stored: list[bytes], credential_hash: str) -> Iterator[tuple[int, Record]]:
    """The numbers and records of one person, wherever the person sat at the time."""
    seat: int | None = None
    for seq, data in enumerate(stored):
        record = records.decode(data)
        if isinstance(record, Opened):
            seat = _reserved_seat(record, credential_hash)
            if seat is not None:
                yield seq, record
        elif isinstance(record, Swapped):
            if seat in (record.first, record.second):
                seat = record.first + record.second - seat
        elif isinstance(record, Seated) and is_same(record.credential_hash, credential_hash):
            seat = record.seat
            yield seq, record
        elif seat in _taken(record):
            seat = None  # it was only kept for this person, and is another one's now
        elif seat is not None and getattr(record, "seat", None) == seat:
            yield seq, record
            if isinstance(record, Vacated):
                seat = None


def _taken(record: Record) -> list[int]:
    """The seats that somebody took with this record."""
    if isinstance(record, FilledUp):
        return record.seats
    return [record.seat] if isinstance(record, Seated | Filled) else []


def _reserved_seat(opened: Opened, credential_hash: str) -> int | None:
    for seat, kept in enumerate(opened.reserved):
        if kept is not None and is_same(kept.credential_hash, credential_hash):
            return seat
    return None


def shown(record: Record, credential_hash: str) -> dict[str, Any]:
    """A record as its person may have it: without secrets, and without other people."""
    if isinstance(record, Opened):
        kept = record.reserved[_reserved_seat(record, credential_hash) or 0]
        assert kept is not None
        return {"type": "reserved", "at_ms": record.at_ms, "name": kept.name}
    told: dict[str, Any] = msgspec.to_builtins(record)
    return {key: value for key, value in told.items() if key not in SECRETS}


def erased(record: Record, credential_hash: str) -> Record | None:
    """The record without the person's name, words and address; None if it has none of them."""
    blank: Record
    if isinstance(record, Opened):
        blank = replace(record, reserved=[_blank(k, credential_hash) for k in record.reserved])
    elif isinstance(record, Seated | Renamed):
        blank = replace(record, name=ERASED)
    elif isinstance(record, Spoke):
        blank = replace(record, text="", phrase=None)
    elif isinstance(record, NoticeSet):
        blank = replace(record, mail="")
    else:
        return None
    return None if blank == record else blank


def _blank(kept: Reserved | None, credential_hash: str) -> Reserved | None:
    if kept is None or not is_same(kept.credential_hash, credential_hash):
        return kept
    return replace(kept, name=ERASED)
