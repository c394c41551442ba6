"""A sealed choice cannot be read off the clock: it runs as if everybody were still asked."""

from __future__ import annotations

import asyncio

import pytest

from broadside.server.table.decision import Scene
from broadside.server.table.thinking_time import due
from broadside.service.crew import Crew
from broadside.wire.messages import OpenTable, SeatWish

from .harness import QUICK, Client, House, SilentThinkers, house

PERSON, BOT = SeatWish("open"), SeatWish("bot", "greedy")


async def sit_down(running: House, clock_s: int | None = 120) -> list[Client]:
    """Two people and a bot that never answers, at the moment when all choose their cards."""
    for _ in range(20):
        seats = [PERSON, PERSON, BOT]
        wish = OpenTable("jamaica", seats, {}, clock_s, **running.wish)
        shell = await running.open_table(wish)
        rights = [await running.sit(shell, seat, f"P{seat}", "salt") for seat in range(2)]
        people = [await running.join(shell.name, right) for right in rights]
        table = people[0].table
        assert table.state is not None
        if table.deciders() in ([0], [1]):
            (captain,) = table.deciders()
            await people[captain].act(table.state.prompt(captain).default.text)
        if len(table.deciders()) == 3:
            return people
    raise AssertionError("the silent bot was Captain of every table")


@pytest.mark.parametrize("is_other_first", [False, True])
def test_the_clock_does_not_tell_who_has_chosen(is_other_first: bool) -> None:
    """Whether or not the other person has chosen, mine shows the same time."""

    async def scenario() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            me, other = await sit_down(running)
            if is_other_first:
                await other.act(other.update.legal[0])
            await me.act(me.update.legal[0])
            assert me.update.clock is not None
            assert me.update.clock.left_ms == me.update.clock.total_ms

    asyncio.run(scenario())


def test_a_seat_that_answered_is_shown_as_long_as_it_seems_to_be_asked() -> None:
    """Both people answered under seal: their time is still shown, but it does not run out."""

    async def scenario() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            people = await sit_down(running)
            for person in people:
                await person.act(person.update.legal[0])
            table, presence = people[0].table, people[0].presence
            assert due(Scene(table, presence, running.clock.now_ms(), QUICK, Crew({}))) is None
            seq = table.seq
            for left_ms in (120_000, 60_000, 0, 0):
                watcher = await running.join(table.name)
                assert watcher.update.clock is not None
                assert watcher.update.clock.left_ms == left_ms
                await running.clock.advance(60)
            assert table.seq == seq

    asyncio.run(scenario())


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_next_question_begins_with_its_whole_time_for_all(order: tuple[int, int]) -> None:
    """All have chosen after a minute: whoever is asked next has no minute less."""

    async def scenario() -> None:
        async with house() as running:
            wish = OpenTable("jamaica", [PERSON, PERSON], {}, 120, **running.wish)
            shell = await running.open_table(wish)
            rights = [await running.sit(shell, seat, f"P{seat}", "salt") for seat in range(2)]
            people = [await running.join(shell.name, right) for right in rights]
            table = people[0].table
            while len(table.deciders()) == 1:
                (captain,) = table.deciders()
                await people[captain].act(people[captain].update.legal[0])
            await running.clock.advance(60)
            for seat in order:
                await people[seat].act(people[seat].update.legal[0])
            watcher = await running.join(table.name)
            assert watcher.update.clock is not None
            assert watcher.update.clock.left_ms == 120_000

    asyncio.run(scenario())
