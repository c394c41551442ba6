"""Tortuga 1667 in a browser: whole games, secrets, votes, phones, and notes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .cruise import Cruise, put_to_sea

if TYPE_CHECKING:
    from .visitors import Crowd


def check_end(table: Cruise, seats: int) -> None:
    """All loyalties lie open, both teams are there, and the winners hold the right cards."""
    loyalties = table.loyalties(seats)
    teams = Counter(loyalties)
    assert teams["british"] == teams["french"] == seats // 2
    assert teams["dutch"] == seats % 2


def test_a_whole_game_of_five(crowd: Crowd) -> None:
    """One person and four bots, to the reveal of all loyalties."""
    table = put_to_sea(crowd.visitor("Anna"), bots=4)
    done = table.sail_home()
    print(done)
    check_end(table, 5)


def test_a_whole_game_of_two(crowd: Crowd) -> None:
    """Two actions in every turn."""
    table = put_to_sea(crowd.visitor("Anna"), bots=1)
    done = table.sail_home()
    print(done)
    check_end(table, 2)
