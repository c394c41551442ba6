"""What the clock does for a seat that does not answer (section 6 of the specification)."""

from __future__ import annotations

import pytest

from .drawing import ME, OPPONENT, dealt, table


def test_the_clock_splits_the_first_two_cards_off() -> None:
    """The first 2 cards drawn, and the other 3."""
    t = table("""
        flag mine
        laid g1 r5 b2 y1 g4
    """)

    assert t.prompt().question == "split"
    assert t.prompt().rule == "JNR-F2"
    assert t.default() == "split 12"


@pytest.mark.parametrize(
    ("division", "default"),
    [
        ("1", "B"),
        ("12", "B"),
        ("15", "B"),
        ("123", "A"),
        ("145", "A"),
        ("1234", "A"),
        ("1345", "A"),
    ],
)
def test_the_clock_picks_the_larger_set(division: str, default: str) -> None:
    """Sizes are 1:4 or 2:3, never equal."""
    t = table("""
        flag mine
        laid g1 r5 b2 y1 g4
    """)
    t.play(ME, f"split {division}")

    assert t.actor() == OPPONENT
    assert t.prompt().question == "pick"
    assert t.prompt().rule == "JNR-F3"
    assert t.default() == f"pick {default}"


def test_the_clock_plays_the_first_remaining_card_in_draw_order() -> None:
    """Whatever its value, and again for the next."""
    t = table("""
        mine r3 g1 b2
    """)
    assert t.prompt().question == "play"
    assert t.prompt().rule == "JNR-F4"
    assert t.default() == "crew red_3"
    t.play(ME, "crew green_1")
    assert t.default() == "crew red_3"
    t.play(ME, "crew red_3")

    assert t.default() == "crew blue_2"


def test_draw_order_counts_across_the_sets() -> None:
    """The set is cards 2, 4 and 5 of the five: the second is played first."""
    t = table("""
        flag mine
        laid g1 y5 b2 r1 g4
    """)
    t.play(ME, "split 13")
    t.play(OPPONENT, "pick B")

    assert t.default() == "crew yellow_5"


def test_the_clock_boards_where_it_can() -> None:
    """My captain is on green: the pirate boards; without him it reinforces."""
    t = table("""
        green [g2] : [g1]
        mine g5
    """)
    assert t.default() == "board green_5"

    t = table("""
        green [g1] : [g1]
        mine g5
    """)
    assert t.default() == "crew green_5"


def test_the_clock_raises_a_skeleton_on_red() -> None:
    """Always on red."""
    t = table("""
        green [] : [g1]
        mine SK g1
    """)

    assert t.default() == "skeleton red"


def test_the_clock_sends_a_kraken_to_the_target_with_the_most_gold() -> None:
    """Red is shielded by a skeleton: blue is the richest of the others."""
    t = table("""
        green [] : [g5]
        blue  [] : [P(g1)]
        red   [] : [r5 SK]
        mine KR
    """)

    assert t.default() == "kraken blue"


def test_the_clock_makes_a_kraken_without_target_a_parrot_on_red() -> None:
    """Not `kraken none`, which wins nothing."""
    t = table("""
        red [] : [SK]
        mine KR
    """)

    assert t.default() == "parrot kraken red"


def test_the_clock_plays_tortuga_for_a_pirate_under_a_parrot() -> None:
    """One own parrot that is a pirate is enough."""
    t = table("""
        green [P(KR) P(r1)] : []
        mine TO
    """)

    assert t.default() == "tortuga"


@pytest.mark.parametrize(
    "crews", ["[] : []", "[P(KR) P(SK)] : []", "[g5] : []", "[] : [P(r5)]", "[P(SK) b2] : [P(r5)]"]
)
def test_the_clock_makes_a_useless_tortuga_a_parrot_on_red(crews: str) -> None:
    """No parrot of mine is a pirate."""
    t = table(f"""
        green {crews}
        mine TO
    """)

    assert t.default() == "parrot tortuga red"


@pytest.mark.parametrize("seed", range(5))
def test_the_default_is_always_legal(seed: int) -> None:
    """A game that nobody plays comes to its end."""
    t = dealt(seed=seed, deck="advanced_full")
    while (seat := t.actor()) is not None:
        assert t.default() in t.options(seat)
        t.play_default()

    assert t.phase() == "over"
