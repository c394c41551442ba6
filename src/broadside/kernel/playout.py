"""Random play to the end, inside the compiled unit."""

from __future__ import annotations

from mypy_extensions import i64

from .errors import BroadsideError
from .masks import lowest
from .notes import Notes
from .rng import FastRng, Rng
from .state import State


def playout(state: State, rng: Rng, decisions_max: int = 1_000_000) -> int:
    """Play at random until the game is over; return how many decisions that took."""
    decisions: i64 = 0
    bound: i64 = decisions_max
    while True:
        if state.rests:
            state.close_window()
            continue
        waiting: i64 = state.waiting
        if not waiting:
            return int(decisions)
        if decisions == bound:
            raise BroadsideError(f"the game did not end within {decisions_max} decisions")
        seat = lowest(waiting)
        options = state.legal(seat)
        state.apply(seat, options[rng.below(len(options))])
        decisions += 1


def playouts(start: State, games: int, rng: Rng) -> int:
    """Play many random games from copies of one table; return the decisions taken."""
    decisions = 0
    for _ in range(games):
        table = start.clone()
        table.rng = rng.spawn()
        decisions += playout(table, rng)
    return decisions


def draw_lots(state: State, rngs: list[FastRng], decisions_max: int, notes: Notes | None) -> int:
    """Play at random, each seat by a generator of its own, until the game is over or so many
    decisions are taken; return how many that were.
    """
    decisions: i64 = 0
    bound: i64 = decisions_max
    while decisions < bound:
        if state.rests:
            state.close_window()
            continue
        waiting: i64 = state.waiting
        if not waiting:
            break
        seat = lowest(waiting)
        options = state.legal(seat)
        action = options[rngs[seat].below(len(options))]
        if notes is not None:
            notes.note(state, seat, action, len(options))
        state.apply(seat, action)
        decisions += 1
    return int(decisions)
