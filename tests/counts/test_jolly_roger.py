"""Jolly Roger: small positions counted by hand."""

from __future__ import annotations

from tests.rules.jolly_roger.drawing import table

from .paths import assert_counts


def test_punishment_and_the_last_call() -> None:
    """Spare, punish, or suggest one of two: 4; then the first of them passes, is done, or calls."""
    t = table("punish", hands={0: "cook", 2: "nav3_crew1", 3: "lookout"})
    assert_counts(t.state, [4, 4 * 3])


def test_two_prizes_for_four() -> None:
    """The Captain picks one of two, the other goes to one of three, and nobody can be punished."""
    t = table("prize", laid="gold1 gold2")
    assert_counts(t.state, [2, 2 * 3, 2 * 3 * 2])


def test_two_multi_cards() -> None:
    """Two cards for three skills: 6 ways; all fail, and the Captain spares, or punishes somebody.

    Seat 2 has a hand card: three orders.
    """
    t = table("muster", hands={2: "multi2_crew1 multi2_crew1 cook"})
    t.do(2, "muster multi2_crew1", "muster multi2_crew1")
    t.close("allot")
    assert_counts(t.state, [6, 6 * 3])


def test_burying_in_secret() -> None:
    """Seat 0 has 2 ways, seat 2 has 3; it goes on choosing after its first card.

    After seat 0: 3 each. After seat 2 stops: 2; after its gold or rum: 2 for itself and 2 for seat
    0. Together 2 · 3 + 2 + 4 + 4.
    """
    t = table("bury", prizes={0: "gold1", 2: "gold1 rum"})
    assert_counts(t.state, [5, 16])


def test_traitor_on_traitor() -> None:
    """A Cook, a Traitor, another one: seat 3 declines or betrays, then seat 0 does.

    If seat 3 declines seat 0 is still asked: 2 + 2.
    """
    hands = {2: "cook", 3: "traitor", 0: "traitor"}
    t = table("prize", laid="gold1 gold2 gold3", hands=hands)
    t.do(2, "play cook")
    assert_counts(t.state, [2, 4])


def test_a_mutiny_of_two() -> None:
    """Seat 2 called with crew 2; the Captain holds two kinds and may play either: 4.

    If he is done it ends, and he appoints one of three; a pass ends it as well, for the mutineer
    has no card. After a card he has one kind left: pass, done, or play it, twice.
    """
    t = table("call_1", hands={2: "nav1_crew2", 0: "nav3_crew1 nav1_crew4"})
    t.do(2, "call nav1_crew2")
    assert_counts(t.state, [4, 3 + 3 + 3 + 3])
