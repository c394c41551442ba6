"""What is stored about me: given to me, or erased from the logs and results."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from broadside.server.http.my_tables import tables_of
from broadside.server.table import records
from broadside.server.table.decision import Rewrite
from broadside.server.table.results import ERASED, finished_of, without_name
from broadside.server.table.seating import holder
from broadside.service.credentials import is_same
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import Deleted, MyData

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from broadside.server.http.requests import Call
    from broadside.server.table.records import Opened, Record, Reserved
    from broadside.server.table.shell import Shell
    from broadside.server.table.state import Table

SECRETS: Final = {"credential_hash", "seed", "host_hash"}


async def export(call: Call) -> list[MyData]:
    """Give everything that is stored about me, also where I have stood up."""
    exported: list[MyData] = []
    store = call.tables.house.store
    async for shell, table, by in _with_rematches(call):
        found = [shown(record, by) for _, record in own_records(await store.read(shell.name), by)]
        if found:
            result = await _own_result(call, table, by)
            exported.append(MyData(shell.name, table.game.name, found, result))
    return exported


async def _own_result(call: Call, table: Table, by: str) -> dict[str, Any] | None:
    """How a game ended for a person."""
    stored = await call.tables.house.store.result(table.name)
    seat = holder(table.chairs, by)
    if stored is None or seat is None:
        return None
    finished = finished_of(stored)
    name, share, score = finished.seats[seat].name, finished.result[seat], finished.scores[seat]
    return {"at_ms": stored.at_ms, "name": name, "share": share, "score": score}


async def delete(call: Call) -> Deleted:
    """Forget my names, words and addresses; the games stay, and stay verifiable."""
    deleted, house = Deleted(0, 0), call.tables.house
    async for shell, table, by in _with_rematches(call):
        seat = holder(table.chairs, by)
        if seat is not None and table.chairs[seat].mail:
            await house.notifier.forget(table.chairs[seat].mail)
        # The table first: its end may be on its way, with the name from there.
        deleted.tables += await shell.ask(Rewrite(partial(_erased, by))) > 0
        result = await house.store.result(shell.name)
        nameless = None if result is None or seat is None else without_name(result, seat)
        if nameless is not None:
            await house.store.rewrite_result(shell.name, nameless)
            deleted.results += 1
    return deleted


def _erased(by: str, stored: list[bytes]) -> list[tuple[int, bytes]]:
    """The records of a person without what can be forgotten of them."""
    blanks = [(seq, erased(record, by)) for seq, record in own_records(stored, by)]
    return [(seq, records.encode(blank)) for seq, blank in blanks if blank is not None]


async def _with_rematches(call: Call) -> AsyncIterator[tuple[Shell, Table, str]]:
    """My tables and their rematches: there a seat is kept under my name, whoever opened them."""
    told: set[tuple[str, str]] = set()
    for named, by in await tables_of(call):
        shell: Shell | None = named
        while shell is not None and (shell.name, by) not in told:
            told.add((shell.name, by))
            table: Table = await shell.look(lambda scene: scene.table)
            yield shell, table, by
            shell = await _rematch(call, table, by)


async def _rematch(call: Call, table: Table, by: str) -> Shell | None:
    """The next table of a person who sat at this one, if it is open."""
    if table.rematch is not None and holder(table.chairs, by) is not None:
        with suppress(Refusal):
            return await call.tables.bring(table.rematch)
    return None


def own_records(stored: list[bytes], credential_hash: str) -> Iterator[tuple[int, Record]]:
    """The numbers and records of one person, wherever the person sat at the time."""
    seat: int | None = None
    for seq, data in enumerate(stored):
        record = records.decode(data)
        if isinstance(record, records.Opened):
            seat = _reserved_seat(record, credential_hash)
            if seat is not None:
                yield seq, record
        elif isinstance(record, records.Swapped):
            if seat in (record.first, record.second):
                seat = record.first + record.second - seat
        elif isinstance(record, records.Seated) and is_same(
            record.credential_hash, credential_hash
        ):
            seat = record.seat
            yield seq, record
        elif seat in _taken(record):
            seat = None  # it was only kept for this person, and is another one's now
        elif seat is not None and getattr(record, "seat", None) == seat:
            yield seq, record
            if isinstance(record, records.Vacated):
                seat = None


def _taken(record: Record) -> list[int]:
    """The seats that somebody took with this record."""
    if isinstance(record, records.FilledUp):
        return record.seats
    return [record.seat] if isinstance(record, records.Seated | records.Filled) else []


def _reserved_seat(opened: Opened, credential_hash: str) -> int | None:
    for seat, kept in enumerate(opened.reserved):
        if kept is not None and is_same(kept.credential_hash, credential_hash):
            return seat
    return None


def shown(record: Record, credential_hash: str) -> dict[str, Any]:
    """A record as its person may have it: without secrets, and without other people."""
    if isinstance(record, records.Opened):
        kept = record.reserved[_reserved_seat(record, credential_hash) or 0]
        assert kept is not None
        return {"type": "reserved", "at_ms": record.at_ms, "name": kept.name}
    told: dict[str, Any] = msgspec.to_builtins(record)
    return {key: value for key, value in told.items() if key not in SECRETS}


def erased(record: Record, credential_hash: str) -> Record | None:
    """The record without the person's name, words and address; None if it has none of them."""
    blank: Record
    if isinstance(record, records.Opened):
        blank = replace(record, reserved=[_blank(k, credential_hash) for k in record.reserved])
    elif isinstance(record, records.Seated | records.Renamed):
        blank = replace(record, name=ERASED)
    elif isinstance(record, records.Spoke):
        blank = replace(record, text="", phrase=None)
    elif isinstance(record, records.NoticeSet):
        blank = replace(record, mail="")
    else:
        return None
    return None if blank == record else blank


def _blank(kept: Reserved | None, credential_hash: str) -> Reserved | None:
    if kept is None or not is_same(kept.credential_hash, credential_hash):
        return kept
    return replace(kept, name=ERASED)
