"""One match of bots: each of them only ever sees worlds, and the seed decides everything."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from broadside.kernel.action import Action
from broadside.kernel.errors import BroadsideError, IllegalAction
from broadside.kernel.notes import Notes
from broadside.kernel.playout import draw_lots
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from broadside.kernel.event import Seat
    from broadside.kernel.game import Game, Options
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State

    Watch = Callable[[State, Seat, Action], None]


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
    """A bot answered with something that is no action, or not legal."""


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
    game: Game,
    options: Options,
    players: Sequence[Player],
    seed: int,
    index: int = 0,
    watch: Watch | None = None,
    aside: Watch | None = None,
) -> Outcome:
    """Play match number `index` of a seed; options must be complete, one player to each seat.

    `watch` is told of each decision before it is done, `aside` of offers and answers to them.
    """
    state = deal_match(game, options, len(players), seed, index)
    rngs = [derived_rng(seed, index, "seat", seat) for seat in range(len(players))]
    decisions_max = game.decisions_max(len(players))
    if isinstance(watch, Notes | None) and all(map(draws_lots, players)):
        decisions = draw_lots(state, rngs, decisions_max, watch)
    else:
        decisions = ask_all(state, players, rngs, decisions_max, watch, aside)
    sides = [state.side(seat) for seat in range(len(players))]
    return Outcome(
        state.result(), state.scores(), decisions, sides, held_beliefs(game, state, sides)
    )


def draws_lots(player: Player) -> bool:
    """Whether a player takes any legal action: compiled code does that, many times as fast."""
    return bool(getattr(player, "draws_lots", False))


def ask_all(
    state: State,
    players: Sequence[Player],
    rngs: Sequence[Rng],
    decisions_max: int,
    watch: Watch | None,
    aside: Watch | None,
) -> int:
    """Ask who must decide until the game is over, or so many decisions are taken; their number."""
    decisions = 0
    asked: list[Seat] = []
    while not state.is_over() and decisions < decisions_max:
        seat = state.deciders()[0]
        answer(state, seat, players[seat], rngs[seat], watch, aside)
        decisions += 1
        if nudged := state.nudged():
            for other in [each for each in nudged if each not in asked]:
                answer_offer(state, other, players[other], rngs[other], aside)
            nudged = state.nudged()
        asked = nudged  # whoever had no opinion is not asked again
    return decisions


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


def answer(
    state: State,
    seat: Seat,
    player: Player,
    rng: Rng,
    watch: Watch | None = None,
    aside: Watch | None = None,
) -> None:
    """Ask a player on a world of its own, and do what it says; it may make an offer first."""
    world = world_for(state, seat, player, rng)
    offer = player.offer(world, seat, rng)
    if offer is not None:
        tell(aside, state, seat, offer)
        do(state, seat, player, offer)
        return
    chosen = player.choose(world, seat, rng)
    tell(watch, state, seat, chosen)
    do(state, seat, player, chosen)


def tell(watch: Watch | None, state: State, seat: Seat, action: object) -> None:
    """Tell who looks on, if anybody does, what a seat is about to do."""
    if watch is not None and isinstance(action, Action):
        watch(state, seat, action)


def answer_offer(
    state: State, seat: Seat, player: Player, rng: Rng, aside: Watch | None = None
) -> None:
    """Ask a player about what it was offered; whoever has no opinion lets it lapse."""
    action = player.answer(world_for(state, seat, player, rng), seat, rng)
    if action is not None:
        tell(aside, state, seat, action)
        do(state, seat, player, action)


def world_for(state: State, seat: Seat, player: Player, rng: Rng) -> State:
    """What a player is shown: a world of its seat; a cheater sees a copy of the table itself.

    Worlds cost more than all the rest: for a player that looks at nothing there is none.
    """
    if getattr(player, "is_blind", False):
        return state
    if getattr(player, "cheats", False):
        return state.clone()
    return state.determinize(seat, rng)


def checked(state: State, seat: Seat, player: Player, action: object) -> Action:
    """What a player says, if it is an action; raises an error that says what was expected."""
    if isinstance(action, Action):
        return action
    legal = state.legal(seat)
    example = f", such as {legal[0].text!r}" if legal else ""
    raise BadBotError(
        f"the bot {player.name} answered {shown(action)} in seat {seat}; expected an Action"
        f" out of world.legal(seat){example}"
    )


def decided(world: State, seat: Seat, player: Player, rng: Rng) -> Action:
    """What a player does in a world of its seat: the offer that it makes first, or its choice."""
    offer = player.offer(world, seat, rng.clone())
    return checked(world, seat, player, offer or player.choose(world, seat, rng))


def do(state: State, seat: Seat, player: Player, action: object) -> None:
    """Do what a player says, if it is an action and it may."""
    try:
        state.play(seat, checked(state, seat, player, action))
    except IllegalAction as error:
        raise BadBotError(f"the bot {player.name} may not do this: {error}") from error


def shown(answer: object) -> str:
    """A wrong answer, shortly."""
    if answer is None:
        return "None"
    return f"{repr(answer)[:60]} of type {type(answer).__name__}"
