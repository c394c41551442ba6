"""Advice: beliefs from public acts, and no peeping at loyalties."""

from __future__ import annotations

import pytest

from broadside.arena.match import play_match
from broadside.bots.levels import bot
from broadside.games.tortuga_1667.advice import TortugaAdvice
from broadside.kernel.rng import FastRng

from .drawing import GAME, Drawn, table

ADVICE = TortugaAdvice()
LOYAL = "loyal british french british french dutch"


def belief(t: Drawn, seat: int, other: int, nation: str) -> float:
    """How likely a seat thinks another one is of a nation."""
    found = ADVICE.beliefs(t.state.determinize(seat, FastRng(5)), seat)
    assert found is not None
    return found[other][nation]


def test_beliefs_begin_with_the_counts() -> None:
    """One British, two French, one Dutch among four others."""
    t = table(LOYAL)
    for other in range(1, 5):
        assert belief(t, 0, other, "british") == pytest.approx(0.25)
        assert belief(t, 0, other, "french") == pytest.approx(0.5)
    assert belief(t, 0, 0, "british") == pytest.approx(1.0)
    assert belief(t, 4, 0, "dutch") == pytest.approx(0.0)


def test_chests_speak() -> None:
    """Who smuggles for the French is probably one."""
    t = table(f"{LOYAL}\nFD 1\nchests FD.B=1", active=1)
    before = belief(t, 0, 1, "french")
    t.play(1, "smuggle FD.F")
    assert belief(t, 0, 1, "french") > before + 0.2
    assert belief(t, 4, 1, "french") > 0.75


def test_marooning_speaks() -> None:
    """A captain maroons an enemy: whoever knows one of them learns of the other."""
    t = table(f"{LOYAL}\nFD 1 0", active=1)
    before = belief(t, 0, 1, "french")
    t.play(1, "maroon 0")
    assert belief(t, 0, 1, "french") > before + 0.1


def test_a_brawl_speaks_of_those_who_voted() -> None:
    """Alone with a French flag: a little."""
    t = table(f"{LOYAL}\nFD 0 1 2 3\nhand 4 VC14\nvotes VC03", active=4)
    before = belief(t, 0, 4, "french")
    t.play(4, "brawl", "vote VC14")
    assert belief(t, 0, 4, "french") > before


def test_cabin_fever_wipes_the_slate() -> None:
    """What both did before says nothing any more."""
    t = table(f"{LOYAL}\nFD 1 3\nchests FD.B=2\nrow cabin_fever", active=3)
    t.play(3, "smuggle FD.F")
    strong = belief(t, 0, 3, "french")
    t.play(4, "reveal 1", "target 3")
    assert belief(t, 0, 3, "french") < strong


def test_advice_does_not_read_loyalties() -> None:
    """The same ratings and beliefs in all worlds that differ in nothing but others' loyalties."""
    t = table(f"{LOYAL}\nFD 0 1 2\nJR 3\nchests FD.B=1 FD.F=1", active=0)
    world = t.state.determinize(0, FastRng(1))
    actions = world.legal(0)
    rated = ADVICE.rate(world.clone(), 0, actions)
    seen = set()
    for seed in range(2, 20):
        other = t.state.determinize(0, FastRng(seed))
        twin = world.clone()
        twin.loyalties = other.loyalties[:]
        twin.knows = world.knows[:]
        for seat in range(5):
            twin.knows[56 + twin.loyalties[seat]] = 1 << seat
        seen.add(tuple(twin.loyalties))
        assert ADVICE.rate(twin, 0, actions) == pytest.approx(rated)
        assert ADVICE.beliefs(twin, 0) == ADVICE.beliefs(world, 0)
    assert len(seen) > 5


def test_first_chests_are_bluffed_sometimes() -> None:
    """Mostly the own hold, but not always: a first chest does not give a loyalty away."""
    greedy = bot("greedy", GAME)
    own = 0
    for seed in range(1, 101):
        state = GAME.deal(5, GAME.complete({"loyalty_mode": "hidden"}), FastRng(seed))
        seat = state.deciders()[0]
        if state.side(seat) == "dutch":
            own += 1
            continue
        action = greedy.choose(state.determinize(seat, FastRng(seed)), seat, FastRng(seed))
        own += action.text.endswith("B" if state.side(seat) == "british" else "F")
    assert 65 <= own <= 97


def test_votes_are_bluffed_sometimes() -> None:
    """With water and torch in hand an enemy of the captain does not always lay water."""
    laid = set()
    greedy = bot("greedy", GAME)
    for seed in range(1, 60):
        t = table(f"{LOYAL}\nFD 1 0\nhand 0 VC05 VC09", active=1, loyalty_mode="open")
        t.play(1, "attack")
        action = greedy.choose(t.state.determinize(0, FastRng(seed)), 0, FastRng(seed))
        laid.add(action.text)
    assert laid == {"vote VC05", "vote VC09"}


def test_the_armada_ends_a_lead() -> None:
    """Who leads and knows where it lies turns it over; who trails does not."""
    greedy = bot("greedy", GAME)
    text = f"{LOYAL}\nFD 0\nJR 1\nrow pistol+0+1 spanish_armada+0+1 black_spot+0+1\ndeck -"
    t = table(f"{text}\nchests FD.B=2", active=0)
    assert greedy.choose(t.state.determinize(0, FastRng(1)), 0, FastRng(1)).text == "reveal 2"
    t = table(f"{text}\nchests FD.B=2", active=1)
    assert greedy.choose(t.state.determinize(1, FastRng(1)), 1, FastRng(1)).text != "reveal 2"


@pytest.mark.parametrize("seats", range(2, 10))
def test_greedy_bots_end_their_games(seats: int) -> None:
    """With every number of seats, among themselves."""
    players = [bot("greedy", GAME)] * seats
    outcome = play_match(GAME, GAME.complete({}), players, seed=seats)
    assert outcome.result is not None
