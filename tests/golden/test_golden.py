"""The golden games are told today as they were told when they were recorded."""

from __future__ import annotations

import pytest

from broadside.games.registry import OWN_GAMES
from broadside.kernel.game import CHOICE, Game

from .plans import PLANS
from .record import FOLDER
from .story import read_decisions, read_plan, tell

SEATS_MANY = 6
"""With more numbers of seats than this, the least, the most and some between them are told."""
SEATS_TOLD = 4

STORIES = {path.stem: path for path in sorted(FOLDER.glob("*.txt"))}


@pytest.mark.parametrize("name", STORIES)
def test_the_story_is_the_same(name: str) -> None:
    """Line by line; the first line that differs is shown with what led to it."""
    expected = STORIES[name].read_text(encoding="utf-8").splitlines()
    found = tell(read_plan(expected), read_decisions(expected))
    for number, (now, then) in enumerate(zip(found, expected, strict=False), 1):
        before = "\n".join(expected[max(0, number - 6) : number - 1])
        assert now == then, f"{name}, line {number}:\n{before}\nwas: {then}\nnow: {now}"
    assert len(found) == len(expected)
    assert found[-1].startswith("result [")


def test_stories_and_plans_agree() -> None:
    """No story is forgotten when they are recorded anew."""
    assert sorted(STORIES) == sorted(PLANS)


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.name)
def test_every_game_has_its_stories(game: Game) -> None:
    """One with every number of seats, or some of many, and one with every value of a choice."""
    plans = [plan for plan in PLANS.values() if plan.game.name == game.name]
    told = {plan.seats for plan in plans}
    if len(game.seats) > SEATS_MANY:
        assert {game.seats[0], game.seats[-1]} < told < set(game.seats)
        assert {seats % 2 for seats in told} == {0, 1}
        assert len(told) >= SEATS_TOLD
    else:
        assert told == set(game.seats)
    for option in game.options:
        if option.kind == CHOICE:
            assert {plan.options[option.name] for plan in plans} == set(option.values)
