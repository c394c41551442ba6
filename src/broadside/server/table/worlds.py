"""Worlds that a seat cannot tell from the table: for its bot, for hints, for its client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.replays import fairness
from broadside.server.table.decision import Outcome, check_playing
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import SeatWorld
from broadside.workers.pool import Question

if TYPE_CHECKING:
    from broadside.kernel.rng import FastRng
    from broadside.server.table.decision import Scene
    from broadside.server.table.state import Table
    from broadside.wire.messages import Hint

ADVISER: Final = "captain"
"""The bot that gives hints."""
HINT_MS: Final = 1000
"""How long it thinks about one."""


def draw(table: Table, seat: int, purpose: str) -> tuple[str, FastRng]:
    """A world, and the chance that it was drawn from; the same one until something happens."""
    assert table.state is not None
    number = table.number(seat, table.seq)
    rng = fairness.bot_rng(table.opened.seed, number, seat, purpose)
    return table.state.determinize(seat, rng).write(), rng


def world(scene: Scene, seat: int) -> SeatWorld:
    """A world for the client of a seat, so that it can think; raises `Refusal`."""
    table = scene.table
    check_playing(table)
    drawn, _ = draw(table, seat, "world")
    return SeatWorld(table.game.address(), drawn, table.question(seat))


def hint(scene: Scene, seat: int, _message: Hint) -> Outcome:
    """Let a captain think about what the seat is asked; raises `Refusal`."""
    table = scene.table
    if not table.opened.hints:
        raise Refusal(403, "no_hints", "There are no hints at this table.")
    check_playing(table)
    if table.question(seat) is None:
        raise Refusal(409, "not_your_turn", "There is nothing to decide for you now.")
    drawn, rng = draw(table, seat, "hint")
    seed, outcome = int(rng.below(1 << 30)), Outcome()
    outcome.advice = Question(table.game.address(), drawn, seat, ADVISER, seed, think_ms=HINT_MS)
    return outcome
