"""The pocket edition: seven cards, two turns of three, no parrots."""

from __future__ import annotations

import pytest

import broadside
from broadside.kernel.errors import IllegalAction
from broadside.kernel.event import EVERYTHING
from broadside.kernel.state import State
from tests.rule import rule

CARDS = ["green_1", "green_2", "green_3", "green_4", "yellow_1", "yellow_2", "yellow_3"]


def laid(table: State) -> list[str]:
    """The cards of the turn, as they lie."""
    return [card["card"] for card in table.view(0)["laid"]]  # type: ignore[attr-defined]


def played_out(table: State) -> int:
    """Play with the clock's answers to the end; how many decisions that took."""
    decisions = 0
    while not table.is_over():
        seat = table.deciders()[0]
        table.play(seat, table.prompt(seat).default)
        decisions += 1
    return decisions


@rule("JNR-R20")
def test_it_has_seven_cards_one_of_them_unseen() -> None:
    for seed in range(10):
        view = broadside.new("jolly-and-roger", seed=seed, deck="pocket").view(EVERYTHING)
        table = broadside.new("jolly-and-roger", seed=seed, deck="pocket")
        assert len(view["box_cards"]) == 1  # type: ignore[arg-type]
        assert sorted(view["pile_cards"] + view["box_cards"] + laid(table)) == CARDS  # type: ignore[operator]


@rule("JNR-R20")
def test_three_cards_lie_in_ascending_order_and_are_split_in_three_ways() -> None:
    for seed in range(10):
        table = broadside.new("jolly-and-roger", seed=seed, deck="pocket", first_splitter="seat0")
        assert laid(table) == sorted(laid(table), key=CARDS.index)
        assert len(laid(table)) == 3
        assert [action.text for action in table.legal(0)] == ["split 1", "split 12", "split 13"]
        with pytest.raises(IllegalAction):
            table.play(0, "split 14")


@rule("JNR-R20")
def test_no_card_is_a_parrot() -> None:
    table = broadside.new("jolly-and-roger", seed=1, deck="pocket", first_splitter="seat0")
    table.play(0, "split 1")
    table.play(1, "pick A")
    card = laid(table)[0]

    with pytest.raises(IllegalAction, match="no parrots") as refused:
        table.play(1, f"parrot {card} red")

    assert refused.value.rule == "JNR-R20"
    assert table.legal(1) == [table.action_table().find(f"crew {card}")]


@rule("JNR-R20")
def test_it_takes_two_turns_of_five_decisions() -> None:
    table = broadside.new("jolly-and-roger", seed=4, deck="pocket")

    assert played_out(table) == 10
    assert table.view(0)["turn"] == 2


def test_bots_play_it() -> None:
    played = broadside.play("jolly-and-roger", ["greedy", "random"], seed=2, deck="pocket")

    assert played.result is not None
