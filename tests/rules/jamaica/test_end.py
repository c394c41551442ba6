"""The end, scoring and ties."""

from __future__ import annotations

import pytest

from tests.rule import rule

from .drawing import Drawn, table


def end(text: str, seats: int = 3) -> Drawn:
    """The last round allowed has been played."""
    t = table(text, seats=seats, max_rounds=1)
    t.act(seats - 1, "A08", (1, 1))
    assert t.view()["phase"] == "over"
    return t


@rule("JAM-E1", "JAM-E2")
def test_v23_the_round_is_completed() -> None:
    """The Captain finishes in the morning: the three others take full turns, then all is scored."""
    t = table("ship 0 48", seats=4, dice=(2, 5))
    t.choose_cards({0: "A04", 1: "A11", 2: "A11", 3: "A11"})

    assert [event["seat"] for event in t.told("card_revealed")] == [0, 1, 2, 3]
    assert len(t.told("action_began")) == 1 + 3 * 2
    assert t.told("finished") == [{"ship": 0}]
    assert t.told("action_lost") == [{"seat": 0, "symbol": "food"}]
    assert t.told("card_drawn") == []
    assert (t.asked(), t.view()["phase"]) == ([], "over")


@rule("JAM-E1")
def test_a_finished_ship_is_left_alone() -> None:
    """It pays nothing and cannot be fought; another may finish too."""
    t = table("ship 0 49\nship 1 49", dice=(1, 5))
    t.choose_cards({0: "A04", 1: "A04", 2: "A11"})

    assert t.told("finished") == [{"ship": 0}, {"ship": 1}]
    assert "battle_began" not in t.kinds()
    assert "fee_due" not in t.kinds()


@rule("JAM-E2")
def test_the_game_goes_on_until_somebody_finishes() -> None:
    """Seats after the finisher only; the view says that it is the last round."""
    t = table("ship 0 49\nship 1 6 F6", dice=(1, 5))
    assert not t.view()["last_round"]
    t.choose_cards({0: "A04", 1: "A04", 2: "A11"})
    assert t.asked() == [1]
    assert t.view()["last_round"]


@rule("JAM-E3")
def test_v03_place_gold_and_treasures() -> None:
    """On 47 (8 points) with G3 G3 G6, treasures +7 and -4: 23 points."""
    t = end("""
        ship 0      47 G3 G3 G6
        treasure 4  T_P7a holder=0
        treasure 9  T_C4 holder=0
    """)
    score = t.view()["score"]
    assert score is not None
    assert score["seats"][0] == {
        "seat": 0,
        "place": 8,
        "gold": 12,
        "treasures": 3,
        "total": 23,
    }
    assert t.told("scored")[0] == {"seat": 0, "place": 8, "gold": 12, "treasure": 3, "total": 23}
    assert t.told("treasures_shown") == [{"ship": 0, "cards": ["T_P7a", "T_C4"]}]


@rule("JAM-E3", "JAM-Q4", "JAM-Q23")
@pytest.mark.parametrize(
    ("place", "points"),
    [
        ("0/1", 15),
        ("0", -5),
        ("0/-1", -5),
        ("1", -5),
        ("38", -5),
        ("40", -5),
        ("41", 2),
        ("45", 6),
        ("49", 10),
        ("49/-1", -5),
        ("44/-1", -5),
    ],
)
def test_places(place: str, points: int) -> None:
    """The white numbers count on lap 0 only; 38 and 40 lie before the red line."""
    t = table()
    space, _, lap = place.partition("/")
    t.state.put_ship(0, int(space), int(lap or 0))

    assert t.ship(0)["place"] == points
    assert t.state.scores()[0] == points


@rule("JAM-E3")
def test_food_and_gunpowder_count_nothing() -> None:
    """And scores may be negative."""
    t = table("ship 0 3 F6 P6\nship 1 3 G2")
    assert t.state.scores()[:2] == [-5, -3]


@rule("JAM-E4")
def test_v24_a_tie_goes_to_the_ship_in_front() -> None:
    """22 points each on 43 and 40: 43 wins; on the same space both win."""
    t = end("ship 0 43 G6 G6 G6\nship 1 40 G6 G6 G6 G6 G3")
    assert t.state.scores()[:2] == [22, 22]
    assert t.state.result() == [1.0, 0.0, 0.0]
    score = t.view()["score"]
    assert score is not None and (score["winners"], score["tie_break"]) == ([0], "position")

    t = end("ship 0 43 G6 G6 G6\nship 1 43 G6 G6 G6")
    assert t.state.result() == [0.5, 0.5, 0.0]
    assert t.told("game_over") == [{"tie_break": "shared", "winners": [0, 1]}]


@rule("JAM-E4")
def test_the_highest_score_wins() -> None:
    """Not the first ship."""
    t = end("ship 0 49 G1\nship 1 41 G6 G6")
    assert t.state.result() == [0.0, 1.0, 0.0]
    assert t.told("game_over") == [{"tie_break": "none", "winners": [1]}]


@rule("JAM-Q22")
def test_the_last_round_allowed() -> None:
    """The game is scored after it, wherever the ships are."""
    t = table(max_rounds=2, round_number=1)
    t.act(0, "A11", (1, 1))
    assert t.view()["round"] == 2
    t = table(max_rounds=2, round_number=2)
    t.act(0, "A11", (1, 1))
    assert t.view()["phase"] == "over"
    assert t.state.result() is not None
