"""Guided first games: each is played to its end, left, gone on with, and told in every language."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast, get_args

import pytest

from broadside.bots.characters import CHARACTERS
from broadside.lessons import guided
from broadside.server.table.results import game_result
from broadside.service.crew import Crew, Level
from broadside.service.refusal import Refusal
from broadside.service.settings import Settings
from broadside.wire.messages import Guide, Language, SeatTaken, Update
from tests.server.harness import GAMES, Client, House, InlineThinkers, house

if TYPE_CHECKING:
    from broadside.kernel.game import Game

TAUGHT = [game for game in GAMES.values() if game.guided()]
BEAT_S = 2.0
STEPS_MAX = 15
PASSING = ("pass", "decline", "done")
SENTENCES_MAX = 400


async def begin(server: House, game: str) -> Client:
    """Open a guided game and come to its table."""
    taken: SeatTaken = await server.tables.open_guided(game, "Anne")
    return await server.join(taken.table, taken.credential)


def guide_of(client: Client) -> Guide:
    """Where the guided game stands."""
    guide = client.update.guide
    assert guide is not None
    return guide


async def follow(
    server: House, client: Client, until: str | None = None, look_s: float = BEAT_S
) -> list[str]:
    """Do what the guide asks for, up to a step or to the end; give the steps that were asked."""
    asked: list[str] = []
    for _ in range(round(60 * BEAT_S / look_s)):
        await server.clock.advance(look_s)
        guide = guide_of(client)
        if guide.number == guide.count - 1 or guide.step == until:
            return asked
        if guide.action is None:  # the others have not yet done all that comes first
            continue
        assert client.update.question is not None, f"{guide.step}: the pupil is not asked"
        if not asked or asked[-1] != guide.step:
            asked.append(guide.step)
        await client.act(guide.action, question=client.update.question)
    raise AssertionError(f"the guided game does not go on after {asked}")


def test_every_game_has_one() -> None:
    """Nobody must read rules to begin."""
    assert [game.name for game in TAUGHT] == list(GAMES)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: str(game.name))
def test_played_to_the_end(game: Game) -> None:
    """Every step asks the pupil, all others follow the course, and then the pupil plays alone."""

    async def case() -> None:
        thinkers = InlineThinkers()
        async with house(thinkers=thinkers) as server:
            client = await begin(server, game.name)
            asked = await follow(server, client)
            steps = [step.id for step in guided.texts(game, "en").steps]
            assert asked == steps[:-1]
            end = guide_of(client)
            assert (end.step, end.number, end.count) == (steps[-1], len(steps) - 1, len(steps))
            assert client.update.clock is None
            assert client.table.opened.hints
            for _ in range(5):
                if client.update.legal:
                    await client.act(client.update.legal[0])
                await server.clock.advance(BEAT_S)
            assert guide_of(client) == Guide(steps[-1], len(steps) - 1, len(steps), None)

    asyncio.run(case())


def test_the_others_are_somebody() -> None:
    """Three bots by the name of "Captain", where one of them is the Captain, teach nobody."""

    async def case() -> None:
        async with house(crew=Crew({"captain": Level(1000)}, CHARACTERS)) as server:
            client = await begin(server, "jolly-roger")
            chairs = client.table.chairs
            characters = [chair.character for chair in chairs if chair.name is None]
            assert len({one.name for one in characters if one is not None}) == len(chairs) - 1

    asyncio.run(case())


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: str(game.name))
def test_no_bot_thinks_before_the_end(game: Game) -> None:
    """What the pupil sees is always the same."""

    async def case() -> None:
        thinkers = InlineThinkers()
        settings = Settings(bot_beat_s=0.5)
        async with house(thinkers=thinkers, settings=settings) as server:
            client = await begin(server, game.name)
            last = guided.lesson_of(game).steps[-2].id
            await follow(server, client, until=last)
            assert thinkers.worlds == []

    asyncio.run(case())


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: str(game.name))
def test_the_others_do_not_dawdle(game: Game) -> None:
    """What they do takes a beat each, though no thought; that they pass takes no time at all."""
    look_s = 0.05
    lesson = guided.lesson_of(game)
    moves = [action for seat, action in lesson.course()[0] if seat != lesson.pupil]
    seen = [action for action in moves if action not in PASSING]
    mine = len(lesson.course()[0]) - len(moves)

    async def case() -> None:
        settings = Settings(bot_beat_s=0.5)
        async with house(settings=settings) as server:
            client = await begin(server, game.name)
            began = server.clock.now_ms()
            await follow(server, client, look_s=look_s)
            waited_s = (server.clock.now_ms() - began) / 1000
            assert waited_s <= settings.bot_beat_s * len(seen) + look_s * 2 * (mine + len(seen))

    asyncio.run(case())


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: str(game.name))
def test_texts(game: Game) -> None:
    """A handful of steps, each a few sentences, in every language."""
    for language in get_args(Language):
        steps = guided.texts(game, language).steps
        assert 8 <= len(steps) <= STEPS_MAX
        assert len({step.id for step in steps}) == len(steps)
        for step in steps:
            assert step.title.strip() and step.text.strip(), step.id
            assert len(step.text) <= SENTENCES_MAX, f"{language} {step.id}: {len(step.text)}"
    lesson = guided.lesson_of(game)
    for taught in lesson.steps:
        assert len(set(taught.text.values())) == len(get_args(Language)), taught.id


def test_it_counts_for_nobody() -> None:
    """A game whose deal everybody knows tells nothing of its winner."""

    async def case() -> None:
        async with house() as server:
            client = await begin(server, "jolly-and-roger")
            await follow(server, client)
            for _ in range(200):
                if client.update.result is not None:
                    break
                if client.update.legal:
                    await client.act(client.update.legal[0])
                await server.clock.advance(BEAT_S)
            assert client.update.result is not None
            assert game_result(client.table).players == ()

    asyncio.run(case())


def test_left() -> None:
    """Who does something else plays alone, and the bots think."""

    async def case() -> None:
        thinkers = InlineThinkers()
        async with house(thinkers=thinkers) as server:
            client = await begin(server, "jolly-and-roger")
            await follow(server, client, until="board")
            other = next(a for a in client.update.legal if a != guide_of(client).action)
            await client.act(other)
            assert client.update.guide is None
            for _ in range(3):
                if client.update.legal:
                    await client.act(client.update.legal[0])
                await server.clock.advance(BEAT_S)
            assert thinkers.worlds

    asyncio.run(case())


def test_resumed_from_the_log() -> None:
    """A page that comes back, even after a restart, is at the same step."""

    async def case() -> None:
        async with house() as server:
            taken = await server.tables.open_guided("jolly-and-roger", "Anne")
            client = await server.join(taken.table, taken.credential)
            await follow(server, client, until="pick")
            before = guide_of(client)
            store = server.store
        async with house(store=store) as server:
            again = await server.join(taken.table, taken.credential)
            await server.clock.advance(BEAT_S)
            assert guide_of(again) == before

    asyncio.run(case())


def test_only_the_pupil_is_led() -> None:
    """Spectators see the table without its guide."""

    async def case() -> None:
        async with house() as server:
            client = await begin(server, "jolly-and-roger")
            watching = await server.join(client.table.name)
            assert watching.last(Update).guide is None
            assert guide_of(client).number == 0

    asyncio.run(case())


def test_a_game_without_one() -> None:
    """Not every game has a guided one, and a server says so."""

    class Plain:
        name = "plain"

        def guided(self) -> str:
            return ""

    with pytest.raises(Refusal, match="Nobody has written a guided game of plain"):
        guided.lesson_of(cast("Game", Plain()))
