"""Finding a table: by its short code while it waits, or in the public list."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from msgspec.structs import replace

from broadside.server import tables
from broadside.server.http import lobby, requests
from broadside.service.qr_codes import qr_text
from broadside.service.refusal import Refusal
from broadside.service.settings import Settings
from broadside.store.memory import MemoryStore
from broadside.wire.http_messages import Lock, Publish
from broadside.wire.messages import CODE_LENGTH
from tests.server.calling import call, command, told
from tests.server.harness import NAME, QUICK, house, settle
from tests.server.live import running

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.harness import House

OPEN = {"game": NAME, "seats": [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}]}


def test_a_code_leads_to_its_table_while_it_waits() -> None:
    """However it is written; not after the start, and not to another table."""
    with running() as address, httpx.Client(base_url=address) as client:
        opened = client.post("/api/tables", json=OPEN).json()
        code = opened["info"]["code"]
        assert len(code) == CODE_LENGTH
        assert client.get(f"/api/codes/{code.upper()}").json()["table"] == opened["table"]
        assert client.get("/api/codes/zzzzz").json()["code"] == "unknown_code"
        client.post(f"/api/tables/{opened['table']}/seats/0", json={"name": "Anne"})
        assert client.get(f"/api/codes/{code}").json()["code"] == "unknown_code"
        assert client.get(f"/api/tables/{opened['table']}").json()["code"] is None


def test_codes_cannot_be_guessed_quickly() -> None:
    """Who tries one after the other is told to wait."""
    settings = Settings(codes_burst=5, codes_per_s=0.01)
    with running(settings=settings) as address, httpx.Client(base_url=address) as client:
        statuses = [client.get(f"/api/codes/aaaa{digit}").status_code for digit in range(2, 9)]
        assert statuses == [404] * 5 + [429] * 2


async def found(server: House, code: str) -> str | None:
    """The table that a code leads to."""
    try:
        return str((await lobby.code(call(server, code=code))).table)
    except Refusal as refusal:
        if refusal.code != "unknown_code":
            raise
        return None


def test_codes_survive_a_restart() -> None:
    """They stand in the rows of the tables that wait; nothing is loaded to know them."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            table = await server.open()
            code = (await told(server, table)).code
        async with house(store=store) as server:
            assert server.tables._shells == {}
            assert await found(server, str(code)) == table.name

    asyncio.run(case())


def test_no_code_is_drawn_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the first table waits; also after a restart."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            monkeypatch.setattr(tables, "random_name", names("first name", "aaaaa"))
            first = await server.open("pb")
            assert (await told(server, first)).code == "aaaaa"
        async with house(store=store) as server:
            monkeypatch.setattr(tables, "random_name", names("second name", "aaaaa", "bbbbb"))
            second = await server.open("pb")
            assert (await told(server, second)).code == "bbbbb"
            again = await server.tables.find(first.name)
            await server.sit(again, 0)
            assert (await told(server, again)).code is None
            monkeypatch.setattr(tables, "random_name", names("third name", "aaaaa"))
            third = await server.open("pb")
            assert await found(server, "aaaaa") == third.name

    asyncio.run(case())


def names(*drawn: str) -> Callable[[int], str]:
    """Draw these names one after the other."""
    left = iter(drawn)
    return lambda _length: next(left)


def test_the_public_list() -> None:
    """Private unless the host says otherwise; listed until the game is over."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("bp")
            assert await server.tables.public() == []
            host = server.host
            await command(server, table, host, Publish())
            await server.clock.advance(1)
            server.wish = {"is_public": True}
            newer = await server.open("bp")
            listed = [info.table for info in await server.tables.public()]
            assert listed == [newer.name, table.name]
            await server.join(table.name, await server.sit(table, 1))
            listed = [info.table for info in await server.tables.public()]
            assert listed == [table.name, newer.name]
            await command(server, table, host, Publish(on=False))
            over = await server.open("bb")
            listed = [info.table for info in await server.tables.public()]
            assert listed == [over.name, newer.name]
            watcher = await server.join(over.name)
            for _ in range(200):
                await server.clock.advance(0)
            assert watcher.table.status == "over"
            listed = [info.table for info in await server.tables.public()]
            assert listed == [newer.name]

    asyncio.run(case())


def test_the_list_tells_how_tables_stand_that_are_not_in_memory() -> None:
    """From their rows: who sits there, whether it is locked, whether it plays."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            server.wish = {"is_public": True}
            playing = await server.open("pp", 60)
            for seat in range(2):
                await server.sit(playing, seat)
            waiting = await server.open("pp")
            await server.sit(waiting, 0, "Anne")
            await command(server, waiting, server.host, Lock())
            infos = {one.table: one for one in await server.tables.public()}
        async with house(store=store) as server:
            await settle()
            assert {one.table: one for one in await server.tables.public()} == infos
            assert server.tables._shells == {}
            assert infos[playing.name].status == "playing"
            told_of = infos[waiting.name]
            assert (told_of.status, told_of.is_locked) == ("waiting", True)
            assert told_of.seats[0].name == "Anne"

    asyncio.run(case())


def test_a_list_has_an_end() -> None:
    """The newest ones are shown."""

    async def case() -> None:
        async with house(settings=replace(QUICK, public_tables_max=3)) as server:
            server.wish = {"is_public": True}
            opened = []
            for _ in range(5):
                opened.append((await server.open("pp")).name)
                await server.clock.advance(1)
            listed = [info.table for info in await server.tables.public()]
            assert listed == opened[:1:-1]

    asyncio.run(case())


def test_a_table_that_waits_in_vain_expires() -> None:
    """After a week it is neither listed nor found by its code, and nobody can sit down."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            server.wish = {"is_public": True}
            table = await server.open("pp")
            code = str((await told(server, table)).code)
            week_s = server.tables.house.settings.expire_s
            await server.clock.advance(week_s - 1)
            assert table.name not in server.tables._shells
            assert await found(server, code) == table.name
            await server.clock.advance(2)
            assert await found(server, code) is None
            assert await server.tables.public() == []
            again = await server.tables.find(table.name)
            info = await told(server, again)
            assert (info.status, info.code) == ("expired", None)
            with pytest.raises(Refusal, match="waited in vain"):
                await server.sit(again, 0)
            with pytest.raises(Refusal, match="waited in vain"):
                await command(server, again, server.host, Lock())
            assert await store.count() == {"waiting": 0, "playing": 0, "over": 1}

    asyncio.run(case())


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ({"clock_s": 7200}, "bad_clock"),
        ({"clock_s": 700_000}, "malformed"),
        ({"stand_in": "deep"}, "unknown_bot"),
        ({"spectator_delay_s": 601}, "malformed"),
        ({"reserve_s": -1}, "malformed"),
        ({"is_public": "yes"}, "malformed"),
    ],
)
def test_wishes_that_cannot_be(extra: dict[str, Any], code: str) -> None:
    """Each with its code."""
    with running() as address, httpx.Client(base_url=address) as client:
        assert client.post("/api/tables", json={**OPEN, **extra}).json()["code"] == code


@pytest.mark.parametrize("given", ["", "https://games.example.org", "https://example.org/games/"])
def test_the_picture_leads_where_people_reach_the_server(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator knows the address; else it is the one that was asked."""
    drawn: list[str] = []

    def draw(link: str) -> bytes:
        drawn.append(link)
        return b""

    monkeypatch.setattr(requests, "qr_svg", draw)
    with running(settings=Settings(link=given)) as address:
        table = httpx.post(f"{address}/api/tables", json=OPEN).json()["table"]
        assert httpx.get(f"{address}/api/tables/{table}/invitation.svg").status_code == 200
    assert drawn == [f"{(given or address).rstrip('/')}/table/{table}"]


def test_everything_over_http() -> None:
    """Host commands, the helm, standing up and the invitation, each with its credential."""
    with running() as address, httpx.Client(base_url=address) as client:
        wish = {"game": NAME, "seats": [{"kind": "open"}] * 2, "clock_s": 259_200, "hints": True}
        opened = client.post("/api/tables", json=wish).json()
        assert (opened["info"]["clock_s"], opened["info"]["hints"]) == (259_200, True)
        path = f"/api/tables/{opened['table']}"
        host = {"Authorization": f"Bearer {opened['host']}"}
        assert client.post(f"{path}/host", json={"do": "lock"}).json()["code"] == "bad_credential"
        locked = client.post(f"{path}/host", json={"do": "lock"}, headers=host)
        assert locked.json()["is_locked"]
        assert client.post(f"{path}/host", json={"do": "sink"}, headers=host).status_code == 400
        assert client.post(f"{path}/seats/0", json={"name": "Anne"}).json()["code"] == "locked"
        seat = {"name": "Anne", "colour": 3, "host": opened["host"]}
        taken = client.post(f"{path}/seats/0", json=seat).json()
        mine = {"Authorization": f"Bearer {taken['credential']}"}
        assert client.post(f"{path}/helm", headers=mine).json()["host"] == 0
        assert client.delete(f"{path}/seats/0", headers=mine).json()["seats"][0]["kind"] == "open"
        assert client.delete(f"{path}/seats/x", headers=mine).json()["code"] == "unknown_seat"
        picture = client.get(f"{path}/invitation.svg")
        assert picture.headers["Content-Type"] == "image/svg+xml"
        assert picture.text.startswith("<svg")
        far = {"Host": "x" * 500}
        assert client.get(f"{path}/invitation.svg", headers=far).status_code == 400
        assert client.get("/api/tables/nowhere/invitation.svg").status_code == 404


def test_a_picture_for_the_terminal() -> None:
    """Blocks, and nothing that colours the screen."""
    assert set(qr_text("http://192.0.2.7:8667/")) <= set("█▀▄ \n\u00a0")
