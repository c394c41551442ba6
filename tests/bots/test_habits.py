"""Habits: what somebody learns of bots whom he has seen play often."""

from __future__ import annotations

from math import exp

import pytest

import broadside
from broadside.bots.habits import Habits, bearing
from broadside.bots.levels import bot
from broadside.bots.search.worlds import Worlds
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

NAME = "tortuga-1667"
GAME = broadside.game(NAME)
ADVICE = GAME.advice()


def played(seed: int) -> State:
    """A game of bosuns, to its end."""
    table, rng = broadside.new(NAME, seats=4, seed=seed), FastRng(seed + 1)
    player = bot("bosun", GAME)
    while table.waiting:
        seat = table.deciders()[0]
        table.play(seat, player.choose(table.determinize(seat, rng), seat, rng))
    return table


@pytest.fixture(scope="module")
def habits() -> Habits:
    """What three games teach."""
    found = Habits()
    for seed in range(3):
        found.learn(ADVICE, played(seed))
    return found


def test_bosuns_smuggle_for_their_own_nation_and_it_shows(habits: Habits) -> None:
    assert habits.games == 3
    assert habits.score("smuggled british", "british", is_pair=False) > 0.3
    assert habits.score("smuggled british", "french", is_pair=False) < -0.3
    assert habits.score("never seen", "british", is_pair=False) == 0.0


def test_worlds_that_fit_the_habits_weigh_more(habits: Habits) -> None:
    """The weight is what all deeds say together, of the sides that a world deals."""
    table, rng = broadside.new(NAME, seats=4, seed=9), FastRng(1)
    player = bot("bosun", GAME)
    for _ in range(25):
        seat = table.deciders()[0]
        table.play(seat, player.choose(table.determinize(seat, rng), seat, rng))
    drawn = Worlds(ADVICE, table, 0, rng, habits)
    worlds = [table.determinize(0, rng) for _ in range(20)]
    said = {
        sum(
            habits.score(what, bearing(world, seat, other), other >= 0)
            for what, seat, other in ADVICE.deeds(world)
        ): drawn.weight(world)
        for world in worlds
    }
    assert len(said) > 1
    assert list(said.values()) == [pytest.approx(exp(score)) for score in said]
