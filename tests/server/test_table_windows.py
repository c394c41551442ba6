"""The table around open windows: undo, tempo, stand-ins, delay and reserve while all may act."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from broadside.replays.fairness import CLOSING
from broadside.server.table.records import Acted, Closed, StoodIn, Undone
from broadside.server.table.state import load
from broadside.wire.messages import Act, Answer, Away, Propose, Rewound, Update

from .harness import FakeClock, refused, update
from .test_countdown import brawl, countdown
from .windows import BRAWL, GreedyThinkers, brawling, sit_down

if TYPE_CHECKING:
    from broadside.wire.messages import What

    from .harness import House
    from .windows import Witness


async def propose(
    person: Witness, what: What = "undo", clock_s: int | None = None, message: str = "p"
) -> None:
    """Propose something; raises `Refusal`."""
    await person.post(Propose(message, what, clock_s))


async def answer(person: Witness, *, yes: bool, number: int = 1, message: str = "a") -> None:
    """Say yes or no; raises `Refusal`."""
    await person.post(Answer(message, number, yes))


async def last_record(running: House, person: Witness) -> object:
    """What was stored last."""
    return (await running.stored(person.table.name))[-1]


async def go_away(person: Witness) -> None:
    """Ask for a stand-in."""
    await person.post(Away("away"))


# -------------------------------------------------------------------------- undo


def test_nothing_is_taken_back_while_a_window_counts_down() -> None:
    """Not all could answer in time; once it has closed, all know that nobody has played."""

    async def case() -> None:
        async with brawling() as running:
            anne, _, _ = await brawl(running, "pp")
            assert (await refused(lambda: propose(anne))).code == "undo_countdown"
            await running.clock.advance(4)
            table = anne.table
            assert isinstance(await last_record(running, anne), Closed)
            assert table.actor == -1
            assert table.actions == [(0, "toast"), (0, "done"), (1, "done"), CLOSING]
            assert (await refused(lambda: propose(anne))).code == "undo_revealed"

    asyncio.run(case())


def test_what_is_taken_back_by_agreement_while_a_window_is_open() -> None:
    """Without a clock all can answer; the window opens anew, and what waited in it is gone."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, watcher = await brawl(running, "pp", clock_s=None)
            table = anne.table
            await mary.act("pass")
            await propose(anne)
            await answer(mary, yes=True)
            assert isinstance(await last_record(running, anne), Undone)
            assert table.actions == []
            for each in (anne, mary, watcher):
                assert each.last(Rewound).seq == each.update.seq
                assert each.update.waiting == [0]
            again = load(table.name, {"brawl": BRAWL}, await running.store.read(table.name))
            assert update(again, 0, -1) == update(table, 0, -1)
            await anne.act("toast")
            assert mary.update.legal == ["pass", "done", "punch"]

    asyncio.run(case())


def test_a_default_is_no_decision_of_ones_own() -> None:
    """Mary's window closed without her: there is nothing that she could take back."""

    async def case() -> None:
        async with brawling() as running:
            _, mary, _ = await brawl(running, "pp")
            await running.clock.advance(4)
            assert (await refused(lambda: propose(mary))).code == "undo_nothing"

    asyncio.run(case())


def test_who_plays_alone_takes_back_within_a_countdown() -> None:
    """Nobody need be asked. The window, its clock and its holds begin anew, and bots think anew."""

    async def case() -> None:
        thinkers = GreedyThinkers(FakeClock())
        thinkers.says = "pass"
        async with brawling(thinkers=thinkers) as running:
            anne, _ = await brawl(running, "pb")
            await running.clock.advance(2)
            await anne.hold()
            assert countdown(anne)[2] == [0]
            await propose(anne)
            assert anne.update.countdown is None
            await anne.act("toast")
            assert countdown(anne) == (4000, 4000, [])
            assert anne.update.holds_left == 4
            await running.clock.advance(2)
            decisions = [a for a in anne.table.actions if a == (1, "pass")]
            assert len(decisions) == 1
            await anne.hold()
            assert countdown(anne) == (13_000, 15_000, [0])

    asyncio.run(case())


def test_an_answer_from_before_is_too_late_when_the_table_was_taken_back() -> None:
    """The second punch was meant for a brawl that is past, though all is as it was then."""

    async def case() -> None:
        thinkers = GreedyThinkers(FakeClock())
        thinkers.says = "decline"
        async with brawling(thinkers=thinkers) as running:
            anne, _ = await brawl(running, "pb")
            stale = Act("second", "punch", anne.update.question)
            await anne.act("punch")
            await propose(anne)
            assert anne.update.legal == ["pass", "done", "punch"]
            assert (await refused(lambda: anne.post(stale))).code == "too_late"
            await running.clock.advance(2)
            assert anne.update.view["points"] == [0, 0]
            await anne.act("punch", "second")
            assert anne.acked()[-1] == "second"

    asyncio.run(case())


def test_bots_answer_no_offer_while_an_undo_is_open() -> None:
    """Their answer would end it. At a table without a clock nothing counts down."""

    async def case() -> None:
        thinkers = GreedyThinkers(FakeClock(), after_s=1)
        async with brawling(thinkers=thinkers, clock=thinkers.clock) as running:
            anne, mary, _ = await brawl(running, "ppb", clock_s=None)
            await anne.act("offer 2")
            await running.clock.advance(0.5)
            await propose(anne)
            count = len(anne.table.actions)
            await running.clock.advance(5)
            assert len(anne.table.actions) == count
            await answer(mary, yes=False)
            await running.clock.advance(5)
            assert (2, "accept 0") in anne.table.actions

    asyncio.run(case())


# ------------------------------------------------------------------------- tempo


def test_another_tempo_begins_and_ends_the_countdown() -> None:
    """Without a clock every window waits; with one it closes by itself."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _ = await brawl(running, "pp", clock_s=None)
            assert anne.update.countdown is None
            await propose(anne, "tempo", 120)
            await answer(mary, yes=True)
            assert countdown(anne) == countdown(mary) == (4000, 4000, [])
            await running.clock.advance(1)
            await propose(anne, "tempo", None, "p2")
            await answer(mary, yes=True, number=2, message="a2")
            assert (anne.update.countdown, anne.update.clock) == (None, None)
            await running.clock.advance(600)
            assert "pass" in mary.update.legal
            await propose(anne, "tempo", 60, "p3")
            await answer(mary, yes=True, number=3, message="a3")
            assert countdown(anne) == (4000, 4000, [])

    asyncio.run(case())


# --------------------------------------------------------------------- stand-ins


def test_only_the_clock_of_a_question_is_missed() -> None:
    """A window that closed says nothing about who was there, and neither does a secret pass."""

    async def case() -> None:
        async with brawling() as running:
            anne, _, _ = await sit_down(running, "pp")
            await running.clock.advance(45)
            times = anne.table.times
            assert times.timeouts == [1, 0]
            await anne.act("pass")
            assert times.timeouts == [1, 0]
            await running.clock.advance(4)
            assert isinstance(await last_record(running, anne), Closed)
            assert times.timeouts == [1, 0]

    asyncio.run(case())


def test_who_left_is_stood_in_for_in_open_windows() -> None:
    """Not by the windows that close, but after a minute away; the bot then plays in them."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _ = await sit_down(running, "pp")
            await mary.leave()
            await running.clock.advance(40)
            await anne.act("toast")
            await anne.hold()
            await running.clock.advance(12)
            assert not [r for r in await running.stored(anne.table.name) if type(r) is StoodIn]
            await anne.act("punch")
            await running.clock.advance(1.5)
            await anne.hold()
            await running.clock.advance(9)
            stored = await running.stored(anne.table.name)
            (stood,) = [record for record in stored if isinstance(record, StoodIn)]
            assert (stood.seat, stood.why) == (1, "left")
            played = [r for r in stored if isinstance(r, Acted) and (r.seat, r.by) == (1, "bot")]
            assert played[0].action == "punch"

    asyncio.run(case())


def test_a_stand_in_answers_offers_until_the_person_is_back() -> None:
    """The bot takes the gift; what it thinks of when Mary has come back is dropped."""

    async def case() -> None:
        thinkers = GreedyThinkers(FakeClock())
        async with brawling(thinkers=thinkers, clock=thinkers.clock) as running:
            anne, mary, _ = await sit_down(running, "pp")
            await go_away(mary)
            await anne.act("offer 1")
            await running.clock.advance(1)
            assert (1, "accept 0") in anne.table.actions
            thinkers.after_s = 1
            await anne.act("offer 1")
            await running.clock.advance(0.5)
            await mary.act("reject 0")
            assert mary.table.chairs[1].stand_in is None
            await anne.act("offer 1")
            await running.clock.advance(3)
            assert mary.table.actions[-1] == (0, "offer 1")

    asyncio.run(case())


# --------------------------------------------------------------- delay, reserve


def test_spectators_with_a_delay_see_no_countdown() -> None:
    """It is the present's. They are told of holds and closed windows, later."""

    async def case() -> None:
        async with brawling() as running:
            running.wish = {"spectator_delay_s": 30}
            anne, _, watcher = await brawl(running, "pp")
            await anne.hold()
            await anne.hold(on=False)
            await running.clock.advance(4)
            assert anne.update.waiting == [1]
            assert watcher.all(Update) == []
            await running.clock.advance(30)
            assert watcher.update.waiting == [1]
            assert watcher.update.seq == anne.update.seq
            for update in watcher.all(Update):
                assert (update.clock, update.countdown, update.holds_left) == (None, None, 0)

    asyncio.run(case())


def test_a_reserve_is_for_questions() -> None:
    """It lengthens no countdown, and an aside takes nothing of it."""

    async def case() -> None:
        async with brawling() as running:
            running.wish = {"reserve_s": 20}
            anne, _, _ = await sit_down(running, "pp")
            clock = anne.update.clock
            assert clock is not None
            assert (clock.total_ms, clock.reserve_ms) == (45_000, 20_000)
            await running.clock.advance(50)
            await anne.act("offer 1")
            assert anne.table.times.reserve_ms == [20_000, 20_000]
            await anne.act("toast")
            assert anne.table.times.reserve_ms == [15_000, 20_000]
            assert anne.update.clock is None
            await running.clock.advance(4)
            assert isinstance(await last_record(running, anne), Closed)

    asyncio.run(case())
