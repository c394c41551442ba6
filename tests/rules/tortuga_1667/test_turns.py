"""Ranks, turns and actions."""

from __future__ import annotations

import pytest

from broadside import SPECTATOR
from tests.rule import rule

from .drawing import table


@rule("T67-P1")
def test_ranks() -> None:
    """First, second and last; two pawns and lone ones have two ranks."""
    t = table("FD 0 1 2\nJR 3\nTO 4")
    flying, jolly = t.view()["ships"]
    assert (flying["captain"], flying["first_mate"], flying["cabin_boy"]) == (0, 1, 2)
    assert (jolly["captain"], jolly["first_mate"], jolly["cabin_boy"]) == (3, None, 3)
    assert t.view()["island"]["captain"] == 4
    t = table("FD 0 1\nchests FD.B=1", active=1)
    assert t.legal(1, "mutiny") == ["mutiny"]
    assert t.legal(1, "smuggle") == ["smuggle FD.F"]


@rule("T67-P3")
def test_lines_close_up() -> None:
    """Those behind close up, arrivals join the back; chests of an empty ship stay and count."""
    t = table("FD 0 1 2\nBF 3\nchests FD.B=2", active=3)
    t.play(3, "row FD")
    assert t.line("FD") == [0, 1, 2, 3]
    t = table("FD 0\nchests FD.B=2", active=0)
    t.play(0, "row BF")
    assert t.line("FD") == []
    assert (t.chests("FD.B"), t.view()["british"]) == (2, 3)


@rule("T67-P4", "T67-R24")
def test_skips_add_up() -> None:
    """A lost turn takes one skip, and no Atlantis window opens in it."""
    t = table("FD 0\nJR 1\nkept 0 atlantis", active=1, skips={2: 2, 3: 1, 4: 1})
    t.play(1, "peek 1 2")
    assert [event["seat"] for event in t.told("turn_lost")] == [2, 3, 4]
    assert t.state.skips == [0, 0, 1, 0, 0]
    assert t.question() == "0 atlantis"


@rule("T67-P4", "T67-R24")
def test_everybody_skips() -> None:
    """Each loses one turn, then the next one plays."""
    t = table("FD 0 1", seats=3, active=0, skips={0: 1, 1: 1, 2: 1})
    t.play(0, "peek 1 2")
    assert [event["seat"] for event in t.told("turn_lost")] == [1, 2, 0]
    assert t.question() == "1 action"


@rule("T67-P5", "T67-E5", "T67-W2", "T67-R3")
def test_atlantis() -> None:
    """Before each turn the owner is asked once; then the map is discarded."""
    t = table("FD 0 1\nJR 2\nkept 0 atlantis", active=1)
    t.play(1, "peek 1 2")
    assert t.question() == "0 atlantis"
    assert t.prompt().default.text == "pass"
    assert (t.state.clock_s(), t.state.hourglass_s()) == (10, 0)
    t.play(0, "pass")
    assert t.question() == "2 action"
    t.play(2, "peek 1 2")
    t.play(0, "atlantis")
    assert (t.line("FD"), t.line("JR")) == ([1], [2, 0])
    assert t.kept(0) == []
    assert t.question() == "3 action"


@rule("T67-W2", "T67-R37")
def test_hold_and_ask_again() -> None:
    """Held, the owner is not asked any more until it asks for it in its own turn."""
    t = table("FD 0 1\nJR 2\nkept 0 atlantis", seats=3, active=1)
    t.play(1, "peek 1 2")
    t.play(0, "hold_atlantis")
    assert t.refused(2, "ask_atlantis") == "atlantis_not_held"
    t.play(2, "peek 1 2")
    assert t.question() == "0 action"
    assert t.view(SPECTATOR)["atlantis_held"]
    t.play(0, "ask_atlantis")
    assert t.question() == "0 action"
    assert t.refused(0, "ask_atlantis") == "atlantis_not_held"
    t.play(0, "peek 1 2")
    assert t.question() == "0 atlantis"


@rule("T67-R3", "T67-E5")
def test_atlantis_once_in_a_turn_of_two_actions() -> None:
    """Two players: one window, before the first action; an Albatross crew is struck by it."""
    t = table("FD 0\nJR 1\nkept 0 atlantis", seats=2, active=1)
    t.play(1, "peek 1 2", "peek 1 2")
    t.play(0, "pass")
    t.play(0, "peek 1 2")
    assert t.question() == "0 action"


@rule("T67-P6")
def test_one_action_or_two() -> None:
    """One action; with two players two, the same one if one likes; no passing."""
    t = table("FD 0 1", active=0)
    t.play(0, "peek 1 2")
    assert t.question() == "1 action"
    assert t.refused(1, "pass") == "not_now"
    t = table("FD 0\nJR 1", seats=2, active=0)
    t.play(0, "peek 1 2", "peek 1 2")
    assert t.question() == "1 action"


@rule("T67-P7")
def test_clockwise() -> None:
    """The next seat plays after everything is resolved."""
    t = table("FD 0 1", active=4)
    t.play(4, "peek 1 2")
    assert t.question() == "0 action"


@rule("T67-A1")
def test_peek() -> None:
    """Exactly two cards; everybody sees where, only the peeker what. They keep their slots."""
    t = table("FD 0\nrow pistol scurvy", active=0)
    t.play(0, "peek 1 2")
    assert [slot["card"] for slot in t.view(0)["row"][:2]] == ["pistol", "scurvy"]
    for viewer in (1, SPECTATOR):
        shown = t.view(viewer)["row"]
        assert [slot["peeked"] for slot in shown[:3]] == [[0], [0], []]
        assert all(slot["card"] is None for slot in shown)
        assert "first_card" not in t.told("peeked", viewer)[0]
    assert t.told("peeked", 0)[0]["second_card"] == "scurvy"


@rule("T67-A1")
def test_a_peek_needs_two_slots() -> None:
    """The same slot twice, or in the wrong order, is no peek."""
    t = table("FD 0", active=0)
    assert len(t.legal(0, "peek")) == 10
    assert t.refused(0, "peek 1 1") == "peek_exactly_two"
    assert t.refused(0, "peek 2 1") == "peek_exactly_two"


@rule("T67-A2")
def test_reveal() -> None:
    """The card is resolved and discarded, the slot refilled face-down."""
    t = table("FD 0\nJR 1\nrow black_spot", active=0)
    deck = t.view()["event_deck"]
    t.play(0, "reveal 1")
    assert t.discards() == ["black_spot"]
    view = t.view(0)
    assert (view["event_deck"], view["row"][0]["filled"], view["row"][0]["card"]) == (
        deck - 1,
        True,
        None,
    )
    assert t.question() == "1 action"


@rule("T67-A3", "T67-R17")
def test_force() -> None:
    """The forced player picks one of two slots and is its revealer; the order is unchanged."""
    t = table("FD 0 1\nJR 3\nrow black_spot pistol+3", active=0)
    t.play(0, "force 1 2 3")
    assert t.question() == "3 forced_pick"
    assert t.legal(3) == ["pick 1", "pick 2"]
    assert t.view(3)["row"][1]["card"] == "pistol"
    assert t.refused(3, "pick 4") == "not_one_of_two"
    t.play(3, "pick 1")
    assert t.line("TO")[-1] == 3
    assert t.question() == "1 action"
    assert t.told("revealed")[0]["seat"] == 3


@rule("T67-A3", "T67-D3")
def test_nobody_forces_himself() -> None:
    """Another player is meant."""
    t = table("FD 0", active=0)
    assert len(t.legal(0, "force")) == 10 * 4
    assert t.refused(0, "force 1 2 0") == "not_yourself"
    assert t.refused(0, "force 1 2 7") == "no_such_seat"


@rule("T67-R29", "T67-O3", "T67-W3")
def test_the_sand_timer() -> None:
    """Thirty seconds; a slow forced player leaves the pick to the forcing one."""
    t = table("FD 0 1\nrow pistol black_spot", active=0, sand_timer=True)
    assert t.state.hourglass_s() == 30
    t.play(0, "force 1 2 1")
    assert (t.prompt().default.text, t.state.hourglass_s()) == ("hesitate", 30)
    t.play(1, "hesitate")
    assert t.question() == "0 forced_pick"
    assert t.prompt().default.text == "pick 1"
    force = t.view()["force"]
    assert force is not None and force["picker"] == 0
    t.play(0, "pick 2")
    assert t.told("revealed")[0]["seat"] == 1
    t = table("FD 0 1", active=0)
    t.play(0, "force 1 2 1")
    assert (t.prompt().default.text, t.state.hourglass_s()) == ("pick 1", 0)
    assert t.refused(1, "hesitate") == "no_sand_timer"


@rule("T67-A4", "T67-M3")
def test_rowing() -> None:
    """Ship, boat, island; a boat is for one, and one may stay in it."""
    t = table("FD 0 1\nBJ 2\nJR 3\nTO 4", active=0)
    assert t.legal(0, "row") == ["row BF"]
    assert t.refused(0, "row TO") == "not_adjacent"
    t.play(0, "row BF")
    t.play(1, "peek 1 2")
    assert t.legal(2, "row") == ["row JR", "row TO"]
    assert t.legal(2, "attack") == []
    t.play(2, "peek 1 2")
    assert t.refused(3, "row BJ") == "boat_taken"
    t.play(3, "peek 1 2")
    assert t.legal(4, "row") == []


@rule("T67-A5", "T67-E1")
def test_a_saved_letter() -> None:
    """Using it is an action; a target is needed."""
    t = table("FD 0\nBJ 1\nJR 2 3 4\nkept 0 letter_of_marque", active=0)
    assert t.legal(0, "letter") == ["letter 1 FD", "letter 1 JR"]
    assert t.refused(0, "letter 2 FD") == "no_letter_target"
    t.play(0, "letter 1 JR")
    assert t.line("JR") == [2, 3, 4, 1]
    assert t.kept(0) == []
    assert t.question() == "1 action"
    t = table("FD 0 1\nJR 2 3 4\nkept 0 letter_of_marque", active=0)
    assert t.legal(0, "letter") == []
    assert table("FD 1", active=0).refused(0, "letter 0 FD") == "no_letter"


@rule("T67-A6", "T67-R4")
def test_an_attack_with_nothing_to_take() -> None:
    """It is legal, even alone, and just cycles cards; a chest may be declined."""
    text = "FD 0\nchests SG=0 FD.B=6\nhand 0 VC01\nvotes VC13"
    t = table(text, active=0)
    t.play(0, "attack", "vote VC01")
    assert t.told("vote_counted")[0]["outcome"] == "attack_won"
    assert t.question() == "1 action"
    t = table("FD 0\nhand 0 VC01\nvotes VC13", active=0)
    galleon = t.chests("SG")
    t.play(0, "attack", "vote VC01", "decline")
    assert t.chests("SG") == galleon


@rule("T67-A7", "T67-A8", "T67-A9", "T67-A10", "T67-A6")
def test_ranks_are_needed() -> None:
    """Who lacks the rank is told so."""
    t = table("FD 0 1 2\nJR 3\nTO 4\nchests FD.B=1", active=1)
    assert t.refused(1, "attack") == "not_captain"
    assert t.refused(1, "maroon 2") == "not_captain"
    assert t.refused(1, "smuggle FD.F") == "not_cabin_boy"
    assert t.refused(1, "brawl") == "not_governor"
    t = table("FD 0 1 2\nJR 3\nTO 4\nchests FD.B=1", active=0)
    assert t.refused(0, "mutiny") == "not_first_mate"
    assert t.legal(0, "maroon") == ["maroon 1", "maroon 2"]
    assert t.refused(0, "maroon 0") == "not_yourself"
    assert t.refused(0, "maroon 3") == "not_aboard"
    t = table("FD 0 1 2\nJR 3\nTO 4\nchests FD.B=1", active=2)
    assert t.refused(2, "smuggle FD.B") == "hold_is_empty"
    assert t.refused(2, "smuggle JR.B") == "not_your_hold"
    t.play(2, "smuggle FD.F")
    assert (t.chests("FD.B"), t.chests("FD.F")) == (0, 1)


@rule("T67-A10")
def test_a_brawl_alone() -> None:
    """The Governor may call it even alone."""
    t = table("FD 1 2 3 4\nhand 0 VC01\nvotes VC02", active=0)
    t.play(0, "brawl", "vote VC01")
    assert (t.chests("TO.B"), t.chests("TO.F")) == (2, 0)


@rule("T67-W1")
def test_a_single_option_resolves_itself() -> None:
    """The guard leaves the last event: it is revealed without a question."""
    t = table("FD 0 1\nrow spanish_armada\ndeck -\nchests FD.B=1", active=4, quiet=29)
    t.play(4, "row BJ")
    assert t.question() == "over"
    assert t.told("revealed")[0]["seat"] == 0


# ------------------------------------------------------------------- the clock's answers


@rule("T67-R22")
def test_the_clock_peeks_at_what_is_unknown() -> None:
    """The two lowest unknown slots; too few: the lowest known is added."""
    assert table("FD 0\nrow pistol+0", active=0).prompt().default.text == "peek 2 3"
    row = "row pistol+0 pistol+0 pistol+0 black_spot black_spot+0"
    assert table(f"FD 0\n{row}", active=0).prompt().default.text == "peek 1 4"


@rule("T67-R22", "T67-A11")
@pytest.mark.parametrize(
    ("text", "default"),
    [
        ("BF 0", "row TO"),
        ("FD 0", "row BF"),
        ("TO 0\nBF 1", "row BJ"),
        ("FD 0\nBF 1\nJR 2", "reveal 1"),
    ],
)
def test_the_clock_with_the_armada_alone(text: str, default: str) -> None:
    """Row, else reveal."""
    t = table(f"{text}\nrow spanish_armada\ndeck -", active=0)
    assert t.prompt().default.text == default


@rule("T67-R22", "T67-X4")
def test_the_clock_in_a_race_without_events() -> None:
    """Row, else the first legal action in the order of the rules."""
    gone = " ".join(["letter_of_marque"] * 3 + ["albatross"] * 3)
    rest = " ".join(["pistol"] * 3 + ["black_spot"] * 3)
    text = f"FD 0 1\nBF 2\nkept 2 {gone}\nremoved {rest} atlantis el_dorado fountain_of_youth"
    t = table(f"{text}\nrow - - - - -\nchests FD.B=1 JR.F=1", seats=4, active=0, race=1)
    assert t.legal(0) == ["attack", "maroon 1"]
    assert t.prompt().default.text == "attack"
