"""Parley: all four counts of its description, by hand."""

from __future__ import annotations

import pytest

from broadside.kernel.rng import FastRng
from tests.laws.parley.game import Parley

from .paths import assert_counts, count


def test_from_the_deal() -> None:
    """Two seats with three cards each; nothing here depends on which cards these are.

    1. Two courses.
    2. After each, seat B may pass, mutiny with one of 3 cards, or offer one of 3 to seat A: 7.
       2 × 7 = 14.
    3. Per course: pass → the next captain's 2 courses; 3 mutinies → A or B answers first, each
       abstains or backs one of 2 sides with one of 3 cards: 7 + 7 = 14, so 42; 3 offers → 2
       answers, so 6. 2 × (2 + 42 + 6) = 100.
    4. Per course: pass → 2 courses, then A chooses as B did, with 3 cards after a fort (7) and 4
       after a port (1 + 4 + 4 = 9): 14 or 18; 3 mutinies × 14 × the other's 7 = 294; 3 offers:
       accepted, B has 2 cards left and no offer (1 + 2 = 3), declined 3 (1 + 3 = 4), so 21.
       (14 + 294 + 21) + (18 + 294 + 21) = 662.
    """
    for seed in (1, 2, 3):
        assert_counts(Parley().deal(2, {}, FastRng(seed)), [2, 14, 100, 662])


def test_four_seats() -> None:
    """Three others react in any order, and four vote.

    1. Two courses.
    2. Each of the others may pass, mutiny with 3 cards, or offer 3 cards to 3 seats: 13.
       2 × 3 × 13 = 78.
    3. Per course: 3 passes → two others with 13 each: 78; 9 mutinies → any of 4 seats with 7
       answers: 252; 27 offers → 2 answers: 54. 2 × (78 + 252 + 54) = 768.
    """
    assert_counts(Parley().deal(4, {}, FastRng(1)), [2, 78, 768])


def test_the_end() -> None:
    """No decision is no path: depth 0 has one, the empty one."""
    table = Parley().deal(2, {}, FastRng(1))
    while table.deciders():
        seat = table.deciders()[0]
        table.apply(seat, table.legal(seat)[0])
    assert count(table, 0) == 1
    assert_counts(table, [0, 0, 0])


def test_a_wrong_count_shows_its_split() -> None:
    """One line per first decision."""
    with pytest.raises(AssertionError, match="depth 2: 14 paths, not 15\n0 set_course port: 7\n"):
        assert_counts(Parley().deal(2, {}, FastRng(1)), [2, 15])
