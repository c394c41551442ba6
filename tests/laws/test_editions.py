"""The laws hold for editions with all that a real box could hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from broadside import game
from broadside.laws.cases import Case, Play
from broadside.laws.laws import LAWS
from tests.editions import EXTREMES, extreme

Law = Callable[[Play], None]


@cache
def case_of(name: str, seats: int) -> Case:
    """The extreme edition of a game, as people play it at a server."""
    played = game(name).with_edition(extreme(name))
    return Case(played, seats, played.live_options(), closes_apart=True)


SEATS = [(name, seats) for name in EXTREMES for seats in {game(name).seats[0], 4, 6}]
CASES = [(name, seats) for name, seats in SEATS if seats in game(name).seats]


@pytest.mark.parametrize(("name", "seats"), CASES)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law_of_an_extreme_edition(law: Law, name: str, seats: int) -> None:
    """The law holds when everybody tries everything, and when the clock plays."""
    for policy in ("varied", "default"):
        law(Play(case_of(name, seats), policy, 1))
