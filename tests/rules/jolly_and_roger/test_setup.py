"""Set-up: seats, ships, decks, the flag."""

from __future__ import annotations

from collections import Counter

import pytest

import broadside
from tests.rule import rule

from .drawing import BOTH, DECKS, ME, OPPONENT, SHIPS, Drawn, dealt, full_deck


def hidden_and_laid(t: Drawn) -> Counter[str]:
    """Every card there is right after the deal: the pile, the set-up box, the five laid out."""
    view = t.view()
    laid = [card["card"] for card in view["laid"]]
    return Counter((view["pile_cards"] or []) + (view["box_cards"] or []) + laid)


@rule("JNR-S1")
def test_seat_0_is_jolly_and_seat_1_is_roger() -> None:
    """Exactly two seats; the first is Jolly's, the second Roger's."""
    assert list(broadside.game("jolly-and-roger").seats) == [2]
    assert "\nsplitter 0\n" in dealt(first_splitter="seat0").state.write()
    assert "\nsplitter 1\n" in dealt(first_splitter="seat1").state.write()


@rule("JNR-S2")
def test_everybody_starts_with_an_empty_chest_and_four_captains() -> None:
    """Nothing under the chests, eight captains in the two supplies."""
    t = dealt()

    for seat in BOTH:
        assert t.chest(seat) == ""
        assert t.gold(seat) == 0
        assert t.supply(seat) == 4


@rule("JNR-S3")
def test_four_empty_ships_lie_in_ascending_gold_order() -> None:
    """Green 3, yellow 5, blue 7, red 9; two empty crews each, no captain."""
    t = dealt()
    ships = t.view()["ships"]

    assert [(ship["ship"], ship["gold"]) for ship in ships] == [
        ("green", 3),
        ("yellow", 5),
        ("blue", 7),
        ("red", 9),
    ]
    assert all(ship["crews"] == [[], []] and ship["captain"] is None for ship in ships)


def test_the_deck_is_the_one_of_the_specification() -> None:
    """43 pirates with 105 gold in all, 7 specials."""
    pirates = full_deck("intro")

    assert sum(pirates.values()) == 43
    assert sum(int(card[-1]) * count for card, count in pirates.items()) == 105
    by_colour = [sum(n for card, n in pirates.items() if card.startswith(s)) for s in SHIPS]
    assert by_colour == [13, 12, 10, 8]
    assert sum(full_deck("advanced").values()) == 50


@rule("JNR-S2", "JNR-S4")
def test_t01_the_introductory_deck() -> None:
    """43 cards without specials: 3 in the box, 40 to draw, of which 5 lie out."""
    t = dealt(deck="intro")

    assert hidden_and_laid(t) == full_deck("intro")
    assert t.view()["box"] == 3
    assert t.view()["pile"] + 5 == 40
    assert t.view()["turns"] == 8
    assert t.supply(ME) + t.supply(OPPONENT) == 8


@rule("JNR-S4")
def test_t02_the_advanced_deck() -> None:
    """All 50 cards: 10 in the box, 40 to draw, of which 5 lie out."""
    t = dealt(deck="advanced")

    assert hidden_and_laid(t) == full_deck("advanced")
    assert t.view()["box"] == 10
    assert t.view()["pile"] + 5 == 40
    assert t.view()["turns"] == 8


@rule("JNR-S4", "JNR-E1")
def test_t03_the_variant_with_all_cards() -> None:
    """No card in the box, ten turns, 70 decisions."""
    t = dealt(deck="advanced_full")
    assert hidden_and_laid(t) == full_deck("advanced_full")
    assert t.view()["box"] == 0
    assert t.view()["pile"] == 45

    assert t.play_out() == 70

    assert t.view()["turn"] == t.view()["turns"] == 10
    assert t.phase() == "over"


@rule("JNR-S4")
def test_the_deck_is_shuffled_before_cards_leave_it() -> None:
    """Two seeds leave different cards in the box, one seed always the same."""
    boxes = [dealt(seed=seed).view()["box_cards"] for seed in (1, 2, 1)]

    assert boxes[0] != boxes[1]
    assert boxes[0] == boxes[2]


@rule("JNR-S5")
@pytest.mark.parametrize("deck", DECKS)
def test_the_set_up_box_never_comes_back(deck: str) -> None:
    """From deal to end the box holds the same cards; what a kraken took lies apart from it."""
    t = dealt(deck=deck, seed=5)
    box = t.view()["box_cards"]
    assert len(box or []) == DECKS[deck][0]

    t.play_out()

    assert t.view()["box_cards"] == box
    assert t.view()["pile"] == 0


@rule("JNR-S6")
@pytest.mark.parametrize(("chosen", "seat"), [("seat0", 0), ("seat1", 1)])
def test_a_chosen_first_splitter_takes_the_flag(chosen: str, seat: int) -> None:
    """The option names who splits first."""
    t = dealt(first_splitter=chosen)

    assert t.view()["splitter"] == seat
    assert t.actor() == seat
    assert t.phase() == "split"


@rule("JNR-R1")
def test_chance_gives_the_flag_unless_somebody_is_chosen() -> None:
    """Both seats get it, over several seeds; the same seed gives it to the same one."""
    first = [dealt(seed=seed).actor() for seed in range(20)]

    assert set(first) == {0, 1}
    assert first == [dealt(seed=seed).actor() for seed in range(20)]


@rule("JNR-R18")
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("seed", range(4))
def test_a_rematch_gives_the_flag_to_the_other_seat(deck: str, seed: int) -> None:
    """Only where chance decided; the rest of the options stays."""
    game = broadside.game("jolly-and-roger")
    t = dealt(seed=seed, deck=deck)
    first = t.actor()
    t.play_out()

    again = game.rematch(game.complete({"deck": deck}), t.state)

    assert again == {
        "deck": deck,
        "first_splitter": "seat1" if first == 0 else "seat0",
        "memory": "open",
    }


@rule("JNR-R18")
@pytest.mark.parametrize("chosen", ["seat0", "seat1"])
def test_a_chosen_first_splitter_stands_in_a_rematch(chosen: str) -> None:
    """Who chose a seat gets it again."""
    game = broadside.game("jolly-and-roger")
    options = game.complete({"first_splitter": chosen})
    t = dealt(first_splitter=chosen)
    t.play_out()

    assert game.rematch(options, t.state) == options


def test_the_options_have_the_printed_defaults() -> None:
    """Advanced deck, random first splitter, open memory."""
    assert broadside.game("jolly-and-roger").complete({}) == {
        "deck": "advanced",
        "first_splitter": "random",
        "memory": "open",
    }
