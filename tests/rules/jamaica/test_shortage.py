"""Shortage and retreat."""

from __future__ import annotations

import pytest

from tests.rule import rule

from .drawing import table


@rule("JAM-H1", "JAM-H2", "JAM-F1")
def test_v02_pays_all_and_goes_back_to_a_lair() -> None:
    """On sea 24 (fee 3) with two food: 23 is too dear, lair 22 is free and has a treasure."""
    t = table("""
        ship 0  23 F2
        pile    T_C3
    """)
    t.sail(0, "forward", 1)

    assert t.at(0) == (22, 0)
    assert t.goods(0) == (0, 0, 0)
    assert t.treasures(0) == ["T_C3"]
    assert t.told("ran_short") == [{"ship": 0, "space": 24, "good": "food", "tokens": 3}]
    assert t.told("retreated") == [{"ship": 0, "from": 24, "path": [23, 22]}]


@rule("JAM-H2", "JAM-Q6", "JAM-Q8")
def test_v09_the_way_back_is_free_at_a_merge() -> None:
    """On 29 (one food) with G4 and no food: nothing is paid; 25 or 19."""
    t = table("ship 0 27 G4")
    t.sail(0, "forward", 2)
    assert t.question() == "choose_retreat"
    assert t.legal(0) == ["retreat 19", "retreat 25"]
    assert t.prompt(0).default.text == "retreat 25"
    assert t.refuse(0, "retreat 22") == ("first_payable_space", "JAM-H2")

    t.play(0, "retreat 19")

    assert t.at(0) == (19, 0)
    assert t.goods(0) == (4, 0, 0)
    assert t.told("retreated")[0]["path"] == [28, 27, 26, 19]


@rule("JAM-H3", "JAM-Q7", "JAM-H2")
def test_v10_a_lost_battle_makes_short_again() -> None:
    """17 without food; back to port 16; B there wins and takes the gold; back to 11 or 4."""
    t = table("""
        ship 0  16 G3
        ship 1  16
    """)
    t.sail(0, "forward", 1, rolls="2 star")
    assert t.at(0) == (16, 0)
    assert t.asked() == [1]
    t.play(1, "take_hold 1")

    assert t.legal(0) == ["retreat 4", "retreat 11"]
    assert [event["space"] for event in t.told("ran_short")] == [17, 16]
    t.play(0, "retreat 11")
    assert t.at(0) == (11, 0)


@rule("JAM-H2")
def test_v11_three_ways_back() -> None:
    """On 41 with nothing: 37, 25 or 19."""
    t = table("ship 0 40")
    t.sail(0, "forward", 1)

    assert t.legal(0) == ["retreat 19", "retreat 25", "retreat 37"]
    assert t.prompt(0).default.text == "retreat 37"


@rule("JAM-H2", "JAM-Q3")
def test_v12_back_to_port_royal() -> None:
    """On 2 (three food) with F2 and G5: 1 is too dear, so Port Royal, lap 0."""
    t = table("ship 0 0 F2 G5")
    t.sail(0, "forward", 2)

    assert t.at(0) == (0, 0)
    assert t.goods(0) == (5, 0, 0)
    assert not t.ship(0)["finished"]


@rule("JAM-H1")
def test_only_the_kind_that_is_due_is_paid() -> None:
    """Short of gold: all gold goes, food stays and pays at the next space."""
    t = table("ship 0 17 G2 F6 G4")
    t.state.set_hold(0, 2, 0)
    t.sail(0, "forward", 1)

    assert t.at(0) == (17, 0)
    assert t.goods(0) == (0, 4, 0)


@rule("JAM-H3")
def test_the_fee_of_the_space_behind_is_paid() -> None:
    """Back to the first space that can be paid, and then it is."""
    t = table("ship 0 28 G4")
    t.sail(0, "forward", 1)
    assert t.asked() == [0]
    t = table("ship 0 16 G4")
    t.sail(0, "forward", 1)

    assert t.at(0) == (16, 0)
    assert t.goods(0) == (1, 0, 0)


@rule("JAM-Q29")
@pytest.mark.parametrize(
    ("roll", "ends"),
    [
        ("2", [31, 34]),
        ("4", [31, 34]),
        ("6", [38, 40]),
        ("8", [38, 40]),
        ("10", [19, 25, 37]),
    ],
)
def test_the_die_drives_back(roll: str, ends: list[int]) -> None:
    """`shortage_mode=die` on 41: to the first port, sea or lair of a chosen way, no fee there."""
    t = table("ship 0 40 G2 F6", shortage_mode="die")
    t.sail(0, "forward", 1, rolls=roll)
    assert t.legal(0) == [f"retreat {space}" for space in ends]
    assert t.goods(0) == (0, 6, 0)

    t.play(0, t.legal(0)[-1])

    assert t.at(0) == (ends[-1], 0)
    assert t.goods(0) == (0, 6, 0)
    assert t.told("shortage_rolled") == [{"ship": 0, "face": roll}]
    assert len(t.treasures(0)) == (1 if roll == "10" else 0)


@rule("JAM-Q29")
def test_a_star_lets_the_ship_stay() -> None:
    """No second battle, nothing more to pay."""
    t = table(
        """
        ship 0  40
        ship 1  41
        """,
        shortage_mode="die",
    )
    t.sail(0, "forward", 1, rolls="2 4 star")

    assert t.at(0) == (41, 0)
    assert t.kinds().count("battle_began") == 1
    assert t.told("stayed") == [{"ship": 0, "space": 41}]


@rule("JAM-Q29")
def test_port_royal_stops_the_die_too() -> None:
    """No port and no lair lies between the start and space 2."""
    for roll in ("4", "10"):
        t = table("ship 0 0", shortage_mode="die")
        t.sail(0, "forward", 2, rolls=roll)
        assert t.at(0) == (0, 0)


@rule("JAM-Q29")
def test_battle_after_a_driven_retreat() -> None:
    """Battle and treasure as usual, but no fee."""
    t = table(
        """
        ship 0  15
        ship 1  15 F3
        """,
        shortage_mode="die",
    )
    t.sail(0, "forward", 1, rolls="6 star")
    t.play(0, "take_hold 1")

    assert t.at(0) == (15, 0)
    assert t.goods(0) == (0, 3, 0)
    assert t.told("fee_due") == []
