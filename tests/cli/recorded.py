"""A recorded game, as the server would have written it."""

from __future__ import annotations

from pathlib import Path

import broadside
from broadside.kernel.rng import FastRng
from broadside.replays.fairness import (
    REPLAY_FORMAT,
    REPLAY_FORMAT_VERSION,
    ReplayFile,
    commitment,
    table_rng,
    write_replay,
)

SEED = "5a" * 32
SALTS = ["pepper", "salt"]


def recorded_game(**options: object) -> ReplayFile:
    """A random game between Anne and Bart."""
    game = broadside.game("jolly-and-roger")
    full = game.complete(dict(options))
    table = game.deal(2, full, table_rng(SEED, SALTS))
    rng = FastRng(1)
    actions: list[tuple[int, str]] = []
    while table.result() is None:
        seat = table.deciders()[0]
        legal = table.legal(seat)
        action = legal[rng.below(len(legal))]
        table.play(seat, action)
        actions.append((seat, action.text))
    return ReplayFile(
        format=REPLAY_FORMAT,
        format_version=REPLAY_FORMAT_VERSION,
        game=game.name,
        version=game.version,
        options=full,
        seats=["Anne", "Bart"],
        commitment=commitment(SEED),
        seed=SEED,
        salts=SALTS,
        actions=actions,
        result=table.result() or [],
        scores=table.scores(),
    )


def save(file: ReplayFile, folder: Path) -> str:
    """The file's name."""
    path = folder / "game.json"
    path.write_bytes(write_replay(file))
    return str(path)
