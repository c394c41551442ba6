"""A sealed choice cannot be read off the clock: it runs as if everybody were still asked."""

from __future__ import annotations

import asyncio

import pytest

from broadside.server.clock import Deadlines
from broadside.server.wire.messages import Hello, OpenTable, SeatWish, TakeSeat

from .harness import Client, FakeClock, House, SilentThinkers, ask, house, settle

PERSON, BOT = SeatWish("open"), SeatWish("bot", "greedy")


async def sit_down(running: House, clock_s: int | None = 120) -> list[Client]:
    """Two people and a bot that never answers, at the moment when all choose their cards."""
    for _ in range(20):
        wish = OpenTable("jamaica", [PERSON, PERSON, BOT], {}, clock_s)
        table, _ = await running.tables.open(wish)
        people = []
        for seat in range(2):
            taken = await table.host.sit(seat, TakeSeat(f"P{seat}", "salt"))
            people.append(Client(table))
            await table.join(people[-1].connection, Hello(taken.credential))
        await settle()
        state = table.ledger.state
        assert state is not None
        if state.deciders() in ([0], [1]):
            (captain,) = state.deciders()
            await people[captain].act(state.prompt(captain).default.text)
        if len(state.deciders()) == 3:
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
    """Seat 0 answered under seal: its time is still shown, but it does not run out."""
    clock = FakeClock()
    deadlines = Deadlines(clock)
    ask(deadlines, [0], [0], 30)
    deadlines.answered(0)
    ask(deadlines, [], [0], 30)

    assert deadlines.left_ms(None) == 30_000
    assert deadlines.next_due() is None

    ask(deadlines, [], [], 30)

    assert deadlines.left_ms(None) is None
