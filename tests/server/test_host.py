"""The host: lock, rename, swap, remove, fill, start; the role goes on, and the table with it."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING

import pytest

from broadside.server.wire.http_messages import (
    Fill,
    HostCommand,
    Lock,
    PassOn,
    Publish,
    Remove,
    Rename,
    Start,
    Swap,
)
from broadside.server.wire.messages import (
    OpenTable,
    Said,
    Seats,
    SeatWish,
    TakeSeat,
    Update,
    Welcome,
)
from broadside.server.table.records import FilledUp, Started, Swapped
from broadside.store.interface import StoreError
from broadside.store.memory import MemoryStore
from tests.server.harness import FaultyLog, house, refused, settle

if TYPE_CHECKING:
    from broadside.server.table.shell import Table
    from tests.server.harness import Client, House

OPEN = SeatWish("open")


async def jamaica(server: House, seats: int = 3) -> Table:
    """A table of several open seats; the host's credential is the server's."""
    table, server.host = await server.tables.open(OpenTable("jamaica", [OPEN] * seats))
    return table


async def come(server: House, table: Table, seat: int, wish: TakeSeat) -> tuple[Client, str]:
    """Sit down and connect."""
    taken = await table.host.sit(seat, wish)
    return await server.join(table.ledger.table, taken.credential), taken.credential


def names(table: Table) -> list[str | None]:
    """Who sits where."""
    return [seat.name or seat.bot for seat in table.info().seats]


class FillingLog(MemoryStore):
    """A log whose disk is full when bots have taken seats so many times."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left

    async def append(
        self, table: str, expected_seq: int, record: bytes, *, last: bool = False
    ) -> int:
        self.left -= b'"filled' in record
        if self.left < 0:
            raise StoreError("the disk is full")
        return await super().append(table, expected_seq, record, last=last)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_start_fills_all_seats_or_none(left: int) -> None:
    """What could not be stored has changed nothing."""

    async def case() -> None:
        async with house(log=FillingLog(left)) as server:
            table = await jamaica(server)
            try:
                await table.host.command(server.host, Start())
            except StoreError:
                assert names(table) == [None, None, None]
            else:
                assert names(table) == ["greedy", "greedy", "greedy"]

    asyncio.run(case())


def test_message_ids_belong_to_the_person() -> None:
    """Whoever takes a seat after another one is heard, with the same ids."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp")
            left = await server.sit(table, 0)
            anne = await server.join(table.ledger.table, left)
            await anne.say("Ahoy", "1")
            await table.host.stand_up(0, left)
            mary = await server.join(table.ledger.table, await server.sit(table, 0, "Mary"))
            await mary.say("I am Mary", "1")
            await mary.say("I am Mary", "1")
            assert [said.text for said in mary.all(Said)] == ["Ahoy", "I am Mary"]

    asyncio.run(case())


def test_who_shows_the_hosts_credential_is_the_host() -> None:
    """The seat is marked for all; another credential makes nobody host."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            wrong = TakeSeat("Eve", host="nonsense")
            assert (await refused(lambda: table.host.sit(0, wrong))).code == "not_host"
            await come(server, table, 1, TakeSeat("Anne", host=server.host))
            assert table.info().host == 1
            stored = await server.log.read(table.ledger.table)
            assert not any(server.host.encode() in record for record in stored)

    asyncio.run(case())


def test_only_the_host_commands() -> None:
    """The opener's credential and the host's seat do; another seat and nobody do not."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            _, anne = await come(server, table, 0, TakeSeat("Anne", host=server.host))
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            for credential in (mary, "", "nonsense"):
                for command in (Lock(), Publish(), Start(), Remove(0), Swap(0, 1), PassOn(1)):
                    refusal = await refused(
                        functools.partial(table.host.command, credential, command)
                    )
                    assert refusal.code == "not_host"
            await table.host.command(server.host, Lock())
            assert not (await table.host.command(anne, Lock(on=False))).is_locked

    asyncio.run(case())


def test_a_locked_table_takes_nobody() -> None:
    """But its host may still sit down."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            await table.host.command(server.host, Lock())
            assert table.info().is_locked
            assert (await refused(lambda: server.sit(table, 0))).code == "locked"
            await table.host.sit(0, TakeSeat("Anne", host=server.host))
            await table.host.command(server.host, Lock(on=False))
            await server.sit(table, 1, "Mary")
            assert names(table) == ["Anne", "Mary", None]

    asyncio.run(case())


def test_renaming() -> None:
    """People only; markup is just text; nothing but spaces is no name."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            anne, _ = await come(server, table, 0, TakeSeat("Anne"))
            await table.host.command(server.host, Rename(0, " <b>Bonny</b> "))
            assert anne.last(Seats).table.seats[0].name == "<b>Bonny</b>"
            for command, code in (
                (Rename(0, " \u202e "), "bad_name"),
                (Rename(1, "Mary"), "not_a_person"),
                (Rename(7, "Mary"), "unknown_seat"),
            ):
                refusal = await refused(functools.partial(table.host.command, server.host, command))
                assert refusal.code == code

    asyncio.run(case())


def test_swapping() -> None:
    """Both are told their new seat, act from it, and what they sent before is still known."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            anne, _ = await come(server, table, 0, TakeSeat("Anne", colour=7, host=server.host))
            mary, credential = await come(server, table, 2, TakeSeat("Mary"))
            await mary.say("Ahoy", "m1")
            await table.host.command(server.host, Swap(0, 2, "once"))
            await table.host.command(server.host, Swap(0, 2, "once"))
            assert names(table) == ["Mary", None, "Anne"]
            assert (anne.last(Welcome).seat, mary.last(Welcome).seat) == (2, 0)
            assert (table.info().host, table.info().seats[2].colour) == (2, 7)
            assert [seat.online for seat in table.info().seats] == [True, False, True]
            await mary.say("Ahoy", "m1")
            assert len(anne.all(Said)) == 1
            await table.host.command(server.host, Fill(1, "greedy"))
            assert (await server.join(table.ledger.table, credential)).connection.seat == 0
            stored = [type(record) for record in await server.stored(table.ledger.table)]
            assert stored.count(Swapped) == 1

    asyncio.run(case())


def test_removing_and_filling() -> None:
    """Who is removed watches; the seat is open again; a bot takes it, and the table starts."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            anne, _ = await come(server, table, 0, TakeSeat("Anne", host=server.host))
            mary, credential = await come(server, table, 1, TakeSeat("Mary"))
            await table.host.command(server.host, Remove(1))
            await table.host.command(server.host, Remove(1))
            assert names(table) == ["Anne", None, None]
            assert mary.last(Welcome).seat is None
            assert (await refused(lambda: mary.say("Why?"))).code == "spectator"
            rejoin = await refused(lambda: server.join(table.ledger.table, credential))
            assert rejoin.code == "bad_credential"
            await table.host.command(server.host, Fill(1, "random"))
            await table.host.command(server.host, Remove(1))
            taken = await refused(lambda: table.host.command(server.host, Fill(0, "random")))
            unknown = await refused(lambda: table.host.command(server.host, Fill(1, "deep")))
            assert (taken.code, unknown.code) == ("seat_taken", "unknown_bot")
            for seat in (1, 2):
                await table.host.command(server.host, Fill(seat, "random"))
            assert anne.last(Seats).table.status == "playing"
            assert mary.all(Update)

    asyncio.run(case())


def test_the_host_starts() -> None:
    """Stand-ins take the open seats; afterwards nothing about the seats can be changed."""

    async def case() -> None:
        async with house() as server:
            server.wish = {"stand_in": "random"}
            table = await server.open("pp")
            await server.sit(table, 1, "Anne")
            info = await table.host.command(server.host, Start())
            assert info.status == "playing"
            assert names(table) == ["random", "Anne"]
            for command in (Lock(), Rename(1, "Eve"), Swap(0, 1), Remove(0), Start()):
                refusal = await refused(functools.partial(table.host.command, server.host, command))
                assert refusal.code == "started"
            await table.host.command(server.host, PassOn(1))
            assert table.info().host == 1

    asyncio.run(case())


def test_a_crash_while_starting() -> None:
    """The bots sit, the start is not stored: the restarted server starts the table."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log) as server:
            table = await server.open("pp")
            await server.sit(table, 0)
            log.refuses = b'"started"'
            await table.host.command(server.host, Start())
            assert table.info().status == "waiting"
        log.refuses = None
        async with house(log=log) as server:
            await settle()
            stored = [type(record) for record in await server.stored(table.ledger.table)]
            assert stored[2:4] == [FilledUp, Started]

    asyncio.run(case())


@pytest.mark.parametrize(
    "command",
    [
        Lock(),
        Publish(),
        Rename(0, "Bonny"),
        Swap(0, 1, "s"),
        Remove(0),
        Fill(2, "random"),
        PassOn(0),
    ],
)
def test_a_crash_after_a_command(command: HostCommand) -> None:
    """Stored, but nobody heard of it: the repeated command finds it done."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log) as server:
            table = await jamaica(server)
            await come(server, table, 0, TakeSeat("Anne"))
            host = server.host
            log.dies_after = True
            doing = asyncio.create_task(table.host.command(host, command))
            await settle()
            doing.cancel()
        log.dies_after = False
        async with house(log=log) as server:
            again = await server.tables.find(table.ledger.table)
            seats = names(again)
            if not isinstance(command, PassOn):  # which ends the opener's credential
                await again.host.command(host, command)
            assert names(again) == seats
            expected = 4 if isinstance(command, Rename) else 3
            assert len(await log.read(table.ledger.table)) == expected

    asyncio.run(case())


def test_the_role_is_passed_on() -> None:
    """The new host commands, the old one and the opener's credential do not any more."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            _, anne = await come(server, table, 0, TakeSeat("Anne", host=server.host))
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            nobody = await refused(lambda: table.host.command(anne, PassOn(2)))
            assert nobody.code == "not_a_person"
            assert (await table.host.command(anne, PassOn(1))).host == 1
            for credential in (anne, server.host):
                refusal = await refused(functools.partial(table.host.command, credential, Lock()))
                assert refusal.code == "not_host"
            assert (await table.host.command(mary, Lock())).is_locked

    asyncio.run(case())


def test_the_host_leaving_never_stops_a_table() -> None:
    """After a minute of absence any seat takes the helm; not before, and not while he is here."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            anne, _ = await come(server, table, 0, TakeSeat("Anne", host=server.host))
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            await server.clock.advance(100)
            assert (await refused(lambda: table.host.take_helm(mary))).code == "host_here"
            await anne.leave()
            await server.clock.advance(59)
            assert (await refused(lambda: table.host.take_helm(mary))).code == "host_here"
            await server.clock.advance(1)
            assert (await refused(lambda: table.host.take_helm("x"))).code == "bad_credential"
            assert (await table.host.take_helm(mary)).host == 1
            assert (await table.host.take_helm(mary)).host == 1
            await table.host.command(mary, Start())
            assert table.info().status == "playing"

    asyncio.run(case())


def test_a_host_without_a_seat_may_be_followed() -> None:
    """Nobody can see whether he is here, so a minute must do."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            assert (await refused(lambda: table.host.take_helm(mary))).code == "host_here"
            await server.clock.advance(60)
            assert (await table.host.take_helm(mary)).host == 1

    asyncio.run(case())


def test_standing_up() -> None:
    """Before the start, with the own credential; the seat is free for somebody else."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp")
            anne = await server.join(table.ledger.table, first := await server.sit(table, 0))
            wrong = await refused(lambda: table.host.stand_up(1, first))
            assert wrong.code == "bad_credential"
            await table.host.stand_up(0, first)
            assert anne.last(Welcome).seat is None
            again = await refused(lambda: table.host.stand_up(0, first))
            assert again.code == "bad_credential"
            second = await server.sit(table, 0, "Mary")
            await server.sit(table, 1, "Grace")
            assert (await refused(lambda: table.host.stand_up(0, second))).code == "started"

    asyncio.run(case())


def test_colours() -> None:
    """None twice: a chosen one is refused to others, and unchosen ones make way."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            await table.host.sit(0, TakeSeat("Anne", colour=1))
            assert [seat.colour for seat in table.info().seats] == [1, 0, 2]
            same = TakeSeat("Mary", colour=1)
            assert (await refused(lambda: table.host.sit(1, same))).code == "colour_taken"
            await table.host.sit(1, TakeSeat("Mary", colour=2))
            assert [seat.colour for seat in table.info().seats] == [1, 2, 0]

    asyncio.run(case())


def test_an_old_log_still_plays() -> None:
    """Records from before there was a host decode, with what they could not say left open."""

    async def case() -> None:
        log = MemoryStore()
        log._streams["old"] = [
            b'{"type":"opened","at_ms":1,"game":"jolly-and-roger","version":1,"options":'
            b'{"deck":"intro","first_splitter":"seat0","memory":"open"},"seats":'
            b'[{"kind":"open","bot":null},{"kind":"bot","bot":"greedy"}],"clock_s":null,'
            b'"commitment":"","seed":"' + b"00" * 32 + b'"}',
            b'{"type":"seated","at_ms":2,"seat":0,"name":"Anne","credential_hash":"ab","salt":""}',
            b'{"type":"started","at_ms":3}',
            b'{"type":"acted","at_ms":4,"seat":0,"action":"split 12","id":"1","by":"person"}',
            b'{"type":"said","at_ms":5,"seat":0,"id":"2","text":"Yo ho"}',
        ]
        async with house(log=log) as server:
            watcher = await server.join("old")
            info = watcher.last(Welcome).table
            assert (info.status, info.code, info.host) == ("playing", None, None)
            assert [seat.colour for seat in info.seats] == [0, 1]
            assert watcher.last(Said).text == "Yo ho"

    asyncio.run(case())
