"""Finding a table: by its short code while it waits, or in the public list."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from broadside.server.directory import Directory

from broadside.server import lobby
from broadside.server.http.invitation import qr_text
from broadside.service.settings import Settings
from broadside.store.memory import MemoryStore
from broadside.wire.http_messages import Publish
from broadside.wire.messages import CODE_LENGTH
from tests.server.harness import NAME, house
from tests.server.live import running

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


def test_codes_survive_a_restart() -> None:
    """They are told anew by the tables that wait; a code in use is not drawn again."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            table = await server.open()
        async with house(log=log) as server:
            assert server.tables.directory.find(table.ledger.opened.code) == table.ledger.table

    asyncio.run(case())


def test_no_code_is_drawn_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the first table waits."""
    drawn = iter(["aaaaa", "aaaaa", "bbbbb"])
    monkeypatch.setattr("broadside.server.directory.random_name", lambda _: next(drawn))
    directory = Directory()
    directory._codes[directory.new_code()] = "table"
    assert directory.new_code() == "bbbbb"


def test_the_public_list() -> None:
    """Private unless the host says otherwise; listed until the game is over."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("bp")
            assert await server.tables.public() == []
            host = server.host
            await table.host.command(host, Publish())
            server.wish = {"is_public": True}
            newer = await server.open("bp")
            listed = [info.table for info in await server.tables.public()]
            assert listed == [newer.ledger.table, table.ledger.table]
            await server.join(table.ledger.table, await server.sit(table, 1))
            listed = [info.table for info in await server.tables.public()]
            assert listed == [table.ledger.table, newer.ledger.table]
            await table.host.command(host, Publish(on=False))
            over = await server.open("bb")
            await server.clock.advance(60)
            for _ in range(200):
                await server.clock.advance(0)
            assert over.info().status == "over"
            listed = [info.table for info in await server.tables.public()]
            assert listed == [newer.ledger.table]

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

    monkeypatch.setattr(lobby, "qr_svg", draw)
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
