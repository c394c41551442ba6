"""Records are tried on before they are stored, so that every log can be played through."""

from __future__ import annotations

import asyncio

import pytest

from broadside.server.table.shell import records
from broadside.server.table.state import BrokenTableError
from broadside.server.table.viewpoints import Ledger
from broadside.server.table.records import (
    Acted,
    Answered,
    Closed,
    Filled,
    FilledUp,
    Held,
    Hosted,
    Lapsed,
    Locked,
    NoticeSet,
    Opened,
    Published,
    Record,
    Renamed,
    Returned,
    Seated,
    Spoke,
    Started,
    StoodIn,
    Swapped,
    TempoSet,
    Undone,
    Vacated,
)
from broadside.server.trial import try_on
from tests.server.harness import GAMES, house, play


async def _log(*, has_started: bool) -> list[bytes]:
    async with house() as server:
        table = await server.open("pp")
        await server.sit(table, 0)
        if has_started:
            await server.sit(table, 1)
        return await server.log.read(table.ledger.table)


def _ledger(stored: list[bytes]) -> Ledger:
    ledger = Ledger("table", GAMES, stored[0])
    for data in stored[1:]:
        ledger.take(data)
    return ledger


WAITING: list[Record] = [
    Seated(0, 0, "Mary", "hash", ""),
    Seated(0, 7, "Mary", "hash", ""),
    Vacated(0, 7),
    Filled(0, 0, "greedy"),
    FilledUp(0, [1, 0], "greedy"),
    Renamed(0, 1, "Mary"),
    Hosted(0, 1),
    Swapped(0, 0, 7, ""),
    Started(0),
    Acted(0, 0, "pass", "", "person"),
    Closed(0, [(0, "pass")]),
    Held(0, 7, "", 1, on=True),
    Spoke(0, 7, "", "Ahoy!"),
    StoodIn(0, 0, "greedy", "asked"),
    Lapsed(0),
    NoticeSet(0, 7, "", "", "en"),
]
PLAYING: list[Record] = [
    Locked(0, on=True),
    Vacated(0, 0),
    Hosted(0, -1),
    Started(0),
    Acted(0, 0, "nonsense", "", "person"),
    Acted(0, 7, "pass", "", "person"),
    Closed(0, [(0, "nonsense")]),
    StoodIn(0, 7, "greedy", "asked"),
    Returned(0, 0),
    Answered(0, 0, "", yes=True),
    Lapsed(0),
    TempoSet(0, 60),
    Undone(0, 1),
]


@pytest.mark.parametrize("has_started", [False, True])
def test_what_the_ledger_could_not_take_is_not_stored(has_started: bool) -> None:
    stored = asyncio.run(_log(has_started=has_started))
    opened = records.decode(stored[0])
    assert isinstance(opened, Opened)
    for record in [opened, *(PLAYING if has_started else WAITING)]:
        with pytest.raises(BrokenTableError):
            try_on(_ledger(stored), record)
        with pytest.raises(BrokenTableError):
            _ledger(stored).take(records.encode(record))


def test_what_the_ledger_takes_is_stored() -> None:
    stored = asyncio.run(_log(has_started=True))
    for record in (Published(0, on=True), Hosted(0, 1), Spoke(0, 1, "", "Ahoy!")):
        assert not try_on(_ledger(stored), record)
        _ledger(stored).take(records.encode(record))


def test_a_trial_changes_nothing_and_tells_the_end() -> None:
    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            await play(clients)
            stored = await server.log.read(clients[0].table.ledger.table)
            ledger = Ledger("table", GAMES, stored[0])
            for data in stored[1:]:
                is_last = try_on(ledger, records.decode(data))
                ledger.take(data)
                assert is_last == (ledger.status == "over")

    asyncio.run(case())


def test_a_mistake_of_ours_does_not_reach_the_log() -> None:
    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            table = clients[0].table
            before = await server.log.read(table.ledger.table)

            async def mistake() -> None:
                await table.append(lambda: Started(0))

            with pytest.raises(BrokenTableError):
                await table.do(mistake)
            assert await server.log.read(table.ledger.table) == before
            await play(clients, 1)

    asyncio.run(case())
