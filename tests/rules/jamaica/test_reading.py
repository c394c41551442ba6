"""Tables as text: what does not fit together is refused where it stands."""

from __future__ import annotations

import pytest

import broadside
from broadside.games.jamaica.steps import NEXT_TURN
from broadside.kernel.errors import NotationError
from broadside.kernel.rng import FastRng
from tests.laws.policies import varied

from .drawing import Drawn, table
from .test_battle import duel


def change(t: Drawn, key: str, words: str) -> str:
    """The table as text, with one line changed."""
    lines = t.state.write().splitlines()
    places = [place for place, line in enumerate(lines) if line.split()[0] == key]
    assert len(places) == 1, key
    lines[places[0]] = f"{key} {words}".strip()
    return "\n".join(lines)


def fighting() -> Drawn:
    """A table in the middle of a battle."""
    t = table(duel("P2 G3", "P2"))
    t.sail(0, "forward", 1, rolls="8")
    t.state.agenda.insert(1, NEXT_TURN)  # as the reader expects of a player's turn
    t.play(0, "gunpowder 1")
    return t


@pytest.mark.parametrize(
    ("key", "words", "reason"),
    [
        ("agenda", "over", "so many turns"),
        ("agenda", "round_ends landing", "no table waits like this"),
        ("agenda", "", "no table waits like this"),
        ("agenda", "round_ends steering", "no table waits like this"),
        ("round", "1 captain=0 turns=2 dice=3,4 placed=3,4", "so many turns"),
        ("round", "1 captain=3 turns=0 dice=3,4 placed=3,4", "from 0 to 2"),
        ("round", "1 captain=0 turns=0 dice=3,4 placed=3,3", "the dice show 3,4"),
        ("round", "1 captain=0 turns=0 dice=3,4 placed=-", "expected two dice"),
        ("round", "61 captain=0 turns=0 dice=3,4 placed=3,4", "from 1 to 60"),
        ("ship.0", "space=50 lap=0 - - - - -", "from 0 to 49"),
        ("ship.0", "space=3 lap=1 - - - - -", "no ship goes farther"),
        ("ship.0", "space=0 lap=1 - - - - -", "does not act again"),
        ("ship.0", "space=3 lap=0 - - - -", "expected 5 holds"),
        ("ship.0", "space=3 lap=0 G7 - - - -", "from 1 to 6"),
        ("ship.0", "space=3 lap=0 R2 - - - -", "no such good"),
        ("hand.1", "A04 A05 A05", "must be A01 to A11"),
        ("hand.1", "A04 A05 A12", "no such card"),
        ("hand.1", "-", "must be A01 to A11"),
        ("laid.1", "A04", "cannot lie there like this"),
        ("pile.1", "A01", "must be A01 to A11"),
        ("treasure.4", "T_P5 holder=0 held=1 side=down", "cannot lie there like this"),
        ("treasure.4", "T_P5 holder=0 held=0 side=up", "cannot lie there like this"),
        ("treasure.4", "T_P5 holder=0 held=0 side=given", "cannot lie there like this"),
        ("treasure.4", "T_MAP holder=0 held=0 side=down", "cannot lie there like this"),
        ("treasure.4", "T_P5 holder=ghost held=0 side=down", "no such ship"),
        ("treasure_pile", "T_P5 T_P5", "must lie somewhere, and once"),
        ("quick_pay", "7", "no such seat"),
        ("move", "ship=0 steps=3 direction=forward face=-", "cannot be under way now"),
        ("battle", "attacker=0 defender=1 attack=0,- defence=0,- sabre=unused winner=-", "now"),
        ("spend", "good=food left=2 asked=-", "not to be spent now"),
        ("load", "ship=0 good=food tokens=2", "nothing is to be loaded now"),
        ("jamaica", "seats=7", "expected bank"),
    ],
)
def test_a_choice_that_does_not_fit(key: str, words: str, reason: str) -> None:
    """While cards are chosen nothing else is under way."""
    with pytest.raises(NotationError, match=reason):
        broadside.game("jamaica").read(change(table(), key, words))


@pytest.mark.parametrize(
    ("key", "words", "reason"),
    [
        ("move", "-", "some ship must be under way"),
        ("move", "ship=1 steps=1 direction=forward face=-", "cannot be under way now"),
        ("move", "ship=0 steps=1 direction=forward face=8", "does not fit the agenda"),
        ("battle", "-", "some battle must be under way"),
        ("battle", "attacker=0 defender=2 attack=1,8 defence=0,- sabre=unused winner=-", "fight"),
        ("battle", "attacker=0 defender=1 attack=1 defence=0,- sabre=unused winner=-", "such as"),
        ("battle", "attacker=0 defender=1 attack=1,- defence=0,- sabre=unused winner=-", "fit"),
        ("battle", "attacker=0 defender=1 attack=1,star defence=0,- sabre=unused winner=-", "fit"),
        ("battle", "attacker=0 defender=1 attack=1,8 defence=0,2 sabre=unused winner=-", "fit"),
        ("battle", "attacker=0 defender=1 attack=1,8 defence=0,- sabre=unused winner=1", "fit"),
        ("laid.1", "-", "every seat has laid a card"),
        ("laid.1", "(A11)", "cannot lie there like this"),
    ],
)
def test_a_battle_that_does_not_fit(key: str, words: str, reason: str) -> None:
    """The defender is asked for gunpowder."""
    t = fighting()
    assert t.question() == "defend_powder"
    assert broadside.game("jamaica").read(t.state.write()).write() == t.state.write()
    with pytest.raises(NotationError, match=reason):
        broadside.game("jamaica").read(change(t, key, words))


def test_every_line_of_a_ghostly_game_is_needed() -> None:
    """Nothing that belongs to the ghost is accepted without it."""
    t = table(seats=2)
    for words, reason in (
        ("space=3 lap=0 F3 - - - -", "nothing but gold"),
        ("space=3 lap=0 G3 - - - - -", "expected 5 holds"),
    ):
        with pytest.raises(NotationError, match=reason):
            broadside.game("jamaica").read(change(t, "ship.ghost", words))


def test_stars_mark_what_everybody_can_work_out() -> None:
    """They are read back: worlds stay the same."""
    game = broadside.game("jamaica")
    seen = set()
    for seed in range(8):
        t = game.deal(2, game.complete({}), FastRng(seed))
        rng = FastRng(seed + 1)
        while t.deciders():
            text = t.write()
            again = game.read(text)
            assert again.knows == t.knows
            seen.add("*" in text)
            seat, action = varied(t, rng)
            t.apply(seat, action)
    assert seen == {True, False}
