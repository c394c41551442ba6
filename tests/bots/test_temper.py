"""Tempers: they decide among actions that are nearly equal, and among no others."""

from __future__ import annotations

import pytest

import broadside
from broadside.bots.characters import CHARACTERS
from broadside.bots.levels import bot
from broadside.bots.search.bot import near_best
from broadside.bots.search.budget import Budget
from broadside.bots.search.halving import Arm
from broadside.bots.temper import NEAR_CHANCE, NEAR_RATING, TEMPERS, choose_by_temper, look_out
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

GAME = broadside.game("jamaica")


def positions(count: int) -> list[State]:
    """Tables on the way through a game of bosuns."""
    table = broadside.new("jamaica", seats=3, seed=5)
    bosun, found = bot("bosun", GAME), list[State]()
    while len(found) < count:
        seat = table.deciders()[0]
        if len(GAME.advice().sensible(table, seat)) > 1:
            found.append(table.clone())
        table.play(seat, bosun.choose(table.determinize(seat, FastRng(3)), seat, FastRng(4)))
    return found


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_bosun_with_a_temper_gives_nearly_nothing_away(temper: str) -> None:
    advice = GAME.advice()
    for table in positions(12):
        seat = table.deciders()[0]
        actions = advice.sensible(table, seat)
        ratings = advice.rate(table, seat, actions)
        chosen = bot("bosun", GAME, None, temper).choose(table, seat, FastRng(7))
        assert ratings[actions.index(chosen)] >= max(ratings) - NEAR_RATING


def test_the_cautious_and_the_bold_differ() -> None:
    """Where all actions count as equal, they take the least and the greatest risk."""
    advice = GAME.advice()
    for table in positions(6):
        seat = table.deciders()[0]
        actions = advice.sensible(table, seat)
        risks = {o.action: o.risk() for o in look_out(advice, table, seat, actions, FastRng(9))}
        cautious = choose_by_temper("cautious", advice, table, seat, actions, FastRng(9))
        bold = choose_by_temper("bold", advice, table, seat, actions, FastRng(9))
        assert risks[cautious] == min(risks.values())
        assert risks[bold] == max(risks.values())


def test_the_vengeful_hurt_the_rival_who_stands_best() -> None:
    advice = GAME.advice()
    for table in positions(6):
        seat = table.deciders()[0]
        actions = advice.sensible(table, seat)
        found = {o.action: o.menace() for o in look_out(advice, table, seat, actions, FastRng(9))}
        vengeful = choose_by_temper("vengeful", advice, table, seat, actions, FastRng(9))
        assert found[vengeful] == min(found.values())


def test_the_two_faced_have_no_habits() -> None:
    advice, table = GAME.advice(), positions(1)[0]
    seat = table.deciders()[0]
    actions = advice.sensible(table, seat)
    rng = FastRng(2)
    taken = {choose_by_temper("two-faced", advice, table, seat, actions, rng) for _ in range(200)}
    assert taken == set(actions)


def arm(place: int, *worths: float) -> Arm:
    found = Arm(list(GAME.actions.by_text.values())[place], 0.0)
    for worth in worths:
        found.add(worth)
    return found


def test_a_search_offers_what_is_nearly_as_good_and_as_well_known() -> None:
    """An action that was dropped early may only look good."""
    best = arm(0, 0.5, 0.5)
    near = arm(1, 0.5, 0.5 - NEAR_CHANCE)
    worse = arm(2, 0.5, 0.5 - 3 * NEAR_CHANCE)
    dropped = arm(3, 0.5)
    assert near_best([best, near, worse, dropped]) == [best.action, near.action]


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_captain_with_a_temper_answers_legally(temper: str) -> None:
    for table in positions(3):
        seat = table.deciders()[0]
        captain = bot("captain", GAME, Budget(60), temper)
        assert captain.choose(table, seat, FastRng(1)) in table.legal(seat)


def test_characters_have_short_names_and_a_known_temper() -> None:
    """Enough of them for the largest table, of every temper the same number."""
    assert len(CHARACTERS) >= 10
    assert all(len(name) <= 5 for name in CHARACTERS)
    shares = {list(CHARACTERS.values()).count(temper) for temper in TEMPERS}
    assert shares == {len(CHARACTERS) // len(TEMPERS)}
