"""Tortuga 1667: small positions counted by hand."""

from __future__ import annotations

from tests.rules.tortuga_1667.drawing import dealt, table

from .paths import assert_counts


def test_the_start() -> None:
    """Two holds for FD's captain, two for JR's, then the first action of three seats.

    JR's captain is alone there: 10 peeks, 5 reveals, 20 forces, a boat, an attack, one hold to
    smuggle into.
    """
    t = dealt(3)
    assert_counts(t.state, [2, 4, 4 * (10 + 5 + 20 + 1 + 1 + 1)])


def test_a_captain_of_three() -> None:
    """10 peeks, 5 reveals, 10 · 4 forces, one boat, an attack, two to maroon: 59."""
    t = table("FD 0 1 2\nJR 3\nTO 4", active=0)
    assert_counts(t.state, [10 + 5 + 40 + 1 + 1 + 2])


def test_the_last_two_events() -> None:
    """One peek, two reveals, four forces, two boats, a brawl, for the Governor of five."""
    t = table("TO 0 1\nFD 2\nJR 3 4\nrow spanish_armada pistol\ndeck -", active=0)
    assert_counts(t.state, [1 + 2 + 4 + 2 + 1])


def test_two_lay_their_cards() -> None:
    """Two kinds of cards against one: either may be first, 3 ways to begin, 4 in all.

    FD's captain with cannon and torch needs a torch from the others: the deck's is water, so the
    attack fails, and the next seat has 10 peeks, 5 reveals, 20 forces, a boat, a mutiny.
    """
    t = table("FD 0 1\nhand 0 VC01 VC05\nhand 1 VC02\nvotes VC14", seats=3, active=0)
    t.play(0, "attack")
    assert_counts(t.state, [3, 4, 4 * (10 + 5 + 20 + 1 + 1)])


def test_an_attack_that_succeeds() -> None:
    """One card, two holds or nothing."""
    t = table("FD 0\nhand 0 VC01\nvotes VC13", active=0)
    t.play(0, "attack")
    assert_counts(t.state, [1, 3])


def test_a_letter() -> None:
    """Two on Tortuga, one in a boat, two ships: six ways, or keep it."""
    t = table("FD 0\nBJ 1\nJR 4\nTO 2 3\nrow letter_of_marque", active=0)
    t.play(0, "reveal 1")
    assert_counts(t.state, [7])


def test_el_dorado() -> None:
    """Three kinds and a pair: three single cards, three pairs of kinds and the two alike."""
    t = table("FD 0\nkept 0 el_dorado\nhand 0 VC01 VC01 VC05 VC09", active=0)
    t.play(0, "attack")
    assert_counts(t.state, [3 + 4])


def test_a_hand_from_the_crows_nest() -> None:
    """Two cards out of a pool of all fourteen kinds; the single ones can be taken once."""
    t = table("FD 0\nhand 1 VC13 VC14\nhand 0 VC01\nhand 2 VC05\nrow crows_nest", seats=3)
    t.play(0, "reveal 1", "target 1")
    assert_counts(t.state, [14, 14 * 14 - 2])
