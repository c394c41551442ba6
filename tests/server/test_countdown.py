"""Countdowns: the same for everybody, begun anew by what all can see, held, and over at once."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from broadside.replays import fairness
from broadside.server.table.records import Acted, Closed, Held
from broadside.server.table.shell import CLOSE_RESTART
from broadside.service.settings import Settings
from broadside.store.memory import MemoryStore
from broadside.wire.messages import Update

from .brawl import PUNCH_CARD, Table
from .harness import FakeClock, FaultyStore, refused, settle
from .windows import GreedyThinkers, Witness, brawling, sit_down

if TYPE_CHECKING:
    from .harness import House

    Stories = list[list[str]]


async def brawl(running: House, seats: str = "ppp", **wishes: int | str | None) -> list[Witness]:
    """A table in its first open window: the captain, seat 0, has toasted."""
    people = await sit_down(running, seats, **wishes)  # type: ignore[arg-type]
    await people[0].act("toast")
    return people


def countdown(witness: Witness) -> tuple[int, int, list[int]]:
    """Time left, time in all, who holds."""
    shown = witness.update.countdown
    assert shown is not None
    assert shown.window == witness.window
    return shown.left_ms, shown.total_ms, shown.held


# ------------------------------------------------------------------- running out


def test_a_window_closes_by_itself_for_all_at_once() -> None:
    """Everybody sees the same countdown; then all get the default, in one record, told once."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            assert {str(countdown(each)) for each in people} == {"(4000, 4000, [])"}
            assert all(each.update.clock is None for each in people)
            told = [len(each.all(Update)) for each in people]
            await running.clock.advance(3.99)
            assert [len(each.all(Update)) for each in people] == told
            await running.clock.advance(0.02)
            assert [len(each.all(Update)) for each in people] == [count + 1 for count in told]
            assert [each.update.waiting for each in people] == [[1]] * 4
            record = (await running.stored(people[0].table.name))[-1]
            assert isinstance(record, Closed)
            assert record.answers == [(0, "done"), (1, "done"), (2, "done")]

    asyncio.run(case())


def test_a_question_has_the_clock_of_the_game() -> None:
    """Where only one is asked there is no countdown, but the game's own time to think."""

    async def case() -> None:
        async with brawling() as running:
            people = await sit_down(running, "ppp", clock_s=120)
            shown = people[0].update.clock
            assert shown is not None
            assert (shown.left_ms, shown.total_ms) == (45_000, 45_000)
            assert [each.update.countdown for each in people] == [None] * 4
            await running.clock.advance(45)
            assert countdown(people[0])[0] == 4000
            record = (await running.stored(people[0].table.name))[-1]
            assert isinstance(record, Acted)
            assert (record.action, record.by) == ("toast", "clock")

    asyncio.run(case())


def test_what_all_can_see_begins_the_countdown_anew() -> None:
    """A play opens a reaction of its own length; afterwards the window has all of its time."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, watcher = await brawl(running)
            window = anne.window
            await running.clock.advance(3)
            await mary.act("punch")
            assert countdown(jack)[:2] == (1500, 1500)
            assert jack.window != window
            await running.clock.advance(1.5)
            assert watcher.window == window
            assert countdown(jack)[:2] == (4000, 4000)
            await running.clock.advance(3.9)
            assert watcher.window == window
            await running.clock.advance(0.2)
            assert watcher.window != window

    asyncio.run(case())


def test_tables_without_a_clock_wait_for_everybody() -> None:
    """Nobody is hurried there: a window closes when all have answered."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running, clock_s=None)
            assert people[0].update.countdown is None
            await running.clock.advance(3600)
            for each in people[:3]:
                assert each.update.legal
                await each.act("done")
            assert people[0].update.waiting == [1]
            assert (await refused(people[0].hold)).code == "nothing_to_hold"

    asyncio.run(case())


def test_how_fast_windows_count_is_a_setting() -> None:
    """Tests and impatient houses count faster; clocks stay."""

    async def case() -> None:
        async with brawling(settings=Settings(countdown_factor=0.05)) as running:
            people = await brawl(running)
            assert countdown(people[0])[:2] == (200, 200)
            await people[0].hold()
            assert countdown(people[0])[:2] == (15_000, 15_000)

    asyncio.run(case())


def test_a_closing_that_cannot_be_stored_comes_later() -> None:
    """The window stays open until the store takes the record."""

    async def case() -> None:
        store = FaultyStore()
        async with brawling(store=store) as running:
            people = await brawl(running)
            store.refuses = b"closed"
            await running.clock.advance(10)
            assert people[0].update.legal
            store.refuses = None
            await running.clock.advance(1)
            assert people[0].update.waiting == [1]

    asyncio.run(case())


def test_two_servers_close_a_window_once() -> None:
    """Who has lost the table to another server stores nothing more, and its clients come again."""

    async def case() -> None:
        store = MemoryStore()
        async with brawling(store=store) as here, brawling(store=store) as there:
            people = await brawl(here)
            name = people[0].table.name
            back = Witness(await there.tables.find(name))
            await back.join(people[0].credential)
            await here.clock.advance(4)
            assert [each.closed for each in people] == [CLOSE_RESTART] * 4
            await there.clock.advance(4.1)
            closings = [r for r in await here.stored(name) if isinstance(r, Closed)]
            assert len(closings) == 1
            assert back.table.deciders() == [1]

    asyncio.run(case())


def test_a_new_server_counts_anew() -> None:
    """Who has passed is in the log, and who holds; the time begins when a person is back."""

    async def case() -> None:
        store = MemoryStore()
        async with brawling(store=store) as running:
            people = await brawl(running)
            await people[1].act("pass")
            await people[2].hold()
            await running.clock.advance(14)
        async with brawling(store=store, clock=running.clock) as running:
            await running.clock.advance(100)
            back = Witness(await running.tables.find(people[0].table.name))
            await back.join(people[1].credential)
            assert countdown(back) == (15_000, 15_000, [2])
            await running.clock.advance(14.9)
            assert back.table.deciders() == [0, 2]
            await running.clock.advance(0.2)
            assert back.table.deciders() == [1]

    asyncio.run(case())


# ------------------------------------------------------------------------ holding


def test_a_hold_stops_the_countdown_up_to_the_clock() -> None:
    """Everybody sees who holds; when the window's own time is over it closes all the same."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            await running.clock.advance(3)
            await people[2].hold(message="wait")
            assert people[2].update.ack == "wait"
            for each in people:
                assert countdown(each) == (12_000, 15_000, [2])
            assert [each.update.holds_left for each in people] == [5, 5, 4, 0]
            await running.clock.advance(11.9)
            assert people[0].update.legal
            await running.clock.advance(0.2)
            assert people[0].update.waiting == [1]
            assert people[0].update.countdown is None

    asyncio.run(case())


def test_letting_go_starts_the_countdown_again() -> None:
    """When the last one lets go, the countdown has its full length, but ends with the clock."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            await people[0].hold()
            await people[1].hold()
            await running.clock.advance(6)
            await people[0].hold(on=False)
            assert countdown(people[2])[2] == [1]
            await people[1].hold(on=False)
            assert countdown(people[2]) == (4000, 4000, [])
            await people[1].hold()
            await running.clock.advance(7)
            await people[1].hold(on=False)
            assert countdown(people[2]) == (2000, 4000, [])

    asyncio.run(case())


def test_who_plays_holds_no_longer() -> None:
    """A play ends the hold of its seat; a pass does not, as nobody may know of it."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            await people[0].hold()
            await people[0].act("pass")
            assert countdown(people[1])[2] == [0]
            await people[1].hold()
            await people[1].act("punch")
            assert countdown(people[2])[2] == []
            await running.clock.advance(1.5)
            assert countdown(people[2])[2] == [0]

    asyncio.run(case())


def test_a_play_lifts_the_clock() -> None:
    """After a play there is time to think about it, also if the window was held for long."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            await people[0].hold()
            await running.clock.advance(14)
            await people[1].act("punch")
            await running.clock.advance(1.5)
            assert countdown(people[2]) == (10_000, 15_000, [0])

    asyncio.run(case())


def test_holds_are_few() -> None:
    """So that nobody can stall a table; repeated messages count once."""

    async def case() -> None:
        async with brawling(settings=Settings(holds_per_seat=1)) as running:
            people = await brawl(running)
            for _ in range(2):
                await people[0].hold(message="same")
            assert people[0].acked()[1:] == ["same", "same"]
            assert (await refused(people[0].hold)).code == "held_already"
            await people[0].hold(on=False)
            assert (await refused(people[0].hold)).code == "holds_used_up"
            assert (await refused(lambda: people[0].hold(on=False))).code == "not_held"
            assert (await refused(people[3].hold)).code == "spectator"
            stored = await running.stored(people[0].table.name)
            assert [r.on for r in stored if isinstance(r, Held)] == [True, False]

    asyncio.run(case())


# ---------------------------------------------------------------------- secrecy


async def story(running: House, seats: str, passing: list[int], hands: str = "plain") -> Stories:
    """Everything that seat 0 and a spectator are sent in a brawl, each frame with its time."""
    people = await sit_down(running, seats, hands=hands)
    begun, table = running.clock.now(), people[0].table
    masks = {table.name: "T", table.opened.code: "C", hands: "H"}
    await people[0].act("toast")
    await running.clock.advance(0.4)
    for seat in passing:
        await people[seat].act("pass")
    await running.clock.advance(0.4)
    if "b" not in seats:
        await people[0].act("punch")
    await running.clock.advance(1)
    for seat in passing[:1]:
        await people[seat].act("decline")
    await running.clock.advance(30)
    await people[0].leave()
    mask = re.compile("|".join(masks))
    return [
        [
            f"{at - begun:.3f} {mask.sub(lambda found: masks[found[0]], frame)}"
            for at, frame in witness.timed
        ]
        for witness in (people[0], people[-1])
    ]


@pytest.mark.usefixtures("same_seed")
@pytest.mark.parametrize("passing", [[1], [2], [1, 2], [2, 1]])
def test_nobody_can_tell_who_has_passed(passing: list[int]) -> None:
    """Frame by frame, with their times: as if nobody had passed or declined."""

    async def case() -> None:
        async with brawling() as running:
            alone = await story(running, "ppp", [])
            assert min(map(len, alone)) > 6
            assert await story(running, "ppp", passing) == alone

    asyncio.run(case())


@pytest.mark.usefixtures("same_seed")
def test_nobody_can_tell_who_holds_what() -> None:
    """The last seat, a bot or a person, holds a trick or does not; until it plays all is equal."""

    async def case() -> None:
        async with brawling() as running:
            for seats in ("ppp", "ppb", "pbbbbbbb"):
                plains = await story(running, seats, [])
                trickies = await story(running, seats, [], "tricky")
                for tricky, plain in zip(trickies, plains, strict=True):
                    tricked = [i for i, frame in enumerate(tricky) if "tricked" in frame]
                    count = tricked[0] if tricked else len(tricky)
                    assert count > 3
                    assert tricky[:count] == plain[:count]

    asyncio.run(case())


# -------------------------------------------------------------------------- bots


def test_bots_leave_people_a_chance_and_then_keep_the_game_moving() -> None:
    """Their first play in a window comes after a while, the next ones soon after the reaction."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running, "pbbbb")
            began, watcher = running.clock.now(), people[-1]
            await running.clock.advance(60)
            plays = [at for at, frame in watcher.timed if '"punched"' in frame]
            assert began + 0.8 <= plays[0] <= began + 2.4
            assert plays[0] + 0.3 <= plays[1] <= plays[0] + 2.25  # a trick may end the reaction
            moments = {
                round(fairness.moment("7" * 64, f"{window} 0 0", seat), 4)
                for window in range(5)
                for seat in range(5)
            }
            assert len(moments) == 25

    asyncio.run(case())


@pytest.mark.parametrize(
    ("seats", "earliest_s", "latest_s"), [("pbbbb", 0, 0.75), ("ppbbb", 0.8, 2.4)]
)
def test_who_has_passed_waits_for_no_bot(seats: str, earliest_s: float, latest_s: float) -> None:
    """Nobody is left to play before the bots; but of two people none learns that both passed."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running, seats)
            began, watcher = running.clock.now(), people[-1]
            for person in people[:-1]:
                await person.act("pass")
            await running.clock.advance(3)
            plays = [at for at, frame in watcher.timed if '"punched"' in frame]
            assert began + earliest_s <= plays[0] <= began + latest_s

    asyncio.run(case())


def test_one_person_who_passes_closes_the_window_with_the_bots() -> None:
    """Bots that have nothing to play do not slow anything down."""

    async def case() -> None:
        async with brawling() as running:
            anne, _ = await brawl(running, "pbbb")
            window, state = anne.window, anne.table.state
            assert isinstance(state, Table)
            for _ in range(100):
                await running.clock.advance(0.25)
                if not any(PUNCH_CARD in hand for hand in state.hands[1:]):
                    break
            await running.clock.advance(1.5)
            assert anne.window == window
            await anne.act("pass")
            await running.clock.advance(1.5)
            assert anne.window != window

    asyncio.run(case())


@pytest.mark.parametrize("after_s", [0.9, 2.0, 30.0])
def test_slow_bots_do_not_make_windows_late(after_s: float) -> None:
    """However long they think, the countdown goes on, and a question has its clock."""

    async def case() -> None:
        clock = FakeClock()
        async with brawling(clock=clock, thinkers=GreedyThinkers(clock, after_s)) as running:
            people = await brawl(running, "p" + "b" * 9)
            window, since = people[0].window, clock.now()
            for _ in range(600):
                await clock.advance(0.25)
                if people[0].window != window:
                    window, since = people[0].window, clock.now()
                elif people[0].update.countdown is not None:
                    assert clock.now() - since <= 4.25
            assert people[0].update.result is not None

    asyncio.run(case())


def test_a_bot_with_one_choice_does_not_think() -> None:
    """Nine bots without a trick decline without asking a worker."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running, "ppb", hands="plain")
            thinkers = running.thinkers
            assert isinstance(thinkers, GreedyThinkers)
            await settle()
            asked = len(thinkers.asked)
            await people[0].act("punch")
            await running.clock.advance(1.2)
            assert len(thinkers.asked) == asked

    asyncio.run(case())
