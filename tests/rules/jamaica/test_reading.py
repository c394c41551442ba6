"""Tables as text: what is out of range or does not add up is refused where it stands."""

from __future__ import annotations

import pytest

import broadside
from broadside.kernel.errors import NotationError
from broadside.kernel.rng import FastRng
from broadside.laws.policies import varied

from .drawing import Drawn, table


def change(t: Drawn, key: str, words: str) -> str:
    """The table as text, with one line changed."""
    lines = t.state.write().splitlines()
    places = [place for place, line in enumerate(lines) if line.split()[0] == key]
    assert len(places) == 1, key
    lines[places[0]] = f"{key} {words}".strip()
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("key", "words", "reason"),
    [
        ("jamaica", "seats=7", "from 2 to 6"),
        ("agenda", "round_ends anchored", "no such step"),
        ("captain", "3", "from 0 to 2"),
        ("round", "101", "from 1 to 100"),
        ("first_die", "7", "from 0 to 6"),
        ("spaces.0", "50", "from 0 to 49"),
        ("laps.0", "2", "from -99 to 1"),
        ("holds.0", "-,-,-,-", "expected 6 holds"),
        ("holds.0", "G7,-,-,-,-,-", "from 1 to 6"),
        ("holds.0", "R2,-,-,-,-,-", "no such good"),
        ("holds.0", "G2,-,-,-,-,-", "gold.*lies 254 times, in holds and bank; it must lie 252"),
        ("hands.1", "A04 A05 A05", "A05 of seat 1.*lies 2 times, in hands"),
        ("hands.1", "A04 A05 A12", "no such card"),
        ("hands.1", "-", "A04 of seat 1.*lies 0 times, nowhere"),
        ("laid.1", "A04", "A04 of seat 1.*lies 2 times, in hands and laid"),
        ("piles.1", "A01", "A02 of seat 1.*nowhere"),
        ("treasure_pile", "T_P5 T_P5", "nowhere"),
        ("holders", "3 - - - - - - - -", "from 0 to 2"),
        ("quick", "7", "from 0 to 2"),
        ("mover", "3", "from 0 to 2"),
        ("load_good", "rum", "no such good"),
        ("load_tokens", "2", "none.*lies 2 times, in load_tokens"),
    ],
)
def test_what_does_not_add_up(key: str, words: str, reason: str) -> None:
    """While cards are chosen."""
    with pytest.raises(NotationError, match=reason):
        broadside.game("jamaica").read(change(table(), key, words))


def test_the_ghost_ship_is_read_where_it_sails() -> None:
    """It comes behind the two seats, and only there."""
    t = table("ship ghost 7 G5", seats=2)
    assert "\nspaces.2 7\n" in t.state.write()
    with pytest.raises(NotationError, match="no such line"):
        broadside.game("jamaica").read(change(table(), "spaces.0", "0") + "\nspaces.3 7")


def test_stars_mark_what_everybody_can_work_out() -> None:
    """They are read back: worlds stay the same."""
    game = broadside.game("jamaica")
    seen = set()
    for seed in range(8):
        t = game.deal(2, game.complete({}), FastRng(seed))
        rng = FastRng(seed + 1)
        while t.deciders():
            again = game.read(t.write())
            assert again.knows == t.knows
            seen.add(any(mask == t.everyone for mask in t.knows[: t.seats * 11]))
            seat, action = varied(t, rng)
            t.apply(seat, action)
    assert seen == {True, False}
