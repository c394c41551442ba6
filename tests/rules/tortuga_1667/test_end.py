"""The Armada, the race and the guards."""

from __future__ import annotations

import pytest

from broadside import SPECTATOR
from tests.rule import rule

from .drawing import table

EVENTS_GONE = (
    "removed letter_of_marque letter_of_marque letter_of_marque pistol pistol pistol albatross"
    " albatross albatross black_spot black_spot black_spot atlantis el_dorado fountain_of_youth"
)


@rule("T67-X1")
def test_everything_is_open_at_the_end() -> None:
    """Loyalties and removed events are shown; the Galleon counts for nobody."""
    t = table("FD 0\nchests SG=5 FD.B=1\nrow spanish_armada\nremoved pistol\ndeck -", active=0)
    t.play(0, "reveal 1")
    view = t.view(SPECTATOR)
    end = view["end"]
    assert end is not None
    assert (end["british"], end["french"], end["removed"]) == (2, 1, ["pistol"])
    assert end["loyalties"] == ["british", "french", "british", "french", "dutch"]
    assert all(seat["loyalty"] for seat in view["seats"])
    assert t.told("game_over", SPECTATOR)[0]["winners"] == [0, 2]
    assert t.refused(0, "attack") == "game_over"


@rule("T67-X2")
def test_the_dutch_player_loses_without_a_tie() -> None:
    """The leader's team wins."""
    t = table("FD 0\nchests FD.F=1\nrow spanish_armada\ndeck -", active=0)
    t.play(0, "reveal 1")
    assert t.state.result() == [0.0, 0.5, 0.0, 0.5, 0.0]


@rule("T67-X3")
def test_two_players_take_their_second_action_in_the_race() -> None:
    """The race begins in the middle of a turn."""
    t = table("FD 0\nJR 1\nrow spanish_armada pistol\ndeck -", seats=2, active=0)
    t.play(0, "reveal 1")
    assert t.view()["race"] is not None
    assert t.question() == "0 action"
    assert t.state.actions_left == 1


@rule("T67-R19", "T67-E9")
def test_cabin_fever_in_the_race() -> None:
    """The cards that one holds in the end decide."""
    for seed in range(1, 20):
        t = table("FD 0 1\nrow cabin_fever\nchests FD.B=1 FD.F=1", 4, 0, race=0, seed=seed)
        t.play(0, "reveal 1", "target 1")
        if t.state.side(1) == "british":
            break
    t.play(1, "smuggle FD.B")
    end = t.view()["end"]
    assert end is not None
    assert end["winners"] == [1, 2]


@rule("T67-X4")
def test_the_row_of_a_race() -> None:
    """No last shuffle; empty slots stay empty; one card: Peek shows it, Force is illegal."""
    t = table("FD 0 1\nrow pistol - - - -\ndeck -\nkept 1 letter_of_marque", 4, 0, race=0)
    assert t.legal(0, "peek") == ["peek 1 1"]
    assert t.prompt().default.text == "peek 1 1"
    assert t.legal(0, "force") == []
    assert t.refused(0, "force 1 2 1") == "one_card_left"
    assert t.refused(0, "reveal 2") == "slot_is_empty"
    t.play(0, "peek 1 1")
    assert t.view(0)["row"][0]["card"] == "pistol"
    gone = len(t.discards())
    t.play(1, "reveal 1", "target 3")
    view = t.view()
    assert len([slot for slot in view["row"] if slot["filled"]]) == 5
    assert view["event_deck"] == gone + 1 - 5
    assert view["discards"] == []


@rule("T67-X4", "T67-X5", "T67-R28")
def test_whoever_can_do_nothing_idles() -> None:
    """No events, no boats: only the Governor can act. Idle turns count for the cap."""
    hands = "hand 0 VC01\nhand 1 -\nhand 2 -\nhand 3 -\nvotes VC03"
    text = f"TO 0 1 2 3\n{hands}\nrow - - - - -\n{EVENTS_GONE}"
    t = table(text, 4, 0, race=97, exploded="BF BJ")
    assert t.question() == "0 vote"  # the brawl is his only action
    t.play(0, "vote VC01")
    assert [event["seat"] for event in t.told("idled")] == [1, 2, 3]
    end = t.view()["end"]
    assert end is not None
    assert end["ending"] == "race_drawn"


@rule("T67-X5", "T67-R28", "T67-O7")
def test_a_race_is_drawn() -> None:
    """25 race turns for each player without a lead; lost turns count."""
    t = table("FD 0", 4, 0, race=98, skips={1: 1})
    t.play(0, "peek 1 2")
    assert t.told("turn_lost")[0]["seat"] == 1
    t.play(2, "peek 1 2")
    assert t.state.result() == [0.25] * 4
    end = t.view()["end"]
    assert end is not None and end["ending"] == "race_drawn"


@rule("T67-X6", "T67-R28", "T67-R22")
@pytest.mark.parametrize(("seats", "limit"), [(4, 30), (6, 36)])
def test_the_stall_guard(seats: int, limit: int) -> None:
    """After so many quiet turns, lost ones too, only Reveal and Force, until one is revealed."""
    t = table("FD 0 1\nrow black_spot black_spot", seats, 0, quiet=limit - 2, skips={1: 1})
    t.play(0, "peek 3 4")
    assert t.question() == "2 action"
    guard = t.view()["guard"]
    assert guard is not None and guard["active"]
    assert {word.split()[0] for word in t.legal(2)} == {"reveal", "force"}
    assert t.refused(2, "peek 1 2") == "only_events_now"
    assert t.refused(2, "row BF") == "only_events_now"
    assert t.prompt().default.text == "reveal 1"
    t.play(2, "reveal 1")
    assert t.legal(3, "peek") != []
    assert t.state.quiet == 0


@rule("T67-O7", "T67-R32")
def test_guards_that_are_off_come_late() -> None:
    """After 200 quiet turns, or 200 race turns for each player."""
    t = table("FD 0 1", 4, 0, quiet=150, stall_guard=False)
    assert t.legal(0, "peek") != []
    t = table("FD 0 1", 4, 0, quiet=200, stall_guard=False)
    assert t.legal(0, "peek") == []
    t = table("FD 0 1", 4, 0, race=100, race_cap=False)
    t.play(0, "peek 1 2")
    assert t.question() == "1 action"
    t = table("FD 0 1", 4, 0, race=800, race_cap=False)
    t.play(0, "peek 1 2")
    assert t.question() == "over"


@rule("T67-X6")
def test_no_guard_in_the_race() -> None:
    """There the cap makes an end."""
    t = table("FD 0 1", 4, 0, race=1, quiet=99)
    assert t.legal(0, "peek") != []
    assert t.view()["guard"] is None
