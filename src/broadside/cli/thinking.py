"""What worker processes run: plain functions of names and texts, so that they can be sent there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from broadside.bots import levels
from broadside.bots.search.budget import UNLIMITED, Budget, Watch
from broadside.cli.own_bots import is_own, own_bot
from broadside.games import registry
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadside.arena.match import Player
    from broadside.kernel.game import Game


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


def player(name: str, game: Game, think_ms: int | None = None) -> Player:
    """The bot of a name, or one's own, written as path.py:Class.

    Bots that search think so long about each decision, or as long as they usually do.
    """
    if is_own(name):
        return own_bot(name)
    if name not in levels.SEARCHING:
        return levels.bot(name, game)
    watch = Stopwatch(think_ms if think_ms is not None else levels.THINK_MS[name])
    return levels.bot(name, game, Budget(UNLIMITED - 1, watch))


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


def cast(
    game_name: str, bots: Sequence[str], think_ms: int | None = None
) -> tuple[Game, list[Player]]:
    """A game and one player per name: the arena's matches are cast with this."""
    game = registry.find(game_name)
    return game, [player(name, game, think_ms) for name in bots]
