"""An evening of Jolly Roger on a simulated clock: it stays quick, and nobody freezes it."""

from __future__ import annotations

import asyncio
import random
import re
from typing import TYPE_CHECKING, Any, Final

import pytest

from broadside.cli.thinking import think
from broadside.kernel.rng import FastRng
from broadside.replays import fairness
from broadside.server.table.results import replay_file
from broadside.service.settings import Settings
from broadside.wire.messages import OpenTable, SeatWish
from broadside.workers.pool import Question, Thinkers

from .harness import GAMES, Client, house
from .windows import Witness

if TYPE_CHECKING:
    from .harness import FakeClock, House

GAME: Final = "jolly-roger"
LOOK_S: Final = 0.25
"""How often the person looks up."""
TEMPTATION: Final = 0.02
"""How often, per look, the person plays a card in an attack or a mutiny."""
MINUTES_MAX: Final = 12
SILENT: Final = {"pass", "done", "decline"}


class InlineGreedy(Thinkers):
    """The real bots, thinking at once and in this process."""

    async def think(self, question: Question, *, table: str = "") -> str:
        return think(question)


async def sit_down(running: House, bots: int) -> Client:
    """One person with so many bots, at a table as the lobby opens it."""
    wishes = [SeatWish("open"), *[SeatWish("bot", "greedy") for _ in range(bots)]]
    shell = await running.open_table(OpenTable(GAME, wishes))
    return await running.join(shell.name, await running.sit(shell, 0))


class Person:
    """Somebody who makes the decisions that matter, and lets the other windows run out.

    Where there is nothing to play a standing order says so at once.
    """

    def __init__(self, client: Client, clock: FakeClock, seed: int) -> None:
        self.client = client
        self.clock = clock
        self.chance = random.Random(seed)
        self.question = ""
        self.thought_s = 0.0

    async def live(self) -> None:
        """Answer a question after some thought; let open windows go, or join in now and then."""
        update = self.client.update
        if update.prompt is not None and update.countdown is None:
            await self.answer(update.prompt.question)
            return
        self.question = ""
        plays = [action for action in update.legal if action not in SILENT]
        is_busy = update.view["window"]["name"] in ("muster", "mutiny")
        if plays and is_busy and self.chance.random() < TEMPTATION:
            await self.client.act(self.chance.choice(plays))
        elif not plays and "done" in update.legal:
            await self.client.act("done", f"done {update.view['window']['id']}")
        await self.clock.advance(LOOK_S)

    async def answer(self, question: str) -> None:
        """Think it over; the next prize or card of a row takes less time than the first."""
        seconds = self.chance.uniform(6, 8) if question != self.question else 2.0
        self.question = question
        self.thought_s += seconds
        await self.clock.advance(seconds)
        prompt = self.client.update.prompt
        assert prompt is not None
        await self.client.act(prompt.default or self.client.update.legal[0])


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 7])
def test_a_person_with_five_bots_finishes_in_time(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve minutes at most, though every question is thought about."""
    monkeypatch.setattr(fairness, "new_seed", lambda: str(seed) * 64)

    async def case() -> None:
        async with house(thinkers=InlineGreedy(), settings=Settings()) as running:
            began = running.clock.now()
            client = await sit_down(running, 5)
            person = Person(client, running.clock, seed)
            while client.update.result is None:
                await person.live()
            minutes = (running.clock.now() - began) / 60
            print(
                f"{minutes:.1f} simulated minutes, {person.thought_s / 60:.1f} of them in thought"
            )
            assert minutes <= MINUTES_MAX
            assert fairness.verify(replay_file(client.table), GAMES).ok

    asyncio.run(case())


# ---------------------------------------------------------------------- secrecy


async def crew_of_people(running: House, *, is_redealt: bool) -> list[Witness]:
    """Six people and somebody who watches; perhaps with other cards where seat 0 sees none."""
    shell = await running.open_table(OpenTable(GAME, [SeatWish("open")] * 6))
    people = [Witness(shell) for _ in range(7)]
    for seat, person in enumerate(people[:6]):
        await person.join(await running.sit(shell, seat, f"P{seat}"))
    table = people[0].table
    state = table.state
    assert state is not None
    if is_redealt:
        world = state.determinize(0, FastRng(7))
        world.log, world.rng = state.log, state.rng
        table.state = table.playing = world
        table.changed()
    await people[6].join()
    return people


async def first_voyage(running: House, *, is_redealt: bool, silent: list[int]) -> list[list[str]]:
    """What seat 0 and a spectator are sent, and when, until the first card is played."""
    people = await crew_of_people(running, is_redealt=is_redealt)
    begun = running.clock.now()
    for _ in range(8):
        for seat in [seat for seat in range(1, 6) if seat not in silent]:
            legal = people[seat].update.legal
            if "done" in legal and people[seat].update.countdown is not None:
                await people[seat].act("done")
        await running.clock.advance(2)
        if people[0].update.countdown is None:
            (asked,) = people[0].update.waiting
            prompt = people[asked].update.prompt
            assert prompt is not None
            await people[asked].act(prompt.default or people[asked].update.legal[0])
    stories = []
    for witness in (people[0], people[6]):
        frames = [
            (round(at - begun, 3), re.sub(r'"(table|code|commitment)":"\w+"', "", frame))
            for at, frame in witness.timed
            if at >= begun and '"type":"seats"' not in frame
        ]
        played = [i for i, (_, frame) in enumerate(frames) if "card_played" in frame]
        stories.append([f"{at} {frame}" for at, frame in frames[: played[0]]])
    return stories


def test_a_window_takes_the_same_time_whoever_holds_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other hands, others who have passed: frame by frame the same, at the same moments."""
    monkeypatch.setattr(fairness, "new_seed", lambda: "5" * 64)

    async def case() -> None:
        async with house(settings=Settings()) as running:
            usual = await first_voyage(running, is_redealt=False, silent=[1, 2, 3, 4, 5])
            assert min(map(len, usual)) >= 5
            for is_redealt, silent in ((True, [1, 2, 3, 4, 5]), (False, [1]), (True, [2, 5])):
                other = await first_voyage(running, is_redealt=is_redealt, silent=silent)
                assert other == usual

    asyncio.run(case())


# ------------------------------------------------------------------------ clocks


def window_of(person: Client) -> dict[str, Any]:
    """The window that the person sees."""
    window: dict[str, Any] = person.update.view["window"] or {}
    return window


def test_a_table_of_nine_bots_never_waits_longer_than_its_clocks() -> None:
    """The person says nothing at all: whatever is asked goes on when its time is over."""

    async def case() -> None:
        async with house(thinkers=InlineGreedy(), settings=Settings()) as running:
            person = await sit_down(running, 9)
            since, told = running.clock.now(), len(person.frames)
            while person.update.result is None:
                window = window_of(person)
                limit_s = window["countdown_ms"] / 1000 or window["clock_s"]
                await running.clock.advance(LOOK_S)
                if len(person.frames) != told:
                    since, told = running.clock.now(), len(person.frames)
                assert running.clock.now() - since <= limit_s

    asyncio.run(case())
