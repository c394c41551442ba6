"""Numbers tell nothing: who counts along cannot tell whether others have answered under seal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from broadside.server.table.records import Opened
from broadside.server.table.state import Table
from broadside.wire.messages import Ack, Act, Said, SeatWish, Update

from .harness import GAMES, SilentThinkers, house, update
from .test_sealed_clock import sit_down

if TYPE_CHECKING:
    from .harness import Client, House

    Numbers = list[tuple[str, int]]


def numbers(client: Client) -> Numbers:
    """Every number that a client was told, with what carried it."""
    found = []
    for message in client.received:
        if isinstance(message, Ack | Said | Update):
            found.append((type(message).__name__, message.seq))
        if isinstance(message, Update):
            found += [("event", event["seq"]) for event in message.events]
    return found


async def since_the_choice(running: House, order: list[int]) -> tuple[Numbers, Numbers, Numbers]:
    """What a seat, a spectator, and one who comes later count while the others choose in order."""
    people = await sit_down(running)
    name = people[0].table.name
    watcher = await running.join(name)
    start = watcher.update.seq
    cards = [Act("card", p.update.legal[0], p.update.question) for p in people]
    for client in [*people, watcher]:
        client.received.clear()
    for seat in order:
        await people[seat].post(cards[seat])
    await people[0].say("Aye")
    late = await running.join(name, since=start)
    told = [numbers(client) for client in (people[0], watcher, late)]
    return told[0], told[1], told[2]


def relative(counted: Numbers) -> Numbers:
    """The numbers counted from the smallest: how long the set-up took is no secret."""
    first = min(number for _, number in counted)
    return [(kind, number - first) for kind, number in counted]


def test_nobody_counts_the_sealed_answers_of_others() -> None:
    """Seat 0 and two spectators count the same whether seat 1 chose before, after or not yet."""

    async def scenario() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            alone, before, after = [
                [relative(counted) for counted in await since_the_choice(running, order)]
                for order in ([0], [1, 0], [0, 1])
            ]
            assert alone == before == after
            assert ("Update", 0) in alone[0]
            assert alone[1] == [("Said", 0)]

    asyncio.run(scenario())


def test_who_answers_counts_the_answer() -> None:
    """The update that shows the own answer has the number of its acknowledgement, one more."""

    async def scenario() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            me, other = await sit_down(running)
            await other.act(other.update.legal[0])
            start = me.update.seq
            await me.act(me.update.legal[0], "again")
            assert (me.update.ack, me.update.seq) == ("again", start + 1)
            await me.act("rob the bank", "again")
            assert me.last(Ack) == Ack("again", start + 1)

    asyncio.run(scenario())


def test_who_comes_back_resumes_by_the_own_numbers() -> None:
    """A seat that has seen everything is told no event again; from -1 on it is told all of them."""

    async def scenario() -> None:
        async with house(thinkers=SilentThinkers()) as running:
            me, other = await sit_down(running)
            await other.act(other.update.legal[0])
            await me.act(me.update.legal[0])
            table, seat = me.table, me.seat
            for since, count in ((me.update.seq, 0), (-1, len(me.events()))):
                told = update(table, seat, since)
                assert len(told.events) == count
                assert told.seq == me.update.seq

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("seat", "counted"),
    [(0, [0, 1, 2, 2, 3]), (1, [0, 1, 1, 2, 3]), (2, [0, 1, 1, 1, 2]), (None, [0, 1, 1, 1, 2])],
)
def test_numbering(seat: int | None, counted: list[int]) -> None:
    """Record 2 is sealed by seat 0, record 3 by seat 1; the others are public."""
    game = GAMES["jolly-roger"]
    wishes = [SeatWish("open")] * 3
    table = Table(
        "t", GAMES, Opened(0, game.name, game.version, {}, wishes, None, commitment="", seed="")
    )
    for table.seq, by in ((2, 0), (3, 1)):
        table.seal(by)

    assert [table.number(seat, seq) for seq in range(5)] == counted
