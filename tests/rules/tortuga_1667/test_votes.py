"""Votes, marooning and what follows from them."""

from __future__ import annotations

from broadside import SPECTATOR
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import table


@rule("T67-V1")
def test_who_takes_part() -> None:
    """Attack: everyone aboard; mutiny: not the captain; brawl: the island; never boats."""
    t = table("FD 0 1 2\nBF 3\nTO 4", active=0)
    t.play(0, "attack")
    assert t.asked() == [0, 1, 2]
    t = table("FD 0 1 2\nBF 3\nTO 4", active=1)
    t.play(1, "mutiny")
    assert t.asked() == [1, 2]
    t = table("FD 0 1\nBF 3\nTO 4 2", active=4)
    t.play(4, "brawl")
    assert t.asked() == [2, 4]


@rule("T67-V2", "T67-W3")
def test_votes_are_sealed() -> None:
    """Who has sent is public; what, only after all have, shuffled with a card of the deck."""
    t = table("FD 0 1\nhand 0 VC01 VC02\nhand 1 VC05\nvotes VC09", active=0)
    t.play(0, "attack", "vote VC01")
    for viewer in (1, 4, SPECTATOR):
        vote = t.view(viewer)["vote"]
        assert vote is not None
        assert (vote["sent"], vote["mine"], vote["shown"]) == ([0], [], [])
    own = t.view(0)["vote"]
    assert own is not None and own["mine"] == ["VC01"]
    assert t.asked() == [1]
    t.play(1, "vote VC05")
    shown = t.told("votes_shown", SPECTATOR)[0]["cards"]
    assert sorted(shown) == ["VC01", "VC05", "VC09"]  # type: ignore[call-overload]


@rule("T67-V2")
def test_only_own_cards() -> None:
    """A card that is not in the hand, or two without El Dorado, are refused."""
    t = table("FD 0\nhand 0 VC01 VC02 VC02", active=0)
    t.play(0, "attack")
    assert t.legal(0) == ["vote VC01", "vote VC02"]
    assert t.refused(0, "vote VC09") == "card_not_in_hand"
    assert t.refused(0, "vote_two VC01 VC02") == "no_el_dorado"
    assert t.prompt().default.text in t.legal(0)


@rule("T67-V4", "T67-R31")
def test_draws_after_a_vote() -> None:
    """Played cards go under the deck; then each draws one, clockwise from the caller."""
    t = table("FD 3 4 0\nvotes VC14 VC01 VC05 VC09", active=3)
    before = t.view()["vote_deck"]
    t.play(3, "attack")
    t.settle(0, 3, 4)
    if t.asked() and t.question().endswith("take_chest"):
        t.play(3, "decline")
    drawn = t.told("vote_card_drawn")
    assert [event["seat"] for event in drawn] == [3, 4, 0]
    assert [event["card"] for event in drawn] == ["VC01", "VC05", "VC09"]
    assert [t.hand(seat) for seat in range(5)] == [3] * 5
    assert t.view()["vote_deck"] == before
    assert "card" not in t.told("vote_card_drawn", 1)[0]


@rule("T67-R14")
def test_the_vote_deck_is_never_empty() -> None:
    """Nine players with three cards each and El Dorado leave four; a vote returns all it takes."""
    t = table("FD 0 1 2 3 4\nJR 5 6 7 8\nkept 0 el_dorado", seats=9, active=0)
    t.state.draw_vote(0)
    assert t.view()["vote_deck"] == 4
    t.play(0, "attack")
    t.settle(0, 1, 2, 3, 4)
    if t.question() == "0 take_chest":
        t.play(0, "decline")
    assert t.view()["vote_deck"] == 4


@rule("T67-V6", "T67-M1")
def test_a_mutiny() -> None:
    """More skulls than wheels: the captain is marooned, the others close up."""
    t = table("FD 0 1 2\nhand 1 VC01\nhand 2 VC03\nvotes VC02\nTO 3", active=1)
    t.play(1, "mutiny", "vote VC01")
    t.play(2, "vote VC03")
    assert t.line("FD") == [1, 2]
    assert t.line("TO")[-1] == 0
    assert t.told("marooned")[0]["by"] == 1


@rule("T67-V7")
def test_a_tied_brawl() -> None:
    """One chest each."""
    t = table("FD 1 2 3 4\nchests TO.B=2 TO.F=0\nhand 0 VC01\nvotes VC03", active=0)
    t.play(0, "brawl", "vote VC01")
    assert (t.chests("TO.B"), t.chests("TO.F")) == (1, 1)


@rule("T67-M2")
def test_every_repetition_costs_a_card() -> None:
    """At zero nothing is lost any more."""
    t = table("TO 0 1\nFD 2\nhand 1 VC01\nrow pistol pistol", active=0)
    t.play(0, "reveal 1", "target 1")
    assert t.hand(1) == 0
    t.play(1, "peek 3 4")
    t.play(2, "reveal 2", "target 1")
    assert t.hand(1) == 0
    assert t.line("TO")[-1] == 1


@rule("T67-M2", "T67-R35")
def test_a_lost_card() -> None:
    """Its owner sees which one is gone and where it lies; others see the number."""
    t = table("TO 0 1\nFD 2 3 4\nhand 1 VC13\nrow pistol", active=0)
    t.play(0, "reveal 1", "target 1")
    deck = t.view()["vote_deck"]
    assert t.view(1)["vote_deck_notes"] == [{"place": deck, "card": "VC13"}]
    assert t.told("vote_card_lost", 1)[0]["card"] == "VC13"
    for viewer in (0, SPECTATOR):
        assert t.view(viewer)["vote_deck_notes"] == []
        assert "card" not in t.told("vote_card_lost", viewer)[0]


@rule("T67-E7", "T67-R11")
def test_the_fountain_on_tortuga() -> None:
    """It cancels both: the place and the lost card; the cause is spent."""
    t = table("TO 0 1\nFD 2\nkept 0 fountain_of_youth\nrow pistol", active=2)
    t.play(2, "reveal 1", "target 0")
    assert t.question() == "0 fountain"
    assert t.prompt().default.text == "fountain"
    t.play(0, "fountain")
    assert t.line("TO")[0] == 0
    assert t.hand(0) == 3
    assert t.discards()[-2:] == ["fountain_of_youth", "pistol"]


@rule("T67-E7", "T67-W1")
def test_the_fountain_may_be_kept() -> None:
    """The owner is always asked, also by the captain's own order, and may accept."""
    t = table("FD 0 1\nkept 1 fountain_of_youth", active=0)
    t.play(0, "maroon 1")
    maroon = t.view()["maroon"]
    assert maroon is not None and maroon["cause"] == "captain"
    t.play(1, "accept")
    assert t.line("TO")[-1] == 1
    assert t.kept(1) == ["fountain_of_youth"]


@rule("T67-R10")
def test_the_fountain_does_not_help_against_all() -> None:
    """Neither against Albatrosses nor against Black Powder."""
    t = table("FD 0 1\nkept 0 albatross fountain_of_youth\nrow albatross", active=1)
    t.play(1, "reveal 1")
    assert t.line("FD") == []
    t = table("BF 0\nFD 1\nkept 0 fountain_of_youth\nrow black_powder", active=1)
    t.play(1, "reveal 1", "explode BF")
    assert 0 in t.line("TO")
    assert t.kept(0) == ["fountain_of_youth"]


@rule("T67-R12", "T67-E14")
def test_the_pirate_code_counts_votes_by_place() -> None:
    """Without Vote cards too; a mutiny against its owner does not count; two votes end it."""
    t = table("FD 0 1\nkept 0 pirate_code\nhand 0 -", seats=3, active=1)
    t.play(1, "mutiny")
    t.settle(1)
    assert t.state.code_marks == 0
    t = table("FD 0 1\nkept 0 pirate_code\nhand 0 -", seats=3, active=0)
    t.play(0, "attack")
    assert t.asked() == [1]
    t.settle(1)
    if t.question() == "0 take_chest":
        t.play(0, "decline")
    assert t.seat(0)["kept"]["code_marked"]
    t = table("FD 0 1\nkept 0 pirate_code", seats=3, active=0, code=1)
    t.play(0, "attack")
    t.settle(1)
    if t.question() == "0 take_chest":
        t.play(0, "decline")
    assert t.kept(0) == []
    assert t.discards()[-1] == "pirate_code"


@rule("T67-R13", "T67-E6")
def test_el_dorado_needs_two_cards() -> None:
    """With one card, or under Pirate Code, there is no double vote; the map stays."""
    t = table("FD 0\nkept 0 el_dorado\nhand 0 VC01", active=0)
    t.play(0, "attack")
    assert t.legal(0) == ["vote VC01"]
    t = table("FD 0 1\nkept 0 el_dorado pirate_code", active=0)
    t.play(0, "attack")
    assert t.asked() == [1]
    assert t.kept(0) == ["el_dorado", "pirate_code"]


@rule("T67-R39", "T67-E6", "T67-W3")
def test_two_sent_cards_look_like_one() -> None:
    """That a seat has sent is public; how many cards, and the map, only when all have."""
    text = "FD 0 1\nkept 0 el_dorado\nhand 0 VC01 VC05 VC09\nhand 1 VC02"
    tables = [table(text, active=0) for _ in range(2)]
    for t, ballot in zip(tables, ("vote VC01", "vote_two VC01 VC05"), strict=True):
        t.play(0, "attack", ballot)
    one, two = tables
    for viewer in (1, 4, SPECTATOR):
        assert one.view(viewer) == two.view(viewer)
        assert one.state.seen_events(viewer) == two.state.seen_events(viewer)
        assert one.seat(0, viewer)["hand_count"] == 2
    assert (one.seat(0, 0)["hand"], two.seat(0, 0)["hand"]) == (["VC05", "VC09"], ["VC09"])
    assert (one.seat(0, 0)["hand_count"], two.seat(0, 0)["hand_count"]) == (2, 1)
    worlds = [[t.state.determinize(1, FastRng(seed)) for seed in range(9)] for t in tables]
    assert [world.write() for world in worlds[0]] == [world.write() for world in worlds[1]]
    assert {len(world.laid[0]) for world in worlds[0]} == {1, 2}
    assert {len(t.state.determinize(0, FastRng(3)).laid[0]) for t in tables} == {1, 2}
    two.play(1, "vote VC02")
    kinds = [str(event["kind"]) for event in two.state.seen_events(SPECTATOR)]
    order = ["vote_sent", "el_dorado_used", "discarded", "votes_shown"]
    assert [kind for kind in kinds if kind in order] == ["vote_sent", *order]
    assert two.kept(0) == []


@rule("T67-E6")
def test_el_dorado_pairs() -> None:
    """Every pair of own cards once, the lower one first; two alike only if there are two."""
    t = table("FD 0\nkept 0 el_dorado\nhand 0 VC01 VC01 VC05", active=0)
    t.play(0, "attack")
    assert t.legal(0, "vote_two") == ["vote_two VC01 VC01", "vote_two VC01 VC05"]
    assert t.refused(0, "vote_two VC05 VC01") == "el_dorado_order"
    assert t.refused(0, "vote_two VC05 VC05") == "card_not_in_hand"


@rule("T67-W4")
def test_the_order_of_a_card() -> None:
    """Effect, Fountain, pawns, Albatrosses, then discard and refill."""
    t = table("FD 0 1\nJR 2\nkept 1 fountain_of_youth\nrow pistol", active=0)
    t.play(0, "reveal 1", "target 1")
    assert t.told("discarded") == []
    t.play(1, "accept")
    kinds = [str(event["kind"]) for event in t.state.seen_events(SPECTATOR)]
    order = ["revealed", "marooned", "discarded", "slot_refilled", "turn_began"]
    assert [kind for kind in kinds if kind in order] == order


@rule("T67-W4", "T67-X3")
def test_the_lead_comes_last() -> None:
    """In the race the game ends after the vote of the attack is put away."""
    t = table("FD 0\nchests SG=2 FD.B=2 JR.F=2\nhand 0 VC01\nvotes VC13", seats=4, active=0, race=0)
    t.play(0, "attack", "vote VC01", "take SG FD.B")
    assert t.question() == "over"
    kinds = [str(event["kind"]) for event in t.state.seen_events(SPECTATOR)]
    assert kinds.index("chest_taken") < kinds.index("votes_shuffled") < kinds.index("game_over")
