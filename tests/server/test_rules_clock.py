"""Times that the rules give: they hold at a table without a clock, and never lengthen one."""

from __future__ import annotations

import asyncio

import pytest

from broadside.kernel.game import Options
from broadside.server.table.records import Acted
from broadside.wire.messages import OpenTable, SeatWish, Update

from .harness import Client, House, house

PERSON = SeatWish("open")


async def sit_down(running: House, clock_s: int | None) -> list[Client]:
    """Two people at Tortuga with a sand timer, at the first question of the set-up."""
    options: Options = {"sand_timer": True}
    wish = OpenTable("tortuga-1667", [PERSON, PERSON], options, clock_s, reserve_s=60)
    shell = await running.open_table(wish)
    rights = [await running.sit(shell, seat, f"P{seat}", "salt") for seat in range(2)]
    return [await running.join(shell.name, right) for right in rights]


async def stow(people: list[Client]) -> None:
    """Both captains stow their chests; the first turn begins."""
    for _ in range(2):
        state = people[0].table.state
        assert state is not None
        (captain,) = state.deciders()
        await people[captain].act(state.prompt(captain).default.text)


@pytest.mark.parametrize(("clock_s", "wait_s"), [(None, 30), (120, 30), (10, 10)])
def test_the_sand_runs_at_every_table(clock_s: int | None, wait_s: int) -> None:
    """Thirty seconds for an action, or less, and no reserve; then the clock peeks."""

    async def scenario() -> None:
        async with house() as running:
            people = await sit_down(running, clock_s)
            await stow(people)
            table = people[0].table
            assert people[0].update.clock is not None
            assert people[0].update.clock.total_ms == wait_s * 1000
            assert people[0].update.clock.reserve_ms == 0
            await running.clock.advance(wait_s - 0.1)
            before = table.seq
            await running.clock.advance(0.2)
            assert table.seq == before + 1
            record = (await running.stored(table.name))[-1]
            assert isinstance(record, Acted)
            assert (record.action, record.by) == ("peek 1 2", "clock")

    asyncio.run(scenario())


def test_other_questions_are_not_hurried() -> None:
    """Without a clock only what the rules time runs out, and only while it is asked."""

    async def scenario() -> None:
        async with house() as running:
            people = await sit_down(running, None)
            table = people[0].table
            for person in people:
                assert person.update.clock is None
            seq = table.seq
            await running.clock.advance(3600)
            assert table.seq == seq
            await stow(people)
            assert people[0].update.clock is not None
            await running.clock.advance(30)
            assert table.seq == seq + 3

    asyncio.run(scenario())


def test_seats_that_are_asked_in_turn_have_their_own_time() -> None:
    """Where only those are asked who can do something, no window counts down for all."""

    async def scenario() -> None:
        async with house() as running:
            options: Options = {"ask_all": False}
            wish = OpenTable("jolly-roger", [PERSON] * 3, options, clock_s=30)
            shell = await running.open_table(wish)
            rights = [await running.sit(shell, seat, f"P{seat}", "salt") for seat in range(3)]
            people = [await running.join(shell.name, right) for right in rights]
            await running.clock.advance(120)
            assert all(update.countdown is None for one in people for update in one.all(Update))
            stored = [r for r in await running.stored(shell.name) if isinstance(r, Acted)]
            assert {record.by for record in stored} <= {"clock", "bot"}
            assert len(stored) > 3

    asyncio.run(scenario())
