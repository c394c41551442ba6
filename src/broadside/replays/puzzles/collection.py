"""The puzzles that come with the package: how they are written, and their positions."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from broadside.kernel.replay import Record, replay
from broadside.kernel.rng import FastRng
from broadside.wire.messages import HintMove, OptionValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadside.kernel.game import Game
    from broadside.kernel.state import State


class Solution(Struct):
    """What is best, what a bosun would have `played`, and why the one is better than the other."""

    played: str
    best: str
    chance: float
    best_chance: float
    loss: float
    is_mistake: bool
    why: list[tuple[str, float]]


class Puzzle(Struct, omit_defaults=True):
    """How to get to a position, whose decision it is, and what a captain thinks of it.

    Deal and actions are kept instead of the position, so that a puzzle outlives changes in how
    positions are written. `edition` is the digest of another edition than the game's own.
    """

    game: str
    version: int
    seats: int
    options: dict[str, OptionValue]
    seed: int
    actions: list[tuple[int, str]]
    seat: int
    chances: list[HintMove]
    judgement: Solution
    edition: str = ""


_decoder: msgspec.json.Decoder[list[Puzzle]] = msgspec.json.Decoder(list[Puzzle])


@cache
def puzzles(game: str, version: int) -> list[Puzzle]:
    """The puzzles of a game that were made for this version of it."""
    file = files(__package__).joinpath(f"{game}.json")
    if not file.is_file():
        return []
    return [one for one in _decoder.decode(file.read_bytes()) if one.version == version]


def position(game: Game, puzzle: Puzzle) -> State:
    """The table of a puzzle; raises `BroadsideError` if the game goes another way by now."""
    game = game.of_record(puzzle.edition, "")
    record = Record(puzzle.game, puzzle.version, puzzle.seats, game.complete(dict(puzzle.options)))
    record.actions = list(puzzle.actions)
    return replay(game, record, FastRng(puzzle.seed))


def written(found: Sequence[Puzzle]) -> str:
    """Puzzles as a file: a list with a line for each."""
    lines = [msgspec.json.encode(one).decode() for one in found]
    return "[\n" + ",\n".join(lines) + "\n]\n"
