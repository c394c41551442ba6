"""With a delay nobody outside learns by any way what has just happened at a table."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest

from broadside.server.app import Application
from broadside.server.table import host
from broadside.service.reading import player_key
from broadside.store.memory import MemoryStore
from broadside.wire.http_messages import PassOn, Publish
from broadside.wire.messages import (
    Answer,
    Away,
    Propose,
    Said,
    Seats,
    TableInfo,
    Update,
    Welcome,
)
from tests.server.harness import Client, FakeClock, House, house, play, refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


DELAY_S = 30


async def couple(server: House) -> tuple[list[Client], list[str]]:
    """Two people at a public table whose spectators are late, and their rights."""
    server.wish = {"spectator_delay_s": DELAY_S, "is_public": True}
    table = await server.open("pp", first_splitter="seat0")
    rights = [await server.sit(table, seat, f"Player {seat}") for seat in range(2)]
    return [await server.join(table.name, right) for right in rights], rights


def known(client: Client) -> TableInfo:
    """What a client was told of the table last."""
    return [m for m in client.received if isinstance(m, Seats | Welcome)][-1].table


@asynccontextmanager
async def served(server: House) -> AsyncIterator[httpx.AsyncClient]:
    """The same tables over HTTP, on the same clock."""
    transport = httpx.ASGITransport(app=Application(server.tables, None))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        yield client


def right(credential: str) -> dict[str, str]:
    """The header that shows a right."""
    return {"Authorization": f"Bearer {credential}"}


async def forget(server: House, name: str, credential: str) -> None:
    """Have a person forgotten at a table."""
    async with served(server) as client:
        seats = [{"table": name, "credential": credential}]
        deleted = (await client.post("/api/mine/delete", json={"seats": seats})).json()
        assert deleted["tables"] == 1


def test_the_end_is_told_late_on_every_way() -> None:
    """Lists, statistics, replays, seeds and rematches: all of them wait; the people do not."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), rights = await couple(server)
            watcher = await server.join(anne.table.name)
            await server.clock.advance(DELAY_S)
            await play([anne, mary])
            assert anne.update.result is not None
            name = anne.table.name
            async with served(server) as client:
                await outsiders_know_nothing(client, name, watcher)
                for path in ("replay", "chart", "hidden", "moments"):
                    seen = await client.get(f"/api/tables/{name}/{path}", headers=right(rights[1]))
                    assert seen.status_code == 200
                mine = await client.get(f"/api/tables/{name}", headers=right(rights[0]))
                assert mine.json()["status"] == "over"
                await server.clock.advance(DELAY_S - 1)
                await outsiders_know_nothing(client, name, watcher)
                await server.clock.advance(1)
                assert known(watcher).fairness.seed is not None
                assert (await client.get(f"/api/tables/{name}")).json()["status"] == "over"
                assert (await client.get("/api/tables")).json() == []
                assert (await client.get("/api/players/Player 0")).json()["games"]
                assert (await client.get(f"/api/tables/{name}/replay")).status_code == 200

    asyncio.run(case())


async def outsiders_know_nothing(client: httpx.AsyncClient, name: str, watcher: Client) -> None:
    """Ask everything that a stranger can ask."""
    info = (await client.get(f"/api/tables/{name}")).json()
    assert (info["status"], info["fairness"]["seed"]) == ("playing", None)
    assert (await client.get("/api/tables")).json() == [info]
    assert (await client.get("/api/players/Player 0")).json()["games"] == []
    for path in ("replay", "chart", "hidden", "moments"):
        seen = await client.get(f"/api/tables/{name}/{path}", headers=right("guess"))
        assert (seen.status_code, seen.json()["code"]) == (409, "not_over")
    what_if = {"moment": 1, "seat": 0, "name": "Spy"}
    seen = await client.post(f"/api/tables/{name}/what-if", json=what_if)
    assert seen.json()["code"] == "not_over"
    seen = await client.post(f"/api/tables/{name}/rematch", headers=right("guess"))
    assert seen.json()["code"] == "bad_credential"
    assert (known(watcher).status, known(watcher).fairness.seed) == ("playing", None)
    assert watcher.update.result is None


def test_a_rematch_is_announced_and_listed_late() -> None:
    """The next table in the public list would tell that the last game is over."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), rights = await couple(server)
            await server.clock.advance(DELAY_S)
            watcher = await server.join(anne.table.name)
            await play([anne, mary])
            async with served(server) as client:
                path = f"/api/tables/{anne.table.name}/rematch"
                again = (await client.post(path, headers=right(rights[0]))).json()["table"]
            assert known(mary).rematch == again
            await server.clock.advance(DELAY_S - 1)
            assert known(watcher).rematch is None
            assert [i.table for i in await server.tables.public()] == [anne.table.name]
            await server.clock.advance(1)
            assert known(watcher).rematch == again
            assert [i.table for i in await server.tables.public()] == [again]

    asyncio.run(case())


def test_nothing_arrives_when_something_happens() -> None:
    """Whatever people do, a spectator's line stays silent until the time has come."""

    async def happen(server: House, anne: Client, mary: Client) -> None:
        await anne.act("split 12")
        await anne.say("ha")
        await anne.post(Propose("p", "undo"))
        await mary.post(Answer("a", 1, yes=False))
        await anne.post(Propose("q", "tempo", 60))
        await anne.post(Away("b"))
        await server.ask(anne.shell, host.command, server.host, Publish(on=False))
        await server.ask(anne.shell, host.command, server.host, PassOn(1))
        await mary.leave()

    async def case() -> None:
        async with house() as server:
            (anne, mary), _ = await couple(server)
            name = anne.table.name
            watcher = await server.join(name)
            await server.clock.advance(DELAY_S)
            before, heard = await server.tables.info(name), len(watcher.received)
            await happen(server, anne, mary)
            await server.clock.advance(DELAY_S - 1)
            assert len(watcher.received) == heard
            assert await server.tables.info(name) == before
            await server.clock.advance(1)
            assert {type(message) for message in watcher.received[heard:]} == {Seats, Update, Said}
            assert known(watcher) == await server.tables.info(name)
            assert known(watcher).seats[0].stand_in == "greedy"
            assert not known(watcher).seats[1].online
            assert known(watcher).host == 1

    asyncio.run(case())


def test_sayings_that_are_due_together_are_all_told() -> None:
    """Each once, in order; one that was erased meanwhile is not, and harms nothing."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), rights = await couple(server)
            watcher = await server.join(anne.table.name)
            for client, text in ((anne, "one"), (mary, "two"), (mary, "three")):
                await client.say(text)
            await forget(server, anne.table.name, rights[0])
            await server.clock.advance(DELAY_S)
            assert [said.text for said in watcher.all(Said)] == ["two", "three"]
            await anne.say("four")
            await server.clock.advance(DELAY_S)
            assert [said.text for said in watcher.all(Said)][2:] == ["four"]

    asyncio.run(case())


async def seen(server: House, watcher: Client) -> list[TableInfo]:
    """What is told of a table to who watches, to who asks, and to who reads the list."""
    name = watcher.table.name
    row = await server.store.row(name)
    assert row is not None
    listed = msgspec.json.decode(row.summary, type=TableInfo)
    for seat in listed.seats:
        seat.online = True  # nobody's coming is worth a change on the disk
    return [known(watcher), await server.tables.info(name), listed]


def test_a_waiting_table_is_seen_as_it_is() -> None:
    """Before the start nothing is secret: who wants to sit down must see where."""

    async def case() -> None:
        async with house() as server:
            server.wish = {"spectator_delay_s": DELAY_S}
            table = await server.open("pp")
            watcher = await server.join(table.name)
            anne = await server.join(table.name, await server.sit(table, 0))
            await anne.say("who joins?")
            assert [said.text for said in watcher.all(Said)] == ["who joins?"]
            for info in await seen(server, watcher):
                assert (info.seats[0].name, info.seats[0].online) == ("Anne", True)
                assert (info.status, info.code) == ("waiting", anne.table.opened.code)
            await server.sit(table, 1)
            for info in await seen(server, watcher):
                assert (info.status, info.code) == ("playing", None)
            assert watcher.all(Update) == []

    asyncio.run(case())


@pytest.mark.parametrize("waits_s", [0, DELAY_S])
def test_a_restart_keeps_the_delay(waits_s: int) -> None:
    """The log says when everything happened."""

    async def case() -> None:
        store, clock = MemoryStore(), FakeClock()
        async with house(store=store, clock=clock) as server:
            (anne, mary), _ = await couple(server)
            await clock.advance(DELAY_S)
            await play([anne, mary])
        await clock.advance(waits_s)
        async with house(store=store, clock=clock) as server:
            name = anne.table.name
            played = await store.results_of(player_key("Player 0"), clock.now_ms())
            listed = [info.table for info in await server.tables.public()]
            assert listed == ([] if waits_s else [name])
            info = await server.tables.info(name)
            assert info.status == ("over" if waits_s else "playing")
            assert len(played) == bool(waits_s)
            await clock.advance(DELAY_S)
            assert await server.tables.public() == []

    asyncio.run(case())


def test_being_forgotten_tells_nothing_early() -> None:
    """The table is loaded anew; who was there is shown as before."""

    async def case() -> None:
        async with house() as server:
            (anne, mary), rights = await couple(server)
            watcher = await server.join(anne.table.name)
            await server.clock.advance(DELAY_S)
            await mary.leave()
            await anne.act("split 12")
            await forget(server, anne.table.name, rights[0])
            assert [seat.online for seat in known(watcher).seats] == [True, True]
            assert [event["kind"] for event in watcher.events()] == ["turn_began"]
            await server.clock.advance(DELAY_S)
            assert [seat.online for seat in known(watcher).seats] == [True, False]

    asyncio.run(case())


def test_a_table_without_a_host_gives_the_helm_to_nobody_unknown() -> None:
    """No right to a seat, no helm, and no look at the table."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp")
            wrong = await refused(lambda: server.ask(table, host.take_helm, "guess"))
            assert wrong.code == "bad_credential"

    asyncio.run(case())
