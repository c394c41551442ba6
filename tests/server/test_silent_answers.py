"""Silent answers: stored and acknowledged when they come; only a record of its own closes a window.

A pass, a `done` or a decline changes nothing that others can see. So it need not wait for anything,
its acknowledgement tells nothing, and the window closes later, on a beat.
"""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING

import pytest

from broadside.server.table.countdown import BEAT_MS, LEAST_MS
from broadside.server.table.records import Acted, Closed
from broadside.wire.messages import Act, Away, Refused

from .harness import FakeClock, refused, settle
from .stores import EVERY_STORE, SlowStore, every_store
from .test_countdown import brawl
from .windows import brawling, put, to_answer

if TYPE_CHECKING:
    from .harness import House
    from .windows import Witness


async def closings(running: House, witness: Witness) -> list[Closed]:
    """How windows of this table have closed."""
    return [r for r in await running.stored(witness.table.name) if isinstance(r, Closed)]


# ----------------------------------------------------------------- acknowledged at once


def test_a_silent_answer_is_stored_and_acknowledged_when_it_comes() -> None:
    """Also the last one; the window closes after its least time, on a beat, by its own record."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            began_ms = running.clock.now_ms()
            for text, each in zip(("pass", "done", "pass"), people[:3], strict=True):
                await each.act(text, "mine")
                assert each.update.ack == "mine"
                assert each.update.legal == []
                last = (await running.stored(each.table.name))[-1]
                assert isinstance(last, Acted)
                assert (last.action, last.id) == (text, "mine")
            await running.clock.advance(LEAST_MS / 1000 - 0.001)
            assert await closings(running, people[0]) == []
            await running.clock.advance(0.001)
            assert await closings(running, people[0]) == [Closed(began_ms + LEAST_MS, [])]
            assert [each.update.waiting for each in people] == [[1]] * 4

    asyncio.run(case())


@pytest.mark.parametrize("last_ms", [1_400, 1_500, 1_501, 1_999, 2_000, 3_200])
def test_a_window_closes_on_a_beat_and_never_with_the_last_answer(last_ms: int) -> None:
    """So its end tells only within which beat the last answer came."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            began_ms = running.clock.now_ms()
            for each in people[:2]:
                await each.act("pass")
            await running.clock.advance(last_ms / 1000)
            await people[2].act("pass")
            assert await closings(running, people[0]) == []
            await running.clock.advance(BEAT_MS / 1000)
            (closed,) = await closings(running, people[0])
            after_ms = closed.at_ms - began_ms
            assert last_ms < after_ms <= max(LEAST_MS, last_ms + BEAT_MS)
            assert (after_ms - LEAST_MS) % BEAT_MS == 0

    asyncio.run(case())


def test_no_answer_waits_longer_than_the_countdown() -> None:
    """The last answer came between two beats, and the countdown is over before the next one."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            began_ms = running.clock.now_ms()
            await running.clock.advance(3.9)
            for each in people[:3]:
                await each.act("pass")
            await running.clock.advance(0.1)
            assert await closings(running, people[0]) == [Closed(began_ms + 4000, [])]

    asyncio.run(case())


@pytest.mark.usefixtures("same_seed")
@pytest.mark.parametrize("at_s", [0.3, 2.2])
def test_an_acknowledgement_does_not_tell_whether_it_was_the_last_answer(at_s: float) -> None:
    """Frame by frame, with their times, as for the first answer, until a window closes."""

    async def case(passing: list[int]) -> list[tuple[float, str]]:
        async with brawling() as running:
            people = await brawl(running)
            masks = {people[0].table.name: "T", people[0].table.opened.code: "C"}
            for seat in passing:
                await people[seat].act("pass")
            await running.clock.advance(at_s)
            await people[0].act("pass", "mine")
            await running.clock.advance(0.25)
            assert await closings(running, people[0]) == []
            told = people[0].timed
            for name, mask in masks.items():
                told = [(at, frame.replace(name, mask)) for at, frame in told]
            return told

    alone = asyncio.run(case([]))
    assert '"ack":"mine"' in alone[-1][1]
    for passing in ([1], [2], [1, 2], [2, 1]):
        assert asyncio.run(case(passing)) == alone


@EVERY_STORE
def test_three_answers_at_once(which: int) -> None:
    """All of them before any is stored: each is taken once, and the window closes once."""

    async def case() -> None:
        clock = FakeClock()
        async with brawling(clock=clock, store=every_store(clock)[which]) as running:
            people = await brawl(running)
            for each in people[:3]:
                put(each, to_answer(each, "pass", "mine"))
                put(each, to_answer(each, "pass", "mine"))
            await settle()
            assert [each.acked()[-2:] for each in people[:3]] == [["mine", "mine"]] * 3
            await clock.advance(1.5)
            assert len(await closings(running, people[0])) == 1
            stored = await running.stored(people[0].table.name)
            passes = [r.seat for r in stored if isinstance(r, Acted) and r.action == "pass"]
            assert passes == [0, 1, 2]

    asyncio.run(case())


def test_an_answer_comes_while_the_table_is_closing_the_window() -> None:
    """The closing is under way to the disk: the answer is refused afterwards, and once."""

    async def case() -> None:
        clock = FakeClock()
        store = SlowStore(clock, 0)
        async with brawling(clock=clock, store=store) as running:
            people = await brawl(running)
            await clock.advance(3.9)
            store.takes_s = 0.5
            await clock.advance(0.2)  # the countdown is over, and its record on its way
            put(people[2], to_answer(people[2], "punch", "late"))
            await clock.advance(0.2)
            assert people[2].all(Refused) == []
            await clock.advance(0.5)
            assert [(r.id, r.code) for r in people[2].all(Refused)] == [("late", "too_late")]
            assert people[2].update.waiting == [1]

    asyncio.run(case())


def test_a_closing_waits_for_the_answer_that_is_being_stored() -> None:
    """The answer came in time: the window closes after it, though its moment was before."""

    async def case() -> None:
        clock = FakeClock()
        store = SlowStore(clock, 0)
        async with brawling(clock=clock, store=store) as running:
            people = await brawl(running)
            await clock.advance(3.9)
            store.takes_s = 0.5
            put(people[2], to_answer(people[2], "pass", "mine"))
            await clock.advance(0.45)
            assert people[2].acked() == []
            await clock.advance(1)
            assert people[2].acked() == ["mine"]
            (closed,) = await closings(running, people[0])
            assert [seat for seat, _ in closed.answers] == [0, 1]

    asyncio.run(case())


# ----------------------------------------------------------------------- binding, once


@pytest.mark.parametrize("message", ["mine", "another"])
def test_a_pass_is_binding(message: str) -> None:
    """Neither under its id nor under another one can it be exchanged; repeating it is fine."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            question = people[0].update.question
            await people[0].act("pass", "mine")
            await people[0].act("pass", "mine")
            for text in ("punch", "done"):
                acting = functools.partial(people[0].act, text, message, question)
                if message == "mine":  # the same message again, whatever it says now
                    await acting()
                else:
                    assert (await refused(acting)).code == "too_late"
            await people[0].act("offer 1", "gift")
            assert people[0].acked()[-1] == "gift"
            assert people[0].table.actions == [(0, "toast"), (0, "pass"), (0, "offer 1")]

    asyncio.run(case())


@pytest.mark.parametrize("is_done", [False, True])
def test_a_play_asks_again_who_has_passed(is_done: bool) -> None:
    """But not who is done; and the answers from before stand in the log."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await brawl(running)
            await anne.act("done" if is_done else "pass", "mine")
            await mary.act("punch")
            await running.clock.advance(1.5)
            assert anne.update.legal == ([] if is_done else ["pass", "done", "punch"])
            assert jack.update.legal == ["pass", "done", "punch"]

    asyncio.run(case())


@pytest.mark.usefixtures("same_seed")
def test_a_play_of_a_bot_asks_again_who_has_passed() -> None:
    """Bots play after the passes that came before, too."""

    async def case() -> None:
        async with brawling() as running:
            anne, watcher = await brawl(running, "pbbbb")
            await anne.act("pass", "mine")
            assert anne.update.legal == []
            for _ in range(100):
                await running.clock.advance(0.1)
                if anne.update.legal == ["pass", "done", "punch"]:
                    break
            assert "punched" in [event["kind"] for event in watcher.events()]
            assert anne.update.legal == ["pass", "done", "punch"]

    asyncio.run(case())


def test_a_rest_ends_with_a_gift() -> None:
    """All have answered and the window rests; an accepted gift asks all again: it stays open."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            await people[1].act("offer 2")
            for each in people[:3]:
                await each.act("pass")
            assert people[0].table.deciders() == []
            await people[2].act("accept 1")
            assert people[0].table.deciders() == [0, 1, 2]
            await running.clock.advance(1.6)
            assert await closings(running, people[0]) == []
            for each in people[:3]:
                await each.act("pass")
            await running.clock.advance(0.5)
            assert len(await closings(running, people[0])) == 1

    asyncio.run(case())


def test_a_done_for_one_window_is_refused_by_the_next() -> None:
    """It names the window that it answers: Jack's was sent when that one was open."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            stale = to_answer(people[2], "done", "late")
            await running.clock.advance(4)
            await people[1].act("toast")
            assert people[2].update.legal == ["pass", "done", "punch"]
            assert people[2].update.question != stale.question
            assert (await refused(lambda: people[2].post(stale))).code == "too_late"
            assert people[2].table.deciders() == [0, 1, 2]
            await people[2].act("done", "late")  # the same id may be used for what is asked now
            assert people[2].acked() == ["late"]

    asyncio.run(case())


def test_a_decline_for_one_reaction_is_refused_by_the_next() -> None:
    """Two punches, one after the other: each has its own reaction."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await brawl(running)
            await anne.act("punch")
            stale = to_answer(jack, "decline", "late")
            await running.clock.advance(1.5)
            await mary.act("punch")
            assert (await refused(lambda: jack.post(stale))).code == "reaction_first"
            assert 2 in jack.table.deciders()
            await running.clock.advance(1.5)
            assert (await refused(lambda: jack.post(stale))).code == "too_late"

    asyncio.run(case())


def test_a_window_is_one_question_however_often_others_play_in_it() -> None:
    """Jack saw no punch yet when he passed: after its reaction his pass is still an answer."""

    async def case() -> None:
        async with brawling() as running:
            anne, _, jack, _ = await brawl(running)
            early = to_answer(jack, "pass", "mine")
            await anne.act("punch")
            await running.clock.advance(1.5)
            await jack.post(early)
            assert jack.acked() == ["mine"]

    asyncio.run(case())


# -------------------------------------------------------------------------- reactions


def test_answers_in_a_reaction_are_taken_at_once() -> None:
    """Its end answers for those only who have not answered, and refuses nobody."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await brawl(running)
            await anne.act("punch")
            for each in (mary, jack):
                await each.act("decline", "mine")
                assert each.update.ack == "mine"
            await running.clock.advance(1.5)
            assert [each.all(Refused) for each in (mary, jack)] == [[], []]
            (closed,) = await closings(running, anne)
            assert closed.answers == [(0, "decline")]

    asyncio.run(case())


@pytest.mark.parametrize("text", ["punch", "pass", "done"])
def test_an_act_in_a_reaction_window_is_refused_at_once(text: str) -> None:
    """Nothing is stored and nothing waits; the same message is taken when the reaction is over."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await brawl(running)
            act = to_answer(mary, text, "m")
            await anne.act("punch")
            before = await running.store.read(anne.table.name)
            refusal = await refused(lambda: mary.post(act))
            assert refusal.code == "reaction_first"
            assert text in refusal.reason
            assert await running.store.read(anne.table.name) == before
            await running.clock.advance(1.5)
            assert mary.acked() == []
            await mary.post(act)
            assert mary.acked() == ["m"]

    asyncio.run(case())


def test_an_act_without_a_question_in_a_reaction_is_judged_as_it_is() -> None:
    """What is not possible now is refused by the game, and nonsense by its words."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await brawl(running)
            await anne.act("punch")
            assert (await refused(lambda: mary.act("toast"))).code == "not_now"
            assert (await refused(lambda: mary.act("dance"))).code == "unknown_action"
            assert (await refused(lambda: mary.post(Act("x", "decline")))).code == "no_question"

    asyncio.run(case())


def test_a_person_who_is_stood_in_for_takes_no_seat_back_by_a_refused_act() -> None:
    """An act hands the seat back only if it is taken."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await brawl(running)
            act = to_answer(mary, "punch", "m")
            await mary.post(Away("a"))
            await anne.act("punch")
            assert (await refused(lambda: mary.post(act))).code == "reaction_first"
            assert mary.table.chairs[1].stand_in == "greedy"
            await mary.act("decline", "mine")
            assert mary.table.chairs[1].stand_in is None

    asyncio.run(case())


def test_what_was_answered_stands_when_a_bot_slides_in() -> None:
    """The pass of the person is taken; the bot has nothing to answer until a play asks again."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await brawl(running)
            await mary.act("pass", "mine")
            await mary.post(Away("a"))
            await running.clock.advance(3.5)
            assert [a for a in mary.table.actions if a[0] == 1] == [(1, "pass")]
            assert mary.table.chairs[1].stand_in == "greedy"
            await anne.act("punch")
            await running.clock.advance(5)
            assert (1, "punch") in mary.table.actions

    asyncio.run(case())
