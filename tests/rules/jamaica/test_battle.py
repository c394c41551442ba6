"""Battles and spoils."""

from __future__ import annotations

from tests.rule import rule

from .drawing import table


def duel(attacker: str, defender: str) -> str:
    """Ship 0 is about to attack ship 1 on port 5 (fee 3)."""
    return f"ship 0 4 {attacker}\nship 1 5 {defender}\n"


@rule("JAM-B1", "JAM-Q9")
def test_one_opponent_is_picked() -> None:
    """Whoever ends a move on a space with others fights one of them, and only one."""
    t = table(
        """
        ship 1  4 G3
        ship 0  5
        ship 2  5/-1
        ship 3  5
        """,
        seats=4,
    )
    t.sail(1, "forward", 1, rolls="6 6")
    assert t.question() == "choose_target"
    assert t.legal(1) == ["attack 0", "attack 2", "attack 3"]
    assert t.prompt(1).default.text == "attack 2"
    assert t.refuse(1, "attack 1") == ("no_ship_there", "JAM-B1")
    assert t.refuse(1, "attack ghost") == ("no_ship_there", "JAM-B1")

    t.play(1, "attack 3")

    assert t.told("battle_began") == [{"attacker": 1, "defender": 3, "space": 5}]


@rule("JAM-B1")
def test_nobody_fights_in_port_royal() -> None:
    """Whoever lies there."""
    t = table("ship 0 1")
    t.sail(0, "backward", 1)

    assert t.at(0) == t.at(1) == (0, 0)
    assert "battle_began" not in t.kinds()


@rule("JAM-B1")
def test_no_battle_without_an_arrival() -> None:
    """Two ships on one space load in peace."""
    t = table("ship 0 5\nship 1 5")
    t.act(0, "A11", (1, 1))

    assert "battle_began" not in t.kinds()


@rule("JAM-B2", "JAM-B3", "JAM-B4", "JAM-B5")
def test_v01_more_firepower_wins() -> None:
    """8 + 2 against 4 + 3: the attacker wins, five gunpowder go to the bank."""
    t = table(duel("P6 G3", "P4 G1"), bank="finite")
    t.sail(0, "forward", 1, rolls="8 4")
    assert (t.asked(), t.question()) == ([0], "attack_powder")
    assert t.legal(0) == [f"gunpowder {tokens}" for tokens in range(7)]
    assert t.refuse(0, "gunpowder 7") == ("too_little_gunpowder", "JAM-B2")
    t.play(0, "gunpowder 2")
    assert (t.asked(), t.question()) == ([1], "defend_powder")
    battle = t.view(2)["battle"]
    assert battle is not None and battle["attack"]["firepower"] == 10
    t.play(1, "gunpowder 3")

    assert t.told("battle_won") == [{"winner": 0, "loser": 1}]
    assert (t.goods(0)[2], t.goods(1)[2]) == (4, 1)
    bank = t.view()["bank"]
    assert bank is not None and bank["gunpowder"] == 45 - 4 - 1


@rule("JAM-B3", "JAM-B5")
def test_v16_a_star_wins_at_once() -> None:
    """The defender neither spends nor rolls; the attacker's three gunpowder are lost."""
    t = table(duel("P3 G3", "P6 F1"))
    t.sail(0, "forward", 1, rolls="star")
    t.play(0, "gunpowder 3")

    assert (t.asked(), t.question()) == ([0], "choose_spoils")
    assert (t.goods(0)[2], t.goods(1)[2]) == (0, 6)
    assert [event["ship"] for event in t.told("battle_rolled")] == [0]


@rule("JAM-B4", "JAM-B5")
def test_v18_a_tie_changes_nothing() -> None:
    """9 : 9, no spoils, both amounts of gunpowder are lost; then the fee is paid."""
    t = table(duel("P5 G3", "P3 G6"))
    t.sail(0, "forward", 1, rolls="4 6")
    t.play(0, "gunpowder 5")
    t.play(1, "gunpowder 3")

    assert t.told("battle_tied") == [{"attacker": 0, "defender": 1}]
    assert t.goods(0) == (0, 0, 0)
    assert t.goods(1)[2] == 0
    assert t.told("fee_due")[0]["tokens"] == 3


@rule("JAM-B4")
def test_the_defenders_star_beats_any_attack() -> None:
    """10 and six gunpowder are not enough."""
    t = table(duel("P6 G3", "G1"))
    t.sail(0, "forward", 1, rolls="10 star")
    t.play(0, "gunpowder 6")

    assert (t.asked(), t.question()) == ([1], "choose_spoils")
    assert t.told("battle_won") == [{"winner": 1, "loser": 0}]


@rule("JAM-B2", "JAM-Q25")
def test_no_gunpowder_need_be_spent() -> None:
    """Nothing is allowed, and is what the clock spends; who has none is not asked."""
    t = table(duel("P3 G3", "-"))
    t.sail(0, "forward", 1, rolls="6 4")
    assert t.prompt(0).default.text == "gunpowder 0"
    t.play(0, "gunpowder 0")

    assert t.goods(0)[2] == 3
    assert t.told("gunpowder_set") == []


@rule("JAM-B2")
def test_gunpowder_comes_from_chosen_holds() -> None:
    """Hold by hold, as a fee."""
    t = table(duel("P3 G3 P5", "-"))
    t.sail(0, "forward", 1, rolls="6 4")
    t.play(0, "gunpowder 4")
    assert t.question() == "gunpowder_from"
    assert t.legal(0) == ["spend 1 0", "spend 1 1", "spend 1 2", "spend 1 3", "quick_pay"]
    t.play(0, "spend 1 0")

    assert t.holds(0) == "P3 - P1 - -"  # the gold was the fee
    assert t.told("gunpowder_set") == [{"ship": 0, "tokens": 4}]


@rule("JAM-B4")
def test_the_defender_chooses_holds_too() -> None:
    """After the attack is known."""
    t = table(duel("G3", "P3 P5"))
    t.sail(0, "forward", 1, rolls="6 4")
    t.play(1, "gunpowder 4")
    assert (t.asked(), t.question()) == ([1], "gunpowder_from")
    t.play(1, "spend 1 1")

    assert t.holds(1) == "P2 P2 - - -"


@rule("JAM-B6", "JAM-Q10")
def test_spoils() -> None:
    """A hold, a treasure, a cursed treasure to give, or nothing."""
    t = table(
        duel("G3", "G6 F2")
        + """
        treasure 9   T_MAP holder=1
        treasure 11  T_P5 holder=1
        treasure 19  T_C4 holder=0
        treasure 22  T_P3a holder=0
        """
    )
    t.sail(0, "forward", 1, rolls="star")
    assert t.legal(0) == [
        "decline",
        "give lair_19",
        "take_hold 1",
        "take_hold 2",
        "take_treasure map",
        "take_treasure lair_11",
    ]
    assert t.prompt(0).default.text == "decline"
    t.play(0, "decline")

    assert t.goods(1) == (6, 2, 0)
    assert t.told("spoils_declined") == [{"winner": 0, "loser": 1}]


@rule("JAM-B6")
def test_taking_a_hold() -> None:
    """The whole contents, into an empty hold."""
    t = table(duel("G3", "G6 F2"))
    t.sail(0, "forward", 1, rolls="star")
    t.play(0, "take_hold 1")

    assert t.told("hold_taken") == [
        {"winner": 0, "loser": 1, "hold": 1, "good": "gold", "tokens": 6}
    ]
    assert t.holds(0) == "G3 G6 - - -"
    assert t.question() == "pay_from"


@rule("JAM-B6", "JAM-Q10")
def test_the_defender_may_win_the_spoils() -> None:
    """Attacker or defender."""
    t = table(duel("G6", "F2"))
    t.sail(0, "forward", 1, rolls="2 8")
    assert t.asked() == [1]
    t.play(1, "take_hold 1")

    assert t.holds(1) == "F2 G6 - - -"
    assert t.told("ran_short")[0]["space"] == 5


@rule("JAM-B6", "JAM-Q13")
def test_giving_a_cursed_treasure() -> None:
    """Only a cursed one, and only an own one."""
    t = table(
        duel("G3", "F2")
        + """
        treasure 9   T_C3 holder=0
        treasure 11  T_P5 holder=0
        treasure 19  T_C2 holder=2
        """
    )
    t.sail(0, "forward", 1, rolls="star")
    assert t.refuse(0, "give lair_11") == ("only_cursed_are_given", "JAM-Q13")
    assert t.refuse(0, "give lair_19") == ("treasure_not_there", "JAM-B6")
    assert t.refuse(0, "take_hold 3") == ("hold_is_empty", "JAM-B6")
    assert t.refuse(0, "take_treasure sabre") == ("treasure_not_there", "JAM-B6")
    t.play(0, "give lair_9")

    assert t.treasures(1) == ["T_C3"]
    assert t.treasures(0) == ["T_P5"]
    shown = {seen["lair"]: seen for seen in t.view(2)["treasures"]}
    assert shown[9]["kind"] == "cursed"
    assert shown[9]["treasure"] is None


@rule("JAM-Q11", "JAM-B6")
def test_loot_needs_a_hold() -> None:
    """With full holds another kind goes over board first."""
    t = table(duel("G1 G2 F3 G4 P1", "G6 F2"))
    t.sail(0, "forward", 1, rolls="star")
    t.play(0, "gunpowder 0", "take_hold 1")
    assert t.question() == "jettison"
    assert t.legal(0) == ["jettison 3", "jettison 5"]
    t.play(0, "jettison 5")

    assert t.ship(0)["holds"][4] == {"hold": 5, "good": "gold", "tokens": 6}


@rule("JAM-Q11", "JAM-B6", "JAM-Q30")
def test_v19_nothing_can_be_taken() -> None:
    """Five full gold holds, nothing to give; the loser has only gold: nobody is asked."""
    t = table(duel("G6 G6 G6 G6 G6", "G6"))
    t.sail(0, "forward", 1, rolls="star")

    assert t.told("battle_won") == [{"winner": 0, "loser": 1}]
    assert t.question() == "pay_from"
    assert t.holds(1) == "G6 - - - -"

    t = table(duel("G6 G6 G6 G6 G6", "G6 F1"))
    t.sail(0, "forward", 1, rolls="star")
    assert t.legal(0) == ["decline", "take_hold 2"]
    assert t.refuse(0, "take_hold 1") == ("loot_cannot_be_loaded", "JAM-Q11")
    assert [denial.code for denial in t.state.denied(0)] == ["loot_cannot_be_loaded"]


@rule("JAM-Q30")
def test_who_has_backs_is_always_asked() -> None:
    """Not to be asked would tell everybody that none of them is cursed."""
    t = table(duel("G6 G6 G6 G6 G6", "G6") + "treasure 9 T_P5 holder=0")
    t.sail(0, "forward", 1, rolls="star")

    assert (t.asked(), t.legal(0)) == ([0], ["decline"])
    assert [denial.code for denial in t.state.denied(0)] == [
        "only_cursed_are_given",
        "loot_cannot_be_loaded",
    ]
