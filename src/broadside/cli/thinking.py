"""What worker processes run: plain functions of names and texts, so that they can be sent there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, TypedDict

from broadside.bots import levels
from broadside.bots.search.bot import SearchBot
from broadside.bots.search.budget import UNLIMITED, Budget, Watch
from broadside.bots.search.review import review
from broadside.cli.own_bots import is_own, own_bot
from broadside.games import registry
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadside.arena.match import Player
    from broadside.kernel.game import Game

CHANCE_DIGITS: Final = 4


class Stopwatch(Watch):
    """So many milliseconds for each decision."""

    def __init__(self, limit_ms: int) -> None:
        self.limit_s = limit_ms / 1000
        self.start_s = 0.0

    def start(self) -> None:
        """A decision begins."""
        self.start_s = time.perf_counter()

    def used(self) -> float:
        """The part of the time that is over."""
        return (time.perf_counter() - self.start_s) / self.limit_s


def player(
    name: str, game: Game, think_ms: int | None = None, look_aheads: int | None = None
) -> Player:
    """The bot of a name, or one's own, written as path.py:Class.

    Bots that search think so long about each decision, or look so often ahead; without either,
    they take the time they usually do.
    """
    if is_own(name):
        return own_bot(name, game)
    if name not in levels.SEARCHING:
        return levels.bot(name, game)
    if look_aheads is not None:
        return levels.bot(name, game, Budget(look_aheads))
    watch = Stopwatch(think_ms if think_ms is not None else levels.THINK_MS[name])
    return levels.bot(name, game, Budget(UNLIMITED, watch))


def think(
    game_name: str,
    world_text: str,
    seat: int,
    bot: str,
    seed: int,
    is_aside: bool = False,
) -> str:
    """What a bot does in a world, as text: the server's bots think with this.

    It may make an offer first; then it is asked again. For an aside it is what the bot answers to
    an offer; nothing, if it does not care.
    """
    game = registry.find(game_name)
    world = game.read(world_text)
    thinker = player(bot, game)
    if is_aside:
        answer = thinker.answer(world, seat, FastRng(seed))
        return "" if answer is None else answer.text
    offer = thinker.offer(world, seat, FastRng(seed))
    return (offer or thinker.choose(world, seat, FastRng(seed))).text


def advise(game_name: str, worlds: list[str], seat: int) -> list[tuple[str, float]]:
    """What a seat may do, rated over several worlds that it cannot tell apart, the best first."""
    game = registry.find(game_name)
    advice = game.advice()
    ratings: dict[str, list[float]] = {}
    for text in worlds:
        world = game.read(text)
        actions = advice.sensible(world, seat)
        for action, rating in zip(actions, advice.rate(world, seat, actions), strict=True):
            ratings.setdefault(action.text, []).append(rating)
    means = [
        (action, sum(rated) / len(rated))
        for action, rated in ratings.items()
        if len(rated) == len(worlds)  # else it is beaten by another one in some world
    ]
    return sorted(means, key=lambda mean: -mean[1])


class Considered(TypedDict):
    """An action as a searching bot sees it: the seat's chance of victory with it.

    `error` is the standard error of the chance; actions that were dropped early have a large one.
    """

    action: str
    chance: float
    error: float
    look_aheads: int


class Judgement(TypedDict):
    """A decision as a searching bot sees it afterwards.

    `loss` is what it has cost of a victory, `why` the terms of the evaluation that tell it from the
    best one, with how much each of them speaks for the best.
    """

    played: str
    best: str
    chance: float
    best_chance: float
    loss: float
    is_mistake: bool
    why: list[tuple[str, float]]


def searcher(game: Game, think_ms: int | None, look_aheads: int | None) -> SearchBot:
    """A captain with a budget."""
    found = player("captain", game, think_ms, look_aheads)
    assert isinstance(found, SearchBot)
    return found


def consider(
    game_name: str,
    world_text: str,
    seat: int,
    seed: int,
    think_ms: int | None = None,
    look_aheads: int | None = None,
) -> list[Considered]:
    """All sensible actions of a seat with their chances, the best first: a captain's hints."""
    game = registry.find(game_name)
    world = game.read(world_text)
    thinker = searcher(game, think_ms, look_aheads)
    actions = thinker.advice.sensible(world, seat)
    return [
        {
            "action": arm.action.text,
            "chance": round(arm.mean(), CHANCE_DIGITS),
            "error": round(arm.error(), CHANCE_DIGITS),
            "look_aheads": len(arm.worths),
        }
        for arm in thinker.ranking(world, seat, actions, FastRng(seed))
    ]


def judge(
    game_name: str,
    world_text: str,
    seat: int,
    action: str,
    seed: int,
    think_ms: int | None = None,
    look_aheads: int | None = None,
) -> Judgement:
    """What a captain thinks of an action that a seat took in a world of its own."""
    game = registry.find(game_name)
    world = game.read(world_text)
    thinker = searcher(game, think_ms, look_aheads)
    found = review(thinker, world, seat, game.actions.find(action), FastRng(seed))
    return {
        "played": found.played.text,
        "best": found.best.text,
        "chance": round(found.chance, CHANCE_DIGITS),
        "best_chance": round(found.best_chance, CHANCE_DIGITS),
        "loss": round(found.loss, CHANCE_DIGITS),
        "is_mistake": found.is_mistake(),
        "why": [(reason.term, round(reason.gain, CHANCE_DIGITS)) for reason in found.why],
    }


def cast(
    game_name: str,
    bots: Sequence[str],
    think_ms: int | None = None,
    look_aheads: int | None = None,
) -> tuple[Game, list[Player]]:
    """A game and one player per name: the arena's matches are cast with this."""
    game = registry.find(game_name)
    return game, [player(name, game, think_ms, look_aheads) for name in bots]
