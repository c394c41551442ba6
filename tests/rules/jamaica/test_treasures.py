"""Treasures and their powers."""

from __future__ import annotations

from typing import cast

import pytest

from broadside import SPECTATOR
from tests.rule import rule

from .drawing import Drawn, table
from .test_battle import duel


def seen(t: Drawn, seat: int, lair: int) -> str | None:
    """What a seat sees of the treasure of a lair."""
    for treasure in t.view(seat)["treasures"]:
        if treasure["lair"] == lair:
            return cast("str | None", treasure["treasure"])
    raise AssertionError(f"no treasure of lair {lair}")


@rule("JAM-T1", "JAM-F1")
@pytest.mark.parametrize("card", ["T_P5", "T_C4"])
def test_a_drawn_treasure_is_the_drawers_secret(card: str) -> None:
    """Riches and cursed cards are laid face down; the drawer looks."""
    t = table(f"ship 0 3\npile {card}")
    t.sail(0, "forward", 1)

    assert [seen(t, seat, 4) for seat in (0, 1, 2, SPECTATOR)] == [card, None, None, None]
    assert t.told("treasure_drawn", 0) == [{"ship": 0, "space": 4, "treasure": card}]
    assert t.told("treasure_drawn", 1) == [{"ship": 0, "space": 4}]


@rule("JAM-T1", "JAM-Q15")
def test_a_drawn_power_is_public_and_works_at_once() -> None:
    """The 6th Hold drawn in the morning takes the evening's load."""
    t = table("ship 0 3 G1 G2 G3 G4 G5\npile T_SIXTH")
    t.sail(0, "forward", 1, then="food", die=3)

    assert t.told("treasure_drawn", SPECTATOR) == [{"ship": 0, "space": 4, "treasure": "T_SIXTH"}]
    assert t.ship(0)["powers"] == ["sixth_hold"]
    assert t.holds(0) == "G1 G2 G3 G4 G5 F3"


@rule("JAM-T2", "JAM-R5", "JAM-Q15")
def test_v21_the_map_changes_hands() -> None:
    """The former owner has three cards left and draws none; the thief draws two."""
    t = table(
        duel("G3", "F1") + "treasure 9 T_MAP holder=1",
        hands={0: "A04 A05 A11", 1: "A04 A05 A06 A11"},
    )
    t.sail(0, "forward", 1, rolls="star")
    t.play(0, "take_treasure map")

    assert [event["seat"] for event in t.told("card_drawn")].count(0) == 2
    assert [event["seat"] for event in t.told("card_drawn")].count(1) == 0
    hands = [t.state.hands[seat] for seat in range(2)]
    assert [len(hand) for hand in hands] == [4, 3]


@rule("JAM-T3", "JAM-Q14")
def test_v17_the_sabre_against_a_star() -> None:
    """The defender has the attacker's star rolled again: it shows 4, and the defence proceeds."""
    t = table(duel("P2 G3", "P2") + "treasure 9 T_SABRE holder=1")
    t.sail(0, "forward", 1, rolls="star 4 6")
    t.play(0, "gunpowder 2")
    assert (t.asked(), t.question()) == ([1], "sabre_attack")
    assert t.legal(1) == ["keep", "reroll"]
    assert t.prompt(1).default.text == "keep"

    t.play(1, "reroll")
    assert t.told("sabre_used") == [{"ship": 1, "roller": 0}]
    assert [event["firepower"] for event in t.told("battle_rolled")] == [2, 6]
    assert (t.asked(), t.question()) == ([1], "defend_powder")
    t.play(1, "gunpowder 2")

    assert t.told("battle_won") == [{"winner": 1, "loser": 0}]
    assert t.question() == "choose_spoils"


@rule("JAM-T3")
def test_a_second_star_stands() -> None:
    """The second result counts, whatever it is."""
    t = table(duel("G3", "F2") + "treasure 9 T_SABRE holder=1")
    t.sail(0, "forward", 1, rolls="star star")
    t.play(1, "reroll")

    assert t.told("battle_won") == [{"winner": 0, "loser": 1}]


@rule("JAM-T3", "JAM-Q14")
def test_the_sabre_works_once_in_a_battle() -> None:
    """Kept at the first roll it is offered at the second, used it is not."""
    drawing = duel("G3", "F2") + "treasure 9 T_SABRE holder=0"
    t = table(drawing)
    t.sail(0, "forward", 1, rolls="2 8 2")
    assert t.question() == "sabre_attack"
    t.play(0, "keep")
    assert (t.asked(), t.question()) == ([0], "sabre_defence")
    t.play(0, "reroll")
    assert t.told("battle_tied") == [{"attacker": 0, "defender": 1}]

    t = table(drawing)
    t.sail(0, "forward", 1, rolls="2 10 8")
    t.play(0, "reroll")
    assert t.told("battle_won") == [{"winner": 0, "loser": 1}]


@rule("JAM-T3")
def test_the_own_star_is_not_offered() -> None:
    """Neither the attacker's nor the defender's."""
    t = table(duel("G3", "F2") + "treasure 9 T_SABRE holder=0")
    t.sail(0, "forward", 1, rolls="star")
    assert t.question() == "choose_spoils"

    t = table(duel("G3", "F2") + "treasure 9 T_SABRE holder=1")
    t.sail(0, "forward", 1, rolls="2 star")
    assert t.question() == "sabre_attack"
    t.play(1, "keep")
    assert (t.asked(), t.question()) == ([1], "choose_spoils")


@rule("JAM-T3")
def test_the_sabre_of_a_third_ship_does_nothing() -> None:
    """Only who fights may use it."""
    t = table(duel("G3", "F2") + "treasure 9 T_SABRE holder=2")
    t.sail(0, "forward", 1, rolls="4 4")

    assert "sabre_used" not in t.kinds()
    assert t.told("battle_tied") == [{"attacker": 0, "defender": 1}]


@rule("JAM-T4", "JAM-B2")
def test_lady_beth_adds_two() -> None:
    """In every battle of her owner, as attacker or defender."""
    t = table(duel("G3", "F2") + "treasure 9 T_BETH holder=0")
    t.sail(0, "forward", 1, rolls="4 6")
    assert t.told("battle_tied") == [{"attacker": 0, "defender": 1}]

    t = table(duel("G3", "F2") + "treasure 9 T_BETH holder=1")
    t.sail(0, "forward", 1, rolls="6 6")
    assert t.told("battle_won") == [{"winner": 1, "loser": 0}]
    battle = t.view()["battle"]
    assert battle is not None and battle["defence"] is not None
    assert battle["defence"]["firepower"] == 8 and battle["defence"]["lady_beth"]


@rule("JAM-T5")
def test_v20_the_sixth_hold_is_stolen_with_its_contents() -> None:
    """The thief's own five holds are full: he owns six then, and nothing goes over board."""
    t = table(
        """
        ship 0      8 G1 G2 F3 F4 P5
        ship 1      9 - - - - - G4
        treasure 4  T_SIXTH holder=1
        treasure 9  empty
        """
    )
    t.sail(0, "forward", 1, rolls="star")
    t.play(0, "gunpowder 0", "take_treasure sixth_hold")

    assert t.holds(0) == "G1 G2 F3 F4 P5 G4"
    assert t.holds(1) == "- - - - -"
    assert t.told("sixth_hold_moved") == [{"winner": 0, "loser": 1, "good": "gold", "tokens": 4}]
    assert "jettisoned" not in t.kinds()


@rule("JAM-T5", "JAM-B6")
def test_the_contents_of_the_sixth_hold_can_be_taken_alone() -> None:
    """As those of any other hold."""
    t = table(
        """
        ship 0      8
        ship 1      9 - - - - - G4
        treasure 4  T_SIXTH holder=1
        treasure 9  empty
        """
    )
    t.sail(0, "forward", 1, rolls="star")
    assert t.legal(0) == ["decline", "take_hold 6", "take_treasure sixth_hold"]
    t.play(0, "take_hold 6")

    assert t.holds(0) == "G4 - - - -"
    assert t.holds(1) == "- - - - - -"


@rule("JAM-T6", "JAM-E3")
def test_riches_and_cursed_cards_count_at_the_end() -> None:
    """Their value and nothing else."""
    t = table("""
        treasure 4   T_P7a holder=0
        treasure 9   T_C4 holder=0
        treasure 11  T_MAP holder=0
    """)
    assert t.state.scores()[0] == -5 + 7 - 4


@rule("JAM-Q12", "JAM-T1")
def test_a_thief_picks_a_back_and_then_sees_it() -> None:
    """Whoever held it goes on knowing it; everybody sees which back it was."""
    t = table(
        duel("G3", "F2")
        + """
        treasure 9   T_P5 holder=1
        treasure 11  T_C2 holder=1 held=1,2
        """,
        seats=4,
    )
    t.sail(0, "forward", 1, rolls="star")
    assert [seen(t, 0, 9), seen(t, 0, 11)] == [None, None]
    t.play(0, "take_treasure lair_11")

    assert [seen(t, seat, 11) for seat in (0, 1, 2)] == ["T_C2", "T_C2", "T_C2"]
    assert [seen(t, seat, 11) for seat in (3, SPECTATOR)] == [None, None]
    assert t.told("treasure_taken", SPECTATOR) == [{"winner": 0, "loser": 1, "space": 11}]
    treasure = next(each for each in t.view(SPECTATOR)["treasures"] if each["lair"] == 11)
    assert (treasure["holder"], treasure["held_by"]) == (0, [0, 1, 2])


@rule("JAM-Q12")
def test_backs_may_be_picked_blindly() -> None:
    """`treasure_pick=random`: one of them, each as likely; powers are still taken by name."""
    taken = set()
    for roll in ("2", "4", "6", "8", "10", "star"):
        t = table(
            duel("G3", "F2")
            + """
            treasure 9   T_P5 holder=1
            treasure 11  T_C2 holder=1
            treasure 19  T_MAP holder=1
            """,
            treasure_pick="random",
        )
        t.sail(0, "forward", 1, rolls=f"star {roll}")
        assert t.legal(0)[-2:] == ["take_treasure map", "take_treasure any"]
        assert t.refuse(0, "take_treasure lair_9") == ("treasure_picked_blindly", "JAM-Q12")
        t.play(0, "take_treasure any")
        taken |= set(t.treasures(0))
    assert taken == {"T_P5", "T_C2"}


@rule("JAM-Q16", "JAM-F1")
def test_without_cards_only_the_token_goes() -> None:
    """Nine lairs and nine cards: it cannot happen, but it would harm nobody."""
    t = table("ship 0 3\nremoved rest")
    t.sail(0, "forward", 1)

    assert 4 not in t.view()["tokens"]
    assert t.treasures(0) == []
    assert t.told("lair_empty") == [{"ship": 0, "space": 4}]


@rule("JAM-Q9")
def test_one_token_for_each_lair_on_all_laps() -> None:
    """A lair searched on lap -1 is empty on lap 0."""
    t = table("ship 0 0\nship 1 43 F6")
    t.sail(0, "backward", 6)
    assert len(t.treasures(0)) == 1
    assert 44 not in t.view()["tokens"]
