"""Previews: what a play would change, as the one who is to play sees it."""

from __future__ import annotations

import pytest

from broadside.kernel.rng import FastRng

from .drawing import DECKS, EVERYBODY, ME, OPPONENT, SHIPS, Drawn, dealt, table

Change = tuple[str, int, tuple[int, ...], int | None, int]
"""A ship, the gain, both strengths, the captain, and the gold in the own chest."""


def changes(t: Drawn, play: str, seat: int = ME) -> list[Change]:
    """What a play would change."""
    return [
        (one["ship"], one["gain"], tuple(one["strength"]), one["captain"], one["chest"])
        for one in t.view(seat)["previews"]
        if one["play"] == play
    ]


def some_table() -> Drawn:
    """I have a captain on the red ship, the opponent on the green one."""
    return table("""
        green  [P(r5) P(SK)] : [g4 P(b2)]
        yellow [P(y3)]       : [SK]
        red    [r2]          : []
        chests [y2]          : [y1]
        mine g3 r4 KR TO
        theirs b1
    """)


def test_each_play_is_shown_with_its_gain() -> None:
    """The printed number, or 1 for a parrot, whichever card it is."""
    t = some_table()
    assert changes(t, "crew green_3") == [("green", 3, (5, 5), None, 2)]
    assert changes(t, "parrot blue") == [("blue", 1, (1, 0), ME, 2)]
    assert changes(t, "board red_4") == [("red", 4, (2, 0), ME, 2 + 4)]
    assert changes(t, "board green_3") == []


def test_specials_are_shown_with_all_they_change() -> None:
    """A kraken takes from the opponent, Tortuga turns pirates up, and a skeleton adds 3."""
    t = some_table()
    assert changes(t, "kraken green") == [("green", 0, (2, 4), OPPONENT, 2)]
    assert changes(t, "kraken none") == changes(t, "kraken yellow") == []
    assert changes(t, "tortuga") == [("green", 4, (6, 5), ME, 2), ("yellow", 2, (3, 3), None, 2)]
    assert changes(table("mine SK r1 r2"), "skeleton red") == [("red", 3, (3, 0), ME, 0)]


def test_only_who_is_to_play_has_previews() -> None:
    """Nobody else, and nobody who splits or picks."""
    t = some_table()
    assert [len(t.view(seat)["previews"]) > 0 for seat in EVERYBODY] == [True, False, False]
    assert t.view()["previews"] == []
    assert all(dealt(seed=1).view(seat)["previews"] == [] for seat in EVERYBODY)


@pytest.mark.parametrize("deck", DECKS)
def test_what_is_foretold_comes_true(deck: str) -> None:
    """Of every play that is made in some games: the ships as they were foretold, and no other."""
    rng = FastRng(7)
    for seed in range(5):
        t = dealt(seed=seed, deck=deck, memory="closed")
        while (seat := t.actor()) is not None:
            legal = t.state.legal(seat)
            action = legal[int(rng.below(len(legal)))]
            is_play = t.phase() == "play"
            words = action.text.split()
            play = f"parrot {words[-1]}" if words[0] == "parrot" else action.text
            told = {one[0]: one[2:] for one in changes(t, play, seat)}
            before = {ship: (t.strength(ship), t.captain(ship)) for ship in SHIPS}
            t.play(seat, action.text)
            after = {ship: (t.strength(ship), t.captain(ship)) for ship in SHIPS}
            for ship in SHIPS if is_play else ():
                strength, captain, gold = told.get(ship, (*before[ship], t.gold(seat)))
                assert ((strength, captain), gold) == (after[ship], t.gold(seat)), action.text


def test_captured_gold_is_that_of_the_own_captains() -> None:
    """A ship without a captain counts for nobody."""
    assert some_table().view(OPPONENT)["captured"] == [9, 3 + 5]
