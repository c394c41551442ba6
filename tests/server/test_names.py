"""A name that somebody keeps: nobody else plays under it, and its games are told to its key."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from broadside.server.http import my_tables
from tests.server.calling import call
from tests.server.harness import house
from tests.server.live import running
from tests.server.test_afterwards import finished

if TYPE_CHECKING:
    from collections.abc import Iterator

MINE, THEIRS = "m" * 40, "t" * 40
NAME = "Anne Bonny"


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    """Somebody at a server."""
    with running() as address, httpx.Client(base_url=address) as client:
        yield client


def keep(client: httpx.Client, key: str, name: str = NAME) -> httpx.Response:
    """Keep a name."""
    return client.post("/api/names/keep", json={"name": name, "key": key})


def sit(client: httpx.Client, name: str, key: str | None = None) -> httpx.Response:
    """Open a table against a bot, and sit down."""
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "random"}]
    opened = client.post("/api/tables", json={"game": "jolly-and-roger", "seats": seats}).json()
    wish = {"name": name} if key is None else {"name": name, "key": key}
    return client.post(f"/api/tables/{opened['table']}/seats/0", json=wish)


def player(client: httpx.Client, key: str | None = None) -> dict[str, Any]:
    """What is told about the name."""
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    told: dict[str, Any] = client.get(f"/api/players/{NAME}", headers=headers).json()
    return told


def test_only_the_key_sits_down(client: httpx.Client) -> None:
    """However the name is written, and at every door: tables, guided games, renaming."""
    assert sit(client, NAME).status_code == 201
    assert keep(client, MINE).json() == {"name": NAME, "is_kept": True}
    assert keep(client, MINE).status_code == 200
    for refused in (
        sit(client, "  anne   BONNY "),
        sit(client, NAME, THEIRS),
        keep(client, THEIRS),
        client.post("/api/games/jamaica/guided", json={"name": NAME}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "name_kept")
    assert sit(client, NAME, MINE).status_code == 201
    assert sit(client, "Anne", THEIRS).status_code == 201


def test_nobody_is_renamed_to_it(client: httpx.Client) -> None:
    """A host cannot dress somebody up."""
    keep(client, MINE)
    wish = {"game": "jolly-and-roger", "seats": [{"kind": "open"}, {"kind": "open"}]}
    opened = client.post("/api/tables", json=wish).json()
    path = f"/api/tables/{opened['table']}"
    client.post(f"{path}/seats/0", json={"name": "Mary"})
    headers = {"authorization": f"Bearer {opened['host']}"}
    order = {"do": "rename", "seat": 0, "name": NAME}
    assert client.post(f"{path}/host", json=order, headers=headers).json()["code"] == "name_kept"


def test_given_up(client: httpx.Client) -> None:
    """Only by its key; then it is everybody's again."""
    keep(client, MINE)
    for key, status in ((THEIRS, 409), (MINE, 200)):
        given = client.post("/api/names/give-up", json={"name": NAME, "key": key})
        assert given.status_code == status
    assert sit(client, NAME).status_code == 201


def test_short_keys_are_refused(client: httpx.Client) -> None:
    """What can be guessed keeps nothing."""
    assert keep(client, "secret").status_code == 400
    assert player(client)["is_kept"] is False


def test_two_want_it_at_once(client: httpx.Client) -> None:
    """One of them gets it."""
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda n: keep(client, f"{n}" * 40).status_code, range(8)))
    assert sorted(told) == [200] + [409] * 7


def test_who_is_told(client: httpx.Client) -> None:
    """Everybody may know that it is kept; whose it is only who shows the key."""
    keep(client, MINE)
    assert player(client) == player(client, THEIRS)
    assert player(client)["is_kept"]
    assert not player(client)["is_mine"]
    assert player(client, MINE)["is_mine"]
    card = client.post("/api/names/card", json={"name": NAME, "key": MINE})
    assert card.headers["content-type"] == "image/svg+xml"
    assert client.post("/api/names/card", json={"name": NAME, "key": THEIRS}).status_code == 409


def test_its_games_since_it_is_kept() -> None:
    """Dated, with the others' names; what somebody else played before is not told."""

    async def case() -> None:
        async with house() as server:
            await finished(server)
            await server.clock.advance(1.0)
            await server.tables.house.names.keep("Player 0", MINE)
            shell, _, _ = await finished(server)
            told = await my_tables.player(call(server, credential=MINE, name="player 0"))
            assert told.games[0].played == 2
            (game,) = told.latest
            assert (game.table, game.names) == (shell.name, ["Player 1"])
            others = await my_tables.player(call(server, credential=THEIRS, name="Player 0"))
            assert others.latest == []

    asyncio.run(case())
