"""Advice: what a good player weighs."""

from __future__ import annotations

import pytest

import broadside
from broadside.arena.match import play_match
from broadside.bots.levels import bot
from broadside.kernel.action import Action

from .drawing import Drawn, table
from .test_battle import duel


def best(t: Drawn, seat: int) -> str:
    """The action that is rated best."""
    advice = broadside.game("jamaica").advice()
    actions: list[Action] = t.state.legal(seat)
    ratings = advice.rate(t.state, seat, actions)
    return actions[ratings.index(max(ratings))].text


def test_it_finishes_when_it_can() -> None:
    """Nothing is worth more."""
    t = table("ship 0 47 G1", dice=(4, 6), hands={0: "A11 A04 A08"})
    assert best(t, 0) == "choose A04"


def test_it_goes_where_treasures_lie() -> None:
    """Two steps from the start of the third fork: the lair, not the dear channel."""
    t = table("ship 0 31 F6 G6")
    t.sail(0, "forward", 2)
    assert best(t, 0) == "sail 33"


def test_it_gives_a_bad_card_and_takes_the_best_hold() -> None:
    """What is worth most to the winner."""
    t = table(duel("G3", "G1 G6 F2"))
    t.sail(0, "forward", 1, rolls="star")
    assert best(t, 0) == "take_hold 2"
    t = table(duel("G3", "G1") + "treasure 9 T_C4 holder=0")
    t.sail(0, "forward", 1, rolls="star")
    assert best(t, 0) == "give lair_9"


def test_it_rerolls_a_lost_battle() -> None:
    """Any other face of the opponent's star is better."""
    t = table(duel("G6", "F2") + "treasure 9 T_SABRE holder=0")
    t.sail(0, "forward", 1, rolls="8 star 2")
    assert best(t, 0) == "keep"
    t.play(0, "keep")
    assert best(t, 0) == "reroll"


def test_it_jettisons_what_is_worth_least() -> None:
    """Gunpowder beyond need before gold."""
    t = table("ship 0 0 G6 F5 P6 P4 G3")
    t.act(0, "A06", (6, 1))
    assert best(t, 0) == "jettison 4"


@pytest.mark.parametrize(("seats", "share"), [(2, 0.8), (4, 0.75), (6, 0.65)])
def test_greedy_beats_random(seats: int, share: float) -> None:
    """A small sample of what `broadside simulate` measures."""
    game = broadside.game("jamaica")
    won = 0.0
    for index in range(24):
        place = index % seats
        players = [bot("greedy" if seat == place else "random", game) for seat in range(seats)]
        outcome = play_match(game, game.complete({}), players, 11, index)
        assert outcome.result is not None
        won += outcome.result[place]
    assert won / 24 >= share
