"""Event cards."""

from __future__ import annotations

import pytest

from broadside import SPECTATOR
from tests.rule import rule

from .drawing import table


@rule("T67-E1", "T67-R21", "T67-R8")
def test_a_revealed_letter() -> None:
    """Move anybody from Tortuga or a boat to a ship with room, without asking him, or keep it."""
    t = table("FD 0 1 2 3 5\nBJ 4\nJR 6\nrow letter_of_marque", seats=7, active=0)
    t.play(0, "reveal 1")
    assert t.legal(0) == ["letter 4 JR", "keep"]
    assert t.prompt().default.text == "keep"
    assert t.refused(0, "letter 4 FD") == "ship_full"
    assert t.refused(0, "letter 6 FD") == "no_letter_target"
    t.play(0, "letter 4 JR")
    assert t.line("JR") == [6, 4]
    assert t.discards() == ["letter_of_marque"]


@rule("T67-E1", "T67-A5")
def test_a_letter_is_not_used_in_the_turn_of_keeping() -> None:
    """Two players: the second action cannot be the Letter; in the next turn it can."""
    t = table("FD 0\nJR -\nTO 1\nrow letter_of_marque", seats=2, active=0)
    t.play(0, "reveal 1", "keep")
    assert t.legal(0, "letter") == []
    assert t.refused(0, "letter 1 FD") == "letter_is_fresh"
    t.play(0, "peek 1 2")
    t.play(1, "peek 1 2", "peek 1 2")
    assert t.legal(0, "letter") == ["letter 1 FD", "letter 1 JR"]


@rule("T67-E2", "T67-D3")
def test_a_pistol() -> None:
    """Another player, anywhere, must be chosen."""
    t = table("FD 0\nrow pistol", active=0)
    t.play(0, "reveal 1")
    assert t.question() == "0 pistol"
    assert t.refused(0, "target 0") == "not_yourself"
    assert t.refused(0, "target 8") == "no_such_seat"
    assert t.legal(0) == ["target 1", "target 2", "target 3", "target 4"]
    t.play(0, "target 4")
    assert t.line("TO") == [1, 2, 3, 4]
    assert t.hand(4) == 2


@rule("T67-E3")
def test_albatrosses_ashore() -> None:
    """No effect on Tortuga or in boats; a Letter or a swap strikes a ship."""
    t = table("TO 0 1\nFD 2\nkept 0 albatross albatross", active=1)
    t.play(1, "peek 1 2")
    assert t.line("TO")[0] == 0
    t = table("TO 0\nFD 1\nkept 0 albatross albatross\nkept 2 letter_of_marque", active=2)
    t.play(2, "letter 0 FD")
    assert t.line("FD") == []
    t = table("FD 0 1\nBF 4\nkept 4 albatross\nkept 1 albatross\nrow facade", active=0)
    t.play(0, "reveal 1")
    assert t.line("BF") == [0]
    assert t.line("FD") == []


@rule("T67-E4")
def test_a_black_spot() -> None:
    """The revealer is marooned."""
    t = table("FD 0 1\nrow black_spot", active=0)
    t.play(0, "reveal 1")
    assert t.line("FD") == [1]
    assert t.told("marooned")[0]["cause"] == "black_spot"


@rule("T67-E5", "T67-E6")
@pytest.mark.parametrize("card", ["atlantis", "el_dorado", "fountain_of_youth"])
def test_maps_are_given_away(card: str) -> None:
    """To another player; El Dorado brings a Vote card at once."""
    t = table(f"FD 0 1\nrow {card}", active=0)
    t.play(0, "reveal 1")
    assert t.question() == "0 map_to"
    assert t.refused(0, "target 0") == "not_yourself"
    t.play(0, "target 3")
    assert t.kept(3) == [card]
    assert t.hand(3) == (4 if card == "el_dorado" else 3)
    assert t.discards() == []


@rule("T67-E8", "T67-R20")
def test_black_powder_again() -> None:
    """The other boat, without a question; if both are gone, nothing."""
    t = table("FD 0\nBJ 1\nrow black_powder", active=0, exploded="BF")
    t.play(0, "reveal 1")
    assert t.line("TO")[-1] == 1
    assert [boat["exploded"] for boat in t.view()["boats"]] == [True, True]
    t = table("FD 0\nrow black_powder", active=0, exploded="BF BJ")
    t.play(0, "reveal 1")
    assert len(t.told("no_effect")) == 1


@rule("T67-E8")
def test_an_exploded_boat_is_closed() -> None:
    """Nobody rows there; a swap still takes place; the clock blows up an empty one."""
    t = table("FD 0\nTO 1", active=0, exploded="BF")
    assert t.legal(0, "row") == []
    assert t.refused(0, "row BF") == "boat_exploded"
    t = table("FD 0\nJR 4\nrow facade", active=0, exploded="BF BJ")
    t.play(0, "reveal 1")
    assert (t.line("FD"), t.line("JR")) == ([4], [0])
    t = table("FD 0\nBF 1\nrow black_powder", active=0)
    t.play(0, "reveal 1")
    assert t.prompt().default.text == "explode BJ"


@rule("T67-E9", "T67-R34")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_cabin_fever(seed: int) -> None:
    """Two cards are shuffled; both look; whose nation has changed knows the other's."""
    t = table("FD 0 1\nrow cabin_fever", active=0, seed=seed)
    t.play(0, "reveal 1", "target 1")
    nations = [t.state.side(0), t.state.side(1)]
    assert sorted(nations) == ["british", "french"]
    assert t.told("loyalty_dealt", 0)[0]["loyalty"] == nations[0]
    is_swapped = nations == ["french", "british"]
    assert t.seat(1, viewer=0)["loyalty"] == (nations[1] if is_swapped else None)
    assert t.seat(0, viewer=2)["loyalty"] is None


@rule("T67-R16", "T67-E9")
@pytest.mark.parametrize(("mode", "is_open"), [("open", True), ("one_each", False)])
def test_cabin_fever_with_open_cards(mode: str, is_open: bool) -> None:
    """Open stays open; one of each: both become hidden."""
    face_up = "open 0 1\n" if mode == "one_each" else ""
    t = table(f"FD 0 1\n{face_up}row cabin_fever", seats=6, active=0, loyalty_mode=mode)
    t.play(0, "reveal 1", "target 1")
    view = t.view(SPECTATOR)
    assert [seat["loyalty_open"] for seat in view["seats"][:2]] == [is_open, is_open]


@rule("T67-E10", "T67-R36", "T67-R30")
def test_crows_nest() -> None:
    """The hand goes under the deck; the revealer chooses a new one from the sorted pool."""
    t = table("FD 0 1\nhand 1 VC01\nrow crows_nest", active=0)
    t.play(0, "reveal 1", "target 1")
    assert t.question() == "0 crows_pick"
    pool = t.view(0)["crows_nest"]
    assert pool is not None and pool["pool"] is not None
    assert pool["pool"] == sorted(pool["pool"])
    assert "VC01" in pool["pool"]
    for viewer in (1, SPECTATOR):
        hidden = t.view(viewer)["crows_nest"]
        assert hidden is not None and hidden["pool"] is None
    assert t.prompt().default.text in t.legal(0)
    t.play(0, "give VC13")
    assert t.seat(1)["hand"] == ["VC13"]
    assert t.seat(1, viewer=0)["known"] == ["VC13"]
    assert t.seat(1, viewer=2)["known"] == []
    assert t.question() == "1 action"


@rule("T67-R30")
def test_the_giver_forgets_a_hand_that_was_played() -> None:
    """Notes last until a card of that hand has been laid."""
    t = table("FD 0 1 2\nhand 1 VC01+0 VC05+0", active=0)
    assert t.seat(1, viewer=0)["known"] == ["VC01", "VC05"]
    t.play(0, "attack")
    t.play(1, "vote VC01")
    assert t.seat(1, viewer=0)["known"] == []
    t = table("TO 1\nFD 0\nhand 1 VC01+0 VC05+0\nrow pistol", active=0)
    t.play(0, "reveal 1", "target 1")
    assert t.seat(1, viewer=0)["known"] == []


@rule("T67-R15", "T67-E10")
def test_crows_nest_needs_a_hand() -> None:
    """Somebody with Vote cards if anyone else has some; else no effect."""
    hands = "\n".join(f"hand {seat} -" for seat in (1, 2, 3))
    t = table(f"FD 0\n{hands}\nhand 4 VC05\nrow crows_nest", active=0)
    t.play(0, "reveal 1")
    assert t.question() == "0 crows_pick"
    t = table(f"FD 0\n{hands}\nrow crows_nest", seats=4, active=0)
    t.play(0, "reveal 1")
    assert len(t.told("no_effect")) == 1
    t = table("FD 0\nhand 1 -\nrow crows_nest", active=0)
    t.play(0, "reveal 1")
    assert t.refused(0, "target 1") == "no_vote_cards"


@rule("T67-E11", "T67-R6")
def test_eight_bells() -> None:
    """The ship's or the island's pawns are put back in random order; alone nothing."""
    lines = set()
    for seed in range(1, 30):
        t = table("FD 3\nTO 0 1 2 4\nrow eight_bells", active=0, seed=seed)
        t.play(0, "reveal 1")
        assert sorted(t.line("TO")) == [0, 1, 2, 4]
        lines.add(tuple(t.line("TO")))
    assert len(lines) > 10
    t = table("FD 0\nrow eight_bells", active=0)
    t.play(0, "reveal 1")
    assert len(t.told("no_effect")) == 1


@rule("T67-E13")
def test_stormy_seas() -> None:
    """A ship's chests go to the Galleon, the island's are shared; empty holds: nothing."""
    t = table("FD 0\nchests SG=1 FD.B=2 FD.F=1 JR.F=2\nrow stormy_seas", active=0)
    t.play(0, "reveal 1")
    assert (t.chests("SG"), t.chests("FD.B"), t.chests("FD.F")) == (4, 0, 0)
    t = table("FD 1\nchests TO.B=0 TO.F=2\nrow stormy_seas", active=0)
    t.play(0, "reveal 1")
    assert (t.chests("TO.B"), t.chests("TO.F")) == (1, 1)
    t = table("FD 0\nrow stormy_seas", active=0)
    t.play(0, "reveal 1")
    assert len(t.told("no_effect")) == 1


@rule("T67-E14")
def test_the_pirate_code_is_kept() -> None:
    """The revealer may still call, and sits out."""
    t = table("FD 0 1\nrow pirate_code", seats=3, active=0)
    t.play(0, "reveal 1")
    assert t.kept(0) == ["pirate_code"]
    t.play(1, "peek 1 2")
    t.play(2, "peek 1 2")
    t.play(0, "attack")
    assert t.asked() == [1]


@rule("T67-E15", "T67-R7")
def test_scurvy() -> None:
    """Everyone on the revealer's ship loses the next turn, even after moving."""
    t = table("FD 0 1\nJR 2\nrow scurvy", active=0)
    t.play(0, "reveal 1")
    assert t.told("scurvy_struck")[0]["seats"] == [0, 1]
    assert t.told("turn_lost")[0]["seat"] == 1
    assert t.question() == "2 action"
    t.play(2, "attack")
    t.settle(2)
    if t.asked() == [2] and t.question() == "2 take_chest":
        t.play(2, "decline")
    assert t.question() == "3 action"


@rule("T67-D2")
def test_discards_are_open() -> None:
    """At any time, for everybody."""
    t = table("FD 0\nrow black_spot\ndiscards pistol", active=0)
    t.play(0, "reveal 1")
    assert t.view(SPECTATOR)["discards"] == ["pistol", "black_spot"]


@rule("T67-D3")
def test_card_texts_are_mandatory() -> None:
    """There is no way out of a pistol."""
    t = table("FD 0\nrow pistol", active=0)
    t.play(0, "reveal 1")
    assert t.refused(0, "decline") == "not_now"
    assert t.refused(0, "keep") == "not_now"


@rule("T67-W1")
def test_the_only_other_player_is_chosen() -> None:
    """Two players: every other player is the opponent."""
    t = table("FD 0\nJR 1\nrow pistol atlantis", seats=2, active=0)
    t.play(0, "reveal 1")
    assert t.line("TO") == [1]
    t.play(0, "reveal 2")
    assert t.kept(1) == ["atlantis"]
