"""Vectors for whoever writes a verifier of finished games: what to compute, and what must come out.

python -m tools.fairness writes tests/golden/fairness: hashes, keys and draws in vectors.json, and
one sealed replay file for each game. The tests of the server and of the web client read them.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from broadside.games import registry
from broadside.kernel.rng import FastRng
from broadside.replays.fairness import (
    REPLAY_FORMAT,
    REPLAY_FORMAT_VERSION,
    ReplayFile,
    Segment,
    commitment,
    seal_replay,
    table_key,
    table_rng,
)

if TYPE_CHECKING:
    from broadside.kernel.game import Game

FOLDER: Final = Path(__file__).parent.parent / "tests" / "golden" / "fairness"
SEED: Final = hashlib.sha256(b"broadside test vectors").hexdigest()
SECOND_SEED: Final = hashlib.sha256(b"broadside test vectors, gone on").hexdigest()
SALTS: Final = ["", "a", "Żółw 🐢", "salt" * 40, "0" * 24, "b", "c", "d", "e", "f"]
BOUNDS: Final = [1, 2, 3, 6, 6, 6, 7, 52, 1000, 2**31 - 86, 2**31 + 1, 2**32]


def vectors() -> dict[str, Any]:
    """What a verifier computes, piece by piece."""
    texts = ["", "abc", "Żółw 🐢", "x" * 200]
    rng = table_rng(SEED, SALTS[:3])
    drawn = [rng.below(bound) for bound in BOUNDS]
    shuffled = list(range(40))
    rng.shuffle(shuffled)
    return {
        "sha256": [[text, hashlib.sha256(text.encode()).hexdigest()] for text in texts],
        "blake2b": [
            [text, size, key, keyed_hash(text, size, key)]
            for text in texts
            for size, key in ((32, ""), (4, "k" * 32), (64, "key"))
        ],
        "commitment": [SEED, commitment(SEED)],
        "keys": [[SEED, SALTS[:n], table_key(SEED, SALTS[:n]).hex()] for n in (2, 3, 5)],
        "draws": {
            "key": table_key(SEED, SALTS[:3]).hex(),
            "below": BOUNDS,
            "drawn": drawn,
            "then_shuffled": shuffled,
        },
    }


def keyed_hash(text: str, size: int, key: str) -> str:
    """BLAKE2b, as the generator uses it."""
    return hashlib.blake2b(text.encode(), digest_size=size, key=key.encode()).hexdigest()


def played(game: Game, seats: int, *, goes_on: bool = False) -> ReplayFile:
    """A random game; it may have gone on with other chance after twenty actions."""
    salts = SALTS[:seats]
    options = game.complete({})
    state = game.deal(seats, options, table_rng(SEED, salts))
    rng = FastRng(1)
    actions: list[tuple[int, str]] = []
    before: list[Segment] = []
    while state.result() is None:
        seat = state.deciders()[0]
        legal = state.legal(seat)
        action = legal[rng.below(len(legal))]
        state.play(seat, action)
        actions.append((seat, action.text))
        if goes_on and not before and len(actions) == 20:
            before = [Segment(commitment(SEED), SEED, salts, actions)]
            actions = []
            state.rng = table_rng(SECOND_SEED, salts)
    seed = SECOND_SEED if before else SEED
    return ReplayFile(
        format=REPLAY_FORMAT,
        format_version=REPLAY_FORMAT_VERSION,
        game=game.name,
        version=game.version,
        options=options,
        seats=[f"Żółw {seat}" for seat in range(seats)],
        commitment=commitment(seed),
        seed=seed,
        salts=salts,
        actions=actions,
        result=state.result() or [],
        scores=state.scores(),
        before=before,
    )


def files() -> dict[str, bytes]:
    """Everything that is written, by name."""
    written = {
        "vectors.json": (json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n").encode()
    }
    games = {game.name: game for game in registry.GAMES}
    for name, game in games.items():
        written[f"{name}.json"] = seal_replay(played(game, game.seats[0]), games)
    first = next(iter(games.values()))
    written["gone-on.json"] = seal_replay(played(first, first.seats[0], goes_on=True), games)
    return written


def main() -> None:
    """Write all of it."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_bytes(text)


if __name__ == "__main__":
    main()
