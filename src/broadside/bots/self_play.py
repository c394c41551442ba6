"""Games that bots play against themselves, for what can be learned from them."""

from __future__ import annotations

from typing import Final

from broadside.kernel.advice import Advice
from broadside.kernel.game import Game, Options
from broadside.kernel.masks import lowest
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from .learning import Sample
from .simple import Bot

SLIP: Final = 10
"""One decision in so many is any sensible one: what nobody tries, nobody learns."""


def learn_from_game(
    game: Game, options: Options, seats: int, player: Bot, advice: Advice, rng: Rng
) -> list[Sample]:
    """Play a game with one bot in all seats; the table at the start of each stage, and who won.

    The bot sees worlds of the seats that it plays for. A game without an end teaches nothing.
    """
    table = game.deal(seats, options, rng.spawn())
    table.log = None
    seen: list[list[list[float]]] = []
    last = advice.stage(table) - 1
    left = game.decisions_max(seats)
    while table.waiting and left > 0:
        if advice.stage(table) != last:
            last = advice.stage(table)
            seen.append(advice.features(table))
        play_on(table, player, advice, rng)
        left -= 1
    result = table.result()
    if result is None or not seen:
        return []
    parts = [0.0] * len(seen[0])
    for seat in range(seats):
        parts[advice.side_of(table, seat)] += result[seat]
    return [Sample(rows, parts) for rows in seen]


def play_on(table: State, player: Bot, advice: Advice, rng: Rng) -> None:
    """One decision: the bot's, or a slip."""
    seat = lowest(table.waiting)
    world = table.determinize(seat, rng)
    if int(rng.below(SLIP)) == 0:
        actions = advice.sensible(world, seat)
        table.apply(seat, actions[int(rng.below(len(actions)))])
    else:
        table.apply(seat, player.choose(world, seat, rng))
