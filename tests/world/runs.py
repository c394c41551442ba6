"""Many runs, one after the other or in several processes, and what they add up to."""

from __future__ import annotations

import functools
import gc
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

from .plan import draw_plan
from .world import World

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .world import Outcome


class Sum:
    """What some runs add up to."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        """How many seeds played which game."""
        self.faults: Counter[str] = Counter()
        """How often each kind of fault was injected."""
        self.facts: Counter[str] = Counter()
        self.findings: Counter[str] = Counter()
        """How many seeds showed something of each kind."""

    def add(self, outcome: Outcome) -> None:
        """Count one more run."""
        self.games[outcome.plan.game] += 1
        self.faults += outcome.faults
        self.facts += outcome.facts
        self.findings.update({finding.kind for finding in outcome.findings})

    def told(self) -> str:
        """All of it, in a few lines."""
        return "\n".join(
            [
                f"seeds: {self.games.total()} ({_listed(self.games)})",
                f"what happened: {_listed(self.facts)}",
                f"faults injected: {self.faults.total()} ({_listed(self.faults)})",
                f"seeds with findings: {_listed(self.findings)}",
            ]
        )


def _listed(counts: Counter[str]) -> str:
    """The names and their counts, the largest first."""
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"


def run_seeds(
    seeds: Iterable[int], game: str | None = None, processes: int = 1
) -> Iterator[Outcome]:
    """Run each seed, and give what came of it, in the order of the seeds."""
    if processes == 1:
        yield from map(functools.partial(run_seed, game=game), seeds)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(functools.partial(run_next, game=game), seeds, chunksize=4)


def run_next(seed: int, game: str | None = None) -> Outcome:
    """Run one of very many seeds: the world of the one before goes first.

    A run has no collector of garbage, so worlds would pile up; with pytest's heap around
    it, to look for them takes longer than the run.
    """
    gc.collect()
    return run_seed(seed, game)


def run_seed(seed: int, game: str | None = None) -> Outcome:
    """Run one seed."""
    return World(draw_plan(seed, game)).run()


def seeds_of(text: str) -> range:
    """The seeds that are asked for: one, or from-to with both included."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)
