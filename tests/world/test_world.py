"""The whole server in a simulated world: a minute of seeds, and hours of them if somebody asks."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from .plan import GAMES, draw_plan
from .runs import run_seeds, seeds_of
from .shrink import tell
from .twins import compare_cards, compare_silence
from .world import World

SEEDS: Final = range(8)
BATCH: Final = 20
"""So many seeds are one test: a test that takes minutes is taken for one that hangs."""
TWINS: Final = range(1)
SHRINKING_S: Final = 30.0
ROOT: Final = Path(__file__).parents[2]


def check(seeds: range, capsys: pytest.CaptureFixture[str]) -> None:
    """Run seeds; the first one that shows anything is told as shortly as possible."""
    faults: Counter[str] = Counter()
    facts: Counter[str] = Counter()
    for outcome in run_seeds(seeds):
        faults += outcome.faults
        facts += outcome.facts
        if outcome.findings:
            pytest.fail(tell(outcome, SHRINKING_S), pytrace=False)
    with capsys.disabled():
        print(f"\nworld: {len(seeds)} seeds, {dict(facts)}")
        print(f"world: faults injected: {dict(faults.most_common())}")
    assert facts["acts"] > len(seeds)
    assert sum(faults.values()) > len(seeds)


def test_a_minute_of_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever happens around it, the server keeps its promises."""
    check(SEEDS, capsys)


@pytest.mark.torture
@pytest.mark.parametrize("first", seeds_of(os.environ.get("WORLD_SEEDS", "0-200"))[::BATCH])
def test_hours_of_seeds(first: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for as many seeds as somebody has time for: WORLD_SEEDS=0-2000."""
    asked = seeds_of(os.environ.get("WORLD_SEEDS", "0-200"))
    check(range(first, min(first + BATCH, asked.stop)), capsys)


@pytest.mark.parametrize("seed", TWINS)
def test_silence_cannot_be_heard(seed: int) -> None:
    """Who answers silently, in which order and when, is seen in no frame of others."""
    comparison = compare_silence(seed)
    assert not comparison.differences, comparison.told()
    assert comparison.has_differed
    assert comparison.frames > 50


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("seed", TWINS)
def test_hidden_cards_change_nothing_before_they_are_seen(seed: int, game: str) -> None:
    """The first thing that differs between two deals is something that the rules show."""
    comparison = compare_cards(seed, game)
    assert not comparison.differences, comparison.told()
    assert comparison.frames > 10


def test_a_seed_is_one_world() -> None:
    """The same seed gives the same frames at the same times, in another process, too."""
    code = (
        "from tests.world.plan import draw_plan; from tests.world.world import World;"
        "print(*(World(draw_plan(seed)).run().digest for seed in (2, 3)))"
    )
    here = [World(draw_plan(seed)).run().digest for seed in (2, 3)]
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    there = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.split() == here


@pytest.mark.parametrize("seed", [4])
def test_nothing_is_left_in_memory(seed: int) -> None:
    """When a server has ended, nothing holds on to it."""
    world = World(draw_plan(seed))
    world.run()
    applications = [weakref.ref(process.app) for process in world.house.all]
    del world
    gc.collect()
    assert [each() for each in applications] == [None] * len(applications)
