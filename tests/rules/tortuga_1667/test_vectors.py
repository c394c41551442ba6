"""The specification's test vectors."""

from __future__ import annotations

import pytest

from tests.rule import rule

from .drawing import Drawn, dealt, table


def attack_with(*cards: str) -> Drawn:
    """An attack of FD's captain in which these cards are played; the last one is the deck's."""
    *hands, top = cards
    seats = len(hands)
    names = " ".join(str(seat) for seat in range(seats))
    hand_lines = "\n".join(f"hand {seat} {card}" for seat, card in enumerate(hands))
    t = table(f"FD {names}\n{hand_lines}\nvotes {top}", seats=5)
    t.play(0, "attack")
    for seat, card in enumerate(hands):
        t.play(seat, f"vote {card}")
    return t


@rule("T67-X1", "T67-E16")
def test_vector_1() -> None:
    """French win 5:3."""
    t = table(
        "FD 0\nchests SG=0 JR.F=3 TO.F=2 TO.B=0 FD.B=2 JR.B=1\nrow spanish_armada\ndeck -",
        active=0,
    )
    t.play(0, "reveal 1")
    end = t.view()["end"]
    assert end is not None
    assert (end["ending"], end["french"], end["british"]) == ("lead", 5, 3)
    assert end["winners"] == [1, 3]
    assert t.state.result() == [0.0, 0.5, 0.0, 0.5, 0.0]
    assert t.state.scores() == [3, 5, 3, 5, 0]


@rule("T67-V5")
def test_vector_2() -> None:
    """Two cannons, one torch, one water: fails."""
    t = attack_with("VC01", "VC02", "VC05", "VC09")
    assert t.told("vote_counted")[0]["outcome"] == "attack_failed"


@rule("T67-V5")
def test_vector_3() -> None:
    """One cannon, two torches, one water: succeeds."""
    t = attack_with("VC01", "VC05", "VC06", "VC09")
    assert t.question() == "0 take_chest"


@rule("T67-V5", "T67-A6")
def test_vector_4() -> None:
    """Two cannons, two torches: succeeds, one chest."""
    t = attack_with("VC01", "VC02", "VC05", "VC06")
    assert t.legal(0) == ["take SG FD.B", "take SG FD.F", "decline"]
    galleon = t.chests("SG")
    t.play(0, "take SG FD.F")
    assert (t.chests("SG"), t.chests("FD.F")) == (galleon - 1, 1)
    assert t.question() == "1 action"


@rule("T67-V3", "T67-V7", "T67-R5", "T67-A10")
def test_vector_5() -> None:
    """One British card and the French special: 1:2, both chests to the French area."""
    t = table("FD 1 2 3 4\nhand 0 VC01\nvotes VC14", active=0)
    t.play(0, "brawl")
    t.play(0, "vote VC01")
    counted = t.told("vote_counted")[0]
    assert (counted["first"], counted["second"]) == (1, 2)
    assert (t.chests("TO.B"), t.chests("TO.F")) == (0, 2)


@rule("T67-E3", "T67-R9")
def test_vector_6() -> None:
    """A second Albatross aboard: the crew goes to Tortuga, cabin boy first, captain last."""
    t = table("FD 0 1 2\nJR 3\nkept 1 albatross\nrow albatross", active=2)
    t.play(2, "reveal 1")
    assert t.line("FD") == []
    assert t.line("TO") == [4, 2, 1, 0]
    assert (t.kept(1), t.kept(2)) == (["albatross"], ["albatross"])


@rule("T67-E3", "T67-A4")
def test_vector_7() -> None:
    """Two Albatrosses row to three: all four go to Tortuga, the owner first."""
    t = table("FD 0 1 2\nBF 3\nJR 4\nkept 3 albatross albatross", active=3)
    t.play(3, "row FD")
    assert t.line("FD") == []
    assert t.line("TO") == [3, 2, 1, 0]


@rule("T67-A7", "T67-M1")
def test_vector_8() -> None:
    """A captain maroons a mate, who is third on Tortuga and keeps three cards."""
    t = table("FD 0 1\nJR 2\nTO 3 4", active=0)
    t.play(0, "maroon 1")
    assert t.line("TO") == [3, 4, 1]
    assert t.hand(1) == 3


@rule("T67-M2", "T67-R26", "T67-E4")
def test_vector_9() -> None:
    """Alone on Tortuga, Black Spot: still Governor, two cards."""
    t = table("FD 1 2\nJR 3 4\nrow black_spot", active=0)
    t.play(0, "reveal 1")
    assert t.line("TO") == [0]
    assert t.hand(0) == 2
    assert t.view()["island"]["captain"] == 0


@rule("T67-M1", "T67-E2")
def test_vector_10() -> None:
    """A pistol against somebody in a boat: back of Tortuga, no card lost."""
    t = table("FD 0 1\nBJ 2\nTO 3 4\nrow pistol", active=0)
    t.play(0, "reveal 1", "target 2")
    assert t.line("TO") == [3, 4, 2]
    assert t.hand(2) == 3


@rule("T67-P2", "T67-A4")
def test_vector_11() -> None:
    """A full ship cannot be boarded: Tortuga only."""
    t = table("FD 0 1 2 3 4\nBF 5\nJR 6", seats=7, active=5)
    assert t.legal(5, "row") == ["row TO"]
    assert t.refused(5, "row FD") == "ship_full"


@rule("T67-V6")
def test_vector_12() -> None:
    """Two skulls, two wheels: nothing."""
    t = table("FD 0 1 2 3\nhand 1 VC01\nhand 2 VC05\nhand 3 VC02\nvotes VC04", active=1)
    t.play(1, "mutiny", "vote VC01")
    t.play(2, "vote VC05")
    t.play(3, "vote VC02")
    assert t.told("vote_counted")[0]["outcome"] == "mutiny_failed"
    assert t.line("FD") == [0, 1, 2, 3]


@rule("T67-E7", "T67-A8", "T67-V6")
def test_vector_13() -> None:
    """The captain's Fountain cancels a mutiny; the map is discarded."""
    t = table("FD 0 1\nhand 1 VC01\nvotes VC03\nkept 0 fountain_of_youth", active=1)
    t.play(1, "mutiny", "vote VC01")
    assert t.question() == "0 fountain"
    t.play(0, "fountain")
    assert t.line("FD") == [0, 1]
    assert t.kept(0) == []
    assert t.discards()[-1] == "fountain_of_youth"


@rule("T67-V5")
def test_vector_14() -> None:
    """An empty Galleon: the holds of the other ship, manned or not."""
    t = table("FD 0\nchests SG=0 FD.B=5 JR.F=1\nhand 0 VC01\nvotes VC13\nTO 1 2 3 4", active=0)
    t.play(0, "attack", "vote VC01")
    assert t.legal(0) == ["take JR.F FD.B", "take JR.F FD.F", "decline"]
    t.play(0, "take JR.F FD.B")
    assert (t.chests("JR.F"), t.chests("FD.B")) == (0, 6)


@rule("T67-V5")
def test_vector_15() -> None:
    """While the Galleon has a chest it is the only source."""
    t = table("FD 0\nchests SG=1 JR.B=3 FD.B=2\nhand 0 VC01\nvotes VC13", active=0)
    t.play(0, "attack", "vote VC01")
    assert t.legal(0) == ["take SG FD.B", "take SG FD.F", "decline"]
    assert t.refused(0, "take JR.B FD.B") == "galleon_first"


@rule("T67-E1")
def test_vector_16() -> None:
    """Nobody on Tortuga or in a boat: a revealed Letter is kept."""
    t = table("FD 0 1 2\nJR 3 4\nrow letter_of_marque", active=0)
    t.play(0, "reveal 1")
    assert t.kept(0) == ["letter_of_marque"]
    assert t.question() == "1 action"


@rule("T67-E6", "T67-V4")
def test_vector_17() -> None:
    """El Dorado: four cards, lays two, draws one; three left, the map is discarded."""
    t = table("FD 0\nkept 0 el_dorado\nhand 0 VC01 VC05 VC07 VC12\nvotes VC02", active=0)
    assert t.hand(0) == 4
    t.play(0, "attack")
    t.play(0, "vote_two VC01 VC05")
    if t.question() == "0 take_chest":
        t.play(0, "decline")
    assert t.hand(0) == 3
    assert t.kept(0) == []
    assert "el_dorado" in t.discards()


@rule("T67-D1")
def test_vector_18() -> None:
    """The Armada fills a slot: the row is shuffled, the deck is empty, notes lose their place."""
    t = table("FD 0\nrow pistol letter_of_marque+0 black_spot+0 pistol atlantis\ndeck", active=0)
    assert t.view()["event_deck"] == 1
    assert t.view(0)["row"][1]["card"] == "letter_of_marque"
    t.play(0, "reveal 1", "target 4")
    assert t.view()["event_deck"] == 0
    view = t.view(0)
    assert all(slot["filled"] and slot["card"] is None for slot in view["row"])
    assert view["unplaced_notes"] == ["black_spot", "letter_of_marque"]
    assert t.view(1)["unplaced_notes"] == []
    assert len(t.told("row_shuffled")) == 1


@rule("T67-A11")
def test_vector_19() -> None:
    """Only the Armada is left: no Peek, no Force; Reveal."""
    t = table("FD 0 1\nrow spanish_armada\ndeck -", active=0)
    assert t.legal(0, "peek") == t.legal(0, "force") == []
    assert t.legal(0, "reveal") == ["reveal 1"]
    assert t.refused(0, "peek 1 2") == "armada_alone"


@rule("T67-X2", "T67-E16")
def test_vector_20() -> None:
    """Five players, 4:4: the Dutch player wins alone."""
    t = table("FD 0\nchests SG=0 FD.B=3 JR.F=3\nrow spanish_armada\ndeck -", seats=5, active=0)
    t.play(0, "reveal 1")
    assert t.state.result() == [0.0, 0.0, 0.0, 0.0, 1.0]
    assert t.view()["end"] is not None


@rule("T67-X3", "T67-R18")
def test_vector_21() -> None:
    """Four players, a tie: discards and two row cards are shuffled, a new row of five is laid."""
    t = table(
        "FD 0\nJR 1\nchests SG=2 FD.B=2 JR.F=2\nkept 2 letter_of_marque\n"
        "row spanish_armada pistol black_spot\ndeck -",
        seats=4,
        active=0,
    )
    open_cards = len(t.discards())
    t.play(0, "reveal 1")
    view = t.view()
    assert view["race"] is not None
    assert len([slot for slot in view["row"] if slot["filled"]]) == 5
    assert view["event_deck"] == open_cards + 2 - 5
    assert view["discards"] == []
    assert t.kept(2) == ["letter_of_marque"]
    assert t.question() == "1 action"


@rule("T67-X3", "T67-A9")
def test_vector_22() -> None:
    """In the race 3:3, smuggling wins 4:2 at once."""
    t = table("FD 0\nchests SG=2 FD.F=1 FD.B=1 JR.B=1 JR.F=1", seats=4, active=0, race=2)
    t.play(0, "smuggle FD.B")
    end = t.view()["end"]
    assert end is not None
    assert (end["ending"], end["british"], end["french"]) == ("race_won", 4, 2)
    assert end["winners"] == [0, 2]


@rule("T67-E14", "T67-V2")
def test_vector_23() -> None:
    """A lone captain under Pirate Code: the deck card alone; the code is marked."""
    t = table("FD 0\nkept 0 pirate_code\nvotes VC13", active=0)
    t.play(0, "attack")
    assert t.told("votes_shown")[0]["cards"] == ["VC13"]
    assert t.told("vote_counted")[0]["outcome"] == "attack_failed"
    assert t.seat(0)["kept"]["code_marked"]
    assert t.hand(0) == 3


@rule("T67-V1", "T67-A10")
def test_vector_24() -> None:
    """A Governor without Vote cards: the brawl is called; he lays none, draws none."""
    t = table("TO 0 1\nFD 2 3 4\nhand 0 -\nhand 1 VC01", active=0)
    t.play(0, "brawl")
    assert t.asked() == [1]
    t.play(1, "vote VC01")
    assert (t.hand(0), t.hand(1)) == (0, 1)


@rule("T67-E11", "T67-E13", "T67-E15", "T67-R7")
@pytest.mark.parametrize("card", ["stormy_seas", "eight_bells", "scurvy"])
def test_vector_25(card: str) -> None:
    """In a boat nothing happens."""
    t = table(f"BF 0\nFD 1 2\nJR 3\nchests FD.B=1 JR.F=1\nrow {card}", active=0)
    before = (t.line("FD"), t.line("TO"), t.view()["chests"])
    t.play(0, "reveal 1")
    assert (t.line("FD"), t.line("TO"), t.view()["chests"]) == before
    assert t.state.skips == [0] * 5
    assert len(t.told("no_effect")) == 1
    assert t.discards()[-1] == card


@rule("T67-E12")
def test_vector_26() -> None:
    """Façade: seat 3 becomes Governor, seat 2 First Mate of the Jolly Roger."""
    t = table("JR 0 3\nTO 2 1\nFD 4\nrow facade", active=3)
    t.play(3, "reveal 1")
    assert t.line("JR") == [0, 2]
    assert t.line("TO") == [3, 1]


@rule("T67-E5", "T67-P2")
def test_vector_27() -> None:
    """Atlantis without room on the other ship: no window."""
    t = table("FD 0\nJR 1 2 3 4 5\nkept 0 atlantis", seats=7, active=6)
    t.play(6, "peek 1 2")
    assert t.question() == "0 action"


@rule("T67-E8", "T67-M1")
def test_vector_28() -> None:
    """Black Powder: the pawn in the boat is last on Tortuga, the boat is closed."""
    t = table("FD 0\nBJ 1\nJR 2\nTO 3 4\nrow black_powder", active=0)
    t.play(0, "reveal 1", "explode BJ")
    assert t.line("TO") == [3, 4, 1]
    assert t.line("BJ") == []
    assert t.view()["boats"][1]["exploded"]


@rule("T67-R25", "T67-E15", "T67-P4")
def test_vector_29() -> None:
    """Two players: after Scurvy the second action is taken, the next turn is lost."""
    t = table("FD 0\nJR 1\nrow scurvy", seats=2, active=0)
    t.play(0, "reveal 1")
    assert t.state.skips == [1, 0]
    assert t.question() == "0 action"
    t.play(0, "peek 1 2")
    t.play(1, "peek 1 2", "peek 1 2")
    assert t.told("turn_lost")[0]["seat"] == 0
    assert t.question() == "1 action"


@rule("T67-S3", "T67-S5", "T67-S6")
def test_vector_30() -> None:
    """Nine players: five and four pawns, a vote deck of five, an event deck of fourteen."""
    view = dealt(9).view()
    assert [len(ship["line"]) for ship in view["ships"]] == [5, 4]
    assert (view["vote_deck"], view["event_deck"]) == (5, 14)
    assert all(seat["hand_count"] == 3 for seat in view["seats"])
