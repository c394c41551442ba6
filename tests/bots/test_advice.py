"""The taste that games lend to bots."""

from __future__ import annotations

import pytest

from broadside.games.jolly_and_roger.advice import worth
from broadside.games.jolly_and_roger.cards import GREEN, RED, SHIP_GOLD, SHIPS


@pytest.mark.parametrize("ship", range(SHIPS))
@pytest.mark.parametrize("turns_left", [0, 1, 5])
def test_a_larger_lead_is_never_worth_less(ship: int, turns_left: int) -> None:
    values = [worth(ship, lead, turns_left) for lead in range(-50, 51)]
    assert values == sorted(values)
    assert values == [-value for value in reversed(values)]


def test_at_the_end_a_lead_is_worth_the_ship() -> None:
    assert worth(RED, 1, 0) == worth(RED, 9, 0) == SHIP_GOLD[RED]
    assert worth(GREEN, 0, 0) == 0


def test_a_lead_grows_firm_as_the_end_comes_near() -> None:
    assert worth(RED, 2, 1) > worth(RED, 2, 6)
