"""The command: `python -m tests.world --seeds 0-2000 [--game G]` runs many seeds."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from .plan import GAMES
from .runs import run_seeds, seeds_of
from .shrink import tell

if TYPE_CHECKING:
    from .world import Outcome


def main() -> int:
    """Run the seeds, with a line that tells how far it is; whether anything was found."""
    options = _options()
    seeds = seeds_of(options.seeds)
    faults: Counter[str] = Counter()
    facts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    told: set[str] = set()
    began = time.monotonic()
    for done, outcome in enumerate(run_seeds(seeds, options.game), 1):
        faults += outcome.faults
        facts += outcome.facts
        kinds.update({finding.kind for finding in outcome.findings})
        if outcome.findings:
            _tell(outcome)
            if options.story and len(kinds) > len(told):
                told |= set(kinds)
                print(tell(outcome, options.story), flush=True)
        if sys.stderr.isatty() or done % 50 == 0:
            took_s = time.monotonic() - began
            text = f"{done}/{len(seeds)} seeds, {took_s:.0f} s, {dict(kinds) or 'nothing found'}"
            print(text, file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n", flush=True)
    print(f"facts: {dict(facts)}")
    print(f"faults: {dict(faults)}")
    print(f"seeds with findings: {dict(kinds)}")
    return 1 if kinds else 0


def _tell(outcome: Outcome) -> None:
    print(f"seed {outcome.plan.seed}: {outcome.plan.told()}", flush=True)
    for finding in outcome.findings[:8]:
        print(f"    {finding.kind}: {finding.text[:300]}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.world", description=__doc__)
    parser.add_argument("--seeds", default="0-99", help="from-to, both included")
    parser.add_argument("--game", choices=sorted(GAMES), default=None)
    parser.add_argument(
        "--story", type=float, default=0.0, help="seconds to look for a short story of each kind"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
