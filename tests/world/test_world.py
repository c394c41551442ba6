"""The whole server in a simulated world: a minute of its seeds, and twins of some of them."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from logging.handlers import MemoryHandler
from pathlib import Path
from typing import Final

import pytest

from .plan import GAMES, draw_plan
from .runs import Sum, run_next, run_seeds
from .shrink import tell
from .twins import compare_cards, compare_silence
from .world import World

SEEDS: Final = range(45)
BATCH: Final = 15
"""So many seeds are one test: a test that takes minutes is taken for one that hangs."""
TWINS: Final = range(4)
TRIES_MAX: Final = 80
ROOT: Final = Path(__file__).parents[2]


@pytest.mark.parametrize("first", SEEDS[::BATCH])
def test_a_minute_of_seeds(first: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever happens around it, the server keeps its promises; `make torture` has hours of it.

    The first seed that shows anything is told as shortly as possible.
    """
    total = Sum()
    for outcome in run_seeds(range(first, first + BATCH)):
        total.add(outcome)
        if outcome.findings:
            pytest.fail(tell(outcome, TRIES_MAX), pytrace=False)
    with capsys.disabled():
        print(f"\n{total.told()}")
    assert total.facts["acts"] > BATCH
    assert total.faults.total() > BATCH


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


@pytest.fixture
def keeping_log() -> Iterator[logging.Logger]:
    """The server's log, whose handlers are taken off again."""
    logger = logging.getLogger("broadside")
    handlers = logger.handlers[:]
    yield logger
    logger.handlers = handlers


@pytest.mark.parametrize("seed", [4, 12])
def test_nothing_is_left_in_memory(seed: int, keeping_log: logging.Logger) -> None:
    """When a server has ended, nothing holds on to it, though somebody keeps what is logged."""
    keeping_log.addHandler(MemoryHandler(capacity=10**6, flushLevel=logging.CRITICAL + 1))
    world = World(draw_plan(seed))
    world.run()
    applications = [weakref.ref(process.app) for process in world.house.all]
    del world
    for _ in range(3):  # what is finalized may hold others until the next time
        gc.collect()
    assert [each() for each in applications] == [None] * len(applications)


def test_a_world_is_gone_when_the_next_begins() -> None:
    """So that thousands of seeds take no more memory than one."""
    world = World(draw_plan(4))
    world.run()
    kept = weakref.ref(world)
    del world
    run_next(12)
    assert kept() is None
