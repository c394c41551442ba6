"""Three servers on one database: whatever happens to them, the tables go on and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import httpx
import pytest
from websockets.asyncio.client import connect

from broadside.games.registry import GAMES
from broadside.server.table import records
from broadside.server.table.records import Acted, Opened
from broadside.server.table.state import load
from broadside.store.postgresql.store import PostgresStore
from tests.cluster.fleet import Fleet, ServerProcess
from tests.cluster.namespace import Namespace
from tests.cluster.sailors import Sailor, gather_crew, network_bot, nothing
from tests.postgresql import PostgresServer, programs
from tests.store.relay import Relay

Unrest = Callable[[random.Random, list[Sailor]], Awaitable[None]]

BY_NAME = {game.name: game for game in GAMES}
OWNED_AGAIN_S = 10.0
"""Five seconds are promised where a machine is quiet, to somebody who notices at once."""
TORTURE_S = float(os.environ.get("CLUSTER_TORTURE_S", "300"))


class Harbour(NamedTuple):
    """Three servers, a client that asks them by turns, and their database."""

    runner: asyncio.Runner
    fleet: Fleet
    client: httpx.AsyncClient
    database: PostgresServer
    url: str


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    """What all tests here share: to start it takes longest. Each leaves it as it was."""
    folder, database = tmp_path_factory.mktemp("fleet"), PostgresServer(programs())
    url = database.new_url()
    with asyncio.Runner() as runner:
        fleet = runner.run(Fleet(url, database.port, 3, folder).__aenter__())
        client = httpx.AsyncClient(
            base_url=f"http://{fleet.address}",
            limits=httpx.Limits(max_keepalive_connections=0),
            timeout=20,
        )
        try:
            yield Harbour(runner, fleet, client, database, url)
        finally:
            runner.run(client.aclose())
            runner.run(fleet.__aexit__())
            database.close()


async def check_logs(url: str, sailors: list[Sailor]) -> None:
    """What was acknowledged stands in the log once, what is there is a game, nothing leaked."""
    store = PostgresStore(url)
    await store.open()
    try:
        for name in {sailor.table for sailor in sailors}:
            stored = await store.read(name)
            table = load(name, BY_NAME, stored)
            told = [records.decode(record) for record in stored]
            acts = Counter((act.seat, act.id) for act in told if isinstance(act, Acted) and act.id)
            assert all(times == 1 for times in acts.values()), acts
            opened = told[0]
            assert isinstance(opened, Opened)
            crew = [sailor for sailor in sailors if sailor.table == name]
            for sailor in crew:
                missing = [one for one in sailor.acknowledged if acts[sailor.seat, one] != 1]
                assert missing == [], (name, sailor.seat, missing)
                secrets = [opened.host_hash, *(one.credential for one in crew if one != sailor)]
                for text in sailor.heard:
                    assert not any(secret in text for secret in secrets)
                    assert opened.seed not in text or is_after_the_end(json.loads(text))
                if sailor.is_over and sailor.update is not None and table.state is not None:
                    assert sailor.update["view"] == json.loads(
                        json.dumps(table.state.view(sailor.seat))
                    )
    finally:
        await store.close()


def is_after_the_end(message: dict[str, Any]) -> bool:
    """Whether a message tells that the game is over: then the seed is published."""
    return message.get("result") is not None or message.get("table", {}).get("status") == "over"


async def play_all(sailors: list[Sailor], think_s: float, most_s: float) -> None:
    """Let everybody play to the end."""
    async with asyncio.timeout(most_s):
        await asyncio.gather(*(sailor.play(think_s) for sailor in sailors))


def test_any_server_may_be_asked_for_any_table(harbour: Harbour) -> None:
    """People of one table are at three servers, requests go anywhere, bots play along."""
    fleet, client, url = harbour.fleet, harbour.client, harbour.url

    async def case() -> None:
        crews = [
            await gather_crew(client, fleet.address, "jolly-and-roger", "pp"),
            await gather_crew(client, fleet.address, "jolly-and-roger", "pb"),
            await gather_crew(client, fleet.address, "jamaica", "pbp"),
        ]
        sailors = [sailor for crew in crews for sailor in crew]
        await play_all(sailors, 0.0, 120)
        await check_logs(url, sailors)
        mine = [{"table": one.table, "credential": one.credential} for one in sailors]
        for _ in range(3):
            told = (await client.post("/api/mine", json={"seats": mine})).json()
            assert len(told) == len(sailors)
            for sailor in sailors:
                info = await client.get(f"/api/tables/{sailor.table}")
                assert info.json()["status"] == "over"
                replay = await client.get(f"/api/tables/{sailor.table}/replay")
                assert replay.json()["seed"]
        first = mine[0]
        deleted = await client.post("/api/mine/delete", json={"seats": [first]})
        assert deleted.json()["tables"] == 1, fleet.tails()
        assert "Traceback" not in "".join(server.log() for server in fleet.servers)

    harbour.runner.run(case())


def test_every_server_lists_who_is_there(harbour: Harbour) -> None:
    """Whichever server somebody is connected to; and nobody once they have left."""
    fleet, client = harbour.fleet, harbour.client

    async def listed(server: ServerProcess, table: str) -> bool:
        told = (await client.get(f"http://127.0.0.1:{server.port}/api/tables")).json()
        (found,) = [one for one in told if one["table"] == table]
        return bool(found["seats"][0]["online"])

    async def until(table: str, *, there: bool) -> None:
        async with asyncio.timeout(20):
            for server in fleet.servers:
                while await listed(server, table) != there:  # noqa: ASYNC110  nobody tells a test
                    await asyncio.sleep(0.1)

    async def case() -> None:
        (sailor,) = await gather_crew(
            client, fleet.address, "jolly-and-roger", "po", is_public=True
        )
        info = await client.get(f"/api/tables/{sailor.table}")
        code = f"/api/codes/{info.json()['code']}"
        async with connect(sailor.url) as line:
            await line.send(json.dumps({"type": "hello", "credential": sailor.credential}))
            await until(sailor.table, there=True)
            for server in fleet.servers:
                led = (await client.get(f"http://127.0.0.1:{server.port}{code}")).json()
                assert (led["table"], led["seats"][0]["online"]) == (sailor.table, True)
        await until(sailor.table, there=False)

    harbour.runner.run(case())


def test_outsiders_are_kept_from_the_inner_address(harbour: Harbour) -> None:
    """Without the secret nothing is answered there; a forged header outside is worth nothing."""
    client, url = harbour.client, harbour.url

    async def case() -> None:
        store = PostgresStore(url)
        await store.open()
        try:
            found, *_ = await store._select("SELECT address FROM servers WHERE address <> ''")
            secret = store.secret
        finally:
            await store.close()
        inner = f"http://{found['address']}"
        for shown in ("", "wrong 10.0.0.1 1 http", f"{secret} 10.0.0.1 x http"):
            headers = {"broadside-passed-on": shown} if shown else {}
            refused = await client.get(f"{inner}/api/tables", headers=headers)
            assert refused.status_code == 403
        passed = {"broadside-passed-on": f"{secret} 10.0.0.1 1 http"}
        assert (await client.get(f"{inner}/api/tables", headers=passed)).status_code == 200
        assert (await client.post("/inner/let-go/x", headers=passed)).status_code == 405
        assert (await client.post(f"{inner}/inner/let-go/x", headers=passed)).is_success

    harbour.runner.run(case())


async def unrest_until(
    done: asyncio.Event, unrest: Unrest, sailors: list[Sailor], every_s: float
) -> int:
    """Do something bad again and again; how often it was done."""
    chance, times = random.Random(17), 0
    while not done.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), every_s)
            break
        await unrest(chance, sailors)
        times += 1
    return times


async def play_through(
    fleet: Fleet,
    client: httpx.AsyncClient,
    url: str,
    crews: list[tuple[str, str]],
    unrest: Unrest,
    *,
    every_s: float,
    think_s: float,
    most_s: float,
) -> tuple[list[Sailor], int]:
    """Games of people and bots while something bad happens; then look at all that is stored."""
    sailors: list[Sailor] = []
    seats_of_bots: list[tuple[str, int]] = []
    for game, kinds in crews:
        crew = await gather_crew(client, fleet.address, game, kinds)
        seats_of_bots += [(crew[0].table, seat) for seat, kind in enumerate(kinds) if kind == "n"]
        sailors += crew
    bots = asyncio.gather(*(network_bot(fleet.address, *place) for place in seats_of_bots))
    done = asyncio.Event()
    troubling = asyncio.create_task(unrest_until(done, unrest, sailors, every_s))
    try:
        await play_all(sailors, think_s, most_s)
        await bots
    except TimeoutError:
        stuck = [
            (s.table, s.seat, s.update and s.update["waiting"]) for s in sailors if not s.is_over
        ]
        pytest.fail(f"these tables do not go on: {stuck}\n{fleet.tails()}")
    finally:
        done.set()
        times = await troubling
    await check_logs(url, sailors)
    return sailors, times


def test_servers_are_killed_while_people_play(harbour: Harbour) -> None:
    """Again and again one of three dies without a word; its tables go on elsewhere."""
    fleet, client, url = harbour.fleet, harbour.client, harbour.url

    async def case() -> None:

        async def kill(chance: random.Random, sailors: list[Sailor]) -> None:
            server = chance.choice(fleet.servers)
            await server.end(signal.SIGKILL)
            await server.start()

        sailors, times = await play_through(
            fleet,
            client,
            url,
            [("jolly-and-roger", "pp"), ("jolly-and-roger", "pn"), ("tortuga-1667", "pbp")],
            kill,
            every_s=1.5,
            think_s=0.15,
            most_s=150,
        )
        assert times >= 2
        assert sum(sailor.came_back for sailor in sailors) >= 1

    harbour.runner.run(case())


def test_a_server_that_was_cut_off_loses_its_tables_and_nobody_loses_an_act(
    harbour: Harbour,
) -> None:
    """It still believes to own them, and its clients still talk to it; another takes them over."""
    fleet, client, url = harbour.fleet, harbour.client, harbour.url

    async def case() -> None:
        owners: list[ServerProcess] = []

        async def cut(chance: random.Random, sailors: list[Sailor]) -> None:
            if owners:
                return
            owner = await owner_of(harbour, sailors[0].table)
            owners.append(owner)
            relay = fleet.relays[fleet.servers.index(owner)]
            relay.cut()
            await asyncio.sleep(5.0)
            told = [
                (await client.get(f"http://127.0.0.1:{owner.port}/{path}")).status_code
                for path in ("readyz", "healthz")
            ]
            relay.mend()
            assert told == [503, 200]

        await play_through(
            fleet,
            client,
            url,
            [("jolly-and-roger", "pp")] * 4,
            cut,
            every_s=1.0,
            think_s=0.2,
            most_s=150,
        )
        assert "leases_lost" in owners[0].log()

    harbour.runner.run(case())


def test_a_server_whose_cable_is_pulled_loses_its_tables_and_nobody_loses_an_act(
    harbour: Harbour, tmp_path: Path
) -> None:
    """Somebody on its side of the cable plays on there, and is promised nothing that is lost."""

    async def case(apart: Namespace) -> None:
        async with Relay(harbour.database.port, apart.outer) as relay:
            here = f"127.0.0.1:{harbour.database.port}/"
            url = harbour.url.replace(here, f"{apart.outer}:{relay.port}/")
            server = ServerProcess(url, tmp_path / "apart.log", apart.command, apart.inner)
            await server.start()
            try:
                address = f"{apart.inner}:{server.port}"
                crew = await crew_at(address, harbour.fleet.address)
                there, usual = crew[1], crew[1].url
                there.url = usual.replace(harbour.fleet.address, address)
                there.dial = lambda: apart.connect(server.port or 0)

                def mend() -> None:
                    apart.mend()
                    # The others' inner addresses are on loopback: the server apart finds nobody.
                    there.url, there.dial = usual, nothing

                await goes_on_elsewhere(
                    harbour, crew, server, apart.cut, mend, lambda: there.came_back > 0
                )
            finally:
                await server.end(signal.SIGKILL)
        assert "leases_lost" in server.log()

    with Namespace() as apart:
        harbour.runner.run(case(apart))


def test_a_server_that_stands_still_loses_its_tables_and_nobody_loses_an_act(
    harbour: Harbour,
) -> None:
    """It wakes up and still believes to own them. People came to it by way of another server."""
    server, other = harbour.fleet.servers[:2]

    async def case() -> None:
        crew = await crew_at(f"127.0.0.1:{server.port}", f"127.0.0.1:{other.port}")
        stop, wake = partial(server.pause, on=True), partial(server.pause, on=False)
        await goes_on_elsewhere(harbour, crew, server, stop, wake)

    harbour.runner.run(case())


async def crew_at(server: str, dialled: str) -> list[Sailor]:
    """Two people at a table that a server owns, who talk to another address."""
    async with httpx.AsyncClient(base_url=f"http://{server}", timeout=20) as client:
        return await gather_crew(client, dialled, "jolly-and-roger", "pp")


async def goes_on_elsewhere(
    harbour: Harbour,
    crew: list[Sailor],
    server: ServerProcess,
    cut: Callable[[], None],
    mend: Callable[[], None],
    is_noticed: Callable[[], bool] = lambda: True,
) -> None:
    """Cut off the owner of a table amid a game: another has it soon, and play goes on there.

    `is_noticed` tells that the one that was cut off has sent its people away.
    """
    number, table = server.number, crew[0].table
    async with asyncio.timeout(100), asyncio.TaskGroup() as group:
        playing = [group.create_task(sailor.play(0.1)) for sailor in crew]
        await acted(crew, 2)
        assert await owner_number(harbour, table) == number
        cut()
        try:
            async with asyncio.timeout(OWNED_AGAIN_S):
                while await owner_number(harbour, table) == number or not is_noticed():  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
        finally:
            mend()
        await acted(crew, 2 + max(len(sailor.acknowledged) for sailor in crew))
        for one in playing:
            one.cancel()
    await check_logs(harbour.url, crew)


async def acted(crew: list[Sailor], times: int) -> None:
    """Wait until everybody has done so much."""
    async with asyncio.timeout(30):
        while min(len(sailor.acknowledged) for sailor in crew) < times:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def test_the_database_is_restarted_while_people_play(harbour: Harbour) -> None:
    """Without a word, as if its machine had failed; and once as its operator would do it."""
    fleet, client, url = harbour.fleet, harbour.client, harbour.url

    async def case() -> None:
        database = harbour.database
        restarts: list[int] = []

        async def restart(chance: random.Random, sailors: list[Sailor]) -> None:
            if len(restarts) < 2:
                await asyncio.to_thread(database.stop, at_once=not restarts)
                await asyncio.sleep(0.5)
                await asyncio.to_thread(database.start)
                restarts.append(1)

        await play_through(
            fleet,
            client,
            url,
            [("jolly-and-roger", "pp"), ("jolly-and-roger", "pb")],
            restart,
            every_s=1.0,
            think_s=0.15,
            most_s=150,
        )
        assert len(restarts) == 2

    harbour.runner.run(case())


async def owner_number(harbour: Harbour, table: str) -> int | None:
    """The number of the server that has a table."""
    connection = await asyncpg.connect(harbour.url)
    number: int | None = await connection.fetchval(
        "SELECT owner FROM tables WHERE name = $1", table
    )
    await connection.close()
    return number


async def owner_of(harbour: Harbour, table: str) -> ServerProcess:
    """The server that has a table."""
    number = await owner_number(harbour, table)
    return next(server for server in harbour.fleet.servers if server.number == number)


def test_a_server_that_ends_hands_its_tables_over_at_once(harbour: Harbour) -> None:
    """People are told to come back, and need not wait until its leases are over."""
    fleet, client, url = harbour.fleet, harbour.client, harbour.url

    async def case() -> None:
        crew = await gather_crew(client, fleet.address, "jolly-and-roger", "pp")
        playing = asyncio.gather(*(sailor.play(0.2) for sailor in crew))
        await asyncio.sleep(1.5)
        acted = sum(len(sailor.acknowledged) for sailor in crew)
        owner = await owner_of(harbour, crew[0].table)
        ended = time.monotonic()
        await owner.end()
        took_s = time.monotonic() - ended
        while sum(len(sailor.acknowledged) for sailor in crew) < acted + 4:
            assert time.monotonic() - ended < took_s + 4.0
            await asyncio.sleep(0.05)
        async with asyncio.timeout(100):
            await playing
        await check_logs(url, crew)
        await owner.start()

    harbour.runner.run(case())


@pytest.mark.torture
def test_everything_happens_for_minutes(harbour: Harbour) -> None:
    """Kills, cuts, pauses and restarts at once, until the time is over."""
    fleet, client, url = harbour.fleet, harbour.client, harbour.url

    async def case() -> None:
        database = harbour.database

        async def trouble(chance: random.Random, sailors: list[Sailor]) -> None:
            number = chance.randrange(3)
            server, kind = fleet.servers[number], chance.choice("kkkcprs")
            if kind == "k":
                await server.end(signal.SIGKILL)
                await server.start()
            elif kind == "s":
                await server.end()
                await server.start()
            elif kind == "c":
                fleet.relays[number].cut()
                await asyncio.sleep(chance.uniform(0.5, 6.0))
                fleet.relays[number].mend()
            elif kind == "p":
                server.pause(on=True)
                await asyncio.sleep(chance.uniform(0.5, 6.0))
                server.pause(on=False)
            else:
                await asyncio.to_thread(database.stop, at_once=chance.random() < 0.5)
                await asyncio.sleep(chance.uniform(0.0, 4.0))
                await asyncio.to_thread(database.start)

        until, games, times = time.monotonic() + TORTURE_S, 0, 0
        kinds = [
            ("jolly-and-roger", "pp"),
            ("jolly-and-roger", "pb"),
            ("tortuga-1667", "pbp"),
            ("jamaica", "ppb"),
            ("jolly-roger", "pppb"),
        ]
        while time.monotonic() < until:
            _, done = await play_through(
                fleet, client, url, kinds, trouble, every_s=2.0, think_s=0.2, most_s=600
            )
            games += len(kinds)
            times += done
        print(f"{games} games, {times} troubles")

    harbour.runner.run(case())
