"""What the server's workers run: a bot's thought as text."""

from __future__ import annotations

import time

import pytest

import broadside
from broadside.bots.search.bot import SearchBot
from broadside.cli.thinking import Deadline, Stopwatch, player, think
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State
from broadside.workers.pool import Question

NAME = "jolly-roger"


def offers(*, bot_bribes: bool) -> list[str]:
    """The offers that greedy bots make in a game."""
    table = broadside.new(NAME, seats=6, seed=1, bot_bribes=bot_bribes)
    made: list[str] = []
    for number in range(200):
        (seat, *_) = table.deciders()
        text = think(Question(NAME, world(table, seat), seat, "greedy", number))
        made += [text] if text.startswith("offer ") else []
        table.play(seat, text)
        for nudged in table.nudged():
            asked = Question(NAME, world(table, nudged), nudged, "greedy", number, is_aside=True)
            if answer := think(asked):
                table.play(nudged, answer)
    return made


def world(table: State, seat: int) -> str:
    """What a worker is sent for a seat."""
    return table.determinize(seat, FastRng(7)).write()


def test_bots_make_offers_where_they_may() -> None:
    """With `bot_bribes` they offer before they decide, and then decide all the same."""
    assert offers(bot_bribes=True)
    assert not offers(bot_bribes=False)


def test_bots_among_themselves_think_by_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other programs take none of their time; who is waited for has it by the clock."""
    wall_s, processor_s = 100.0, 5.0
    monkeypatch.setattr(time, "perf_counter", lambda: wall_s)
    captain = player("captain", broadside.game(NAME), 1000, clock=lambda: processor_s)
    assert isinstance(captain, SearchBot)
    stopwatch, deadline = captain.budget.watch, Deadline(1000)
    assert isinstance(stopwatch, Stopwatch)
    assert Stopwatch(1).clock is time.process_time
    stopwatch.start()
    deadline.start()
    wall_s += 2.0
    assert (stopwatch.used(), deadline.used()) == (0.0, 2.0)
    processor_s += 0.5
    assert stopwatch.used() == 0.5
    stopwatch.start()
    assert stopwatch.used() == 0.0
