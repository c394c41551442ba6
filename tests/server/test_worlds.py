"""Worlds for the clients of seats: all that the seat knows, and nothing else."""

from __future__ import annotations

from typing import Any

import httpx
from msgspec.structs import replace

from broadside.kernel.event import EVERYTHING
from broadside.kernel.state import State
from tests.server.harness import GAMES, NAME, QUICK
from tests.server.test_live import Site, on_site


def ask(site: Site, seat: int, credential: str) -> httpx.Response:
    """Ask for a world of a seat."""
    path = f"{site.address}/api/tables/{site.table}/seats/{seat}/world"
    return httpx.get(path, headers={"Authorization": f"Bearer {credential}"})


def read(drawn: dict[str, Any]) -> State:
    """The world in an answer."""
    return GAMES[drawn["game"]].read(drawn["world"])


def test_a_world_looks_like_the_table_to_its_seat() -> None:
    """The view is the seat's own; what nobody knows is dealt anew; the answer can be given."""

    async def case(site: Site) -> None:
        async with site.join(0) as anne:
            update = await anne.wait_for("update")
            drawn = ask(site, 0, site.credentials[0]).json()
            world = read(drawn)
            assert (drawn["game"], drawn["question"]) == (NAME, update["question"])
            assert world.view(0) == update["view"]
            assert [action.text for action in world.legal(0)] == update["legal"]
            assert "sealed" not in drawn["world"]
            again = ask(site, 0, site.credentials[0]).json()
            assert again == drawn  # asking often tells no more
            other = ask(site, 1, site.credentials[1]).json()
            assert other["question"] is None
            assert read(other).view(EVERYTHING) != world.view(EVERYTHING)

    on_site(case)


def test_a_world_is_for_its_own_seat() -> None:
    async def case(site: Site) -> None:
        for seat, credential in [(1, site.credentials[0]), (0, "x"), (7, site.credentials[0])]:
            answer = ask(site, seat, credential)
            assert (answer.status_code, answer.json()["code"]) == (403, "bad_credential")

    on_site(case)


def test_there_is_no_world_before_the_start() -> None:
    async def case(site: Site) -> None:
        wish = {"game": NAME, "seats": [{"kind": "open"}] * 2}
        async with httpx.AsyncClient(base_url=site.address) as client:
            site.table = (await client.post("/api/tables", json=wish)).json()["table"]
            path = f"/api/tables/{site.table}/seats/0"
            taken = (await client.post(path, json={"name": "Anne"})).json()
        assert ask(site, 0, taken["credential"]).json()["code"] == "not_started"

    on_site(case)


def test_worlds_are_limited() -> None:
    async def case(site: Site) -> None:
        codes = [ask(site, 0, site.credentials[0]).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]
        assert ask(site, 1, site.credentials[1]).status_code == 200

    on_site(case, settings=replace(QUICK, worlds_per_s=0.01, worlds_burst=3))
