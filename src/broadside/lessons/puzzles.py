"""Puzzles as the client shows them: a table that stands still, and what a captain thinks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.replays.puzzles.collection import Puzzle, position, puzzles
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import Judged, PuzzleInfo, PuzzleSet
from broadside.wire.messages import (
    Denied,
    Fairness,
    PromptInfo,
    SeatInfo,
    TableInfo,
    Update,
)

if TYPE_CHECKING:
    from broadside.kernel.game import Game
    from broadside.kernel.state import State

DAY_MS: Final = 86_400_000
TABLE: Final = "puzzle"
BOT: Final = "bosun"
NAMES: Final = ("Prue", "Hobb", "Bess", "Dirk", "Grimm", "Morag", "Fenn", "Lark", "Wren", "Zora")
"""What bots are called here, seat by seat: short names, which fit everywhere."""


def collection(game: Game, now_ms: int) -> PuzzleSet:
    """How many puzzles a game has, and which is today's: everybody has the same."""
    count = len(puzzles(game.name, game.version))
    return PuzzleSet(game.name, count, now_ms // DAY_MS % count if count else None)


def puzzle_info(game: Game, number: int) -> PuzzleInfo:
    """A puzzle with its solution; raises `Refusal` if there is none of that number."""
    known = puzzles(game.name, game.version)
    if not 0 <= number < len(known):
        reason = f"{game.name} has {len(known)} puzzles, counted from 0; there is no {number}."
        raise Refusal(404, "unknown_puzzle", reason)
    puzzle = known[number]
    state = position(game, puzzle)
    told = puzzle.judgement
    return PuzzleInfo(
        number=number,
        count=len(known),
        table=_table(game, puzzle),
        update=_update(state, puzzle.seat),
        solution=Judged(
            moment=len(puzzle.actions),
            played=told.played,
            best=told.best,
            chance=told.chance,
            best_chance=told.best_chance,
            loss=told.loss,
            is_mistake=told.is_mistake,
            why=told.why,
            view=None,
        ),
        chances=puzzle.chances,
        seat=puzzle.seat,
    )


def _table(game: Game, puzzle: Puzzle) -> TableInfo:
    """The table of a puzzle: who solves it sits among bots."""
    seats = [
        SeatInfo(seat, "bot", NAMES[seat], BOT, online=True, colour=seat)
        for seat in range(puzzle.seats)
    ]
    seats[puzzle.seat] = SeatInfo(
        puzzle.seat, "person", None, None, online=True, colour=puzzle.seat
    )
    return TableInfo(
        table=TABLE,
        game=game.name,
        version=game.version,
        options=game.complete(dict(puzzle.options)),
        clock_s=None,
        status="playing",
        seats=seats,
        fairness=Fairness("", [""] * puzzle.seats, None),
    )


def _update(state: State, seat: int) -> Update:
    """What the seat sees and may do."""
    asked = state.prompt(seat)
    return Update(
        seq=1,
        events=[],
        view=state.view(seat),
        waiting=state.seen_waiting(seat),
        prompt=PromptInfo(asked.question, asked.rule, None),
        legal=[one.text for one in state.legal(seat) if not one.verb.composed],
        asides=[],
        denied=[
            Denied(one.action.text, one.code, one.reason, one.rule) for one in state.denied(seat)
        ],
        clock=None,
        countdown=None,
        holds_left=0,
        result=None,
        question=1,
    )
