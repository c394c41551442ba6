"""Jamaica: small positions counted by hand, and by the machine beyond.

While cards are chosen, any seat that has not chosen yet may be next: with three seats and three
cards each these are 9, then 9 · 6, then 9 · 6 · 3 ways.
"""

from __future__ import annotations

from tests.rules.jamaica.drawing import table
from tests.rules.jamaica.test_battle import duel

from .paths import assert_counts


def test_three_choose_a_card() -> None:
    """Everybody has A04, A05 and A11, and chooses one of them."""
    t = table()
    assert_counts(t.state, [9, 54, 162])


def test_a_lane_and_a_fee() -> None:
    """5, forward 3: 8 costs three food, 14 four, from F6 and F1: two lanes, then 2 and 2 splits.

    Three of F1 and F6: none or one from the small hold, or from now on quickly; four likewise.
    """
    t = table("ship 0 5 F6 F1")
    t.sail(0, "forward", 3)
    assert_counts(t.state, [2, 6])


def test_gunpowder_on_both_sides() -> None:
    """The attacker spends 0 to 2; a roll of 8 is no star, so the defender spends 0 to 3.

    The holds make no difference: each side has one.
    """
    t = table(duel("P2 G3", "P3"))
    t.sail(0, "forward", 1, rolls="8 2")
    assert_counts(t.state, [3, 12])


def test_all_kinds_of_spoils() -> None:
    """Nothing, one curse to give, two holds, one back: five; then the fee of three gold.

    After taking the food or the back the fee is paid at once from G3, and the next round begins:
    its Captain places two dice. With G6 there are two holds to pay from: 0 to 3 of G3, or quickly.
    """
    t = table(
        duel("G3", "G6 F2")
        + """
        treasure 9   T_P5 holder=1
        treasure 11  T_C4 holder=0
        """
    )
    t.sail(0, "forward", 1, rolls="star 2 4")
    assert len(t.legal(0)) == 5
    assert_counts(t.state, [5, 4 * 2 + 5])


def test_the_ghosts_captain() -> None:
    """Level with one player: two directions; forward from 6 there are two lanes."""
    t = table("ship 0 6\nship 1 2\nship ghost 6", seats=2)
    t.move_ghost((1, 6))
    assert t.question() == "ghost_direction"
    assert_counts(t.state, [2])
    t.play(0, "steer forward")
    assert_counts(t.state, [2])
