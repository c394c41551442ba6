"""A turn: split, pick, play."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from broadside import UnknownAction
from tests.rule import rule

from .drawing import DECKS, ME, OPPONENT, dealt, table

DIVISIONS = {
    "split 1" + "".join(others) for size in range(4) for others in combinations("2345", size)
}


@rule("JNR-F1")
def test_the_flag_stays_with_the_splitter_all_through_the_turn() -> None:
    """I split, the opponent picks and plays, I play; then the opponent is the splitter."""
    t = table("""
        flag mine
        laid g1 y1 b1 r1 g2
    """)
    seen = []

    while t.view()["turn"] == 1:
        view = t.view()
        seen.append((view["phase"], view["actor"], view["splitter"], view["picker"]))
        t.play_default()

    assert seen == [
        ("split", ME, ME, OPPONENT),
        ("pick", OPPONENT, ME, OPPONENT),
        ("play", OPPONENT, ME, OPPONENT),
        ("play", OPPONENT, ME, OPPONENT),
        ("play", OPPONENT, ME, OPPONENT),
        ("play", ME, ME, OPPONENT),
        ("play", ME, ME, OPPONENT),
    ]
    assert (t.view()["splitter"], t.view()["picker"]) == (OPPONENT, ME)


@rule("JNR-F1", "JNR-F6")
def test_seats_alternate_as_splitter() -> None:
    """Eight turns: Jolly, Roger, Jolly, Roger, …"""
    t = dealt(first_splitter="seat0")
    t.play_out()

    began = t.told(ME, "turn_began")

    assert [event["splitter"] for event in began] == [0, 1, 0, 1, 0, 1, 0, 1]
    assert [event["turn"] for event in began] == [1, 2, 3, 4, 5, 6, 7, 8]


@rule("JNR-F2")
def test_five_cards_from_the_top_of_the_pile_lie_open() -> None:
    """In draw order, seen by all, in no set yet."""
    t = table("""
        laid g1
    """)
    pile = t.view()["pile_cards"] or []
    t.play_turn_out()
    view = t.view(OPPONENT)

    assert [laid["card"] for laid in view["laid"]] == pile[:5]
    assert view["pile"] == len(pile) - 5
    assert all(laid["set"] is None and not laid["played"] for laid in view["laid"])


@rule("JNR-F2")
def test_t04_a_set_has_one_to_four_cards() -> None:
    """5+0, a card in both sets, a card left out are no divisions; 1+4 and 2+3 are, 15 in all."""
    t = table("""
        flag mine
        laid g1 r5 b2 y1 g4
    """)
    before = t.state.write()

    for wrong in ("split 12345", "split", "split 112", "split 234", "split 6", "split 12 123"):
        with pytest.raises(UnknownAction):
            t.play(ME, wrong)
    assert t.state.write() == before

    assert len(DIVISIONS) == 15
    assert t.options(ME) == DIVISIONS
    assert t.refuse(OPPONENT, "split 12") == "not_your_turn"
    assert t.refuse(ME, "pick A") == "not_now"


@rule("JNR-F2")
@pytest.mark.parametrize("division", ["1", "12", "135", "1345"])
def test_t04_every_division_covers_all_five_cards(division: str) -> None:
    """What is not in set A is in set B."""
    t = table("""
        flag mine
        laid g1 r5 b2 y1 g4
    """)
    t.play(ME, f"split {division}")

    sets = [laid["set"] for laid in t.view()["laid"]]

    assert sets == ["A" if place in division else "B" for place in "12345"]


@rule("JNR-F2")
def test_copies_among_the_five_change_no_division() -> None:
    """Five cards of two kinds: still 15 divisions."""
    t = table("""
        flag mine
        laid g1 g1 g1 y1 y1
    """)

    assert t.options(ME) == DIVISIONS


@rule("JNR-F2")
def test_specials_are_laid_out_and_split_like_pirates() -> None:
    """Whatever lies on top of the pile is drawn."""
    t = table("""
        flag mine
        laid KR SK TO KR g1
    """)
    t.play(ME, "split 123")
    t.play(OPPONENT, "pick A")

    assert t.hand(OPPONENT) == "KR SK TO"
    assert t.hand(ME) == "KR g1"


@rule("JNR-R16")
def test_specials_come_from_the_pile_in_the_advanced_game_only() -> None:
    """Over all turns of a 50-card game all seven are drawn; in the introductory game none."""
    specials = {"skeleton": 2, "kraken": 3, "tortuga": 2}
    drawn: dict[str, Counter[object]] = {}
    for deck in ("advanced_full", "intro"):
        t = dealt(deck=deck)
        t.play_out()
        events = t.told(ME, "turn_began")
        cards = [card for event in events for card in event["cards"]]  # type: ignore[attr-defined]
        drawn[deck] = Counter(card for card in cards if card in specials)

    assert drawn == {"advanced_full": Counter(specials), "intro": Counter()}


@rule("JNR-R17")
@pytest.mark.parametrize("division", sorted(DIVISIONS))
def test_set_a_has_the_first_card(division: str) -> None:
    """Of the two sets, A is the one with the first of the five cards in draw order."""
    t = table("""
        flag mine
        laid g1 r5 b2 y1 g4
    """)
    t.play(ME, division)

    assert t.view()["laid"][0] == {"card": "green_1", "set": "A", "played": False}
    assert {laid["set"] for laid in t.view()["laid"]} == {"A", "B"}


@rule("JNR-F3")
@pytest.mark.parametrize(
    ("chosen", "picker", "splitter"), [("A", "g1 b2", "r5 y1 g4"), ("B", "r5 y1 g4", "g1 b2")]
)
def test_the_picker_takes_one_set_the_other_is_the_splitters(
    chosen: str, picker: str, splitter: str
) -> None:
    """Two options, no refusing; both sets stay open to all."""
    t = table("""
        flag mine
        laid g1 r5 b2 y1 g4
    """)
    t.play(ME, "split 13")
    assert t.actor() == OPPONENT
    assert t.options(OPPONENT) == {"pick A", "pick B"}

    t.play(OPPONENT, f"pick {chosen}")

    assert t.hand(OPPONENT) == picker
    assert t.hand(ME) == splitter
    assert [laid["card"] for laid in t.view(ME)["laid"]] == [
        "green_1",
        "red_5",
        "blue_2",
        "yellow_1",
        "green_4",
    ]


@rule("JNR-F1", "JNR-F3", "JNR-F4", "JNR-F6")
def test_t05_the_picker_plays_all_then_the_splitter_all() -> None:
    """Sets {g1} and {r5, b2, y1, g4}: one play, then four without interleaving, then the flag."""
    t = table("""
        flag mine
        laid g1 r5 b2 y1 g4
    """)
    t.play(ME, "split 1")
    t.play(OPPONENT, "pick A")
    t.play(OPPONENT, "crew green_1")

    for action in ("crew yellow_1", "crew red_5", "parrot green_4 red", "crew blue_2"):
        assert t.actor() == ME
        assert t.refuse(OPPONENT, action) == "not_your_turn"
        assert t.told(ME, "flag_passed") == []
        t.play(ME, action)

    assert t.told(ME, "flag_passed") == [{"seat": OPPONENT}]
    assert (t.phase(), t.actor()) == ("split", OPPONENT)


@rule("JNR-F4")
def test_a_set_is_played_in_any_order() -> None:
    """Any card of the own set may come next; the opponent's cards are not mine to play."""
    t = table("""
        mine g1 y2 b3
        theirs r1 r2
    """)
    assert {"crew green_1", "crew yellow_2", "crew blue_3"} <= t.options(ME)
    assert t.refuse(ME, "crew red_1") == "card_not_in_set"

    t.play(ME, "crew blue_3")

    assert t.hand(ME) == "g1 y2"
    assert t.refuse(ME, "crew blue_3") == "card_not_in_set"


@rule("JNR-F4")
def test_a_card_is_resolved_before_the_next_is_chosen() -> None:
    """The captain stands on the ship when the second card is asked for."""
    t = table("""
        red [] : [r1]
        mine r2 g1
    """)
    t.play(ME, "crew red_2")

    assert t.captain("red") == ME
    assert (t.actor(), t.hand(ME)) == (ME, "g1")


@rule("JNR-F4")
def test_copies_in_a_set_are_listed_once_and_played_one_by_one() -> None:
    """Two green 1 give the options of one, and are two plays."""
    t = table("""
        mine g1 g1
    """)
    once = {"crew green_1"} | {f"parrot green_1 {s}" for s in ("green", "yellow", "blue", "red")}
    assert t.options(ME) == once

    t.play(ME, "parrot green_1 red")
    assert t.actor() == ME
    assert t.hand(ME) == "g1"
    t.play(ME, "parrot green_1 red")

    assert t.actor() == OPPONENT
    assert t.crew(ME, "red") == "P(g1) P(g1)"


@rule("JNR-F5")
@pytest.mark.parametrize("deck", DECKS)
def test_every_card_is_played_in_its_turn(deck: str) -> None:
    """Each turn takes a split, a pick and five plays; no card is left when the flag passes."""
    t = dealt(deck=deck)
    asked: Counter[tuple[int, str]] = Counter()
    while t.actor() is not None:
        asked[t.view()["turn"], t.phase()] += 1
        t.play_default()

    for turn in range(1, DECKS[deck][1] + 1):
        assert (asked[turn, "split"], asked[turn, "pick"], asked[turn, "play"]) == (1, 1, 5)
    assert all(laid["played"] for laid in t.view()["laid"])


@rule("JNR-F5")
def test_no_option_saves_or_discards_a_card() -> None:
    """A pirate reinforces or is a parrot: nothing else is offered without a captain."""
    t = table("""
        mine b4
    """)

    assert t.options(ME) == {
        "crew blue_4",
        "parrot blue_4 green",
        "parrot blue_4 yellow",
        "parrot blue_4 blue",
        "parrot blue_4 red",
    }
    t.play(ME, "crew blue_4")
    assert t.hand(ME) == ""


@rule("JNR-F6")
def test_the_next_turn_begins_when_the_flag_has_passed() -> None:
    """My last card as splitter: five new cards, and the opponent splits."""
    t = table("""
        flag mine
        turn 3
        mine g1
    """)
    pile = t.view()["pile"]
    t.play(ME, "crew green_1")

    assert t.view()["turn"] == 4
    assert t.view()["pile"] == pile - 5
    assert (t.phase(), t.actor(), t.view()["splitter"]) == ("split", OPPONENT, OPPONENT)


@rule("JNR-F6", "JNR-E1")
def test_the_flag_does_not_pass_after_the_last_turn() -> None:
    """The pile is used up: no flag, no new turn."""
    t = table("""
        flag mine
        turn 8
        mine g1
    """)
    t.play(ME, "crew green_1")

    assert t.told(ME, "flag_passed") == []
    assert t.told(ME, "turn_began") == []
    assert t.phase() == "over"


def test_the_pile_is_empty_during_the_whole_last_turn() -> None:
    """The five cards of a turn lie out before its split: 35 at first, 0 in turn 8."""
    t = dealt()
    piles = []
    while t.actor() is not None:
        if t.phase() == "split":
            piles.append(t.view()["pile"])
        t.play_default()

    assert piles == [35, 30, 25, 20, 15, 10, 5, 0]
