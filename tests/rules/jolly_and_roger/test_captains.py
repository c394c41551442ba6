"""Captains: who has the upper hand on a ship."""

from __future__ import annotations

from collections import Counter

import pytest

from broadside.games.jolly_and_roger.sight import CrewCardView
from tests.rule import rule

from .drawing import BOTH, ME, OPPONENT, SHIPS, Drawn, full_deck, table
from .test_plays import random_plays


@rule("JNR-F13")
def test_t07_a_tie_sends_the_captain_back() -> None:
    """My captain on red at 2:0, then 2:2: nobody's captain, mine is in my supply again."""
    t = table("""
        mine r2
        theirs r2
    """)
    t.play(ME, "crew red_2")
    assert (t.captain("red"), t.supply(ME)) == (ME, 3)

    t.play(OPPONENT, "crew red_2")

    assert t.strength("red") == (2, 2)
    assert t.captain("red") is None
    assert t.supply(ME) == 4
    assert t.told(ME, "captain_left") == [{"ship": "red", "seat": ME}]


@rule("JNR-F13")
@pytest.mark.parametrize(
    ("mine", "theirs", "strength", "captain"),
    [
        ("", "", (0, 0), None),
        ("g1", "", (1, 0), ME),
        ("", "P(r5)", (0, 1), OPPONENT),
        ("g1 g2 g4", "g5 g2", (7, 7), None),
        ("g1 g2 g4", "g5 g3", (7, 8), OPPONENT),
        ("SK", "g3", (3, 3), None),
        ("SK P(SK)", "g3", (4, 3), ME),
        ("P(g5) P(KR) P(TO)", "g2", (3, 2), ME),
        ("r5 y1", "g4", (6, 4), ME),
    ],
)
def test_strength_decides_who_has_the_captain(
    mine: str, theirs: str, strength: tuple[int, int], captain: int | None
) -> None:
    """Open pirates count their value on any ship, an open skeleton 3, each parrot 1."""
    t = table(f"""
        green [{mine}] : [{theirs}]
        mine y1
    """)

    assert t.strength("green") == strength
    assert t.captain("green") == captain


@rule("JNR-F13")
def test_a_captain_is_replaced_without_a_tie_between() -> None:
    """2:3 becomes 7:3 in one play: his captain leaves, mine comes."""
    t = table("""
        green [g2] : [g3]
        mine g5
    """)
    t.play(ME, "crew green_5")

    assert t.captain("green") == ME
    assert (t.supply(ME), t.supply(OPPONENT)) == (3, 4)
    assert t.told(ME, "captain_left") == [{"ship": "green", "seat": OPPONENT}]
    assert t.told(ME, "captain_set") == [{"ship": "green", "seat": ME}]


@rule("JNR-F13")
def test_a_larger_lead_tells_nothing_new() -> None:
    """My captain is there already."""
    t = table("""
        green [g2] : []
        mine g5
    """)
    t.play(ME, "crew green_5")

    assert t.told(ME, "captain_set") == []
    assert t.told(ME, "captain_left") == []


@rule("JNR-F14")
def test_t29_the_supply_never_runs_short() -> None:
    """Captains on three ships, then on the fourth: supply 0; a lost ship gives one back."""
    t = table("""
        green  [g1] : []
        yellow [y1] : []
        blue   [b1] : []
        mine r1
        theirs r2
    """)
    assert t.supply(ME) == 1

    t.play(ME, "crew red_1")
    assert t.supply(ME) == 0
    assert [t.captain(ship) for ship in SHIPS] == [ME] * 4

    t.play(OPPONENT, "crew red_2")
    assert t.supply(ME) == 1
    assert t.supply(OPPONENT) == 3


def counted_strength(crew: list[CrewCardView]) -> int:
    """A crew's strength, counted with the fingers."""
    total = 0
    for card in crew:
        name = card["card"] or ""
        total += 1 if not card["face_up"] else 3 if name == "skeleton" else int(name[-1])
    return total


def cards_everywhere(t: Drawn) -> Counter[str]:
    """Every card, wherever it lies."""
    view = t.view()
    cards = (view["pile_cards"] or []) + (view["box_cards"] or [])
    cards += [laid["card"] for laid in view["laid"] if not laid["played"]]
    cards += [
        card["card"] or "" for ship in view["ships"] for side in ship["crews"] for card in side
    ]
    cards += [card for chest in view["chests"] for card in chest["cards"] or []]
    cards += [entry["card"] or "" for entry in view["removed"]]
    return Counter(cards)


@rule("JNR-F14", "JNR-F15")
@pytest.mark.parametrize("deck", ["intro", "advanced", "advanced_full"])
@pytest.mark.parametrize("seed", [11, 12])
def test_t36_captains_supplies_and_cards_agree_after_every_play(deck: str, seed: int) -> None:
    """Captain = greater strength; supply = 4 less captains placed; no card appears or vanishes."""
    for t in random_plays(seed, deck):
        captains = []
        for ship in t.view()["ships"]:
            mine, theirs = (counted_strength(crew) for crew in ship["crews"])
            assert ship["strength"] == [mine, theirs]
            assert ship["captain"] == (ME if mine > theirs else OPPONENT if theirs > mine else None)
            captains.append(ship["captain"])
        for seat in BOTH:
            assert t.supply(seat) == 4 - captains.count(seat)
        assert cards_everywhere(t) == full_deck(deck)
