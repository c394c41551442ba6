"""The special cards: skeleton, kraken, Tortuga."""

from __future__ import annotations

import pytest

from tests.rule import rule

from .drawing import ME, OPPONENT, SHIPS, table

NOWHERE = {"kraken none"}


def kraken_plays(options: set[str]) -> set[str]:
    """What a kraken may take."""
    return {option for option in options if option.startswith("kraken")}


# ------------------------------------------------------------------------ skeleton


@rule("JNR-X1", "JNR-F8")
def test_t16_the_plays_of_a_skeleton() -> None:
    """Open or as a parrot on any ship, never a boarding, even where my captain stands."""
    t = table("""
        green [g1] : []
        mine SK
    """)

    assert t.options(ME) == {f"skeleton {s}" for s in SHIPS} | {
        f"parrot skeleton {s}" for s in SHIPS
    }


@rule("JNR-X1")
@pytest.mark.parametrize("ship", SHIPS)
def test_t16_a_skeleton_counts_three_on_any_ship(ship: str) -> None:
    """It is the last card there, face up; the captain is checked at once."""
    t = table("""
        green  [P(y1)] : []
        yellow [P(y1)] : []
        blue   [P(y1)] : []
        red    [P(y1)] : []
        mine SK
    """)
    t.play(ME, f"skeleton {ship}")

    assert t.strength(ship) == (4, 0)
    assert t.crew(ME, ship) == "P(y1) SK"
    assert t.told(OPPONENT, "skeleton_raised") == [{"seat": ME, "ship": ship, "card": "skeleton"}]


@rule("JNR-X1")
def test_a_skeleton_is_followed_by_a_captain_check() -> None:
    """2 against a skeleton: the captain changes sides."""
    t = table("""
        red [] : [r2]
        mine SK
    """)
    t.play(ME, "skeleton red")

    assert t.captain("red") == ME


# -------------------------------------------------------------------------- kraken


@rule("JNR-X2", "JNR-F13")
def test_t17_a_kraken_takes_the_last_card() -> None:
    """Blue 5:7 with the opponent's captain, then 5:5 with nobody's."""
    t = table("""
        blue [b5] : [b4 P(g2) b2]
        mine KR
    """)
    assert (t.strength("blue"), t.captain("blue")) == ((5, 7), OPPONENT)

    t.play(ME, "kraken blue")

    assert t.crew(OPPONENT, "blue") == "b4 P(g2)"
    assert t.gone() == "b2 KR"
    assert t.strength("blue") == (5, 5)
    assert t.captain("blue") is None


@rule("JNR-X2")
def test_a_kraken_reaches_every_ship_with_an_opposing_crew() -> None:
    """The opponent is on green and red; my own crew on blue is out of reach."""
    t = table("""
        green [g1] : [P(y1)]
        blue  [b1] : []
        red   []   : [r1]
        mine KR
    """)

    assert kraken_plays(t.options(ME)) == {"kraken green", "kraken red", "kraken none"}
    assert t.refuse(ME, "kraken blue") == "kraken_no_crew"
    assert t.refuse(ME, "kraken yellow") == "kraken_no_crew"


@rule("JNR-X4", "JNR-R3")
def test_t18_a_skeleton_on_top_shields_the_crew() -> None:
    """Opponent's red [r5, SK]: no target, the kraken does not reach past it."""
    t = table("""
        red [] : [r5 SK]
        mine KR
    """)

    assert kraken_plays(t.options(ME)) == NOWHERE
    assert t.refuse(ME, "kraken red") == "kraken_meets_skeleton"


@rule("JNR-X4")
def test_t19_a_skeleton_lower_down_shields_nothing() -> None:
    """Opponent's red [SK, r1]: r1 goes, and then the skeleton is the last card."""
    t = table("""
        red [] : [SK r1]
        mine KR KR
    """)
    t.play(ME, "kraken red")

    assert t.crew(OPPONENT, "red") == "SK"
    assert t.gone() == "r1 KR"
    assert kraken_plays(t.options(ME)) == NOWHERE


@rule("JNR-X5", "JNR-R8")
@pytest.mark.parametrize("face", ["SK", "KR", "TO"])
def test_t20_a_face_down_special_is_only_a_parrot(face: str) -> None:
    """Opponent's green [g2, P(SK)]: the parrot goes."""
    t = table(f"""
        green [] : [g2 P({face})]
        mine KR
    """)
    t.play(ME, "kraken green")

    assert t.crew(OPPONENT, "green") == "g2"
    assert t.strength("green") == (0, 2)
    assert t.gone() == f"{face} KR"


@rule("JNR-X2", "JNR-R4")
def test_t21_a_kraken_without_a_target() -> None:
    """All opposing crews empty: five options; taking nothing changes nothing."""
    t = table("""
        green [g1] : []
        mine KR
    """)
    assert t.options(ME) == NOWHERE | {f"parrot kraken {ship}" for ship in SHIPS}

    t.play(ME, "kraken none")

    assert t.gone() == "KR"
    assert t.crew(ME, "green") == "g1"
    assert [t.crew(OPPONENT, ship) for ship in SHIPS] == [""] * 4
    assert t.told(OPPONENT, "kraken_idle") == [{"seat": ME}]
    assert t.told(OPPONENT, "captain_set") == t.told(OPPONENT, "captain_left") == []


@rule("JNR-R4")
def test_a_kraken_may_decline_a_target() -> None:
    """There is a card to take, and it may be left."""
    t = table("""
        green [] : [g5]
        mine KR
    """)
    t.play(ME, "kraken none")

    assert t.crew(OPPONENT, "green") == "g5"
    assert t.gone() == "KR"


@rule("JNR-X2", "JNR-F13")
def test_t22_a_kraken_can_empty_a_crew() -> None:
    """Green 0:1, then 0:0: the captain goes back to its supply."""
    t = table("""
        green [] : [g1]
        mine KR
    """)
    assert t.supply(OPPONENT) == 3
    t.play(ME, "kraken green")

    assert t.strength("green") == (0, 0)
    assert t.captain("green") is None
    assert t.supply(OPPONENT) == 4


@rule("JNR-X2", "JNR-F10")
def test_t23_a_kraken_opens_the_way_for_boarding() -> None:
    """Green 3:3; without his last card 3:0, and g4 boards."""
    t = table("""
        green [g3] : [g3]
        mine KR g4
    """)
    assert t.refuse(ME, "board green_4") == "board_needs_captain"
    t.play(ME, "kraken green")
    assert (t.strength("green"), t.captain("green")) == ((3, 0), ME)

    t.play(ME, "board green_4")

    assert t.gold(ME) == 4


@rule("JNR-X4")
def test_a_kraken_never_touches_my_crews_a_chest_or_a_lower_card() -> None:
    """One card leaves, and everything else is as it was."""
    t = table("""
        green  [g1 g2] : [g3 y1 g4]
        chests [y2]    : [b1]
        mine KR
    """)
    t.play(ME, "kraken green")

    assert t.crew(ME, "green") == "g1 g2"
    assert t.crew(OPPONENT, "green") == "g3 y1"
    assert (t.chest(ME), t.chest(OPPONENT)) == ("y2", "b1")


@rule("JNR-X2")
def test_roger_calls_a_kraken_on_jolly() -> None:
    """The other way round it works the same."""
    t = table("""
        green [g1 g2] : [g3]
        mine y1
        theirs KR
    """)
    t.play(ME, "crew yellow_1")
    assert kraken_plays(t.options(OPPONENT)) == {"kraken green", "kraken yellow", "kraken none"}
    t.play(OPPONENT, "kraken green")

    assert t.crew(ME, "green") == "g1"
    assert t.crew(OPPONENT, "green") == "g3"
    assert t.captain("green") == OPPONENT


# ------------------------------------------------------------------------- Tortuga


@rule("JNR-X3", "JNR-R12")
def test_t24_tortuga_turns_my_parrots_over() -> None:
    """Green [P(r5), P(KR)] becomes [r5, P(KR)] = 6:6; yellow [P(y1)] becomes [y1] = 1:0."""
    t = table("""
        green  [P(r5) P(KR)] : [g5 g1]
        yellow [P(y1)]       : []
        mine TO
    """)
    assert (t.strength("green"), t.captain("green")) == ((2, 6), OPPONENT)
    t.play(ME, "tortuga")

    assert t.crew(ME, "green") == "r5 P(KR)"
    assert t.strength("green") == (6, 6)
    assert t.captain("green") is None
    assert t.crew(ME, "yellow") == "y1"
    assert t.strength("yellow") == (1, 0)
    assert t.captain("yellow") == ME
    assert t.gone() == "TO"


@rule("JNR-R12")
def test_every_ship_is_checked_after_tortuga_green_to_red() -> None:
    """Three ships change hands at once."""
    t = table("""
        green [P(r5)] : [g4]
        blue  [P(b4)] : [b1]
        red   [P(g5)] : [r2]
        mine TO
    """)
    t.play(ME, "tortuga")

    assert [t.captain(ship) for ship in SHIPS] == [ME, None, ME, ME]
    assert [event["ship"] for event in t.told(ME, "captain_set")] == ["green", "blue", "red"]


@rule("JNR-X3")
def test_tortuga_keeps_the_positions() -> None:
    """Parrots in the middle of a crew are turned where they lie."""
    t = table("""
        blue [b1 P(g2) SK P(TO) P(y3) b2] : []
        mine TO
    """)
    t.play(ME, "tortuga")

    assert t.crew(ME, "blue") == "b1 g2 SK P(TO) y3 b2"
    assert t.strength("blue") == (1 + 2 + 3 + 1 + 3 + 2, 0)
    assert t.told(OPPONENT, "parrot_turned") == [
        {"seat": ME, "ship": "blue", "place": 1, "card": "green_2"},
        {"seat": ME, "ship": "blue", "place": 4, "card": "yellow_3"},
    ]
    assert t.told(OPPONENT, "parrot_stayed") == [
        {"seat": ME, "ship": "blue", "place": 3, "card": "tortuga"}
    ]


@rule("JNR-R6")
def test_tortuga_turns_all_parrots_in_all_crews() -> None:
    """There is nothing to choose: one action, and no pirate stays face down."""
    t = table("""
        green  [P(g2) P(b1)] : []
        yellow [P(r1)]       : []
        blue   [P(y2)]       : []
        red    [P(g4) r1]    : []
        mine TO
    """)
    assert {option for option in t.options(ME) if option.startswith("tortuga")} == {"tortuga"}
    t.play(ME, "tortuga")

    assert [t.crew(ME, ship) for ship in SHIPS] == ["g2 b1", "r1", "y2", "g4 r1"]


@rule("JNR-X6", "JNR-R5")
def test_t25_tortuga_without_a_parrot_of_mine() -> None:
    """Legal, without effect; the opponent's parrots are not touched."""
    t = table("""
        green [g1] : [P(g5)]
        red   []   : [P(r5) P(r4)]
        mine TO
    """)
    t.play(ME, "tortuga")

    assert t.gone() == "TO"
    assert t.crew(ME, "green") == "g1"
    assert t.crew(OPPONENT, "green") == "P(g5)"
    assert t.crew(OPPONENT, "red") == "P(r5) P(r4)"
    assert t.strength("red") == (0, 2)


@rule("JNR-X6")
def test_t26_tortuga_acts_only_once() -> None:
    """A parrot placed later in the same set stays one."""
    t = table("""
        mine TO r4
    """)
    t.play(ME, "tortuga")
    t.play(ME, "parrot red_4 green")

    assert t.crew(ME, "green") == "P(r4)"
    assert t.strength("green") == (1, 0)


@rule("JNR-X3", "JNR-R8")
@pytest.mark.parametrize("face", ["SK", "KR"])
def test_t27_a_special_is_turned_back_every_time(face: str) -> None:
    """Red [P(SK)] stays so through two Tortugas."""
    t = table(f"""
        red [P({face})] : []
        mine TO TO
    """)
    for _ in range(2):
        t.play(ME, "tortuga")
        assert t.crew(ME, "red") == f"P({face})"
        assert t.strength("red") == (1, 0)

    assert t.gone() == "TO TO"


@rule("JNR-X7")
def test_t28_a_pirate_turned_up_can_be_taken() -> None:
    """The opponent's Tortuga turns P(g5) up on blue; then my kraken takes g5."""
    t = table("""
        flag mine
        blue [] : [P(g5)]
        laid TO KR
    """)
    t.play(ME, "split 1")
    t.play(OPPONENT, "pick A")
    t.play(OPPONENT, "tortuga")
    assert (t.crew(OPPONENT, "blue"), t.strength("blue")) == ("g5", (0, 5))

    t.play(ME, "kraken blue")

    assert t.gone() == "TO g5 KR"
    assert t.strength("blue") == (0, 0)


@rule("JNR-X7")
def test_a_pirate_turned_up_cannot_board() -> None:
    """Green 5 turned up on green is a crew card like any other."""
    t = table("""
        green [P(g5)] : []
        mine TO KR
    """)
    t.play(ME, "tortuga")

    assert (t.crew(ME, "green"), t.captain("green")) == ("g5", ME)
    assert kraken_plays(t.options(ME)) == NOWHERE
    assert t.refuse(ME, "board green_5") == "card_not_in_set"
