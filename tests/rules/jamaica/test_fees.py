"""Fees, and how they are paid."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from broadside.games.jamaica.spending import OpenHolds
from tests.rule import rule

from .drawing import table


@rule("JAM-F1", "JAM-T1")
def test_lairs_are_free_and_hold_treasures() -> None:
    """The token leaves the game; the next ship finds nothing."""
    t = table("""
        ship 0  3
        pile    T_P7a
    """)
    t.sail(0, "forward", 1)

    assert t.treasures(0) == ["T_P7a"]
    assert 4 not in t.view()["tokens"]
    assert t.view()["treasure_pile"] == 8

    t = table("""
        ship 0      3
        treasure 4  T_P5 holder=1
    """)
    t.sail(0, "forward", 1)
    assert t.treasures(0) == []
    assert "treasure_drawn" not in t.kinds()


@rule("JAM-F2")
def test_ports_cost_gold_and_the_sea_food() -> None:
    """To the bank."""
    t = table("ship 0 4 G4 F3", bank="finite")
    t.sail(0, "forward", 1)
    assert t.holds(0) == "G1 F3 - - -"
    bank = t.view()["bank"]
    assert bank is not None and bank["food"] == 45 - 3

    t = table("ship 0 0 G4 F3")
    t.sail(0, "forward", 1)
    assert t.holds(0) == "G4 F1 - - -"
    assert t.told("fee_due") == [{"ship": 0, "space": 1, "good": "food", "tokens": 2}]
    assert t.told("spent")[0] == {"ship": 0, "hold": 2, "good": "food", "tokens": 2}


@rule("JAM-F2", "JAM-Q28")
def test_the_payer_chooses_the_holds() -> None:
    """Any split over the holds of that kind, asked hold by hold from the smallest."""
    t = table("ship 0 0 F6 F1 G3 F2")
    t.sail(0, "forward", 2)  # three food
    assert t.question() == "pay_from"
    assert t.legal(0) == ["spend 2 0", "spend 2 1", "quick_pay"]
    assert t.prompt(0).default.text == "spend 2 1"
    assert t.refuse(0, "spend 1 3") == ("pay_exactly", "JAM-F2")
    assert t.view()["owed"] == {"ship": 0, "good": "food", "left": 3, "hold": 2}

    t.play(0, "spend 2 0")
    assert t.legal(0) == ["spend 4 0", "spend 4 1", "spend 4 2", "quick_pay"]
    t.play(0, "spend 4 2")

    assert t.holds(0) == "F5 F1 G3 - -"


@rule("JAM-Q28")
def test_a_seat_may_want_it_quick() -> None:
    """Smallest holds first, now and from now on."""
    t = table("ship 0 0 F6 F1 G3 F2")
    t.sail(0, "forward", 2)
    t.play(0, "quick_pay")

    assert t.holds(0) == "F6 - G3 - -"
    assert [t.ship(ship)["quick_pay"] for ship in range(3)] == [True, False, False]
    assert t.told("quick_pay_on") == [{"seat": 0}]


@rule("JAM-Q28")
def test_nobody_is_asked_with_quick_pay() -> None:
    """The option of the table."""
    t = table("ship 0 0 F6 F1 G3 F2", quick_pay=True)
    t.sail(0, "forward", 2)

    assert t.holds(0) == "F6 - G3 - -"


@rule("JAM-F3")
def test_staying_costs_nothing() -> None:
    """A ship that only loads pays no fee again."""
    t = table("ship 0 5 G6")
    t.act(0, "A08", (1, 2))

    assert t.holds(0) == "G6 F1 P2 - -"
    assert "fee_due" not in t.kinds()


@rule("JAM-F3", "JAM-Q8")
def test_who_can_pay_must_pay() -> None:
    """There is no other answer."""
    t = table("ship 0 4 G3")
    t.sail(0, "forward", 1)

    assert t.at(0) == (5, 0)
    assert t.holds(0) == "- - - - -"


def outcomes(holds: tuple[int, ...], sixth: int, spend: int) -> set[tuple[tuple[int, ...], int]]:
    """What any split leaves: regular holds are interchangeable, the 6th is not."""
    found = set()
    for taken in product(*[range(tokens + 1) for tokens in (*holds, sixth)]):
        if sum(taken) == spend:
            left = [tokens - gone for tokens, gone in zip(holds, taken[:-1], strict=True)]
            found.add((tuple(sorted(left)), sixth - taken[-1]))
    return found


@rule("JAM-F2")
@pytest.mark.parametrize("sixth", [0, 1, 3])
def test_nobody_is_asked_where_all_splits_come_to_the_same(sixth: int) -> None:
    """Against all splits, counted out: whatever is in the holds and due."""
    for size in range(1, 4):
        for holds in combinations_with_replacement(range(1, 5), size):
            words = " ".join([f"F{tokens}" for tokens in holds] + ["-"] * (5 - size))
            if sixth:
                words += f" F{sixth}"
            t = table(f"ship 0 0 {words}\ntreasure 4 T_SIXTH holder={0 if sixth else 1}").state
            t.spend_good = 2
            for spend in range(1, sum(holds) + sixth + 1):
                t.spend_left = spend
                same = OpenHolds(t, 0).come_to_the_same(t.spend_left)
                assert same == (len(outcomes(holds, sixth, spend)) == 1), (holds, sixth, spend)
