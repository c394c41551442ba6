"""My tables, my data, and being forgotten."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx
import pytest

from broadside.server import fairness, personal, records
from broadside.server.wire.http_messages import Rename, Swap
from broadside.server.wire.messages import Notify, Said, Seats, TakeSeat
from broadside.server.mine import my_table
from broadside.server.table.results import STREAM
from broadside.server.credentials import hash_credential
from broadside.server.settings import Settings
from broadside.store.memory import MemoryStore
from tests.server.harness import GAMES, NAME, FaultyLog, house, play, settle
from tests.server.live import running
from tests.server.test_afterwards import finished

if TYPE_CHECKING:
    from broadside.store.interface import Log

DAY = 86_400
SECRET = "Anne Bonny"
WORDS = "<b>meet me at the quay</b>"
MAIL = "anne@example.org"


async def everything(log: Log) -> str:
    """All that is stored."""
    streams = [await log.read(name) for name in await log.tables()]
    return "\n".join(record.decode() for stream in streams for record in stream)


def test_my_tables_over_http() -> None:
    """Those that wait for me first; wrong credentials and lost tables are passed over."""
    with running() as address, httpx.Client(base_url=address) as client:
        seats = []
        for first, clock_s in (("seat1", DAY), ("seat0", 3 * DAY), ("seat0", DAY)):
            people = [{"kind": "open"}] * 2
            wish = {"game": NAME, "seats": people, "clock_s": clock_s}
            wish["options"] = {"first_splitter": first}
            table = client.post("/api/tables", json=wish).json()["table"]
            taken = [
                client.post(f"/api/tables/{table}/seats/{seat}", json={"name": "Anne"}).json()
                for seat in range(2)
            ]
            seats.append({"table": table, "credential": taken[0]["credential"]})
        waiting = client.post("/api/tables", json={"game": NAME, "seats": people}).json()["table"]
        taken_seat = client.post(f"/api/tables/{waiting}/seats/1", json={"name": "Anne"}).json()
        seats.append({"table": waiting, "credential": taken_seat["credential"]})
        wrong = [
            {"table": seats[0]["table"], "credential": "nonsense"},
            {"table": "nowhere", "credential": "x"},
            {"table": STREAM, "credential": "x"},
        ]
        mine = client.post("/api/mine", json={"seats": [*seats, *wrong, seats[1]]}).json()
        order = [one["table"]["table"] for one in mine]
        assert order == [seats[place]["table"] for place in (2, 1, 0, 3)]
        assert [one["is_asked"] for one in mine] == [True, True, False, False]
        assert [one["seat"] for one in mine] == [0, 0, 0, 1]
        assert mine[0]["left_ms"] <= DAY * 1000 < mine[1]["left_ms"]
        assert (mine[2]["left_ms"], mine[3]["left_ms"]) == (None, None)
        many = {"seats": [seats[0]] * 101}
        assert client.post("/api/mine", json=many).status_code == 400


def test_who_has_answered_under_seal_is_told_to_oneself_only() -> None:
    """My list says whether I am asked, never whether another is."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            assert my_table(anne.table, 0).is_asked
            assert not my_table(anne.table, 1).is_asked
            assert mary.update.prompt is None

    asyncio.run(case())


def test_export_and_delete_over_http() -> None:
    """Nothing of others, no secrets; afterwards nothing of mine."""
    log = MemoryStore()
    with running(store=log) as address, httpx.Client(base_url=address) as client:
        bot = {"kind": "bot", "bot": "greedy"}
        wish = {"game": NAME, "seats": [{"kind": "open"}, bot]}
        table = client.post("/api/tables", json=wish).json()["table"]
        seat = {"name": SECRET, "salt": "pepper"}
        taken = client.post(f"/api/tables/{table}/seats/0", json=seat).json()
        mine: dict[str, Any] = {"seats": [{"table": table, "credential": taken["credential"]}]}
        (exported,) = client.post("/api/mine/export", json=mine).json()
        assert (exported["table"], exported["game"]) == (table, NAME)
        assert exported["records"][0]["name"] == SECRET
        text = json.dumps(exported)
        assert hash_credential(taken["credential"]) not in text
        assert "seed" not in text
        assert client.post("/api/mine/delete", json=mine).json() == {"tables": 1, "results": 0}
        assert client.post("/api/mine/delete", json=mine).json() == {"tables": 0, "results": 0}
        assert client.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "–"
        stranger = {"seats": [{"table": table, "credential": "nonsense"}]}
        assert client.post("/api/mine/export", json=stranger).json() == []
        assert asyncio.run(everything(log)).count(SECRET) == 0
        assert client.get(f"/api/players/{SECRET}").json() == {"name": SECRET, "games": []}
        assert client.get("/api/notices").json() == {"mail": False, "webhooks": False}


@pytest.mark.parametrize(
    "name",
    ["a/b", "/", "a/", "who?", "100 %", "#1", "%2F", "Jörg", "Żółw", "🏴‍☠️ Ann", "a\\b", "a+b&c"],
)
def test_every_name_has_its_page(name: str) -> None:
    """Whatever sign is in it, an address can say it."""
    with running() as address, httpx.Client(base_url=address) as client:
        path = quote(name, safe="")
        assert client.get(f"/api/players/{path}").json() == {"name": name, "games": []}
        assert client.get(f"/player/{path}").status_code == 200


def test_being_forgotten() -> None:
    """Name, words and address are gone from the log; the game is there, and verifies."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log, settings=Settings(bot_beat_s=0, smtp="smtp://x")) as server:
            table = await server.open("pp", first_splitter="seat0")
            host = server.host
            anne_is = (await table.host.sit(0, TakeSeat(SECRET, host=host))).credential
            await table.host.command(host, Rename(0, SECRET + "!"))
            await table.host.command(host, Swap(0, 1))
            anne = await server.join(table.ledger.table, anne_is)
            mary = await server.join(table.ledger.table, await server.sit(table, 0, "Mary"))
            await anne.say(WORDS)
            await mary.say("Aye")
            await table.notices.notify(anne.connection, Notify("n", MAIL))
            await play([anne, mary])
            await table.sequel.rematch(anne_is)
            await settle()
            stored = await everything(log)
            assert all(text in stored for text in (SECRET, "quay", MAIL))
            shown = hash_credential(anne_is)
            assert await server.tables.results.erase(table.ledger.table, 1)
            assert await table.data.erase(shown)
            assert not await table.data.erase(shown)
            rematch = await server.tables.find(str(table.ledger.rematch))
            assert rematch.info().seats[0].reserved_for == SECRET + "!"
            assert await rematch.data.erase(shown)
            stored = await everything(log)
            assert not any(text in stored for text in (SECRET, "quay", MAIL))
            assert mary.last(Seats).table.seats[1].name == "–"
            late = await server.join(table.ledger.table)
            assert [said.text for said in late.all(Said)] == ["Aye"]
            assert fairness.verify(table.ledger.replay_file(), GAMES).ok
            assert server.tables.results.player("Mary", server.clock.wall_ms()).games[0].played == 1
            assert server.tables.results.player(SECRET + "!", server.clock.wall_ms()).games == []
            kept = personal.own_records(await log.read(table.ledger.table), shown)
            acted = [record for _, record in kept if "action" in record.__struct_fields__]
            assert len(acted) == sum(seat == 1 for seat, _ in table.ledger.actions)
        async with house(log=log) as server:
            again = await server.tables.find(table.ledger.table)
            assert again.info().seats[1].name == "–"
            assert fairness.verify(again.ledger.replay_file(), GAMES).ok

    asyncio.run(case())


def test_who_stood_up_can_be_forgotten_too() -> None:
    """The seat is somebody else's now, and its holder is not touched."""

    async def case() -> None:
        log = MemoryStore()
        async with house(log=log) as server:
            table = await server.open("pp")
            gone = await server.sit(table, 0, SECRET)
            await table.host.stand_up(0, gone)
            await server.sit(table, 0, "Mary")
            assert await table.data.erase(hash_credential(gone))
            assert SECRET not in await everything(log)
            assert table.info().seats[0].name == "Mary"
            assert len(await table.data.export(hash_credential(gone))) == 2

    asyncio.run(case())


def test_a_running_game_goes_on_when_somebody_is_forgotten() -> None:
    """The seat, its rights and what was acknowledged stay as they are."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", first_splitter="seat0")
            credentials = [await server.sit(table, seat, SECRET) for seat in range(2)]
            clients = [await server.join(table.ledger.table, c) for c in credentials]
            await clients[0].act("split 12", "once")
            assert await table.data.erase(hash_credential(credentials[0]))
            assert [seat.name for seat in table.info().seats] == ["–", SECRET]
            await clients[0].act("split 12", "once")
            await play(clients)
            assert fairness.verify(table.ledger.replay_file(), GAMES).ok

    asyncio.run(case())


def test_deleting_half_way_can_be_repeated() -> None:
    """A crash in between leaves a table that plays, and the next call does the rest."""

    async def case() -> None:
        log = FaultyLog()
        async with house(log=log) as server:
            table, credentials, clients = await finished(server)
            await clients[0].say(WORDS)
            shown = hash_credential(credentials[0])
            stored = await log.read(table.ledger.table)
            seq, record = next(iter(personal.own_records(stored, shown)))
            blank = personal.erased(record, shown)
            assert blank is not None
            await log.rewrite(table.ledger.table, seq, records.encode(blank))
        async with house(log=log) as server:
            again = await server.tables.find(table.ledger.table)
            assert await again.data.erase(shown)
            assert "quay" not in await everything(log)

    asyncio.run(case())
