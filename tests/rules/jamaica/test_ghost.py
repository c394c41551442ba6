"""The ghost ship of two players."""

from __future__ import annotations

import pytest

from tests.rule import rule

from .drawing import Drawn, table

GHOST = 2


def two(text: str, dice: tuple[int, int] = (3, 4), **options: object) -> Drawn:
    """A table for two; captain is seat 0."""
    return table(text, 2, 0, dice, None, 1, **options)


@rule("JAM-G2")
def test_the_ghost_moves_after_both_turns() -> None:
    """By the morning die, then by the evening die."""
    t = two("ship 0 5\nship 1 5\nship ghost 1", dice=(2, 3))
    t.choose_cards({0: "A11", 1: "A11"})

    kinds = t.kinds()
    last_turn = len(kinds) - 1 - kinds[::-1].index("action_began")
    assert kinds.index("ghost_steered") > last_turn
    assert [event["path"] for event in t.told("sailed")] == [[2, 3], [4, 5, 6]]


@rule("JAM-G3", "JAM-Q5")
def test_v25_alone_in_front_it_goes_backward() -> None:
    """Ghost on 7, the players on 6 and 2."""
    t = two("ship 0 6\nship 1 2\nship ghost 7 G5")
    t.move_ghost((2, 1))

    assert t.told("ghost_steered")[0] == {"seat": 0, "direction": "backward"}
    assert t.told("sailed")[0]["path"] == [6, 5]


@rule("JAM-G3")
def test_alone_last_it_goes_forward() -> None:
    """And it pays nothing."""
    t = two("ship 0 10\nship 1 9\nship ghost 1 G5")
    t.move_ghost((1, 2))

    assert [event["direction"] for event in t.told("ghost_steered")] == ["forward", "forward"]
    assert t.at(GHOST) == (4, 0)


@rule("JAM-G3")
def test_v26_else_the_captain_chooses() -> None:
    """Ghost on 14 and A on 12 are level (12), B is on 5."""
    t = two("ship 0 12\nship 1 5\nship ghost 14")
    t.move_ghost((2, 1), captain=1)

    assert (t.asked(), t.question()) == ([1], "ghost_direction")
    assert t.legal(1) == ["steer forward", "steer backward"]
    assert t.prompt(1).default.text == "steer forward"
    t.play(1, "steer backward")
    assert t.told("sailed")[0]["path"] == [13, 6]


@rule("JAM-G3")
def test_the_captain_picks_lanes_and_victims() -> None:
    """His own ship is allowed."""
    t = two("ship 0 8\nship 1 8\nship ghost 6")
    t.move_ghost((2, 6), captain=0)
    assert (t.asked(), t.legal(0)) == ([0], ["sail 8", "sail 14"])
    t.play(0, "sail 8")
    assert (t.asked(), t.question()) == ([0], "choose_target")
    assert t.legal(0) == ["attack 0", "attack 1"]
    assert t.prompt(0).default.text == "attack 1"
    t.play(0, "attack 0")

    assert t.told("battle_began") == [{"attacker": GHOST, "defender": 0, "space": 8}]


@rule("JAM-G4")
def test_it_pays_nothing_and_draws_unseen() -> None:
    """A lair's treasure goes to the ghost; nobody sees it, not even a power works."""
    t = two("ship 0 20\nship 1 20\nship ghost 3\npile T_SABRE")
    t.move_ghost((1, 1))

    assert t.at(GHOST) == (5, 0)
    for seat in (0, 1):
        treasure = t.view(seat)["treasures"][0]
        assert (treasure["holder"], treasure["treasure"], treasure["face_up"]) == (2, None, False)
        assert t.told("treasure_drawn", seat) == [{"ship": 2, "space": 4}]
    assert t.ship(GHOST)["powers"] == ["beth"]
    assert "fee_due" not in t.kinds()


@rule("JAM-G5", "JAM-Q18")
def test_the_other_human_plays_the_ghost() -> None:
    """Attacked or attacking: whoever is not in that battle decides for it."""
    t = two("ship 0 4 F1\nship 1 20\nship ghost 5 G5 G3")
    t.sail(0, "forward", 1, rolls="2 8")
    assert t.told("battle_won") == [{"winner": GHOST, "loser": 0}]
    assert (t.asked(), t.question()) == ([1], "choose_spoils")

    t = two("ship 0 20\nship 1 6 F1\nship ghost 5 G5 G3")
    t.move_ghost((1, 6), captain=1, rolls="star")
    assert (t.asked(), t.question()) == ([0], "choose_spoils")


@rule("JAM-G5", "JAM-G1")
def test_it_has_no_gunpowder_but_lady_beth() -> None:
    """It is never asked for gunpowder; 4 + 2 beat a 4."""
    t = two("ship 0 4 F1\nship 1 20\nship ghost 5 G5 G3")
    t.sail(0, "forward", 1, rolls="4 4")

    assert t.told("battle_won") == [{"winner": GHOST, "loser": 0}]
    assert t.told("gunpowder_set") == []


@rule("JAM-G5", "JAM-G6")
def test_v27_food_goes_to_the_bank() -> None:
    """The ghost beats A, proxy B takes A's five food: the ghost's holds are unchanged."""
    t = two("ship 0 6 F5\nship 1 20\nship ghost 5 G5 G3", bank="finite")
    t.move_ghost((1, 6), captain=0, rolls="star")
    assert t.legal(1) == ["decline", "take_hold 1"]
    t.play(1, "take_hold 1")

    assert t.told("loot_sunk") == [{"ship": GHOST, "good": "food", "tokens": 5}]
    assert t.holds(GHOST) == "G5 G3 - - -"
    assert t.goods(0) == (0, 0, 0)
    bank = t.view()["bank"]
    assert bank is not None and bank["food"] == 45


@rule("JAM-G6")
def test_the_ghost_takes_gold_and_treasures() -> None:
    """Gold into an empty hold, a treasure for itself; it never gives."""
    drawing = """
        ship 0       6 G2
        ship 1       20
        ship ghost   5 G5 G3
        treasure 9   T_C4 holder=0
        treasure 11  T_C3 holder=ghost
    """
    t = two(drawing)
    t.move_ghost((1, 6), captain=0, rolls="star")
    assert t.legal(1) == ["decline", "take_hold 1", "take_treasure lair_9"]
    assert t.prompt(1).rule == "JAM-G6"
    t.play(1, "take_hold 1")
    assert t.holds(GHOST) == "G5 G3 G2 - -"

    t = two(drawing)
    t.move_ghost((1, 6), captain=0, rolls="star")
    t.play(1, "take_treasure lair_9")
    shown = t.view(1)["treasures"][0]
    assert (shown["holder"], shown["treasure"]) == (GHOST, None)
    assert t.view(0)["treasures"][0]["treasure"] == "T_C4"


@rule("JAM-G7", "JAM-Q13")
def test_the_winner_robs_the_ghost() -> None:
    """A hold, a treasure but Lady Beth, a cursed treasure to give, or nothing."""
    t = two("""
        ship 0       4 F1
        ship ghost   5 G5 G3
        ship 1       20
        treasure 9   T_P5 holder=ghost
        treasure 11  T_C3 holder=0
        treasure 19  T_P3a holder=0
    """)
    t.sail(0, "forward", 1, rolls="star")
    assert t.legal(0) == [
        "decline",
        "give lair_11",
        "take_hold 1",
        "take_hold 2",
        "take_treasure lair_9",
    ]
    assert t.refuse(0, "take_treasure beth") == ("beth_stays_with_ghost", "JAM-G1")
    assert t.refuse(0, "give lair_19") == ("only_cursed_are_given", "JAM-Q13")
    t.play(0, "give lair_11")

    shown = {seen["lair"]: seen for seen in t.view(1)["treasures"]}
    assert (shown[11]["holder"], shown[11]["kind"], shown[11]["treasure"]) == (2, "cursed", None)


@rule("JAM-Q19")
def test_an_unseen_power_turns_up_when_it_is_taken() -> None:
    """Cards the ghost drew are inert, until a player takes them."""
    t = two("""
        ship 0      4 F1
        ship ghost  5 G5 G3
        ship 1      20
        treasure 9  T_SIXTH holder=ghost side=down
    """)
    t.sail(0, "forward", 1, rolls="star")
    t.play(0, "take_treasure lair_9")

    assert t.ship(0)["powers"] == ["sixth_hold"]
    assert len(t.ship(0)["holds"]) == 6
    assert t.told("treasure_taken", 1)[0]["treasure"] == "T_SIXTH"


@rule("JAM-Q19")
def test_stolen_powers_work_for_the_ghost() -> None:
    """The Sabre by its proxy; the 6th Hold for gold; the Map does nothing."""
    t = two("""
        ship 0      4 F1
        ship ghost  5 G5 G3
        ship 1      20
        treasure 9  T_SABRE holder=ghost held=0,ghost
    """)
    t.sail(0, "forward", 1, rolls="star 2 6")
    assert (t.asked(), t.question()) == ([1], "sabre_attack")
    t.play(1, "reroll")
    assert t.told("sabre_used") == [{"ship": GHOST, "roller": 0}]

    for goods, holds in (("G4", "G5 G3 - - - G4"), ("P4", "G5 G3 - - - -")):
        t = two(f"""
            ship 0      6 - - - - - {goods}
            ship 1      20
            ship ghost  5 G5 G3
            treasure 9  T_SIXTH holder=0
        """)
        t.move_ghost((1, 6), captain=0, rolls="star")
        t.play(1, "take_treasure sixth_hold")
        assert t.holds(GHOST) == holds


@rule("JAM-Q19", "JAM-G6")
def test_the_proxy_stows_for_the_ghost() -> None:
    """A regular hold or its 6th."""
    t = two("""
        ship 0      6 G2
        ship 1      20
        ship ghost  5 G5 G3
        treasure 9  T_SIXTH holder=ghost held=0,ghost
    """)
    t.move_ghost((1, 6), captain=0, rolls="star")
    t.play(1, "take_hold 1")
    assert (t.asked(), t.legal(1)) == ([1], ["stow 3", "stow 6"])
    t.play(1, "stow 6")
    assert t.holds(GHOST) == "G5 G3 - - - G2"


@rule("JAM-Q21", "JAM-G6")
def test_a_ghost_full_of_gold_takes_no_gold() -> None:
    """Other goods still go to the bank."""
    t = two("ship 0 6 G2 F3\nship 1 20\nship ghost 5 G5 G3 G1 G1 G1")
    t.move_ghost((1, 6), captain=0, rolls="star")

    assert t.legal(1) == ["decline", "take_hold 2"]
    assert t.refuse(1, "take_hold 1") == ("loot_cannot_be_loaded", "JAM-Q11")


@rule("JAM-G8", "JAM-Q20", "JAM-E2")
def test_the_ghosts_arrival_ends_nothing() -> None:
    """It stops in Port Royal, and goes back next time: it is alone in front."""
    t = two("ship 0 49\nship 1 49\nship ghost 47 G5")
    t.move_ghost((5, 2), captain=0)

    assert t.told("finished") == [{"ship": GHOST}]
    assert [event["direction"] for event in t.told("ghost_steered")] == ["forward", "backward"]
    assert [event["path"] for event in t.told("sailed")] == [[48, 49, 0], [49, 48]]
    assert t.view()["phase"] != "over"
    assert len(t.state.scores()) == 2


@rule("JAM-Q20", "JAM-G3", "JAM-G8")
def test_forward_from_the_finish_the_ghost_stays() -> None:
    """With a player there the Captain chooses."""
    t = two("ship 1 20")
    state = t.state
    state.put_ship(0, 0, 1)
    state.put_ship(GHOST, 0, 1)
    t.move_ghost((5, 2), captain=0)
    assert (t.asked(), t.question()) == ([0], "ghost_direction")
    t.play(0, "steer forward")

    assert t.told("stayed") == [{"ship": GHOST, "space": 0}]
    assert t.at(GHOST) == (0, 1)
    t.play(0, "steer backward")
    assert t.told("sailed")[0]["path"] == [49, 48]


@rule("JAM-E1", "JAM-G8")
def test_a_finished_captain_still_moves_the_ghost() -> None:
    """And is its proxy."""
    t = two("ship 0 49\nship 1 6 F6\nship ghost 5 G5", dice=(1, 5))
    t.load_dice("star")
    t.choose_cards({0: "A04", 1: "A11"})

    assert t.ship(0)["finished"]
    assert t.told("ghost_steered") == [{"seat": 0, "direction": "forward"}]
    assert (t.asked(), t.question()) == ([0], "choose_spoils")
    t.play(0, "decline")
    assert (t.asked(), t.question()) == ([0], "ghost_direction")
    t.play(0, "steer backward")
    assert t.view()["phase"] == "over"


@rule("JAM-G1")
@pytest.mark.parametrize("seats", range(3, 7))
def test_only_two_players_meet_the_ghost(seats: int) -> None:
    """The black pirate sails with six."""
    t = table(seats=seats)
    assert len(t.view()["ships"]) == seats
    assert all(ship["pirate"] != "ghost" for ship in t.view()["ships"])
