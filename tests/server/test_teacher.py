"""Lessons after a game: every decision of a seat, judged on what the seat knew."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from broadside.cli.thinking import judge_decision
from broadside.lessons.teacher import WAITING_MAX
from broadside.server.table.results import replay_file
from broadside.server.table.state import Table
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import Analysis
from broadside.workers.pool import Brain, NoThoughtError, ProcessThinkers, Question

from . import thoughts
from .harness import GAMES, NAME, QUICK, House, InlineThinkers, house, play
from .test_live import Site, on_site, play_to_the_end


class Judges(InlineThinkers):
    """Judges that find every second decision mistaken, and one now and then beyond them."""

    def __init__(self) -> None:
        super().__init__()
        self.judged: list[tuple[Question, str]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def judge(self, question: Question, action: str, *, table: str = "") -> Mapping[str, Any]:
        await self.gate.wait()
        self.judged.append((question, action))
        if len(self.judged) % 5 == 0:
            raise NoThoughtError("it is too late in the evening")
        return {
            "played": action,
            "best": "pick A",
            "chance": 0.4,
            "best_chance": 0.5,
            "loss": 0.1,
            "is_mistake": len(self.judged) % 2 == 0,
            "why": [("gold in the chest", 0.3)],
        }


async def finished(server: House) -> Table:
    """A game of a person against a bot that is over."""
    shell = await server.open("pb")
    anne = await server.join(shell.name, await server.sit(shell, 0))
    await play([anne])
    return anne.table


def begin(server: House, table: Table, seat: int, address: str) -> Analysis:
    """Ask for a lesson."""
    return server.tables.teacher.begin(table.name, seat, replay_file(table), address)


async def ended(server: House, table: Table, seat: int = 0) -> None:
    """Wait until a lesson is over."""
    task = server.tables.teacher._lessons[table.name, seat].task
    assert task is not None
    async with asyncio.timeout(120):
        await task


def test_every_decision_is_judged_in_a_world_of_its_seat() -> None:
    async def case() -> None:
        judges = Judges()
        async with house(thinkers=judges) as server:
            table = await finished(server)
            found = begin(server, table, 0, "a")
            assert (found.done, found.total, found.decisions) == (0, None, [])
            await ended(server, table)
            own = [action for seat, action in table.actions if seat == 0]
            assert found.done == found.total == len(judges.judged)
            assert 0 < len(judges.judged) <= len(own)
            assert len(found.decisions) == found.done - found.done // 5  # some could not be judged
            for question, action in judges.judged:
                world = GAMES[NAME].read(question.world)
                assert action in [one.text for one in world.legal(0)]
                assert "sealed" not in question.world
                assert question.think_ms == QUICK.lesson_ms
            for one in found.decisions:
                assert table.actions[one.moment] == (0, one.played)
                assert (one.view is not None) == one.is_mistake

    asyncio.run(case())


def test_a_lesson_is_given_once() -> None:
    async def case() -> None:
        judges = Judges()
        async with house(thinkers=judges) as server:
            table = await finished(server)
            begin(server, table, 0, "a")
            await ended(server, table)
            count = len(judges.judged)
            again = begin(server, table, 0, "a")
            assert again is server.tables.teacher.find(table.name, 0)
            assert len(judges.judged) == count
            with pytest.raises(Refusal, match="Nobody has asked"):
                server.tables.teacher.find(table.name, 1)
            with pytest.raises(Refusal, match="no seat 2"):
                begin(server, table, 2, "a")

    asyncio.run(case())


def test_lessons_are_limited_by_address_and_in_all() -> None:
    async def case() -> None:
        judges = Judges()
        settings = replace(QUICK, lessons_per_s=0.001, lessons_burst=1)
        async with house(thinkers=judges, settings=settings) as server:
            table = await finished(server)
            judges.gate.clear()
            begin(server, table, 0, "a")
            with pytest.raises(Refusal, match="many lessons"):
                begin(server, table, 1, "a")
            begin(server, table, 1, "b")
            for number in range(WAITING_MAX - 2):
                other = await finished(server)
                begin(server, other, 0, f"c{number}")
            with pytest.raises(Refusal, match="Many want to learn"):
                begin(server, await finished(server), 0, "d")

    asyncio.run(case())


def test_lessons_over_http() -> None:
    """Not before the end; then the same lesson for everybody, here without a judge."""

    async def case(site: Site) -> None:
        path = f"{site.address}/api/tables/{site.table}/seats/0/analysis"
        async with httpx.AsyncClient() as client:
            assert (await client.post(path)).json()["code"] == "not_over"
            async with site.join(0) as anne:
                await play_to_the_end(anne)
            assert (await client.get(path)).json()["code"] == "no_analysis"
            begun = (await client.post(path)).json()
            assert begun["seat"] == 0
            while not begun["is_over"]:
                begun = (await client.get(path)).json()
            assert begun["done"] == begun["total"] > 0
            assert begun["decisions"] == []

    on_site(case, "pb")


class Pooled(InlineThinkers):
    """Bots as in other tests, and a real captain as judge in a real worker."""

    def __init__(self) -> None:
        super().__init__()
        brain = Brain(thoughts.default, judge=judge_decision)
        self.pool = ProcessThinkers(brain, workers=1, timeout_s=60)

    async def judge(self, question: Question, action: str, *, table: str = "") -> Mapping[str, Any]:
        return await self.pool.judge(question, action, table=table)

    async def close(self) -> None:
        await self.pool.close()


def test_a_captain_judges_in_a_worker() -> None:
    async def case() -> None:
        thinkers = Pooled()
        async with house(thinkers=thinkers, settings=replace(QUICK, lesson_ms=30)) as server:
            table = await finished(server)
            found = begin(server, table, 0, "a")
            await ended(server, table)
            assert len(found.decisions) == found.total
            assert all(0 <= one.chance <= 1 for one in found.decisions)
        await thinkers.close()

    asyncio.run(case())
