"""The host: lock, rename, swap, remove, fill, start; the role goes on, and the table with it."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING

import pytest

from broadside.server.table.decision import Join
from broadside.server.table.records import FilledUp, Hosted, Started, Swapped
from broadside.wire.http_messages import (
    Close,
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
from broadside.wire.messages import (
    Hello,
    OpenTable,
    Said,
    Seats,
    SeatWish,
    TakeSeat,
    Update,
    Welcome,
)
from tests.server.calling import command, sit, stand_up, take_helm, told
from tests.server.harness import QUICK, Client, FaultyStore, house, refused, settle

if TYPE_CHECKING:
    from broadside.server.table.shell import Shell
    from tests.server.harness import House

OPEN = SeatWish("open")


async def jamaica(server: House, seats: int = 3) -> Shell:
    """A table of several open seats; the host's credential is the server's."""
    return await server.open_table(OpenTable("jamaica", [OPEN] * seats))


async def come(server: House, table: Shell, seat: int, wish: TakeSeat) -> tuple[Client, str]:
    """Sit down and connect."""
    credential = await sit(server, table, seat, wish)
    return await server.join(table.name, credential), credential


async def anne_and_mary(server: House, table: Shell) -> tuple[Client, Client]:
    """The host on the first seat, and a guest on the second."""
    anne, _ = await come(server, table, 0, TakeSeat("Anne", host=server.host))
    mary, _ = await come(server, table, 1, TakeSeat("Mary"))
    return anne, mary


async def failure(server: House, table: Shell, wish: HostCommand) -> str:
    """Why a command of the host is refused."""
    return (await refused(lambda: command(server, table, server.host, wish))).code


async def names(server: House, table: Shell) -> list[str | None]:
    """Who sits where."""
    return [seat.name or seat.bot for seat in (await told(server, table)).seats]


def test_a_start_fills_all_seats_or_none() -> None:
    """What could not be stored has changed nothing."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            table = await jamaica(server)
            store.refuses = b'"filled'
            starting = functools.partial(command, server, table, server.host, Start())
            assert (await refused(starting)).code == "not_stored"
            assert await names(server, table) == [None, None, None]
            store.refuses = None
            await starting()
            assert await names(server, table) == ["greedy", "greedy", "greedy"]
            filled = [r for r in await server.stored(table.name) if isinstance(r, FilledUp)]
            assert [record.seats for record in filled] == [[0, 1, 2]]

    asyncio.run(case())


def test_message_ids_belong_to_the_person() -> None:
    """Whoever takes a seat after another one is heard, with the same ids."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp")
            left = await server.sit(table, 0)
            anne = await server.join(table.name, left)
            await anne.say("Ahoy", "1")
            await stand_up(server, table, 0, left)
            mary = await server.join(table.name, await server.sit(table, 0, "Mary"))
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
            assert (await refused(lambda: sit(server, table, 0, wrong))).code == "not_host"
            await come(server, table, 1, TakeSeat("Anne", host=server.host))
            assert (await told(server, table)).host == 1
            stored = await server.store.read(table.name)
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
                for wish in (Lock(), Publish(), Start(), Remove(0), Swap(0, 1), PassOn(1)):
                    refusal = await refused(
                        functools.partial(command, server, table, credential, wish)
                    )
                    assert refusal.code == "not_host"
            await command(server, table, server.host, Lock())
            assert not (await command(server, table, anne, Lock(on=False))).is_locked

    asyncio.run(case())


def test_a_locked_table_takes_nobody() -> None:
    """But its host may still sit down."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            await command(server, table, server.host, Lock())
            assert (await told(server, table)).is_locked
            assert (await refused(lambda: server.sit(table, 0))).code == "locked"
            await sit(server, table, 0, TakeSeat("Anne", host=server.host))
            await command(server, table, server.host, Lock(on=False))
            await server.sit(table, 1, "Mary")
            assert await names(server, table) == ["Anne", "Mary", None]

    asyncio.run(case())


def test_giving_a_table_up() -> None:
    """Nobody sits down there any more, and who watches is told; a game that has begun goes on."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server, 2)
            watcher = await server.join(table.name)
            for _ in range(2):
                assert (await command(server, table, server.host, Close())).status == "expired"
            assert (await refused(lambda: server.sit(table, 0))).code == "expired"
            assert watcher.last(Seats).table.status == "expired"
            begun = await jamaica(server, 2)
            credentials = [await server.sit(begun, seat, f"Player {seat}") for seat in range(2)]
            for credential in credentials:
                await server.join(begun.name, credential)
            await settle()
            refusal = await refused(lambda: command(server, begun, server.host, Close()))
            assert refusal.code == "started"

    asyncio.run(case())


def test_renaming() -> None:
    """People only; markup is just text; nothing but spaces is no name."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            anne, _ = await come(server, table, 0, TakeSeat("Anne"))
            await command(server, table, server.host, Rename(0, " <b>Bonny</b> "))
            assert anne.last(Seats).table.seats[0].name == "<b>Bonny</b>"
            for wish, code in (
                (Rename(0, " \u202e "), "bad_name"),
                (Rename(1, "Mary"), "not_a_person"),
                (Rename(7, "Mary"), "unknown_seat"),
            ):
                refusal = await refused(
                    functools.partial(command, server, table, server.host, wish)
                )
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
            await command(server, table, server.host, Swap(0, 2, "once"))
            await command(server, table, server.host, Swap(0, 2, "once"))
            assert await names(server, table) == ["Mary", None, "Anne"]
            assert (anne.last(Welcome).seat, mary.last(Welcome).seat) == (2, 0)
            assert (
                (await told(server, table)).host,
                (await told(server, table)).seats[2].colour,
            ) == (2, 7)
            assert [seat.online for seat in (await told(server, table)).seats] == [
                True,
                False,
                True,
            ]
            await mary.say("Ahoy", "m1")
            assert len(anne.all(Said)) == 1
            await command(server, table, server.host, Fill(1, "greedy"))
            assert (await server.join(table.name, credential)).connection.seat == 0
            stored = [type(record) for record in await server.stored(table.name)]
            assert stored.count(Swapped) == 1

    asyncio.run(case())


def test_removing_and_filling() -> None:
    """Who is removed watches; the seat is open again; a bot takes it, and the table starts."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            anne, _ = await come(server, table, 0, TakeSeat("Anne", host=server.host))
            mary, credential = await come(server, table, 1, TakeSeat("Mary"))
            await command(server, table, server.host, Remove(1))
            await command(server, table, server.host, Remove(1))
            assert await names(server, table) == ["Anne", None, None]
            assert mary.last(Welcome).seat is None
            assert (await refused(lambda: mary.say("Why?"))).code == "spectator"
            rejoin = await refused(lambda: server.join(table.name, credential))
            assert rejoin.code == "bad_credential"
            await command(server, table, server.host, Fill(1, "random"))
            await command(server, table, server.host, Remove(1))
            taken = await refused(lambda: command(server, table, server.host, Fill(0, "random")))
            unknown = await refused(lambda: command(server, table, server.host, Fill(1, "deep")))
            assert (taken.code, unknown.code) == ("seat_taken", "unknown_bot")
            for seat in (1, 2):
                await command(server, table, server.host, Fill(seat, "random"))
            assert anne.last(Seats).table.status == "playing"
            assert mary.all(Update)

    asyncio.run(case())


def test_who_is_there_goes_along_to_another_seat() -> None:
    """A place is changed with an empty one, or lost: at once all see who is there, and who not."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            anne, _ = await anne_and_mary(server, table)
            await command(server, table, server.host, Swap(0, 2))
            assert [seat.online for seat in anne.last(Seats).table.seats] == [False, True, True]
            await command(server, table, server.host, Remove(1))
            await sit(server, table, 1, TakeSeat("Jack"))  # his page has not connected yet
            assert [seat.online for seat in anne.last(Seats).table.seats] == [False, False, True]

    asyncio.run(case())


def test_seats_that_seemed_not_to_change_but_did() -> None:
    """The store says that it failed, the log has it: after a while everybody knows their seat."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            table = await jamaica(server)
            anne, mary = await anne_and_mary(server, table)
            for wish in (Swap(0, 2), Remove(1)):
                store.fails_after = True
                assert await failure(server, table, wish) == "not_stored"
                await server.clock.advance(QUICK.retry_s)
            assert await names(server, table) == [None, None, "Anne"]
            assert [welcome.seat for welcome in anne.all(Welcome)] == [0, 2]
            assert [welcome.seat for welcome in mary.all(Welcome)] == [1, None]

    asyncio.run(case())


def test_seats_that_could_not_be_changed() -> None:
    """Nothing is stored, so nobody hears of it, and everybody speaks from where they sit."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            table = await jamaica(server)
            anne, mary = await anne_and_mary(server, table)
            for wish, refuses in ((Swap(0, 1), b'"swapped"'), (Remove(1), b'"vacated"')):
                store.refuses = refuses
                assert await failure(server, table, wish) == "not_stored"
                await mary.say("Ahoy")
                assert mary.last(Said).seat == 1
            await server.clock.advance(QUICK.retry_s)
            for seat, person in enumerate((anne, mary)):
                assert [welcome.seat for welcome in person.all(Welcome)] == [seat]

    asyncio.run(case())


def test_the_host_starts() -> None:
    """Stand-ins take the open seats; afterwards nothing about the seats can be changed."""

    async def case() -> None:
        async with house() as server:
            server.wish = {"stand_in": "random"}
            table = await server.open("pp")
            await server.sit(table, 1, "Anne")
            info = await command(server, table, server.host, Start())
            assert info.status == "playing"
            assert await names(server, table) == ["random", "Anne"]
            for wish in (Lock(), Rename(1, "Eve"), Swap(0, 1), Remove(0), Start()):
                refusal = await refused(
                    functools.partial(command, server, table, server.host, wish)
                )
                assert refusal.code == "started"
            await command(server, table, server.host, PassOn(1))
            assert (await told(server, table)).host == 1

    asyncio.run(case())


def test_a_crash_while_starting() -> None:
    """The bots sit, the start is not stored: the restarted server starts the table."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            table = await server.open("pp")
            await server.sit(table, 0)
            store.refuses = b'"started"'
            await command(server, table, server.host, Start())
            assert (await told(server, table)).status == "waiting"
        store.refuses = None
        async with house(store=store) as server:
            await settle()
            stored = [type(record) for record in await server.stored(table.name)]
            assert stored[2:4] == [FilledUp, Started]

    asyncio.run(case())


@pytest.mark.parametrize(
    "wish",
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
def test_a_crash_after_a_command(wish: HostCommand) -> None:
    """Stored, but nobody heard of it: the repeated command finds it done."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            table = await jamaica(server)
            await come(server, table, 0, TakeSeat("Anne"))
            credential = server.host
            store.dies_after = True
            doing = asyncio.create_task(command(server, table, credential, wish))
            await settle()
            doing.cancel()
            await asyncio.gather(doing, return_exceptions=True)
        store.dies_after = False
        async with house(store=store) as server:
            seats = await names(server, table)
            again = await server.tables.find(table.name)
            if not isinstance(wish, PassOn):  # which ends the opener's credential
                await command(server, again, credential, wish)
            assert await names(server, table) == seats
            expected = 4 if isinstance(wish, Rename) else 3
            assert len(await store.read(table.name)) == expected

    asyncio.run(case())


def test_the_role_is_passed_on() -> None:
    """The new host commands, the old one and the opener's credential do not any more."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            _, anne = await come(server, table, 0, TakeSeat("Anne", host=server.host))
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            nobody = await refused(lambda: command(server, table, anne, PassOn(2)))
            assert nobody.code == "not_a_person"
            assert (await command(server, table, anne, PassOn(1))).host == 1
            for credential in (anne, server.host):
                refusal = await refused(
                    functools.partial(command, server, table, credential, Lock())
                )
                assert refusal.code == "not_host"
            assert (await command(server, table, mary, Lock())).is_locked

    asyncio.run(case())


def test_the_host_leaving_never_stops_a_table() -> None:
    """After a minute of absence any seat takes the helm; not before, and not while he is here."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            anne, _ = await come(server, table, 0, TakeSeat("Anne", host=server.host))
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            await server.clock.advance(100)
            assert (await refused(lambda: take_helm(server, table, mary))).code == "host_here"
            await anne.leave()
            await server.clock.advance(59)
            assert (await refused(lambda: take_helm(server, table, mary))).code == "host_here"
            await server.clock.advance(1)
            assert (await refused(lambda: take_helm(server, table, "x"))).code == "bad_credential"
            assert (await take_helm(server, table, mary)).host == 1
            assert (await take_helm(server, table, mary)).host == 1
            await command(server, table, mary, Start())
            assert (await told(server, table)).status == "playing"

    asyncio.run(case())


def test_a_host_without_a_seat_may_be_followed() -> None:
    """Who opened the table and never showed the credential again has left after a minute."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            assert (await refused(lambda: take_helm(server, table, mary))).code == "host_here"
            await server.clock.advance(60)
            assert (await take_helm(server, table, mary)).host == 1

    asyncio.run(case())


async def host_page(server: House, table: Shell, credential: str) -> Client:
    """A page that watches, and shows the host's credential."""
    page = Client(table)
    await table.ask(Join(page, Hello(host=credential)))
    await settle()
    return page


def test_a_host_without_a_seat_keeps_the_helm_while_connected() -> None:
    """The page shows the host's credential; a minute after it was closed the host has left."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            page = await host_page(server, table, server.host)
            assert page.last(Welcome).seat is None
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            helm = functools.partial(take_helm, server, table, mary)
            await server.clock.advance(600)
            assert (await refused(helm)).code == "host_here"
            await page.leave()
            await server.clock.advance(59)
            assert (await refused(helm)).code == "host_here"
            await server.clock.advance(1)
            assert (await helm()).host == 1
            assert [type(r) for r in await server.stored(table.name)].count(Hosted) == 1

    asyncio.run(case())


@pytest.mark.parametrize("is_seated", [False, True])
def test_everybody_is_told_whether_the_host_is_there(is_seated: bool) -> None:
    """With a seat or without; a page that only claims to be the host's is not believed."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            mary, _ = await come(server, table, 1, TakeSeat("Mary"))
            await host_page(server, table, "a lie")
            assert not (await told(server, table)).host_online
            if is_seated:
                page, _ = await come(server, table, 0, TakeSeat("Anne", host=server.host))
            else:
                page = await host_page(server, table, server.host)
            info = mary.last(Seats).table
            assert (info.host, info.host_online) == (0 if is_seated else None, True)
            assert page.last(Welcome).table.host_online
            await page.leave()
            assert not mary.last(Seats).table.host_online

    asyncio.run(case())


def test_a_wrong_credential_on_a_page_keeps_no_helm() -> None:
    """Who claims to be the host is not believed."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            await host_page(server, table, "nonsense")
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            await server.clock.advance(60)
            assert (await take_helm(server, table, mary)).host == 1

    asyncio.run(case())


def test_a_host_without_a_seat_keeps_the_helm_by_commanding() -> None:
    """Also by what changes nothing: the host is at work, without any page."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            _, mary = await come(server, table, 1, TakeSeat("Mary"))
            helm = functools.partial(take_helm, server, table, mary)
            for wish in (Lock(), Lock(), Publish(), Fill(0, "random")):
                await server.clock.advance(59)
                await command(server, table, server.host, wish)
            await server.clock.advance(59)
            assert (await refused(helm)).code == "host_here"
            await server.clock.advance(1)
            assert (await helm()).host == 1
            wanted = functools.partial(command, server, table, server.host, Lock())
            assert (await refused(wanted)).code == "not_host"

    asyncio.run(case())


def test_standing_up() -> None:
    """Before the start, with the own credential; the seat is free for somebody else."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp")
            anne = await server.join(table.name, first := await server.sit(table, 0))
            wrong = await refused(lambda: stand_up(server, table, 1, first))
            assert wrong.code == "bad_credential"
            await stand_up(server, table, 0, first)
            assert anne.last(Welcome).seat is None
            again = await refused(lambda: stand_up(server, table, 0, first))
            assert again.code == "bad_credential"
            second = await server.sit(table, 0, "Mary")
            await server.sit(table, 1, "Grace")
            assert (await refused(lambda: stand_up(server, table, 0, second))).code == "started"

    asyncio.run(case())


def test_colours() -> None:
    """None twice: a chosen one is refused to others, and unchosen ones make way."""

    async def case() -> None:
        async with house() as server:
            table = await jamaica(server)
            await sit(server, table, 0, TakeSeat("Anne", colour=1))
            assert [seat.colour for seat in (await told(server, table)).seats] == [1, 0, 2]
            same = TakeSeat("Mary", colour=1)
            assert (await refused(lambda: sit(server, table, 1, same))).code == "colour_taken"
            await sit(server, table, 1, TakeSeat("Mary", colour=2))
            assert [seat.colour for seat in (await told(server, table)).seats] == [1, 2, 0]

    asyncio.run(case())
