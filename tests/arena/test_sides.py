"""Simulations by side: bots sit where the cards put them, and sides win."""

from __future__ import annotations

import pytest

from broadside.arena.match import deal_match, play_match
from broadside.arena.report import report
from broadside.arena.simulate import Plan, seat_by_side, simulate
from broadside.bots.levels import bot
from broadside.cli.entry import main
from broadside.cli.thinking import cast
from broadside.games.registry import find

GAME = find("tortuga-1667")
OPTIONS = GAME.complete({})
SIDES = (("british", "greedy"), ("french", "random"), ("dutch", "random"))


def planned(games: int) -> Plan:
    """Greedy British against random others."""
    bots = ("greedy", "random", "greedy", "random", "greedy")
    return Plan(GAME.name, OPTIONS, bots, games, seed=4, sides=SIDES)


def test_the_deal_decides_who_sits_where() -> None:
    """Every seat has the bot of its side."""
    plan = planned(5)
    for index in range(5):
        dealt = deal_match(GAME, OPTIONS, 5, plan.seed, index)
        names = seat_by_side(plan, GAME, index)
        sides = [dealt.side(seat) for seat in range(5)]
        assert sorted(sides) == ["british", "british", "dutch", "french", "french"]
        assert [dict(SIDES)[side] for side in sides] == list(names)


def test_wins_are_counted_by_side_and_workers_change_nothing() -> None:
    """Every finished game was won by one side; beliefs are counted for all seats."""
    found = report(simulate(planned(12), cast, workers=1))
    assert sum(found["by_side"].values()) == found["finished"] == 12
    assert found["by_side"]["british"] >= 9
    assert found["sides"] == dict(SIDES)
    assert found["by_bot"]["greedy"]["games"] == 24
    assert found["beliefs"]["greedy"]["seats"] == 24
    again = report(simulate(planned(12), cast, workers=2))
    assert again["by_side"] == found["by_side"]
    assert again["beliefs"] == found["beliefs"]


def test_chance_is_what_the_counts_of_sides_say() -> None:
    """The Dutch player sees two pairs, others a pair and two single ones: 8/16 and 6/16."""
    players = [bot("random", GAME) for _ in range(5)]
    outcome = play_match(GAME, OPTIONS, players, seed=1)
    assert len(outcome.beliefs) == 5
    for belief in outcome.beliefs:
        expected = 0.5 if outcome.sides[belief.seat] == "dutch" else 0.375
        assert belief.chance == pytest.approx(expected)
        assert 0.0 <= belief.truth <= 1.0


def test_a_game_without_sides_has_none() -> None:
    """Nothing is reported, and bots by side are refused."""
    plan = Plan("jamaica", find("jamaica").complete({}), ("random",) * 3, 2, seed=1)
    found = report(simulate(plan, cast, workers=1))
    assert (found["by_side"], found["beliefs"]) == ({}, {})


@pytest.mark.parametrize(
    ("game", "bots", "message"),
    [
        ("jamaica", "british=greedy", "has no sides"),
        ("tortuga-1667", "british=greedy", "no bot for"),
        ("tortuga-1667", "british=greedy,french", "the sides are"),
        ("tortuga-1667", "british=greedy,spanish=random", "the sides are"),
        ("tortuga-1667", "british=greedy,british=random", "the sides are"),
        ("tortuga-1667", "british=greedy,french=kraken,dutch=random", "there is no bot"),
    ],
)
def test_wrong_sides_are_refused(
    game: str, bots: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says what would be right."""
    assert main(["simulate", game, "--seats", "5", "--bots", bots, "--games", "1"]) != 0
    assert message in capsys.readouterr().err


def test_people_read_who_has_won(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each side, and one for what was believed."""
    bots = "british=greedy,french=random,dutch=random"
    assert main(["simulate", GAME.name, "--seats", "5", "--bots", bots, "--games", "2"]) == 0
    shown = capsys.readouterr().out
    assert "british (greedy) won" in shown
    assert "Seats of greedy gave the true side of another" in shown
