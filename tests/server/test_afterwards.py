"""After the game: moments through any eyes, the chart, the rematch, and what might have been."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from broadside.kernel.errors import BadRecord
from broadside.kernel.event import EVERYTHING, SPECTATOR
from broadside.kernel.rng import FastRng
from broadside.replays import fairness, finished_game
from broadside.server import opening
from broadside.server.http import finished_games
from broadside.server.table.results import replay_file
from broadside.service.refusal import Refusal
from broadside.store.memory import MemoryStore
from broadside.wire.http_messages import Chart, Hidden, Moments, WhatIf
from broadside.wire.messages import Away, OpenTable, SeatWish, Update
from tests.server.calling import table_of, told
from tests.server.harness import (
    GAMES,
    NAME,
    Client,
    SilentThinkers,
    house,
    play,
    settle,
)
from tests.server.live import running, watch_to_the_end

if TYPE_CHECKING:
    from types import ModuleType

    from broadside.replays.fairness import ReplayFile
    from broadside.server.table.shell import Shell
    from broadside.server.table.state import Table
    from broadside.wire.http_messages import SeatBeliefs
    from tests.server.harness import House


async def finished(server: House, **options: Any) -> tuple[Shell, list[str], list[Client]]:
    """A table where two people have played to the end, their credentials and connections."""
    table = await server.open("pp", **options)
    credentials = [await server.sit(table, seat, f"Player {seat}") for seat in range(2)]
    clients = [await server.join(table.name, c) for c in credentials]
    await play(clients)
    return table, credentials, clients


def moments(table: Table, eyes: int, first: int, count: int) -> Moments:
    """Some moments of a finished game."""
    return finished_game.moments(replay_file(table), GAMES, eyes, first, count)


def chart_of(table: Table) -> Chart:
    """Its chart."""
    return finished_game.chart(replay_file(table), GAMES)


def hidden(table: Table) -> Hidden:
    """What was hidden in it."""
    bots = [chair.seat for chair in table.chairs if chair.player is not None]
    return finished_game.hidden(replay_file(table), GAMES, bots)


async def finished_table(server: House, **options: Any) -> tuple[Table, list[str]]:
    """The same table as its records tell it, and the credentials."""
    shell, credentials, _ = await finished(server, **options)
    return await table_of(shell), credentials


# ----------------------------------------------------------------- moments and chart


@pytest.mark.parametrize("eyes", [0, 1, SPECTATOR])
def test_moments_show_what_was_seen_then(eyes: int) -> None:
    """Each view and each event is what that viewpoint was told when it happened."""

    async def case() -> None:
        async with house() as server:
            shell = await server.open("pp", memory="closed", first_splitter="seat0")
            credentials: list[str | None] = [await server.sit(shell, seat) for seat in range(2)]
            clients = [await server.join(shell.name, c) for c in [*credentials, None]]
            await play(clients[:2])
            table = clients[0].table
            told = clients[eyes].all(Update)
            count = len(table.actions) + 1
            found = moments(table, eyes, 0, count)
            assert found.count == len(found.moments) == len(told) == count
            for moment, update in zip(found.moments, told, strict=True):
                assert moment.view == update.view
                events = [{k: v for k, v in e.items() if k != "seq"} for e in update.events]
                assert moment.events == events
                assert moment.waiting == update.waiting
                assert moment.scores is None
                assert (moment.action is not None) == (moment.seat == eyes)

    asyncio.run(case())


def test_moments_with_all_cards_open() -> None:
    """Everything is shown, page by page, and the pages fit together."""

    async def case() -> None:
        async with house() as server:
            table, _ = await finished_table(server)
            whole = moments(table, EVERYTHING, 0, 10_000).moments
            pages = [
                moment
                for first in range(0, len(whole), 7)
                for moment in moments(table, EVERYTHING, first, 7).moments
            ]
            assert [moment.number for moment in pages] == list(range(len(whole)))
            assert pages == whole
            assert [(m.seat, m.action) for m in whole[1:]] == table.actions
            state = table.state
            assert state is not None
            assert (whole[-1].scores, whole[-1].result) == (state.scores(), state.result())
            assert whole[-1].view == state.view(EVERYTHING)
            chart = chart_of(table)
            assert chart == Chart([moment.scores or [] for moment in whole], [])

    asyncio.run(case())


def test_what_was_hidden() -> None:
    """All cards at the end, all sides, and what bots and stand-ins believed; people are spared."""

    async def case() -> None:
        async with house() as server:
            table = await tortuga(server, loyalty_mode="one_each")
            state = table.state
            assert state is not None
            told = hidden(table)
            assert told.view == state.view(EVERYTHING)
            assert told.sides == told.view["end"]["loyalties"]
            assert [held.seat for held in told.beliefs] == [1, 2, 3, 4]
            assert sum([doubts(table, held) for held in told.beliefs]) > 0

    asyncio.run(case())


async def tortuga(server: House, **options: Any) -> Table:
    """A finished game with secret sides: a person, a stand-in for another one, and three bots."""
    wishes = [*[SeatWish("open")] * 2, *[SeatWish("bot", "greedy")] * 3]
    shell = await server.open_table(OpenTable("tortuga-1667", wishes, options))
    credentials = [await server.sit(shell, seat, f"Player {seat}") for seat in range(2)]
    anne, mary = [await server.join(shell.name, one) for one in credentials]
    await mary.post(Away("a"))
    for _ in range(1000):
        await play([anne])
        if anne.table.status == "over":
            return anne.table
        await settle()  # bots play on among themselves
    raise AssertionError("the game does not come to an end")


def doubts(table: Table, held: SeatBeliefs) -> int:
    """Of how many a seat had to guess; of those it saw before the end it was sure.

    It believed the same in every world that it could not tell from the true one.
    """
    *_, (_, _, state, _) = table.course(table.actions[:-1])
    for seed in range(1, 6):
        world = state.determinize(held.seat, FastRng(seed))
        assert table.game.advice().beliefs(world, held.seat) == held.of
    view: dict[str, Any] = state.view(held.seat)
    shown = [seat["loyalty"] for seat in view["seats"]]
    for side, belief in zip(shown, held.of, strict=True):
        assert sum(belief.values()) == pytest.approx(1)
        assert side is None or belief[side] == pytest.approx(1)
    return shown.count(None)


def test_the_chart_of_sides() -> None:
    """Where sides play, theirs are the lines: chests for all to see, and a tie for the Dutch."""

    async def case() -> None:
        async with house() as server:
            table = await tortuga(server)
            chart = chart_of(table)
            assert chart.sides == ["british", "dutch", "french"]
            views = [
                moments(table, SPECTATOR, number, 1).moments[0].view
                for number in (0, len(chart.scores) // 2, len(chart.scores) - 1)
            ]
            drawn = [chart.scores[0], chart.scores[len(chart.scores) // 2], chart.scores[-1]]
            for view, scores in zip(views, drawn, strict=True):
                british, french = view["british"], view["french"]
                assert scores == [british, british if british == french else 0, french]

    asyncio.run(case())


def test_nobody_believes_anything_in_a_game_without_sides() -> None:
    """Only the cards are shown."""

    async def case() -> None:
        async with house() as server:
            table, _ = await finished_table(server)
            state = table.state
            assert state is not None
            told = hidden(table)
            assert told == Hidden(state.view(EVERYTHING), [], [])

    asyncio.run(case())


def test_nothing_of_a_running_game_is_told() -> None:
    """Moments, chart, rematch and what-if wait for the end."""
    with running() as address, httpx.Client(base_url=address) as client:
        wish = {"game": NAME, "seats": [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}]}
        table = client.post("/api/tables", json=wish).json()["table"]
        path = f"/api/tables/{table}"
        seat = client.post(f"{path}/seats/0", json={"name": "Anne"}).json()
        mine = {"Authorization": f"Bearer {seat['credential']}"}
        branch = {"moment": 0, "seat": 0, "name": "Anne"}
        for answer in (
            client.get(f"{path}/moments?eyes=all"),
            client.get(f"{path}/chart"),
            client.get(f"{path}/hidden"),
            client.post(f"{path}/rematch", headers=mine),
            client.post(f"{path}/what-if", json=branch),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "not_over")


def test_everything_over_http() -> None:
    """A finished game of two bots, asked for in every way."""
    with running() as address, httpx.Client(base_url=address) as client:
        bots = [{"kind": "bot", "bot": "random"}] * 2
        table = client.post("/api/tables", json={"game": NAME, "seats": bots}).json()["table"]
        path = f"/api/tables/{table}"
        watch_to_the_end(address, table)
        moments = client.get(f"{path}/moments?eyes=1&first=3&count=2").json()
        assert [moment["number"] for moment in moments["moments"]] == [3, 4]
        assert len(client.get(f"{path}/chart").json()["scores"]) == moments["count"]
        assert client.get(f"{path}/moments?first=999999").json()["moments"] == []
        for query, code in {
            "eyes=2": "bad_eyes",
            "eyes=-1": "bad_eyes",
            "eyes=everything": "bad_eyes",
            "count=51": "malformed",
            "first=-1": "malformed",
            "first=x": "malformed",
        }.items():
            answer = client.get(f"{path}/moments?{query}")
            assert (answer.status_code, answer.json()["code"]) == (400, code)
        stranger = {"Authorization": "Bearer nonsense"}
        assert client.post(f"{path}/rematch", headers=stranger).status_code == 403
        branch: dict[str, Any] = {"moment": 4, "seat": 1, "name": "<i>Anne</i>"}
        taken = client.post(f"{path}/what-if", json=branch).json()
        info = client.get(f"/api/tables/{taken['table']}").json()
        assert (taken["seat"], info["host"], info["status"]) == (1, 1, "playing")
        assert info["seats"][1]["name"] == "<i>Anne</i>"
        for change, status in ({"moment": 10**6}, 400), ({"seat": 3}, 404), ({"name": " "}, 400):
            assert client.post(f"{path}/what-if", json={**branch, **change}).status_code == status


PARTS: dict[str, tuple[ModuleType, str]] = {
    "replay": (finished_games, "seal_replay"),
    "moments": (finished_game, "moments"),
    "chart": (finished_game, "chart"),
    "hidden": (finished_game, "hidden"),
    "what-if": (opening, "what_if"),
}
"""What is asked for, and the function in which that takes long."""


@pytest.mark.parametrize("part", list(PARTS))
def test_what_takes_long_to_make_keeps_nobody_waiting(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are answered while it is made: it has a thread of its own."""
    begun, stop = threading.Event(), threading.Event()

    def take_long(*_: object) -> None:
        begun.set()
        stop.wait(30)
        raise Refusal(503, "late", "It took long.")

    monkeypatch.setattr(*PARTS[part], take_long)
    wish = {"moment": 0, "seat": 0, "name": "Anne"}
    method, body = ("post", wish) if part == "what-if" else ("get", None)
    with running() as address, ThreadPoolExecutor(1) as pool:
        bots = [{"kind": "bot", "bot": "random"}] * 2
        opened = httpx.post(f"{address}/api/tables", json={"game": NAME, "seats": bots}).json()
        watch_to_the_end(address, opened["table"])
        url = f"{address}/api/tables/{opened['table']}/{part}"
        asking = pool.submit(httpx.request, method, url, json=body, timeout=60)
        try:
            assert begun.wait(30)
            assert httpx.get(f"{address}/healthz", timeout=10).status_code == 200
            assert not asking.done()
        finally:
            stop.set()
        assert asking.result().json()["code"] == "late"


# ----------------------------------------------------------------------------- what if


async def branch(server: House, table: Table, moment: int, seat: int = 0) -> Client:
    """Go on from a moment of a finished game."""
    taken = await server.tables.what_if(table, WhatIf(moment, seat, "Anne"))
    return await server.join(taken.table, taken.credential)


def test_going_on_from_a_moment() -> None:
    """The table stands as it stood; then chance is its own, and bots play the others."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            table, _ = await finished_table(server, first_splitter="seat0")
            past = moments(table, 0, 0, 1000).moments
            moment = next(m.number for m in past[10:] if m.waiting == [0])
            anne = await branch(server, table, moment)
            assert anne.update.view == past[moment].view
            assert anne.update.prompt is not None
            kinds = [event["kind"] for event in anne.events()]
            assert kinds == [e["kind"] for m in past[: moment + 1] for e in m.events]
            info = await told(server, anne.shell)
            assert [seat.kind for seat in info.seats] == ["person", "bot"]
            assert (info.hints, info.clock_s, info.fairness.seed) == (True, None, None)
            old, new = table.opened, anne.table.opened
            assert old.seed != new.seed

    asyncio.run(case())


def test_the_file_of_a_branch_verifies() -> None:
    """Both parts are checked, also of a branch of a branch; the command line reads it."""

    async def case() -> None:
        async with house() as server:
            table, _ = await finished_table(server)
            for moment in (20, 30):
                anne = await branch(server, table, moment)
                await play([anne])
                table = anne.table
                file = replay_file(table)
                read = fairness.replay_file(fairness.write_replay(file))
                assert (read, read.format_version) == (file, 2)
                verdict = fairness.verify(read, GAMES)
                assert verdict.ok
                assert sum(f.check == "commitment" for f in verdict.findings) == len(
                    file.segments()
                )
                assert sum(len(part.actions) for part in file.before) == moment
                whole = moments(table, EVERYTHING, 0, 1000)
                assert whole.count == len(whole.moments) == len(list(fairness.steps(read, GAMES)))
            check_forgeries(file)

    asyncio.run(case())


def check_forgeries(file: ReplayFile) -> None:
    """A changed part of the past is found, and so is a file that hides or invents one."""
    text = json.loads(fairness.write_replay(file))
    forged = json.loads(json.dumps(text))
    forged["before"][0]["seed"] = "00" * 32
    assert not fairness.verify(fairness.replay_file(json.dumps(forged)), GAMES).ok
    for wrong in (
        {**text, "format_version": 1},
        {**text, "before": []},
        {**text, "before": [{**text["before"][0], "salts": []}]},
        {**text, "before": [{**text["before"][0], "actions": [[9, "split 12"]]}]},
    ):
        with pytest.raises(BadRecord, match="broken"):
            fairness.replay_file(json.dumps(wrong))


def test_a_branch_survives_a_restart() -> None:
    """Its first record holds all that came before."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as server:
            table, _ = await finished_table(server)
            anne = await branch(server, table, 12)
            name = anne.table.name
            assert anne.table.state is not None
            written = anne.table.state.write()
        async with house(store=store, thinkers=SilentThinkers()) as server:
            state = (await table_of(await server.tables.find(name))).state
            assert state is not None
            assert state.write() == written

    asyncio.run(case())


@pytest.mark.parametrize("moment", [0, 1])
def test_the_first_moments(moment: int) -> None:
    """One may begin with the deal itself."""

    async def case() -> None:
        async with house() as server:
            table, _ = await finished_table(server)
            anne = await branch(server, table, moment)
            await play([anne])
            assert fairness.verify(replay_file(anne.table), GAMES).ok

    asyncio.run(case())


def test_jamaica_goes_on_too() -> None:
    """A game with dice and secrets: the same past, another future, still verifiable."""

    async def case() -> None:
        async with house() as server:
            bots = [SeatWish("bot", "greedy")] * 3
            shell = await server.open_table(OpenTable("jamaica", bots))
            watcher = await server.join(shell.name)  # bots play only where somebody looks
            for _ in range(400):
                if watcher.table.status == "over":
                    break
                await settle()
            table = watcher.table
            anne = await branch(server, table, 40, 2)
            for _ in range(2000):
                if anne.update.result is not None:
                    break
                await play([anne], 1)
                await settle()
            assert fairness.verify(replay_file(anne.table), GAMES).ok

    asyncio.run(case())
