"""OpenSpiel's external-sampling MCCFR solves the pocket edition of Jolly & Roger.

    pip install 'broadside[openspiel]'
    python examples/openspiel_mccfr.py --iterations 2000

prints how much a perfect opponent could still win against what was learned: it shrinks towards 0.
"""

from __future__ import annotations

import argparse

import numpy as np
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

from broadside.adapters import openspiel


def main() -> None:
    """Learn, and look how good it is now and then."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=20, help="how many tables chance may deal")
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--looks", type=int, default=4, help="how often it is judged")
    args = parser.parse_args()
    np.random.seed(1)
    game = openspiel.load(
        "jolly-and-roger", deals=args.deals, deck="pocket", first_splitter="seat0"
    )
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for done in range(args.iterations + 1):
        if done % max(1, args.iterations // args.looks) == 0:
            loss = exploitability.exploitability(game, solver.average_policy())
            print(f"{done} iterations: exploitability {loss:.4f}", flush=True)
        solver.iteration()


if __name__ == "__main__":
    main()
