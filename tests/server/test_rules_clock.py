"""Times that the rules give: they hold at a table without a clock, and never lengthen one."""

from __future__ import annotations

import asyncio

import pytest

from broadside.kernel.game import Options
from broadside.server.clock import Deadlines
from broadside.server.wire.messages import Hello, OpenTable, SeatWish, TakeSeat
from broadside.server.table.records import Acted

from .harness import Client, FakeClock, House, ask, house, settle

PERSON = SeatWish("open")


async def sit_down(running: House, clock_s: int | None) -> list[Client]:
    """Two people at Tortuga with a sand timer, both chests stowed."""
    options: Options = {"sand_timer": True}
    wish = OpenTable("tortuga-1667", [PERSON, PERSON], options, clock_s, reserve_s=60)
    table, _ = await running.tables.open(wish)
    people = []
    for seat in range(2):
        taken = await table.host.sit(seat, TakeSeat(f"P{seat}", "salt"))
        people.append(Client(table))
        await table.join(people[-1].connection, Hello(taken.credential))
    await settle()
    for _ in range(2):
        state = table.ledger.state
        assert state is not None
        (captain,) = state.deciders()
        await people[captain].act(state.prompt(captain).default.text)
    return people


@pytest.mark.parametrize(("clock_s", "wait_s"), [(None, 30), (120, 30), (10, 10)])
def test_the_sand_runs_at_every_table(clock_s: int | None, wait_s: int) -> None:
    """Thirty seconds for an action, or less, and no reserve; then the clock peeks."""

    async def scenario() -> None:
        async with house() as running:
            people = await sit_down(running, clock_s)
            table = people[0].table
            assert people[0].update.clock is not None
            assert people[0].update.clock.total_ms == wait_s * 1000
            assert people[0].update.clock.reserve_ms == 0
            await running.clock.advance(wait_s - 0.1)
            before = table.ledger.seq
            await running.clock.advance(0.2)
            assert table.ledger.seq == before + 1
            record = (await running.stored(table.ledger.table))[-1]
            assert isinstance(record, Acted)
            assert (record.action, record.by) == ("peek 1 2", "clock")

    asyncio.run(scenario())


def test_other_questions_are_not_hurried() -> None:
    """Without a clock only what the rules time runs out."""
    deadlines = Deadlines(FakeClock())
    ask(deadlines, [0, 1], [0, 1], 10)
    assert deadlines.left_ms(1) == 10_000
    assert deadlines.next_due() is not None
    ask(deadlines, [0], [0], None)
    assert deadlines.next_due() is None
    assert deadlines.left_ms(0) is None
