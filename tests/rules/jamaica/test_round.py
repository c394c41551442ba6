"""The round: dice, cards, turns, refill."""

from __future__ import annotations

import pytest

from broadside import SPECTATOR
from tests.rule import rule

from .drawing import CARDS, Drawn, table
from .test_setup import new


def reach(t: Drawn, question: str) -> Drawn:
    """Play defaults until a question is asked."""
    while t.question() != question:
        seat = t.asked()[0]
        t.state.play(seat, t.prompt(seat).default)
    return t


@rule("JAM-R1")
def test_the_captain_places_the_dice() -> None:
    """One die on morning, one on evening, for all; the clock puts the higher one on morning."""
    t = reach(new(3, 2), "place_dice")
    view = t.view()
    low, high = sorted(view["dice"]["rolled"])
    captain = view["captain"]
    assert t.asked() == [captain]
    assert t.legal(captain) == [f"place_dice {low} {high}", f"place_dice {high} {low}"]
    assert t.prompt(captain).default.text == f"place_dice {high} {low}"
    wrong = f"place_dice {low} {low}"
    assert t.refuse(captain, wrong) == ("dice_as_rolled", "JAM-R1")

    t.play(captain, f"place_dice {low} {high}")

    assert t.view()["dice"] == {"rolled": view["dice"]["rolled"], "morning": low, "evening": high}
    assert t.told("dice_placed")[-1] == {"seat": captain, "morning": low, "evening": high}


@rule("JAM-R1")
def test_doubles_place_themselves() -> None:
    """There is nothing to decide."""
    for seed in range(100):
        t = new(4, seed)
        first, second = t.view()["dice"]["rolled"]
        assert (t.question() == "choose_card") == (first == second)
        if first == second:
            assert t.view()["dice"]["morning"] == first


@rule("JAM-R2")
def test_everybody_chooses_a_hand_card() -> None:
    """All at once, the Captain included; the choice is final."""
    t = table(hands={0: "A07 A01 A03", 1: "A02 A11 A05", 2: "A08 A09 A10"})
    assert t.asked() == [0, 1, 2]
    assert t.legal(0) == ["choose A01", "choose A03", "choose A07"]
    assert t.prompt(0).default.text == "choose A07"
    assert t.refuse(0, "choose A02") == ("card_not_in_hand", "JAM-R2")

    t.play(0, "choose A01")

    assert t.asked() == [1, 2]
    assert t.refuse(0, "choose A03") == ("not_your_turn", "JAM-R2")


@rule("JAM-R3")
def test_each_card_is_revealed_on_its_own_turn() -> None:
    """The Captain first, then clockwise; left symbol with the morning die, right with evening."""
    t = table("ship 1 6 G6 F6", captain=1, dice=(2, 5), hands={1: "A05 A11 A01"})
    t.play(0, "choose A11")
    t.play(2, "choose A11")
    t.play(1, "choose A05")

    assert t.asked() == [1] and t.question() == "choose_destination"
    assert t.told("card_revealed") == [{"seat": 1, "card": "A05"}]
    cards = t.view(1)["ships"][2]["cards"]
    assert cards is not None and cards["laid"] is None and cards["committed"]

    t.play(1, "sail 8")

    assert [event["seat"] for event in t.told("card_revealed")] == [1, 2, 0]
    begun = [
        (event["seat"], event["time"], event["symbol"], event["die"]) for event in told_actions(t)
    ]
    assert begun == [
        (1, "morning", "forward", 2),
        (1, "evening", "gunpowder", 5),
        (2, "morning", "gold", 2),
        (2, "evening", "gold", 5),
        (0, "morning", "gold", 2),
        (0, "evening", "gold", 5),
    ]
    assert t.at(1) == (8, 0)
    assert t.holds(1) == "G6 F3 P5 - -"


def told_actions(t: Drawn) -> list[dict[str, object]]:
    """What began."""
    return t.told("action_began")


@rule("JAM-R3")
def test_reveal_together() -> None:
    """The option shows all cards once the last one is laid."""
    t = table("ship 0 6 F6", reveal="together", dice=(1, 2))
    t.choose_cards({0: "A04", 2: "A11"})
    assert t.told("card_revealed") == []
    t.play(1, "choose A11")

    assert [event["seat"] for event in t.told("card_revealed")] == [0, 1, 2]
    assert t.asked() == [0]
    cards = t.view(SPECTATOR)["ships"][2]["cards"]
    assert cards is not None and cards["laid"] == "A11"


@rule("JAM-R4", "JAM-L2")
def test_v15_two_loads_one_after_the_other() -> None:
    """Gold 2 goes into the empty hold; then gold 6 needs a hold to be emptied."""
    t = table("ship 0 0 G3 F2 F3 P1")
    t.act(0, "A11", (2, 6))

    assert t.holds(0) == "G3 F2 F3 P1 G2"
    assert t.question() == "jettison"
    assert t.legal(0) == ["jettison 2", "jettison 3", "jettison 4"]

    t.play(0, "jettison 4")

    assert t.holds(0) == "G3 F2 F3 G6 G2"
    assert t.told("jettisoned")[0] == {"ship": 0, "hold": 4, "good": "gunpowder", "tokens": 1}


@rule("JAM-R4")
def test_no_fee_is_paid_from_a_later_load() -> None:
    """Forward onto sea without food: the evening's food comes too late."""
    t = table("ship 0 7")
    t.sail(0, "forward", 1, then="food")

    assert t.at(0) == (4, 0)
    assert t.holds(0) == "F4 - - - -"
    assert t.kinds()[:4] == ["sailed", "ran_short", "retreated", "treasure_drawn"]


@rule("JAM-R5")
def test_refill_and_new_captain() -> None:
    """Everybody draws up to three; the left neighbour is Captain."""
    t = table(captain=2, dice=(1, 2))
    t.choose_cards({0: "A11", 1: "A11", 2: "A11"})

    view = t.view()
    assert view["captain"] == 0
    assert view["round"] == 2
    for seat in range(3):
        cards = view["ships"][seat]["cards"]
        assert cards is not None
        assert (cards["hand_count"], cards["discards"], cards["laid"]) == (3, ["A11"], None)
    assert len(t.told("card_drawn")) == 3


@rule("JAM-R5")
def test_v22_an_empty_pile_is_made_of_all_discards() -> None:
    """After nine rounds nine discards are shuffled, the card just played included."""
    t = table(dice=(1, 2), hands={0: "A09 A10 A11"}, round_number=9)
    state = t.state
    state.discards[0] = tuple(range(8))
    state.piles[0] = ()
    t.choose_cards({0: "A11", 1: "A11", 2: "A11"})

    cards = t.ship(0)["cards"]
    assert cards is not None
    assert (cards["hand_count"], cards["pile_count"], cards["discards"]) == (3, 8, [])
    assert t.told("deck_shuffled") == [{"seat": 0, "cards": 9}]
    assert "A11" in (cards["pile"] or []) + (cards["hand"] or [])


@rule("JAM-R5", "JAM-T2")
def test_a_hand_has_three_cards_or_four_with_the_map() -> None:
    """Over a whole game, before each choice."""
    t = new(4, 7)
    owners = set()
    while t.asked():
        if t.question() == "choose_card" and len(t.asked()) == 4:
            for seat in range(4):
                has_map = "map" in t.ship(seat)["powers"]
                cards = t.ship(seat)["cards"]
                assert cards is not None and cards["hand"] is not None
                assert len(cards["hand"]) == (4 if has_map else 3)
                assert len(set(cards["hand"])) == len(cards["hand"])
                assert set(cards["hand"]) <= set(CARDS)
                owners |= {seat} if has_map else set()
        seat = t.asked()[0]
        t.state.play(seat, t.state.legal(seat)[-1])


@pytest.mark.parametrize("seats", [2, 4])
def test_a_round_asks_the_captain_then_all(seats: int) -> None:
    """The questions of a round come in order."""
    t = reach(new(seats, 3), "place_dice")
    captain = t.asked()[0]
    t.state.play(captain, t.prompt(captain).default)
    assert t.question() == "choose_card"
    assert t.asked() == list(range(seats))
