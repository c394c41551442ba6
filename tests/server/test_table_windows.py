"""The table around open windows: undo, tempo, stand-ins, delay and reserve while all may act."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from broadside.server.wire.messages import Away, Refused, Rewound, Update
from broadside.server.table.records import Acted, Closed, StoodIn, Undone

from .harness import FakeClock, refused, settle
from .test_pace import brawl, countdown
from .test_proposals import answer, propose
from .windows import GreedyThinkers, Witness, brawling, sit_down

if TYPE_CHECKING:
    from .harness import House


async def last_record(running: House, person: Witness) -> object:
    """What was stored last."""
    return (await running.stored(person.table.ledger.table))[-1]


async def go_away(person: Witness) -> None:
    """Ask for a stand-in."""
    await person.table.stand_ins.away(person.connection, Away("away"))
    await settle()


# -------------------------------------------------------------------------- undo


def test_nothing_is_taken_back_while_a_window_counts_down() -> None:
    """Not all could answer in time; once it has closed, all know that nobody has played."""

    async def case() -> None:
        async with brawling() as running:
            anne, _, _ = await brawl(running, "pp")
            assert (await refused(lambda: propose(anne))).code == "undo_countdown"
            await running.clock.advance(4)
            ledger = anne.table.ledger
            assert isinstance(await last_record(running, anne), Closed)
            assert (ledger.actor, len(ledger.actions)) == (-1, 3)
            assert (await refused(lambda: propose(anne))).code == "undo_revealed"

    asyncio.run(case())


def test_what_is_taken_back_by_agreement_while_a_window_is_open() -> None:
    """Without a clock all can answer; the window opens anew, and what waited in it is gone."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, watcher = await brawl(running, "pp", clock_s=None)
            ledger = anne.table.ledger
            await mary.act("pass")
            await propose(anne)
            await answer(mary, yes=True)
            assert isinstance(await last_record(running, anne), Undone)
            assert ledger.actions == []
            for each in (anne, mary, watcher):
                assert each.last(Rewound).seq == each.update.seq
                assert each.update.waiting == [0]
            again, _ = await running.tables.load(ledger.table)
            assert again.update(0, -1) == ledger.update(0, -1)
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
            decisions = [a for a in anne.table.ledger.actions if a == (1, "pass")]
            assert len(decisions) == 1
            await anne.hold()
            assert countdown(anne) == (13_000, 15_000, [0])

    asyncio.run(case())


def test_what_came_early_is_too_late_when_the_table_was_taken_back() -> None:
    """The second punch was meant for a brawl that is past."""

    async def case() -> None:
        thinkers = GreedyThinkers(FakeClock())
        thinkers.says = "decline"
        async with brawling(thinkers=thinkers) as running:
            anne, _ = await brawl(running, "pb")
            await anne.act("punch")
            await anne.act("punch", "second")
            await propose(anne)
            assert (anne.last(Refused).id, anne.last(Refused).code) == ("second", "too_late")
            await running.clock.advance(2)
            assert anne.update.view["points"] == [0, 0]

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
            count = len(anne.table.ledger.actions)
            await running.clock.advance(5)
            assert len(anne.table.ledger.actions) == count
            await answer(mary, yes=False)
            await running.clock.advance(5)
            assert (2, "accept 0") in anne.table.ledger.actions

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
            times = anne.table.ledger.times
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
            assert not [
                r for r in await running.stored(anne.table.ledger.table) if type(r) is StoodIn
            ]
            await anne.act("punch")
            await running.clock.advance(1.5)
            await anne.hold()
            await running.clock.advance(9)
            stored = await running.stored(anne.table.ledger.table)
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
            assert (1, "accept 0") in anne.table.ledger.actions
            thinkers.after_s = 1
            await anne.act("offer 1")
            await running.clock.advance(0.5)
            await mary.act("reject 0")
            assert mary.table.ledger.chairs[1].stand_in is None
            await anne.act("offer 1")
            await running.clock.advance(3)
            assert mary.table.ledger.actions[-1] == (0, "offer 1")

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
            assert anne.table.ledger.times.reserve_ms == [20_000, 20_000]
            await anne.act("toast")
            assert anne.table.ledger.times.reserve_ms == [15_000, 20_000]
            assert anne.update.clock is None
            await running.clock.advance(4)
            assert isinstance(await last_record(running, anne), Closed)

    asyncio.run(case())
