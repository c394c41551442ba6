"""What worker processes run: plain functions of names and texts, so that they can be sent there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, TypedDict

from broadside.arena.match import checked, decided
from broadside.bots import levels
from broadside.bots.characters import CHARACTERS
from broadside.bots.search.bot import SearchBot
from broadside.bots.search.budget import UNLIMITED, Budget, Watch
from broadside.bots.search.review import review
from broadside.cli.own_bots import is_own, only_game, own_bot
from broadside.games import registry
from broadside.kernel.errors import BroadsideError
from broadside.kernel.rng import FastRng
from broadside.service.crew import Crew, Level

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from broadside.arena.match import Player
    from broadside.kernel.game import Game
    from broadside.workers.pool import Question

CHANCE_DIGITS: Final = 4


class Deadline(Watch):
    """So many milliseconds from now on, for whatever is to be decided."""

    def __init__(self, limit_ms: int) -> None:
        self.limit_s = limit_ms / 1000
        self.start_s = time.perf_counter()

    def used(self) -> float:
        """The part of the time that is over."""
        return (time.perf_counter() - self.start_s) / self.limit_s


class Stopwatch(Watch):
    """So many milliseconds for each decision, by default of the processor.

    Nobody waits for bots among themselves: they think as long on a busy machine as on a quiet one.
    """

    def __init__(self, limit_ms: int, clock: Callable[[], float] = time.process_time) -> None:
        self.limit_s = limit_ms / 1000
        self.clock = clock
        self.start_s = 0.0

    def start(self) -> None:
        """A decision begins."""
        self.start_s = self.clock()

    def used(self) -> float:
        """The part of the time that is over."""
        return (self.clock() - self.start_s) / self.limit_s


def player(
    name: str,
    game: Game,
    think_ms: int | None = None,
    look_aheads: int | None = None,
    clock: Callable[[], float] = time.process_time,
) -> Player:
    """The bot of a name, or one's own, written as path.py:Class.

    Bots that search have so much of a clock's time for each decision, or look so often ahead;
    `captain@400` does the latter whatever the others do. Without either, they take the time they
    usually do.
    """
    kind, sign, own_budget = name.rpartition("@")
    if sign and not is_own(own_budget):  # there may be an @ in a path
        look_aheads = read_budget(kind, own_budget)
    else:
        kind = name
    budget = Budget(look_aheads) if look_aheads is not None else None
    if budget is None:
        usual_ms = levels.THINK_MS.get(kind, levels.THINK_MS["captain"])
        limit_ms = think_ms if think_ms is not None else usual_ms
        budget = Budget(UNLIMITED, Stopwatch(limit_ms, clock))
    found = own_bot(kind, game, budget) if is_own(kind) else levels.bot(kind, game, budget)
    found.name = name
    return found


def read_budget(kind: str, text: str) -> int:
    """The look-aheads that stand behind the @ of a name; only bots that search have any."""
    if not text.isdecimal() or int(text) < 1:
        raise BroadsideError(
            f"{kind[:40]}@{text[:40]}: behind @ stands how often it looks ahead, as in captain@400"
        )
    if kind not in levels.SEARCHING and not is_own(kind):
        raise BroadsideError(
            f"{kind[:40]}@{text[:40]}: only {', '.join(levels.SEARCHING)} and own bots look ahead"
        )
    return int(text)


def crew(own: Mapping[str, str]) -> Crew:
    """The bots that may sit at the server's tables, with those that the operator brought along."""
    known = {
        name: Level(levels.THINK_MS.get(name, 0), name in levels.OFFERED) for name in levels.BOTS
    }
    brought = {name: Level(game=only_game(path)) for name, path in own.items()}
    return Crew(known | brought, CHARACTERS)


def seated(question: Question, game: Game, own: Mapping[str, str]) -> Player:
    """The bot that is asked; one that searches has its answer by the deadline, or just after."""
    if question.bot in own:
        return own_bot(own[question.bot], game)
    think_ms = question.think_ms or levels.THINK_MS.get(question.bot, 0)
    budget = Budget(UNLIMITED, Deadline(think_ms)) if think_ms else None
    return levels.bot(question.bot, game, budget, question.temper)


def think(question: Question, own: Mapping[str, str] | None = None) -> str:
    """What a bot does in a world, as text: the server's bots think with this.

    `own` tells the file and class of each bot that the operator brought along. The bot may make an
    offer first; then it is asked again. For an aside it is what the bot answers to an offer;
    nothing, if it does not care.
    """
    game = registry.find(question.game)
    thinker = seated(question, game, own or {})
    world, seat, rng = game.read(question.world), question.seat, FastRng(question.seed)
    if question.is_aside:
        answer = thinker.answer(world, seat, rng)
        return "" if answer is None else checked(world, seat, thinker, answer).text
    return decided(world, seat, thinker, rng).text


def advise(question: Question) -> list[tuple[str, float]]:
    """What a captain thinks that a seat may do, the best first: the server's hints."""
    found = consider(question.game, question.world, question.seat, question.seed, question.think_ms)
    return [(one["action"], one["chance"]) for one in found]


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
    """A captain with a budget for one decision; who gives it a time waits for the answer."""
    if think_ms is not None:
        found: Player = levels.bot("captain", game, Budget(UNLIMITED, Deadline(think_ms)))
    else:
        found = player("captain", game, look_aheads=look_aheads)
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


def judge_decision(question: Question, action: str) -> Judgement:
    """What a captain thinks of an action that a seat took: the server's lessons."""
    return judge(
        question.game, question.world, question.seat, action, question.seed, question.think_ms
    )


def cast(
    game_name: str,
    bots: Sequence[str],
    think_ms: int | None = None,
    look_aheads: int | None = None,
) -> tuple[Game, list[Player]]:
    """A game and one player per name: the arena's matches are cast with this."""
    game = registry.find(game_name)
    return game, [player(name, game, think_ms, look_aheads) for name in bots]
