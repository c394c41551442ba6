"""End, scoring, tie-breaks."""

from __future__ import annotations

import pytest

from tests.rule import rule

from .drawing import ME, OPPONENT, Drawn, dealt, table


def score(t: Drawn) -> dict[str, object]:
    """The score sheet."""
    sheet = t.view()["score"]
    assert sheet is not None
    return dict(sheet)


@rule("JNR-E1")
def test_t30_the_game_ends_with_the_splitters_last_card() -> None:
    """Turn 8: no further decision, the scores are final."""
    t = table("""
        flag mine
        turn 8
        green [g1] : []
        mine y1
    """)
    assert t.state.result() is None
    t.play(ME, "crew yellow_1")

    assert t.phase() == "over"
    assert t.actor() is None
    assert t.state.legal(ME) == t.state.legal(OPPONENT) == []
    assert t.refuse(ME, "crew yellow_1") == "game_over"
    assert t.state.result() == [1.0, 0.0]


@rule("JNR-E1")
@pytest.mark.parametrize(("deck", "turns"), [("intro", 8), ("advanced", 8), ("advanced_full", 10)])
def test_the_pile_lasts_for_whole_turns(deck: str, turns: int) -> None:
    """A split, a pick and five plays a turn: 56 decisions, 70 with all cards."""
    t = dealt(deck=deck)

    assert t.play_out() == turns * 7
    assert t.view()["turn"] == turns


@rule("JNR-E1")
def test_the_game_goes_on_after_turn_8_with_all_cards() -> None:
    """In the long variant the same last card of turn 8 ends nothing."""
    t = table("""
        deck advanced_full
        flag mine
        turn 8
        mine y1
    """)
    t.play(ME, "crew yellow_1")

    assert (t.phase(), t.view()["turn"]) == ("split", 9)


@rule("JNR-E2", "JNR-E3")
def test_t31_chest_and_captured_ships_count() -> None:
    """Chest 5+3+1, captains on green and red: 9 + 3 + 9 = 21; crews score nothing."""
    t = table("""
        flag mine
        turn 8
        chests [g5 y3 b1] : [r5]
        green  [g4]       : []
        yellow [y4]       : [y4]
        red    [P(g1)]    : []
        mine g1
    """)
    t.play(ME, "parrot green_1 red")

    assert score(t) == {
        "chest": [9, 5],
        "ships": [12, 0],
        "total": [21, 5],
        "winners": [ME],
        "tie_break": None,
    }
    assert t.state.result() == [1.0, 0.0]
    assert t.state.scores() == [21, 5]
    assert t.told(OPPONENT, "scored") == [
        {"seat": ME, "chest": 9, "ships": 12, "total": 21},
        {"seat": OPPONENT, "chest": 5, "ships": 0, "total": 5},
    ]
    assert t.told(OPPONENT, "game_over") == [{"winner": ME, "tie_break": "none"}]


@rule("JNR-E2")
def test_every_ship_counts_its_own_gold() -> None:
    """Yellow and blue are the opponent's: 5 + 7; green has no captain at 1:1, red none at 0:0."""
    t = table("""
        flag mine
        turn 8
        green  [g1] : [g1]
        yellow [y1] : [y3]
        blue   []   : [P(r1)]
        mine   g2
    """)
    t.play(ME, "parrot green_2 yellow")

    assert score(t)["ships"] == [0, 12]


@rule("JNR-E3")
def test_more_gold_wins() -> None:
    """5 gold in the chest against the green ship: 5 to 3 for the opponent."""
    t = table("""
        flag mine
        turn 8
        chests [] : [r5]
        mine g2
    """)
    t.play(ME, "crew green_2")

    assert score(t)["total"] == [3, 5]
    assert score(t)["winners"] == [OPPONENT]
    assert t.state.result() == [0.0, 1.0]


@rule("JNR-E4", "JNR-R9")
def test_t32_the_highest_captured_ship_breaks_a_tie() -> None:
    """30:30; blue is mine, yellow and green the opponent's, red nobody's: I win."""
    t = table("""
        flag mine
        turn 8
        chests [g5 g5 y5 y4 y4]    : [b5 r5 b4 r4 g4]
        green  []                  : [g1]
        yellow []                  : [y1]
        blue   [b1]                : []
        mine b1
    """)
    t.play(ME, "parrot blue_1 blue")
    assert score(t)["chest"] == [23, 22]
    assert score(t)["ships"] == [7, 8]

    assert score(t)["total"] == [30, 30]
    assert score(t)["winners"] == [ME]
    assert score(t)["tie_break"] == "blue"
    assert t.state.result() == [1.0, 0.0]
    assert t.told(ME, "game_over") == [{"winner": ME, "tie_break": "blue"}]


@rule("JNR-E4")
def test_red_breaks_a_tie_if_it_is_captured() -> None:
    """9:9, and the opponent has red."""
    t = table("""
        flag mine
        turn 8
        chests [g5 y4] : []
        red    [r1]    : [r3]
        mine g1
    """)
    t.play(ME, "parrot green_1 red")

    assert score(t)["total"] == [9, 9]
    assert score(t)["tie_break"] == "red"
    assert score(t)["winners"] == [OPPONENT]
    assert t.state.result() == [0.0, 1.0]


@rule("JNR-R9")
def test_even_green_alone_breaks_a_tie() -> None:
    """3:3; the only captured ship is green."""
    t = table("""
        flag mine
        turn 8
        chests [] : [r3]
        mine g1
    """)
    t.play(ME, "crew green_1")

    assert score(t)["tie_break"] == "green"
    assert score(t)["winners"] == [ME]


@rule("JNR-E5", "JNR-R10")
def test_t33_a_draw_without_any_captain() -> None:
    """12:12 and no ship captured: both win, half each."""
    t = table("""
        flag mine
        turn 8
        chests [g5 y5 b2] : [b5 r5 r2]
        red    []         : [r1]
        mine g1
    """)
    t.play(ME, "parrot green_1 red")

    assert score(t) == {
        "chest": [12, 12],
        "ships": [0, 0],
        "total": [12, 12],
        "winners": [ME, OPPONENT],
        "tie_break": "draw",
    }
    assert t.state.result() == [0.5, 0.5]
    assert t.told(ME, "game_over") == [{"winner": -1, "tie_break": "draw"}]


@pytest.mark.parametrize("seed", range(5))
def test_scores_stay_within_their_bounds(seed: int) -> None:
    """Both scores together are at most the 105 gold of the pirates and the 24 of the ships."""
    t = dealt(seed=seed, deck="advanced_full")
    t.play_out()
    scores = t.state.scores()

    assert min(scores) >= 0
    assert 0 < sum(scores) <= 129
