"""My tables, my data, and being forgotten."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx
import pytest

from broadside.replays import fairness
from broadside.server.http import my_tables, personal_data
from broadside.server.http.personal_data import own_records
from broadside.server.table import host, records
from broadside.server.table.results import replay_file
from broadside.service.credentials import hash_credential
from broadside.service.settings import Settings
from broadside.store.memory import MemoryStore
from broadside.store.sqlite import SqliteStore
from broadside.wire.http_messages import Deleted, Rename, Swap
from broadside.wire.messages import Notify, Said, Seats, TakeSeat
from tests.server.calling import call, everything, naming, next_table, table_of
from tests.server.harness import GAMES, NAME, house, play, settle
from tests.server.live import running
from tests.server.test_afterwards import finished

if TYPE_CHECKING:
    from pathlib import Path

    from broadside.wire.http_messages import PlayerGame
    from tests.server.harness import House

DAY = 86_400
SECRET = "Anne Bonny"
WORDS = "<b>meet me at the quay</b>"
MAIL = "anne@example.org"


async def games_of(server: House, name: str) -> list[PlayerGame]:
    """What statistics tell about a name."""
    return (await my_tables.player(call(server, name=name))).games


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
            table = await server.open("pp", first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            asked = [
                (await my_tables.mine(naming(server, table, credential)))[0].is_asked
                for credential in credentials
            ]
            assert asked == [True, False]
            assert anne.update.prompt is not None
            assert mary.update.prompt is None

    asyncio.run(case())


def test_export_and_delete_over_http() -> None:
    """Nothing of others, no secrets; afterwards nothing of mine."""
    store = MemoryStore()
    with running(store=store) as address, httpx.Client(base_url=address) as client:
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
        assert SECRET not in everything(store)
        assert client.get(f"/api/players/{SECRET}").json() == unknown(SECRET)
        assert client.get("/api/notices").json() == {"mail": False, "webhooks": False}


def unknown(name: str) -> dict[str, Any]:
    """What is told of a name that nobody has played under, and nobody keeps."""
    return {"name": name, "games": [], "latest": [], "is_kept": False, "is_mine": False}


@pytest.mark.parametrize(
    "name",
    ["a/b", "/", "a/", "who?", "100 %", "#1", "%2F", "Jörg", "Żółw", "🏴‍☠️ Ann", "a\\b", "a+b&c"],
)
def test_every_name_has_its_page(name: str) -> None:
    """Whatever sign is in it, an address can say it."""
    with running() as address, httpx.Client(base_url=address) as client:
        path = quote(name, safe="")
        assert client.get(f"/api/players/{path}").json() == unknown(name)
        assert client.get(f"/player/{path}").status_code == 200


def test_nothing_of_the_forgotten_stays_in_the_data_folder(tmp_path: Path) -> None:
    """Neither in the log, nor in what lists show, nor in what the disk was told before."""
    store = SqliteStore(tmp_path / "data" / "broadside.sqlite")
    with running(store=store) as address, httpx.Client(base_url=address) as client:
        wish = {"game": NAME, "seats": [{"kind": "open"}] * 2, "is_public": True}
        table = client.post("/api/tables", json=wish).json()["table"]
        taken = client.post(f"/api/tables/{table}/seats/0", json={"name": SECRET}).json()
        assert SECRET in client.get("/api/tables").text
        mine = {"seats": [{"table": table, "credential": taken["credential"]}]}
        assert client.post("/api/mine/delete", json=mine).json() == {"tables": 1, "results": 0}
        assert SECRET not in client.get("/api/tables").text
    files = [file for file in (tmp_path / "data").iterdir() if file.is_file()]
    assert store.path in files
    assert not [file for file in files if SECRET.encode() in file.read_bytes()]


def test_being_forgotten() -> None:
    """Name, words and address are gone from the store; the game is there, and verifies."""

    async def case() -> None:
        store = MemoryStore()
        posting = Settings(bot_beat_s=0, smtp="smtp://x", mail_from="b@example.org")
        async with house(store=store, settings=posting) as server:
            table = await server.open("pp", DAY, first_splitter="seat0")
            wish = TakeSeat(SECRET, host=server.host)
            anne_is = (await server.ask(table, host.sit, 0, wish)).credential
            for command in (Rename(0, SECRET + "!"), Swap(0, 1)):
                await server.ask(table, host.command, server.host, command)
            anne = await server.join(table.name, anne_is)
            mary = await server.join(table.name, await server.sit(table, 0, "Mary"))
            await anne.say(WORDS)
            await mary.say("Aye")
            await anne.post(Notify("n", MAIL))
            await play([anne, mary])
            following = (await next_table(server, table, anne_is)).table
            stored = everything(store)
            assert all(text in stored for text in (SECRET, "quay", MAIL))
            assert len(await games_of(server, SECRET + "!")) == 1
            kept = [seat.reserved_for for seat in (await server.tables.info(following)).seats]
            assert SECRET + "!" in kept

            delete = naming(server, table, anne_is)
            assert await personal_data.delete(delete) == Deleted(tables=2, results=1)
            assert await personal_data.delete(delete) == Deleted(tables=0, results=0)
            await settle()
            stored = everything(store)
            assert not any(text in stored for text in (SECRET, SECRET.casefold(), "quay", MAIL))
            assert mary.last(Seats).table.seats[1].name == "–"
            late = await server.join(table.name)
            assert [said.text for said in late.all(Said)] == ["Aye"]
            assert fairness.verify(replay_file(late.table), GAMES).ok
            assert (await games_of(server, "Mary"))[0].played == 1
            assert await games_of(server, SECRET + "!") == []
            own = own_records(await store.read(table.name), hash_credential(anne_is))
            acted = [record for _, record in own if "action" in record.__struct_fields__]
            assert len(acted) == sum(seat == 1 for seat, _ in late.table.actions)
        async with house(store=store) as server:
            assert (await server.tables.info(table.name)).seats[1].name == "–"
            again = await table_of(await server.tables.find(table.name))
            assert fairness.verify(replay_file(again), GAMES).ok

    asyncio.run(case())


def test_who_stood_up_can_be_forgotten_too() -> None:
    """The seat is somebody else's now, and its holder is not touched."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            table = await server.open("pp")
            gone = await server.sit(table, 0, SECRET)
            await server.ask(table, host.stand_up, 0, gone)
            await server.sit(table, 0, "Mary")
            mine = naming(server, table, gone)
            assert (await personal_data.delete(mine)).tables == 1
            assert SECRET not in everything(store)
            assert (await server.tables.info(table.name)).seats[0].name == "Mary"
            (exported,) = await personal_data.export(mine)
            assert [record["type"] for record in exported.records] == ["seated", "vacated"]

    asyncio.run(case())


def test_a_running_game_goes_on_when_somebody_is_forgotten() -> None:
    """The seat, its rights and what was acknowledged stay as they are."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", first_splitter="seat0")
            credentials = [await server.sit(table, seat, SECRET) for seat in range(2)]
            clients = [await server.join(table.name, c) for c in credentials]
            await clients[0].act("split 12", "once")
            assert (await personal_data.delete(naming(server, table, credentials[0]))).tables == 1
            seats = (await server.tables.info(table.name)).seats
            assert [seat.name for seat in seats] == ["–", SECRET]
            stored = len(await server.stored(table.name))
            await clients[0].act("split 12", "once")
            assert len(await server.stored(table.name)) == stored
            await play(clients)
            assert fairness.verify(replay_file(clients[0].table), GAMES).ok

    asyncio.run(case())


def test_deleting_half_way_can_be_repeated() -> None:
    """A crash in between leaves a table that plays, and the next call does the rest."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            table, credentials, clients = await finished(server)
            await clients[0].say(WORDS)
            shown = hash_credential(credentials[0])
            seq, record = next(iter(own_records(await store.read(table.name), shown)))
            blank = personal_data.erased(record, shown)
            assert blank is not None
            epoch = await store.lease(table.name)
            await store.rewrite(table.name, epoch, seq, records.encode(blank))
        async with house(store=store) as server:
            again = await server.tables.find(table.name)
            mine = naming(server, again, credentials[0])
            assert await personal_data.delete(mine) == Deleted(tables=1, results=1)
            stored = everything(store)
            assert "quay" not in stored
            assert "player 0" not in stored.casefold()

    asyncio.run(case())
