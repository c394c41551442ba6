"""Simulations: the seed decides everything, the number of workers nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

import broadside
from broadside.arena.match import Outcome, play_match
from broadside.arena.simulate import Plan, Simulation, Tally, cut, simulate
from broadside.cli.thinking import cast

GAME = broadside.game("jolly-and-roger")
PLAN = Plan(GAME.name, GAME.complete({}), ("greedy", "random"), games=23, seed=7, rotate=True)


@pytest.fixture(scope="module")
def alone() -> Simulation:
    """The plan, played in this process."""
    return simulate(PLAN, cast, workers=1)


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_workers_gives_the_same_result(alone: Simulation, workers: int) -> None:
    shared = simulate(PLAN, cast, workers)
    assert shared.workers == workers
    assert shared.tally == alone.tally


def test_another_seed_gives_another_result(alone: Simulation) -> None:
    assert simulate(replace(PLAN, seed=8), cast, workers=1).tally != alone.tally


def test_no_more_workers_than_pieces() -> None:
    assert simulate(replace(PLAN, games=2), cast, workers=64).workers == 1


def test_progress_is_told_up_to_the_end() -> None:
    told: list[int] = []
    simulate(replace(PLAN, games=12, bots=("random", "random")), cast, 1, told.append)
    assert told == [5, 10, 12]


def test_rotation_moves_each_bot_one_seat_per_match() -> None:
    plan = replace(PLAN, bots=("a", "b", "c"))
    assert [plan.seating(i) for i in range(4)] == [
        ("a", "b", "c"),
        ("c", "a", "b"),
        ("b", "c", "a"),
        ("a", "b", "c"),
    ]
    assert replace(plan, rotate=False).seating(1) == ("a", "b", "c")


def test_shuffled_bots_sit_anywhere() -> None:
    """Each match anew, and the same in every process."""
    plan = replace(PLAN, bots=("a", "b", "c"), rotate=False, shuffle=True)
    seatings = [plan.seating(i) for i in range(40)]
    assert {tuple(sorted(seating)) for seating in seatings} == {("a", "b", "c")}
    assert len(set(seatings)) == 6
    assert seatings == [plan.seating(i) for i in range(40)]


def test_rotated_seats_share_the_winner(alone: Simulation) -> None:
    """Greedy wins all, from seat 0 in the even matches, from seat 1 in the odd ones."""
    assert alone.tally.by_bot["greedy"].wins == 23
    assert [share.wins for share in alone.tally.by_seat] == [12, 11]


def test_a_bot_in_both_seats_counts_both() -> None:
    tally = simulate(replace(PLAN, bots=("random", "random"), games=10), cast, 1).tally
    assert tally.by_bot["random"].games == 20
    assert tally.by_bot["random"].wins == 10
    assert tally.finished == 10


@pytest.mark.parametrize("games", [1, 5, 64, 1000, 12345])
def test_pieces_cover_every_match_once(games: int) -> None:
    assert [index for piece in cut(games) for index in piece] == list(range(games))


def test_a_match_is_decided_by_seed_and_number() -> None:
    game, players = cast(GAME.name, ["greedy", "random"])
    options = game.complete({})
    outcomes = [play_match(game, options, players, 3, index) for index in (0, 1, 0)]
    assert outcomes[0] == outcomes[2] != outcomes[1]


def test_a_match_that_does_not_end_is_nobodys_win() -> None:
    tally = Tally(("a", "b"))
    tally.count(("a", "b"), Outcome(None, [3, 4], 99))
    tally.count(("a", "b"), Outcome([0.5, 0.5], [3, 3], 7))
    assert (tally.games, tally.finished, tally.shared) == (2, 1, 1)
    assert (tally.shortest, tally.longest, tally.decisions) == (7, 99, 106)
    assert tally.by_bot["a"].wins == 0.5
    assert tally.by_bot["b"].score == 3
