"""One match of bots: each of them only ever sees worlds, and the seed decides everything."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from broadside.kernel.errors import BroadsideError, IllegalAction
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadside.kernel.action import Action
    from broadside.kernel.event import Seat
    from broadside.kernel.game import Game, Options
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State


class Player(Protocol):
    """Whoever can choose: what the arena needs to know of a bot."""

    name: str

    def choose(self, world: State, seat: Seat, rng: Rng) -> Action:
        """The action this seat takes in a world that it cannot tell from the table."""

    def answer(self, world: State, seat: Seat, rng: Rng) -> Action | None:
        """What this seat answers to an offer; None to let it lapse."""

    def offer(self, world: State, seat: Seat, rng: Rng) -> Action | None:
        """An offer that this seat makes before it decides; None for none."""


@dataclass(frozen=True)
class Belief:
    """What one seat made of the true sides of all others, in the mean, and what chance makes."""

    seat: int
    truth: float
    chance: float


@dataclass(frozen=True)
class Outcome:
    """How a match ended; `result` is None if it did not end within the game's own bound."""

    result: list[float] | None
    scores: list[int]
    decisions: int
    sides: list[str] = field(default_factory=list)
    beliefs: list[Belief] = field(default_factory=list)


class BadBotError(BroadsideError):
    """A bot answered with something that is not legal."""


def derived_rng(seed: int, *path: int | str) -> FastRng:
    """A generator of its own for everything that has a name: the same one in every process."""
    text = " ".join(str(step) for step in (seed, *path)).encode()
    return FastRng(int.from_bytes(hashlib.blake2b(text, digest_size=7).digest(), "big"))


def deal_match(game: Game, options: Options, seats: int, seed: int, index: int) -> State:
    """The table of match number `index` of a seed."""
    state = game.deal(seats, options, derived_rng(seed, index, "table"))
    state.log = None  # nobody reads the story of a simulated game
    return state


def play_match(
    game: Game, options: Options, players: Sequence[Player], seed: int, index: int = 0
) -> Outcome:
    """Play match number `index` of a seed; options must be complete, one player to each seat."""
    state = deal_match(game, options, len(players), seed, index)
    rngs = [derived_rng(seed, index, "seat", seat) for seat in range(len(players))]
    decisions = 0
    decisions_max = game.decisions_max(len(players))
    asked: list[Seat] = []
    while not state.is_over() and decisions < decisions_max:
        seat = state.deciders()[0]
        answer(state, seat, players[seat], rngs[seat])
        decisions += 1
        for nudged in [other for other in state.nudged() if other not in asked]:
            answer_offer(state, nudged, players[nudged], rngs[nudged])
        asked = state.nudged()  # whoever had no opinion is not asked again
    sides = [state.side(seat) for seat in range(len(players))]
    return Outcome(
        state.result(), state.scores(), decisions, sides, held_beliefs(game, state, sides)
    )


def held_beliefs(game: Game, state: State, sides: list[str]) -> list[Belief]:
    """How much of the truth each seat believed at the end; none where there are no sides."""
    found: list[Belief] = []
    if not any(sides) or state.result() is None:
        return found
    advice = game.advice()
    for seat in range(len(sides)):
        beliefs = advice.beliefs(state, seat)
        if beliefs is None:
            return []
        others = [other for other in range(len(sides)) if other != seat]
        truth = sum(beliefs[other][sides[other]] for other in others) / len(others)
        told = [sides[other] for other in others]
        chance = sum(told.count(side) for side in told) / len(told) ** 2
        found.append(Belief(seat, truth, chance))
    return found


def answer(state: State, seat: Seat, player: Player, rng: Rng) -> None:
    """Ask a player on a world of its own, and do what it says; it may make an offer first."""
    world = state.determinize(seat, rng)
    offer = player.offer(world, seat, rng)
    if offer is not None:
        do(state, seat, player, offer)
    else:
        do(state, seat, player, player.choose(world, seat, rng))


def answer_offer(state: State, seat: Seat, player: Player, rng: Rng) -> None:
    """Ask a player about what it was offered; whoever has no opinion lets it lapse."""
    action = player.answer(state.determinize(seat, rng), seat, rng)
    if action is not None:
        do(state, seat, player, action)


def do(state: State, seat: Seat, player: Player, action: Action) -> None:
    """Do what a player says, if it may."""
    try:
        state.play(seat, action)
    except IllegalAction as error:
        raise BadBotError(f"the bot {player.name} may not do this: {error}") from error
