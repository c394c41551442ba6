"""Random decisions a second through OpenSpiel's Python interface: python openspiel.py SECONDS GAME…

Its engines are written in C++. Chance is a player there: its moves are made, but not counted.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

import pyspiel

CLONES = 5000


def play(game: Any, rng: random.Random) -> tuple[int, Any]:
    """Play one game; how many decisions that took, and the table in the middle of it."""
    state = game.new_initial_state()
    decisions, middle = 0, state
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
        else:
            actions = state.legal_actions()
            action = actions[int(rng.random() * len(actions))]
            decisions += 1
            if decisions == 2:
                middle = state.clone()
        state.apply_action(action)
    return decisions, middle


def measure(name: str, seconds: float) -> dict[str, object]:
    """Play for so many seconds of the processor, then copy a table."""
    game, rng = pyspiel.load_game(name), random.Random(1)
    decisions = 0
    start_s = time.process_time()
    while time.process_time() - start_s < seconds:
        more, middle = play(game, rng)
        decisions += more
    took_s = time.process_time() - start_s
    start_s = time.process_time()
    for _ in range(CLONES):
        middle.clone()
    return {
        "game": name,
        "seats": game.num_players(),
        "decisions_per_second": decisions / took_s,
        "clone_ns": (time.process_time() - start_s) / CLONES * 1e9,
    }


if __name__ == "__main__":
    for name in sys.argv[2:]:
        print(json.dumps(measure(name, float(sys.argv[1]))), flush=True)
