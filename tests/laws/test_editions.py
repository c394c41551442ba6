"""The laws hold for editions with all that a real box could hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from broadside import game
from broadside.laws.cases import Case, Play
from broadside.laws.laws import LAWS, l10_every_game_ends
from tests.editions import EXTREMES, extreme

Law = Callable[[Play], None]


@cache
def case_of(name: str, seats: int) -> Case:
    """The extreme edition of a game, as people play it at a server."""
    played = game(name).with_edition(extreme(name))
    return Case(played, seats, played.live_options(), closes_apart=True)


def most_at_home(name: str) -> int:
    """A table of four, or as near to it as the game comes."""
    return min(max(4, game(name).seats[0]), game(name).seats[-1])


USUAL = [(name, most_at_home(name)) for name in EXTREMES]
OTHER = [
    pytest.param(name, seats, marks=pytest.mark.torture)
    for name in EXTREMES
    for seats in game(name).seats
    if seats != most_at_home(name)
]


@pytest.mark.parametrize(("name", "seats"), [*USUAL, *OTHER])
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law_of_an_extreme_edition(law: Law, name: str, seats: int) -> None:
    """The law holds when everybody tries everything."""
    law(Play(case_of(name, seats), "varied", 1))


@pytest.mark.parametrize(("name", "seats"), USUAL)
def test_the_clock_plays_an_extreme_edition(name: str, seats: int) -> None:
    """Defaults lead to an end there, too."""
    l10_every_game_ends(Play(case_of(name, seats), "default", 1))
