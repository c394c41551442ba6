"""What comes a moment too early waits, unacknowledged: silent answers, and plays in a reaction."""

from __future__ import annotations

import asyncio
import functools

import pytest

from broadside.server.wire.messages import Ack, Away, Refused
from broadside.server.table.records import Acted, By, Closed

from .harness import FaultyLog, refused, settle
from .test_pace import brawl
from .windows import brawling


def test_a_window_that_all_have_answered_closes_but_not_too_soon() -> None:
    """All answers wait for the least time of the window; later ones close it at once."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            for each in people[:3]:
                await each.act("done", "mine")
            assert [len(each.all(Ack)) for each in people[:3]] == [1, 0, 0]
            await running.clock.advance(1.49)
            assert all(each.update.legal for each in people[:3])
            await running.clock.advance(0.02)
            assert [each.last(Ack).id for each in people[:3]] == ["mine"] * 3
            assert people[2].update.waiting == [1]
            await people[1].act("toast")
            await running.clock.advance(2)
            for each in people[:3]:
                await each.act("done")
            assert people[0].update.result is not None

    asyncio.run(case())


@pytest.mark.parametrize("passing", [[], [1], [1, 2]])
def test_an_acknowledgement_does_not_tell_whether_others_have_passed(passing: list[int]) -> None:
    """It comes at the same moment for the first pass and for the last one."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            for seat in passing:
                await people[seat].act("pass")
            await running.clock.advance(0.3)
            heard = len(people[0].timed)
            await people[0].act("pass", "mine")
            await running.clock.advance(1.19)
            assert len(people[0].timed) == heard
            await running.clock.advance(0.02)
            assert people[0].last(Ack).id == "mine"

    asyncio.run(case())


@pytest.mark.parametrize("message", ["mine", "another"])
def test_a_pass_that_waits_is_binding(message: str) -> None:
    """Neither under its id nor under another one can it be exchanged; repeating it is fine."""

    async def case() -> None:
        async with brawling() as running:
            people = await brawl(running)
            await people[0].act("pass", "mine")
            await people[0].act("pass", "mine")
            for text in ("punch", "done"):
                acting = functools.partial(people[0].act, text, message)
                assert (await refused(acting)).code == "too_fast"
            await people[0].act("offer 1", "gift")
            assert people[0].last(Ack).id == "gift"
            await running.clock.advance(1.5)
            assert people[0].last(Ack).id == "mine"
            assert people[0].table.ledger.actions[-1] == (0, "pass")

    asyncio.run(case())


@pytest.mark.parametrize("is_done", [False, True])
def test_passes_that_wait_come_before_the_next_play(is_done: bool) -> None:
    """So a play asks again whoever had passed, but not whoever is done."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await brawl(running)
            await anne.act("done" if is_done else "pass", "mine")
            await running.clock.advance(0.5)
            await mary.act("punch")
            assert anne.last(Ack).id == "mine"
            await running.clock.advance(1.5)
            assert anne.update.legal == ([] if is_done else ["pass", "done", "punch"])
            assert jack.update.legal == ["pass", "done", "punch"]

    asyncio.run(case())


@pytest.mark.usefixtures("same_seed")
def test_bots_overtake_no_pass_either() -> None:
    """Their plays come after the passes that wait, too."""

    async def case() -> None:
        async with brawling() as running:
            anne, watcher = await brawl(running, "pbbbb")
            await anne.act("pass", "mine")
            for _ in range(14):
                await running.clock.advance(0.1)
            assert [event["kind"] for event in watcher.events()] == ["toasted", "punched"]
            assert anne.last(Ack).id == "mine"
            await running.clock.advance(1.5)
            assert "punch" in anne.update.legal

    asyncio.run(case())


def test_answers_that_wait_are_taken_when_the_window_closes() -> None:
    """A reaction is no longer than its least time: its end refuses nobody."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await brawl(running)
            await anne.act("punch")
            for each in (mary, jack):
                await each.act("decline", "mine")
            await running.clock.advance(1.5)
            for each in (mary, jack):
                assert each.last(Ack).id == "mine"
                assert each.all(Refused) == []
            record = (await running.stored(anne.table.ledger.table))[-1]
            assert isinstance(record, Closed)
            assert [seat for seat, _ in record.answers] == [0]

    asyncio.run(case())


def test_a_play_during_a_reaction_waits_for_its_end() -> None:
    """It is judged then, in order of arrival; meanwhile it is neither stored nor refused."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await brawl(running)
            await anne.act("punch", "a")
            await mary.act("punch", "m")
            await jack.act("punch", "j")
            assert (mary.all(Ack), jack.all(Ack)) == ([], [])
            assert (await refused(lambda: mary.act("done"))).code == "too_fast"
            await running.clock.advance(1.5)
            assert (mary.last(Ack).id, jack.all(Ack)) == ("m", [])
            await running.clock.advance(1.5)
            assert jack.last(Ack).id == "j"
            kinds = [(e["kind"], e["seat"]) for e in jack.events()]
            assert kinds == [("toasted", 0), ("punched", 0), ("punched", 1), ("punched", 2)]

    asyncio.run(case())


def test_an_early_play_may_be_refused_later() -> None:
    """What is not legal when the reaction is over is refused then; nonsense at once."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await brawl(running)
            await anne.act("punch")
            await mary.act("toast", "late")
            assert mary.all(Refused) == []
            assert (await refused(lambda: anne.act("dance"))).code == "unknown_action"
            await running.clock.advance(1.5)
            assert [(r.id, r.code) for r in mary.all(Refused)] == [("late", "not_now")]

    asyncio.run(case())


def test_an_early_play_that_cannot_be_stored_is_refused() -> None:
    """Whoever sent it is told, and may send it again."""

    async def case() -> None:
        log = FaultyLog()
        async with brawling(log=log) as running:
            anne, mary, _, _ = await brawl(running)
            await anne.act("punch")
            await mary.act("punch", "m")
            log.refuses = b'"m"'
            await running.clock.advance(1.5)
            assert [(r.id, r.code) for r in mary.all(Refused)] == [("m", "not_stored")]
            log.refuses = None
            await mary.act("punch", "m")
            assert mary.last(Ack).id == "m"

    asyncio.run(case())


@pytest.mark.parametrize("is_play", [False, True])
def test_what_waits_does_not_take_the_seat_back(is_play: bool) -> None:
    """Whoever asks for a stand-in gives up what waits, be it a pass or a play."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await brawl(running)
            if is_play:
                await anne.act("punch")
            await mary.act("punch" if is_play else "pass", "mine")
            await mary.table.stand_ins.away(mary.connection, Away("a"))
            assert [(r.id, r.code) for r in mary.all(Refused)] == [("mine", "too_late")]
            await running.clock.advance(10)
            assert mary.table.ledger.chairs[1].stand_in == "greedy"
            assert (1, "mine") not in mary.table.ledger.acknowledged

    asyncio.run(case())


def test_what_is_tried_does_not_take_the_seat_back() -> None:
    """The stand-in came at the same moment, a hair earlier."""

    async def case() -> None:
        async with brawling() as running:
            _, mary, _, _ = await brawl(running)
            table = mary.table
            await mary.act("pass", "mine")
            running.clock._now += 1.5
            table._early.look()
            await table.stand_ins.away(mary.connection, Away("a"))
            await settle()
            assert table.ledger.chairs[1].stand_in == "greedy"
            assert [(r.id, r.code) for r in mary.all(Refused)] == [("mine", "too_late")]

    asyncio.run(case())


def test_whoever_is_stood_in_for_cannot_play_early() -> None:
    """An act hands the seat back only if it is legal now; else it is refused now."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await brawl(running)
            await mary.table.stand_ins.away(mary.connection, Away("a"))
            await anne.act("punch")
            assert (await refused(lambda: mary.act("punch"))).code == "not_now"
            assert mary.table.ledger.chairs[1].stand_in == "greedy"
            await mary.act("decline", "mine")
            assert mary.table.ledger.chairs[1].stand_in is None

    asyncio.run(case())


def test_a_repeated_play_lets_nothing_in() -> None:
    """It is acknowledged again, and nobody plays: what waits waits on."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, _, _ = await brawl(running)
            await anne.act("punch", "old")
            await running.clock.advance(1.5)
            await mary.act("pass", "mine")
            await anne.act("punch", "old")
            assert [ack.id for ack in anne.all(Ack)[-2:]] == ["old", "old"]
            assert mary.all(Ack) == []
            await running.clock.advance(1.5)
            assert mary.last(Ack).id == "mine"

    asyncio.run(case())


@pytest.mark.parametrize("is_overtaken", [False, True])
def test_what_waits_is_answered_though_we_make_a_mistake(
    is_overtaken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sent it may send it again, and what else waits has its turn."""

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await brawl(running)
            propose = anne.table.propose_act

            def stumble(seat: int, text: str, message: str, by: By) -> Acted:
                if message == "mine":
                    raise ValueError("a mistake of ours")
                return propose(seat, text, message, by)

            monkeypatch.setattr(anne.table, "propose_act", stumble)
            await anne.act("pass", "mine")
            await mary.act("pass", "hers")
            if is_overtaken:
                with pytest.raises(ValueError, match="a mistake"):
                    await jack.act("punch")
            await running.clock.advance(1.6)
            assert [(r.id, r.code) for r in anne.all(Refused)] == [("mine", "internal")]
            assert mary.last(Ack).id == "hers"
            monkeypatch.setattr(anne.table, "propose_act", propose)
            await anne.act("pass", "mine")
            assert anne.last(Ack).id == "mine"

    asyncio.run(case())
