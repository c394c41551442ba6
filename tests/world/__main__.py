"""The command: `python -m tests.world --seeds 0-1999 [--game G]` runs many seeds.

Says how far it is, tells what a seed shows at once, and in the end how many faults of which kind
were injected. `make torture WORLD_SEEDS=0-1999` calls it.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Final

from .plan import GAMES
from .runs import Sum, run_seeds, seeds_of
from .shrink import tell

if TYPE_CHECKING:
    from .world import Outcome

PROGRESS_EVERY: Final = 50
"""After so many seeds a log is told how far it is; a terminal after each."""
FINDINGS_SHOWN: Final = 8
TEXT_MAX: Final = 300


def main() -> int:
    """Run the seeds; 1 if anything was found."""
    options = _options()
    seeds = seeds_of(options.seeds)
    total, began = Sum(), time.monotonic()
    for done, outcome in enumerate(run_seeds(seeds, options.game, options.processes), 1):
        is_new = any(finding.kind not in total.findings for finding in outcome.findings)
        total.add(outcome)
        if outcome.findings:
            _tell(outcome)
        if is_new and options.story:
            print(tell(outcome, options.story), flush=True)
        _tell_progress(done, len(seeds), time.monotonic() - began, total)
    print(total.told())
    return 1 if total.findings else 0


def _tell(outcome: Outcome) -> None:
    print(f"seed {outcome.plan.seed}: {outcome.plan.told()}")
    for finding in outcome.findings[:FINDINGS_SHOWN]:
        print(f"    {finding.kind}: {finding.text[:TEXT_MAX]}", flush=True)


def _tell_progress(done: int, asked: int, took_s: float, total: Sum) -> None:
    """Say how far it is."""
    is_watched = sys.stderr.isatty()
    if is_watched or done % PROGRESS_EVERY == 0 or done == asked:
        found = dict(total.findings) or "nothing found"
        text = f"{done}/{asked} seeds, {took_s:.0f} s, {found}"
        end = "\r" if is_watched and done < asked else "\n"
        print(text, file=sys.stderr, end=end, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.world", description=__doc__)
    parser.add_argument("--seeds", default="0-99", help="one, or from-to with both included")
    parser.add_argument("--game", choices=sorted(GAMES), default=None)
    parser.add_argument("--processes", type=int, default=1, help="how many run at once")
    parser.add_argument(
        "--story", type=int, default=0, help="how many tries to shorten the story of each kind"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
