"""Asides: offers and answers are stored and told like answers, but nobody waits for them."""

from __future__ import annotations

import asyncio

import pytest

from broadside.kernel.errors import IllegalAction
from broadside.kernel.rng import FastRng
from broadside.replays import fairness
from broadside.server.table.records import Acted
from broadside.server.table.results import replay_file
from broadside.server.table.state import load
from broadside.service.game_info import game_info
from broadside.service.settings import Settings
from broadside.wire.messages import Act, Answer, Propose
from broadside.workers.pool import NoThoughtError

from .brawl import Table
from .harness import refused, update
from .windows import BRAWL, GreedyThinkers, Witness, brawling, sit_down


def test_asides_are_listed_apart_and_without_composed_ones() -> None:
    """Who is not asked has asides, too; what a client can put together is not listed."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, watcher = await sit_down(running, "ppp")
            assert (anne.update.legal, anne.update.asides) == (["toast"], [])
            await mary.act("offer 0", "gift")
            assert mary.update.ack == "gift"
            assert anne.update.asides == ["accept 1", "reject 1"]
            assert [each.update.asides for each in (mary, jack, watcher)] == [[], [], []]
            assert watcher.events()[-1]["kind"] == "offered"

    asyncio.run(case())


def test_nothing_can_be_taken_from_an_empty_hand() -> None:
    """Whoever has offered a card may have played all of them since."""
    table = BRAWL.deal(2, BRAWL.complete({}), FastRng(1))
    assert isinstance(table, Table)
    table.play(1, "offer 0")
    table.hands[1] = []
    assert [action.text for action in table.asides(0)] == ["reject 1", "offer 1"]
    with pytest.raises(IllegalAction, match="no such offer"):
        table.play(0, "accept 1")


def test_an_aside_is_no_decision_and_leaves_the_clock_alone() -> None:
    """The captain's own offer does not give it more time, and counts as no answer."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await sit_down(running, "ppp")
            await running.clock.advance(40)
            await anne.act("offer 1")
            await mary.act("reject 0")
            assert anne.update.clock is not None
            assert anne.update.clock.left_ms == 5000
            assert anne.table.decisions == [0, 0, 0]
            await running.clock.advance(5)
            assert anne.update.countdown is not None
            assert anne.table.decisions == [1, 0, 0]

    asyncio.run(case())


def test_an_offer_restarts_the_countdown_but_not_the_clock() -> None:
    """There is time to answer, but offers cannot keep a window open beyond its clock."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await sit_down(running, "ppp")
            await anne.act("toast")
            window, began = anne.window, running.clock.now()
            for _ in range(10):
                await running.clock.advance(3)
                if anne.window != window:
                    break
                await mary.act("offer 2")
                await jack.act("reject 1")
            assert 14.9 < running.clock.now() - began < 18.1

    asyncio.run(case())


def test_an_accepted_gift_asks_everybody_again() -> None:
    """Who had passed is asked anew, and told so; the pass stands in the log."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await sit_down(running, "ppp")
            await anne.act("toast")
            await anne.act("pass")
            await mary.act("offer 2")
            assert anne.update.legal == []
            await jack.act("accept 1")
            assert "punch" in anne.update.legal
            assert anne.table.actions[1:] == [(0, "pass"), (1, "offer 2"), (2, "accept 1")]
            assert len(jack.update.view["hands"][2]) == 4

    asyncio.run(case())


@pytest.mark.parametrize("after_s", [0, 1.4])
def test_a_gift_between_the_last_passes_and_their_moment(after_s: float) -> None:
    """All have passed, and the window rests; all are asked again, and it stays open."""

    async def case() -> None:
        async with brawling() as running:
            people = await sit_down(running, "ppp")
            await people[0].act("toast")
            await people[1].act("offer 2")
            for each in people[:3]:
                await each.act("pass", "mine")
            assert people[0].table.deciders() == []
            await running.clock.advance(after_s)
            await people[2].act("accept 1")
            assert people[0].table.deciders() == [0, 1, 2]
            await running.clock.advance(1.6)
            assert people[0].table.deciders() == [0, 1, 2]

    asyncio.run(case())


def test_a_stale_answer_is_refused() -> None:
    """The offer is gone: the refusal says so, and nothing changes."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await sit_down(running, "ppp")
            await mary.act("offer 0")
            await anne.act("accept 1", "take")
            await anne.act("accept 1", "take")
            refusal = await refused(lambda: anne.act("accept 1"))
            assert refusal.code == "no_such_offer"
            stored = await running.stored(anne.table.name)
            assert [r.action for r in stored if isinstance(r, Acted)] == ["offer 0", "accept 1"]

    asyncio.run(case())


@pytest.mark.parametrize("text", ["accept 1", "reject 1"])
def test_an_answer_to_an_offer_is_not_taken_for_the_next_one(text: str) -> None:
    """It says which update showed the offer: another one of the same seat has come since."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await sit_down(running, "ppp")
            await mary.act("offer 0")
            seen = anne.update.seq
            await anne.act("reject 1")
            await mary.act("offer 0")
            late = await refused(lambda: anne.post(Act("late", text, None, seen)))
            assert late.code == "too_late"
            nowhere = await refused(lambda: anne.post(Act("blind", text)))
            assert nowhere.code == "no_question"
            await jack.say("others may do what they like meanwhile")
            await anne.post(Act("right", text, None, anne.update.seq))
            assert anne.table.actions[-1] == (0, text)

    asyncio.run(case())


def test_an_answer_to_an_offer_that_was_taken_back_is_too_late() -> None:
    """All agreed to go back, to where an earlier offer of the same seat was open."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _ = await sit_down(running, "pp", None)
            await mary.act("offer 0")
            await anne.act("toast")
            await anne.act("reject 1")
            await mary.act("offer 0")
            seen = anne.update.seq
            await anne.post(Propose("back", "undo"))
            await mary.post(Answer("yes", 1, True))
            assert anne.table.actions == [(1, "offer 0")]
            late = await refused(lambda: anne.post(Act("late", "accept 1", None, seen)))
            assert late.code == "too_late"
            await anne.act("accept 1")
            assert anne.table.actions[1:] == [(0, "accept 1")]

    asyncio.run(case())


# -------------------------------------------------------------------------- bots


async def answers(people: list[Witness]) -> list[tuple[int, bool]]:
    """How the offers of this table were answered so far."""
    events = people[-1].events()
    return [(e["seat"], bool(e["taken"])) for e in events if e["kind"] == "settled"]


def test_a_bot_answers_each_offer_once() -> None:
    """Two people offer it a card at the same time: it thinks about both, on worlds of its own."""

    async def case() -> None:
        async with brawling() as running:
            people = await sit_down(running, "ppb")
            thinkers = running.thinkers
            assert isinstance(thinkers, GreedyThinkers)
            for each in people[:2]:
                await each.act("offer 2")
            await running.clock.advance(5)
            assert await answers(people) == [(2, True), (2, True)]
            asked = len([seat for seat, is_aside in thinkers.asked if is_aside])
            assert asked in (2, 3)
            await running.clock.advance(5)
            assert len([seat for seat, is_aside in thinkers.asked if is_aside]) == asked
            await people[0].act("offer 2")
            await running.clock.advance(5)
            assert len(await answers(people)) == 3

    asyncio.run(case())


@pytest.mark.parametrize(
    "wrong", ["", "toast", "accept 1", "dance", NoThoughtError("gone"), RuntimeError("a mistake")]
)
def test_a_bot_that_cannot_answer_lets_the_offer_lapse(wrong: str | Exception) -> None:
    """Whatever it says instead, nothing happens, and it is not asked again."""

    async def case() -> None:
        async with brawling() as running:
            people = await sit_down(running, "ppb")
            thinkers = running.thinkers
            assert isinstance(thinkers, GreedyThinkers)
            thinkers.says = wrong
            await people[0].act("offer 2")
            await running.clock.advance(10)
            assert await answers(people) == []
            assert thinkers.asked == [(2, True)]

    asyncio.run(case())


def test_a_bot_does_not_decide_by_an_answer() -> None:
    """A captain's toast is no answer to an offer, though it is legal."""

    async def case() -> None:
        async with brawling(settings=Settings(bot_beat_s=60)) as running:
            people = await sit_down(running, "bp")
            thinkers = running.thinkers
            assert isinstance(thinkers, GreedyThinkers)
            thinkers.says = "toast"
            await people[0].act("offer 0")
            await running.clock.advance(59)
            assert people[0].update.waiting == [0]

    asyncio.run(case())


def test_a_game_with_offers_and_closings_can_be_checked() -> None:
    """The log plays through to the same end, and the replay verifies."""

    async def case() -> None:
        async with brawling() as running:
            people = await sit_down(running, "pbb")
            for _ in range(60):
                if people[0].update.prompt is not None and people[0].update.asides == []:
                    await people[0].act("offer 1")
                    break
                await running.clock.advance(1)
            await running.clock.advance(300)
            table = people[0].table
            assert table.status == "over"
            again = load(table.name, {"brawl": BRAWL}, await running.store.read(table.name))
            assert replay_file(again) == replay_file(table)
            assert update(again, 0, -1) == update(table, 0, -1)
            assert {"offered", "settled"} <= {event["kind"] for event in people[0].events()}
            assert fairness.verify(replay_file(table), {"brawl": BRAWL}).ok

    asyncio.run(case())


# ----------------------------------------------------------------------- options


def test_new_tables_are_played_live() -> None:
    """An option may have another default for people than for simulations."""

    async def case() -> None:
        async with brawling() as running:
            people = await sit_down(running, "pp")
            assert people[0].table.opened.options == {"hands": "plain", "brief": True}
            people = await sit_down(running, "pp", brief=False)
            assert people[0].table.opened.options["brief"] is False

    asyncio.run(case())
    assert game_info(BRAWL, [], 0).options["brief"].default is True
    assert BRAWL.complete({})["brief"] is False
