"""Talk around the game: phrases, hints, and spectators who see it later."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING, Any

from broadside.cli.thinking import advise
from broadside.kernel.event import EVERYTHING
from broadside.server.table.records import Spoke
from broadside.store.memory import MemoryStore
from broadside.wire.messages import Ack, Hint, Hints, Refused, Rewound, Said, Say, Update
from broadside.workers.pool import Question, Rated
from tests.server.harness import (
    GAMES,
    NAME,
    Client,
    FakeClock,
    InlineThinkers,
    SilentThinkers,
    house,
    play,
    refused,
)
from tests.server.test_live import Site, on_site
from tests.server.test_proposals import answer, propose
from tests.server.test_sealed_clock import sit_down

if TYPE_CHECKING:
    from tests.server.harness import House


# --------------------------------------------------------------------------- phrases


def test_a_phrase_is_kept_without_words() -> None:
    """Every reader's client has the words; whoever comes later reads it, too."""

    async def case() -> None:
        async with house() as server:
            anne, mary = await server.pair()
            await anne.post(Say("a", phrase="well_played"))
            await anne.post(Say("a", phrase="well_played"))
            assert mary.all(Said) == [Said(4, 0, "Player 0", "", "well_played")]
            assert anne.acked() == ["a", "a"]
            assert anne.last(Ack) == Ack("a", 4)
            late = await server.join(anne.table.name)
            assert late.last(Said).phrase == "well_played"
            record = (await server.stored(anne.table.name))[-1]
            assert isinstance(record, Spoke)
            assert (record.text, record.phrase) == ("", "well_played")

    asyncio.run(case())


def test_a_text_or_a_phrase_over_the_wire() -> None:
    """Both, neither and an unknown phrase are refused; markup stays the text it is."""

    async def case(site: Site) -> None:
        async with site.join(0) as anne:
            for extra in ({}, {"text": " \n"}, {"text": "Ahoy", "phrase": "ahoy"}):
                message: dict[str, Any] = {"type": "say", "id": "x", **extra}
                await anne.send(**message)
                assert (await anne.wait_for("refused"))["code"] == "empty"
            await anne.send(type="say", id="y", phrase="ahoy")
            assert (await anne.wait_for("said"))["phrase"] == "ahoy"
            markup = "<img src=x onerror=alert(1)> & &amp;"
            await anne.send(type="say", id="z", text=markup)
            assert (await anne.wait_for("said"))["text"] == markup

    on_site(case)


# ----------------------------------------------------------------------- spectator delay


async def delayed(server: House, delay_s: int = 30) -> list[Client]:
    """Two people and a spectator who sees everything later."""
    server.wish = {"spectator_delay_s": delay_s}
    clients = await server.pair(memory="closed")
    return [*clients, await server.join(clients[0].table.name)]


def test_spectators_see_it_later() -> None:
    """Each update comes as it was, at its time; players see it at once."""

    async def case() -> None:
        async with house() as server:
            anne, mary, watcher = await delayed(server)
            assert watcher.all(Update) == []
            await server.clock.advance(10)
            await anne.act("split 12")
            assert mary.events()[-1]["kind"] == "split"
            await server.clock.advance(20)
            assert [event["kind"] for event in watcher.events()] == ["turn_began"]
            await server.clock.advance(9)
            assert len(watcher.all(Update)) == 1
            await server.clock.advance(1)
            assert watcher.events()[-1]["kind"] == "split"
            assert watcher.update.clock is None

    asyncio.run(case())


def test_talk_is_delayed_as_well() -> None:
    """A word at the table may tell more than a card."""

    async def case() -> None:
        async with house() as server:
            anne, mary, watcher = await delayed(server)
            await anne.say("I have the kraken")
            assert len(mary.all(Said)) == 1
            late = await server.join(anne.table.name)
            await server.clock.advance(29)
            assert (watcher.all(Said), late.all(Said)) == ([], [])
            await server.clock.advance(1)
            assert len(watcher.all(Said)) == len(late.all(Said)) == 1
            assert len(mary.all(Said)) == 1

    asyncio.run(case())


def test_who_comes_later_sees_no_more() -> None:
    """At any moment a new spectator is told exactly what one of old standing knows."""

    async def case() -> None:
        async with house() as server:
            anne, mary, watcher = await delayed(server)
            for _ in range(25):
                await play([anne, mary], 1)
                await server.clock.advance(7)
                late = await server.join(anne.table.name)
                if not watcher.all(Update):
                    assert late.all(Update) == []
                    continue
                assert late.update.view == watcher.update.view
                assert late.update.seq == watcher.update.seq
                seen, known = late.events(), watcher.events()
                assert [event["kind"] for event in seen] == [event["kind"] for event in known]
                await late.leave()

    asyncio.run(case())


def test_the_end_is_told_late_too() -> None:
    """No hidden card of a game that is still on for spectators is shown to them."""

    async def case() -> None:
        async with house() as server:
            anne, mary, watcher = await delayed(server)
            await play([anne, mary])
            assert anne.update.result is not None
            late = await server.join(anne.table.name, None, 10**6)
            assert (watcher.all(Update), late.all(Update)) == ([], [])
            await server.clock.advance(30)
            assert watcher.update.result == late.update.result == anne.update.result

    asyncio.run(case())


def test_the_delay_survives_a_restart() -> None:
    """What was too new before is too new after it."""

    async def case() -> None:
        store, clock = MemoryStore(), FakeClock()
        async with house(store=store, clock=clock) as server:
            anne, _, _ = await delayed(server)
            await clock.advance(30)
            await anne.act("split 12")
        async with house(store=store, clock=clock) as server:
            watcher = await server.join(anne.table.name)
            assert [event["kind"] for event in watcher.events()] == ["turn_began"]
            await clock.advance(30)
            assert watcher.events()[-1]["kind"] == "split"

    asyncio.run(case())


def test_an_undo_reaches_spectators_late() -> None:
    """First the decision, then that it was taken back, each at its time."""

    async def case() -> None:
        async with house() as server:
            anne, mary, watcher = await delayed(server)
            await anne.act("split 12")
            await server.clock.advance(10)
            await propose(anne)
            await answer(mary, yes=True)
            await server.clock.advance(20)
            assert watcher.events()[-1]["kind"] == "split"
            assert watcher.all(Rewound) == []
            await server.clock.advance(10)
            assert len(watcher.all(Rewound)) == 1
            assert [event["kind"] for event in watcher.update.events] == ["turn_began"]

    asyncio.run(case())


# ------------------------------------------------------------------------------ hints


def test_a_hint() -> None:
    """The three best moves, told to nobody else and stored nowhere."""

    async def case() -> None:
        async with house() as server:
            server.wish = {"hints": True}
            anne, mary = await server.pair()
            before = await server.store.read(anne.table.name)
            await anne.post(Hint("h"))
            hints = anne.last(Hints)
            assert (hints.id, len(hints.moves)) == ("h", 3)
            assert [move.action for move in hints.moves] == anne.update.legal[:3]
            assert mary.all(Hints) == []
            assert await server.store.read(anne.table.name) == before

    asyncio.run(case())


def test_hints_are_for_who_is_asked_where_they_are_allowed() -> None:
    """Not for others, not for spectators, not without the host's leave, not before the start."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            ask = functools.partial(anne.post, Hint("h"))
            assert (await refused(ask)).code == "no_hints"
            server.wish = {"hints": True}
            anne, mary = await server.pair()
            watcher = await server.join(anne.table.name)
            for client, code in ((mary, "not_your_turn"), (watcher, "spectator")):
                ask = functools.partial(client.post, Hint("h"))
                assert (await refused(ask)).code == code
            table = await server.open("pp")
            early = await server.join(table.name, await server.sit(table, 0))
            ask = functools.partial(early.post, Hint("h"))
            assert (await refused(ask)).code == "not_started"

    asyncio.run(case())


def test_hints_come_from_what_the_seat_knows() -> None:
    """The worlds show the seat its own view, hold another pile, and no future of the table."""

    async def case() -> None:
        thinkers = InlineThinkers()
        async with house(thinkers=thinkers) as server:
            server.wish = {"hints": True}
            anne, _ = await server.pair(memory="closed")
            await anne.post(Hint("h"))
            state = anne.table.state
            assert state is not None
            worlds = [GAMES[NAME].read(world) for world in thinkers.advised]
            assert not any("sealed" in world for world in thinkers.advised)
            assert all(world.view(0) == state.view(0) for world in worlds)
            assert any(world.view(EVERYTHING) != state.view(EVERYTHING) for world in worlds)

    asyncio.run(case())


def test_a_hint_does_not_tell_who_answered_under_seal() -> None:
    """The captains are asked about the very same worlds before and after the other's choice."""

    async def case() -> None:
        thinkers = AskedThinkers()
        async with house(thinkers=thinkers) as server:
            me, other = await sit_down(server)
            me.table.opened.hints = True
            await me.post(Hint("before"))
            before = thinkers.advised[:]
            await other.act(other.update.legal[0])
            await me.post(Hint("after"))
            assert before
            assert thinkers.advised == before * 2

    asyncio.run(case())


class AskedThinkers(SilentThinkers):
    """Bots that never answer, and captains who only listen."""

    def __init__(self) -> None:
        self.advised: list[str] = []

    async def advise(self, question: Question, *, table: str = "") -> Rated:
        self.advised.append(question.world)
        return []


def test_no_captain_has_an_opinion() -> None:
    """The worker failed: the asking seat is told, and the table does not mind."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            server.wish = {"hints": True}
            anne, _ = await server.pair()
            assert (await refused(lambda: anne.post(Hint("h")))).code == "no_hint"
            assert (anne.last(Refused).id, anne.last(Refused).code) == ("h", "no_hint")
            await anne.act("split 12")

    asyncio.run(case())


def test_hints_have_a_rate() -> None:
    """Who asks all the time is told to think."""

    async def case(site: Site) -> None:
        async with site.join(0) as anne:
            for number in range(6):
                await anne.send(type="hint", id=str(number))
            codes = [(await anne.wait_for("refused"))["code"] for _ in range(6)]
            assert codes == ["no_hints"] * 5 + ["too_fast"]

    on_site(case)


def test_a_captain_advises() -> None:
    """It gives chances of victory, the best first, of legal moves only, and in time."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, _ = await sit_down(server)
            state = me.table.state
            assert state is not None
            world = state.determinize(0, state.rng.spawn()).write()
            rated = advise(Question("jamaica", world, 0, "captain", 5, think_ms=200))
            assert rated
            assert {action for action, _ in rated} <= set(me.update.legal)
            assert all(0 <= chance <= 1 for _, chance in rated)

    asyncio.run(case())
