"""The rematch: the next table of the same people, opened once, with their seats kept."""

from __future__ import annotations

import asyncio
import json

from broadside.operate.admin import Admin
from broadside.replays import fairness
from broadside.server.table.decision import Join
from broadside.server.table.records import Rematched
from broadside.server.table.results import replay_file
from broadside.store.memory import MemoryStore
from broadside.wire.http_messages import Remove, Start
from broadside.wire.messages import Hello, Seats, TakeSeat, Update
from tests.server.calling import command, next_table, sit, stand_up, table_of, take_helm, told
from tests.server.harness import GAMES, Client, FaultyStore, house, play, refused, settle
from tests.server.test_afterwards import finished


def test_a_rematch() -> None:
    """The same people with the same rights; everybody has moved one seat; all are told where."""

    async def case() -> None:
        async with house() as server:
            table, credentials, clients = await finished(server, first_splitter="seat0")
            rematch = await next_table(server, table, credentials[0])
            again = await next_table(server, table, credentials[1])
            assert rematch.table == again.table == clients[1].last(Seats).table.rematch
            assert (rematch.seat, again.seat) == (1, 0)
            kept = [seat.reserved_for for seat in rematch.info.seats]
            assert kept == ["Player 1", "Player 0"]
            assert rematch.info.status == "waiting"
            anne = await server.join(rematch.table, credentials[0])
            assert anne.connection.seat == 1
            assert anne.all(Update) == []
            mary = Client(await server.tables.find(rematch.table))
            await mary.shell.ask(Join(mary, Hello(credentials[1], salt="pepper")))
            await settle()
            assert (await told(server, mary.shell)).status == "playing"
            assert (await told(server, mary.shell)).fairness.salts == ["pepper", ""]
            await play([anne, mary])
            assert fairness.verify(replay_file(mary.table), GAMES).ok

    asyncio.run(case())


def test_a_rematch_that_the_operator_closed() -> None:
    """It is not opened again under the same link."""

    async def case() -> None:
        async with house() as server:
            table, credentials, _ = await finished(server)
            rematch = await next_table(server, table, credentials[0])
            order = json.dumps({"order": "close", "what": rematch.table})
            assert (await Admin(server.tables).obey(order.encode())).rows
            refusal = await refused(lambda: next_table(server, table, credentials[1]))
            assert refusal.code == "unknown_table"

    asyncio.run(case())


def test_where_the_game_sees_to_who_begins() -> None:
    """The seats stay, and the other one begins: not both, which would be the same one again."""

    async def case() -> None:
        async with house() as server:
            table, credentials, _ = await finished(server)
            first = next(seat for seat, _ in (await table_of(table)).actions)
            rematch = await next_table(server, table, credentials[0])
            assert rematch.seat == 0
            for credential in credentials:
                await server.join(rematch.table, credential)
            again = await table_of(await server.tables.find(rematch.table))
            assert again.deciders() == [1 - first]

    asyncio.run(case())


def test_a_reserved_seat_is_kept() -> None:
    """Nobody else takes it, until the host gives it to somebody, or a bot."""

    async def case() -> None:
        async with house() as server:
            server.wish = {"stand_in": "random"}
            table = await server.open("pp", first_splitter="seat0")
            host = server.host
            anne = await sit(server, table, 0, TakeSeat("Anne", colour=4, host=host))
            credentials = [anne, await server.sit(table, 1, "Mary")]
            await play([await server.join(table.name, c) for c in credentials])
            rematch = await next_table(server, table, credentials[1])
            again = await server.tables.find(rematch.table)
            assert rematch.info.host == 1
            assert rematch.info.seats[1].colour == 4
            stranger = TakeSeat("Eve")
            assert (await refused(lambda: sit(server, again, 0, stranger))).code == "seat_reserved"
            await server.join(rematch.table, credentials[0])
            assert (await told(server, again)).host == 1
            await command(server, again, credentials[0], Remove(0))
            wrong = await refused(lambda: server.join(rematch.table, credentials[1]))
            assert wrong.code == "bad_credential"
            await command(server, again, host, Start())
            assert [seat.bot for seat in (await told(server, again)).seats] == ["random", None]
            assert (await told(server, again)).status == "playing"

    asyncio.run(case())


def test_a_rematch_may_be_declined() -> None:
    """The reserved seat is given back, and is anybody's."""

    async def case() -> None:
        async with house() as server:
            table, credentials, _ = await finished(server, first_splitter="seat0")
            rematch = await next_table(server, table, credentials[0])
            again = await server.tables.find(rematch.table)
            await stand_up(server, again, 0, credentials[1])
            assert (await told(server, again)).seats[0].reserved_for is None
            await sit(server, again, 0, TakeSeat("Grace"))
            await server.join(rematch.table, credentials[0])
            assert [seat.name for seat in (await told(server, again)).seats] == [
                "Grace",
                "Player 0",
            ]
            assert (await told(server, again)).status == "playing"

    asyncio.run(case())


def test_whoever_takes_the_helm_has_come() -> None:
    """A seat that is only kept for somebody has no host yet, and the table goes on."""

    async def case() -> None:
        async with house() as server:
            table, credentials, _ = await finished(server)
            name = (await next_table(server, table, credentials[0])).table
            again = (await server.join(name)).shell
            await server.clock.advance(server.tables.house.settings.leave_s)
            early = await refused(lambda: take_helm(server, again, credentials[1]))
            assert early.code == "not_a_person"
            for credential in credentials:
                await server.join(name, credential)
            assert (await told(server, again)).status == "playing"

    asyncio.run(case())


def test_a_full_disk_when_somebody_comes() -> None:
    """The reserved seat is not taken, and can be taken later."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            table, credentials, _ = await finished(server)
            rematch = await next_table(server, table, credentials[0])
            store.refuses = b'"seated"'
            refusal = await refused(lambda: server.join(rematch.table, credentials[0]))
            assert refusal.code == "not_stored"
            seats = (await server.tables.info(rematch.table)).seats
            assert seats[0].reserved_for == "Player 0"
            assert not any(seat.online for seat in seats)
            store.refuses = None
            assert (await server.join(rematch.table, credentials[0])).connection.seat == 0

    asyncio.run(case())


def test_bots_come_along() -> None:
    """A lone person plays the next game at once."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pb", first_splitter="seat0")
            credential = await server.sit(table, 0)
            await play([await server.join(table.name, credential)])
            rematch = await next_table(server, table, credential)
            assert [seat.kind for seat in rematch.info.seats] == ["bot", "open"]
            await server.join(rematch.table, credential)
            assert (await server.tables.info(rematch.table)).status == "playing"

    asyncio.run(case())


def test_a_crash_between_announcing_and_opening() -> None:
    """The old table names the next one, which is not there yet: the next call opens it."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            table, credentials, _ = await finished(server)
            store.dies_after = True
            asking = asyncio.create_task(next_table(server, table, credentials[0]))
            await settle()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        store.dies_after = False
        async with house(store=store) as server:
            old = await server.tables.find(table.name)
            name = str((await told(server, old)).rematch)
            assert (await refused(lambda: server.tables.find(name))).status == 404
            again = await next_table(server, old, credentials[1])
            assert again.table == name
            kinds = [type(record) for record in await server.stored(table.name)]
            assert kinds.count(Rematched) == 1
            assert await store.count() == {"waiting": 1, "playing": 0, "over": 1}
            assert (await next_table(server, old, credentials[0])).table == name

    asyncio.run(case())


def test_two_servers_open_one_rematch() -> None:
    """Who owns the table next finds the rematch that the first one opened."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as here, house(store=store) as there:
            table, credentials, _ = await finished(here)
            one = await next_table(here, table, credentials[0])
            other = await there.tables.find(table.name)
            two = await next_table(there, other, credentials[1])
            assert one.table == two.table
            assert await store.count() == {"waiting": 1, "playing": 0, "over": 1}

    asyncio.run(case())
