"""Many runs, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plan import draw_plan
from .world import World

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .world import Outcome


def run_seeds(seeds: Iterable[int], game: str | None = None) -> Iterator[Outcome]:
    """Run each seed, and give what came of it."""
    for seed in seeds:
        yield World(draw_plan(seed, game)).run()


def seeds_of(text: str) -> range:
    """The seeds that somebody asks for: one, or from-to with both included."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)
