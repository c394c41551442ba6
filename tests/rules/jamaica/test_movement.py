"""Moving."""

from __future__ import annotations

import pytest

from broadside.games.jamaica.movement import destinations, lap_after
from tests.rule import rule

from .drawing import table


@rule("JAM-M1")
def test_v04_lanes_forward() -> None:
    """At 5, forward 3: the outer lane or the channel."""
    t = table("ship 0 5 F6")
    t.sail(0, "forward", 3)
    assert t.question() == "choose_destination"
    assert t.legal(0) == ["sail 8", "sail 14"]
    assert t.prompt(0).default.text == "sail 8"
    assert t.refuse(0, "sail 9") == ("exact_steps", "JAM-M1")

    t.play(0, "sail 14")

    assert t.at(0) == (14, 0)
    assert t.told("sailed")[0] == {
        "ship": 0,
        "direction": "forward",
        "from": 5,
        "path": [6, 13, 14],
    }


@rule("JAM-M1")
def test_v04_lanes_backward() -> None:
    """At 17, backward 4: at the merge the mover chooses."""
    t = table("ship 0 17 F6")
    t.sail(0, "backward", 4)
    assert t.legal(0) == ["sail 11", "sail 13"]

    t.play(0, "sail 13")

    assert t.told("sailed")[0]["path"] == [16, 15, 14, 13]


@rule("JAM-M1")
def test_passing_has_no_effect() -> None:
    """Ships and treasures on the way are left alone."""
    t = table("""
        ship 0  3 G6
        ship 1  4 G6
    """)
    t.sail(0, "forward", 2)

    assert t.at(0) == (5, 0)
    assert "battle_began" not in t.kinds()
    assert 4 in t.view()["tokens"]


@rule("JAM-M2")
def test_the_battle_comes_before_the_fee() -> None:
    """Here the fee is paid from the spoils of the battle."""
    t = table("""
        ship 0  4
        ship 1  5 G4
    """)
    t.sail(0, "forward", 1, rolls="star")
    t.play(0, "take_hold 1")

    assert t.holds(0) == "G1 - - - -"
    kinds = t.kinds()
    assert kinds.index("battle_began") < kinds.index("hold_taken") < kinds.index("fee_due")


@rule("JAM-M3", "JAM-Q4", "JAM-F1")
def test_v06_behind_the_start() -> None:
    """From the start backward 6: lair 44 on lap -1, a treasure, but still -5 points."""
    t = table("pile T_P5")
    t.sail(0, "backward", 6)

    assert t.at(0) == (44, -1)
    assert t.ship(0)["position"] == -6
    assert t.treasures(0) == ["T_P5"]
    assert t.ship(0)["place"] == -5


@rule("JAM-Q2", "JAM-M3")
def test_v07_crossing_the_line_from_behind_is_no_finish() -> None:
    """49 on lap -1, forward 3: space 2 on lap 0, its fee is due."""
    t = table("ship 0 49/-1 F5")
    t.sail(0, "forward", 3)

    assert t.at(0) == (2, 0)
    assert t.holds(0) == "F2 - - - -"
    assert "finished" not in t.kinds()


@rule("JAM-Q3", "JAM-B1")
def test_v08_port_royal_is_an_ordinary_space_on_the_way_back() -> None:
    """At 3, backward 3: free, nobody fights there, the evening action still happens."""
    t = table("ship 0 3")
    t.sail(0, "backward", 3, then="food", die=2)

    assert t.at(0) == (0, 0)
    assert not t.ship(0)["finished"]
    assert "battle_began" not in t.kinds()
    assert t.holds(0) == "F2 - - - -"


@rule("JAM-Q2", "JAM-Q3")
def test_port_royal_from_behind_is_no_finish_either() -> None:
    """48 on lap -1, forward 2 ends exactly on Port Royal, lap 0."""
    t = table("ship 0 48/-1")
    t.sail(0, "forward", 2)

    assert t.at(0) == (0, 0)
    assert "finished" not in t.kinds()


@rule("JAM-M4", "JAM-Q26", "JAM-E1")
def test_v05_surplus_steps_are_lost() -> None:
    """At 47, forward 6 in the morning: it stops in Port Royal and loads nothing in the evening."""
    t = table("ship 0 47")
    t.sail(0, "forward", 6, then="food")

    assert t.at(0) == (0, 1)
    assert t.ship(0)["finished"]
    assert t.holds(0) == "- - - - -"
    assert t.told("sailed")[0]["path"] == [48, 49, 0]
    assert t.told("action_lost") == [{"seat": 0, "symbol": "food"}]


@rule("JAM-Q17")
def test_back_to_the_same_space_is_a_new_arrival() -> None:
    """Forward 2, backward 2 with a ship there: another battle, another fee."""
    t = table("""
        ship 0  3 F6
        ship 1  3
    """)
    t.sail(0, "forward", 1, then="backward", die=1, rolls="4 4")

    assert t.at(0) == (3, 0)
    assert len(t.told("battle_began")) == 1
    assert [event["tokens"] for event in t.told("fee_due")] == [2]
    assert t.holds(0) == "F4 - - - -"


@rule("JAM-Q5")
def test_every_forward_step_raises_the_position() -> None:
    """Lanes compare by their distance to the merge."""
    t = table("ship 0 6\nship 1 7\nship 2 13")
    assert [t.ship(ship)["position"] for ship in range(3)] == [6, 7, 11]
    assert [t.ship(ship)["rank"] for ship in range(3)] == [3, 2, 1]


@rule("JAM-M1", "JAM-M3")
@pytest.mark.parametrize(
    ("space", "lap", "steps", "direction", "spaces", "lap_then"),
    [
        (0, 0, 6, 0, [6], 0),
        (0, 0, 1, 1, [49], -1),
        (49, -1, 1, 0, [0], 0),
        (49, 0, 1, 0, [0], 1),
        (44, 0, 5, 0, [49], 0),
        (44, 0, 6, 0, [0], 1),
        (45, -1, 6, 0, [1], 0),
        (28, 0, 1, 1, [25, 27], 0),
        (41, 0, 3, 1, [32, 36], 0),
        (5, 0, 6, 1, [49], -1),
        (5, 0, 5, 1, [0], 0),
    ],
)
def test_destinations(
    space: int, lap: int, steps: int, direction: int, spaces: list[int], lap_then: int
) -> None:
    """Worked out by hand on the board; 0 is forward, 1 backward."""
    assert destinations(space, lap, steps, direction) == spaces
    assert lap_after(space, lap, steps, direction) == lap_then
