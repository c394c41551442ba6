"""The ways to play one card: reinforce, parrot, board."""

from __future__ import annotations

from itertools import pairwise

import pytest

from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import BOTH, ME, OPPONENT, SHIPS, Drawn, dealt, table


@rule("JNR-F7", "JNR-F13")
def test_t06_reinforcing_an_empty_ship_sets_my_captain() -> None:
    """Red 0:0, then 2:0."""
    t = table("""
        mine r2
    """)
    t.play(ME, "crew red_2")

    assert t.strength("red") == (2, 0)
    assert t.captain("red") == ME
    assert t.supply(ME) == 3


@rule("JNR-F7")
def test_a_pirate_joins_the_end_of_the_crew_of_its_own_colour() -> None:
    """There is one ship for it, and it is the last card there."""
    t = table("""
        blue [b1 P(g2)] : [b2]
        mine b5
    """)
    assert [option for option in t.options(ME) if option.startswith("crew")] == ["crew blue_5"]

    t.play(ME, "crew blue_5")

    assert t.crew(ME, "blue") == "b1 P(g2) b5"
    assert t.crew(OPPONENT, "blue") == "b2"
    assert t.strength("blue") == (7, 2)


@rule("JNR-F8", "JNR-F13")
def test_t08_a_parrot_counts_one() -> None:
    """Red 2:2, then the opponent's parrot: 2:3, and his captain comes."""
    t = table("""
        red [r2] : [r2]
        mine y1
        theirs g1
    """)
    t.play(ME, "crew yellow_1")
    t.play(OPPONENT, "parrot green_1 red")

    assert t.strength("red") == (2, 3)
    assert t.captain("red") == OPPONENT
    assert t.crew(OPPONENT, "red") == "r2 P(g1)"


@rule("JNR-F8")
@pytest.mark.parametrize("card", ["green_5", "skeleton", "kraken", "tortuga"])
@pytest.mark.parametrize("ship", SHIPS)
def test_any_card_may_be_a_parrot_anywhere(card: str, ship: str) -> None:
    """Pirate or special, on each of the four ships: strength 1."""
    t = table("""
        mine g5 SK KR TO
    """)
    t.play(ME, f"parrot {card} {ship}")

    assert t.strength(ship) == (1, 0)
    assert t.ship(ship)["crews"][ME] == [{"card": card, "face_up": False, "strength": 1}]


@rule("JNR-F9")
def test_only_the_reinforced_ship_is_checked() -> None:
    """A card on red changes the captain of red, and nothing is told of other ships."""
    t = table("""
        green  [g2] : []
        yellow []   : [y2]
        red    []   : [r1]
        mine r2
    """)
    t.play(ME, "crew red_2")

    assert t.told(ME, "captain_left") == [{"ship": "red", "seat": OPPONENT}]
    assert t.told(ME, "captain_set") == [{"ship": "red", "seat": ME}]
    assert [t.captain(ship) for ship in SHIPS] == [ME, OPPONENT, None, ME]


@rule("JNR-F9")
def test_a_parrot_is_followed_by_a_check_as_well() -> None:
    """My parrot makes it 1:1, and the opponent's captain leaves."""
    t = table("""
        blue [] : [b1]
        mine g5
    """)
    t.play(ME, "parrot green_5 blue")

    assert t.captain("blue") is None
    assert t.told(ME, "captain_left") == [{"ship": "blue", "seat": OPPONENT}]


@rule("JNR-F4", "JNR-F10", "JNR-R11")
def test_t09_reinforce_then_board() -> None:
    """Yellow 0:0: y1 brings my captain at once, so y5 of the same set may board."""
    t = table("""
        mine y1 y5
    """)
    t.play(ME, "crew yellow_1")
    assert t.captain("yellow") == ME

    t.play(ME, "board yellow_5")

    assert t.gold(ME) == 5
    assert t.strength("yellow") == (1, 0)


@rule("JNR-F10")
def test_t10_no_boarding_without_a_captain() -> None:
    """The same set, but y5 first."""
    t = table("""
        mine y1 y5
    """)

    assert t.refuse(ME, "board yellow_5") == "board_needs_captain"
    assert "board yellow_5" not in t.options(ME)


@rule("JNR-F10", "JNR-F13")
def test_t11_no_boarding_at_a_tie() -> None:
    """Blue 4:4: nobody's captain is there."""
    t = table("""
        blue [b4] : [b3 b1]
        mine b1
    """)
    assert t.strength("blue") == (4, 4)

    assert t.refuse(ME, "board blue_1") == "board_needs_captain"


@rule("JNR-F10")
def test_no_boarding_through_the_opponents_captain() -> None:
    """Blue 1:4."""
    t = table("""
        blue [b1] : [b4]
        mine b1
    """)

    assert t.refuse(ME, "board blue_1") == "board_needs_captain"


@rule("JNR-F7", "JNR-F8", "JNR-F10")
def test_t12_boarding_needs_the_captain_of_the_pirates_colour() -> None:
    """My captain on red does not help a green pirate."""
    t = table("""
        red [r1] : []
        mine g5
    """)

    assert t.options(ME) == {
        "crew green_5",
        "parrot green_5 green",
        "parrot green_5 yellow",
        "parrot green_5 blue",
        "parrot green_5 red",
    }


@rule("JNR-F10")
def test_t13_boarding_changes_no_crew_and_no_captain() -> None:
    """Green 3:2 with my captain, before and after."""
    t = table("""
        green  [g3] : [g2]
        chests [y1] : []
        mine g5
    """)
    t.play(ME, "board green_5")

    assert t.chest(ME) == "y1 g5"
    assert t.gold(ME) == 1 + 5
    assert t.strength("green") == (3, 2)
    assert t.captain("green") == ME
    assert (t.crew(ME, "green"), t.crew(OPPONENT, "green")) == ("g3", "g2")


@rule("JNR-F10")
def test_a_ship_may_be_boarded_again_and_again() -> None:
    """One captain, three boardings in one turn."""
    t = table("""
        green [P(r1)] : []
        mine g5 g4 g1
    """)
    for action in ("board green_5", "board green_4", "board green_1"):
        t.play(ME, action)

    assert t.gold(ME) == 10
    assert t.strength("green") == (1, 0)


@rule("JNR-F11")
def test_nothing_reaches_a_chest() -> None:
    """A kraken and a Tortuga later: the chests are as they were."""
    t = table("""
        green  [P(r5)] : [g1]
        chests [y1 b2] : [r3]
        mine g5 KR TO
    """)
    t.play(ME, "kraken green")
    t.play(ME, "tortuga")

    t.play(ME, "board green_5")

    assert t.chest(ME) == "y1 b2 g5"
    assert t.chest(OPPONENT) == "r3"


def random_plays(seed: int, deck: str = "advanced_full") -> list[Drawn]:
    """One random game, as the tables after each of its decisions."""
    t = dealt(seed=seed, deck=deck)
    rng = FastRng(seed)
    tables = [Drawn(t.state.clone())]
    while (seat := t.actor()) is not None:
        legal = t.state.legal(seat)
        t.state.play(seat, legal[int(rng.below(len(legal)))])
        tables.append(Drawn(t.state.clone()))
    return tables


@rule("JNR-F11")
@pytest.mark.parametrize("seed", range(3))
def test_chests_only_grow(seed: int) -> None:
    """Through a whole random game, card by card."""
    tables = random_plays(seed)

    for before, after in pairwise(tables):
        for seat in BOTH:
            assert after.chest(seat).startswith(before.chest(seat))
    assert tables[-1].chest(ME) or tables[-1].chest(OPPONENT)


@rule("JNR-F12")
@pytest.mark.parametrize("seed", range(3))
def test_crew_cards_stay_where_they_are(seed: int) -> None:
    """A crew grows at its end, loses its last card, or shows the faces of its parrots."""
    tables = random_plays(seed)

    for before, after in pairwise(tables):
        for ship in SHIPS:
            for seat in BOTH:
                old = before.crew(seat, ship).split()
                new = after.crew(seat, ship).split()
                turned = [card.removeprefix("P(").removesuffix(")") for card in old]
                is_turned = len(old) == len(new) and all(
                    now in (was, face) for was, face, now in zip(old, turned, new, strict=True)
                )
                assert new[:-1] == old or new == old[:-1] or is_turned


@rule("JNR-F12")
def test_a_crew_card_is_never_offered_for_play() -> None:
    """The green 5 in my crew cannot board, though my captain is there."""
    t = table("""
        green [g5] : []
        mine y1
    """)

    assert t.refuse(ME, "board green_5") == "card_not_in_set"
    t.play(ME, "crew yellow_1")
    assert t.crew(ME, "green") == "g5"


@rule("JNR-R2")
def test_t14_a_parrot_on_the_ship_of_its_own_colour() -> None:
    """Green 3 face down on green counts 1."""
    t = table("""
        mine g3
    """)
    t.play(ME, "parrot green_3 green")

    assert t.strength("green") == (1, 0)
    assert t.crew(ME, "green") == "P(g3)"


@rule("JNR-R15")
def test_t15_boarding_with_a_crew_of_parrots() -> None:
    """Two parrots on yellow against nobody: the captain is the only condition."""
    t = table("""
        yellow [P(b1) P(g1)] : []
        mine y4
    """)
    t.play(ME, "board yellow_4")

    assert t.gold(ME) == 4


@rule("JNR-R11")
def test_captains_move_after_each_card_not_at_the_end_of_the_turn() -> None:
    """Within one set: 2:2 and my captain leaves, 2:5 and the opponent's comes, then he boards."""
    t = table("""
        yellow [y2] : [y1]
        mine b1
        theirs g1 y3 y4 b2
    """)
    t.play(ME, "crew blue_1")
    t.play(OPPONENT, "parrot green_1 yellow")
    assert t.captain("yellow") is None
    assert "board yellow_4" not in t.options(OPPONENT)

    t.play(OPPONENT, "crew yellow_3")
    assert t.captain("yellow") == OPPONENT
    t.play(OPPONENT, "board yellow_4")

    assert t.chest(OPPONENT) == "y4"


@rule("JNR-R7")
def test_no_special_card_can_board() -> None:
    """With my captain on all four ships, kraken, skeleton and Tortuga have no boarding."""
    t = table("""
        green  [g1] : []
        yellow [y1] : []
        blue   [b1] : []
        red    [r1] : []
        mine KR SK TO g2
    """)

    boardings = [option for option in t.options(ME) if option.startswith("board")]

    assert boardings == ["board green_2"]
