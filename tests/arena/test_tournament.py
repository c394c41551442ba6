"""Tournaments: same deals for all, intervals that may be looked at, files to go on from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from broadside.arena import standings
from broadside.arena.statistics import lasting_radius, ratings, spread
from broadside.arena.tournament import Bout, Contest, Deal, Notes, hold, is_clear
from broadside.cli.entry import main
from broadside.cli.thinking import cast
from broadside.games.registry import find
from broadside.kernel.errors import BroadsideError
from broadside.kernel.rng import FastRng

GAME = find("jolly-and-roger")
Capture = pytest.CaptureFixture[str]


def contest(*bots: str, seats: int = 2, game: str = "jolly-and-roger") -> Contest:
    return Contest(game, find(game).complete({}), seats, bots, seed=3)


# ------------------------------------------------------------------------------ line-ups


def test_as_many_bots_as_seats_rotate() -> None:
    assert contest("a", "b", "b", "b", seats=4).line_ups() == [
        ("a", "b", "b", "b"),
        ("b", "b", "b", "a"),
        ("b", "b", "a", "b"),
        ("b", "a", "b", "b"),
    ]


def test_fewer_bots_fill_the_seats_in_turns() -> None:
    assert contest("a", "b", seats=4).line_ups() == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


def test_of_more_bots_all_groups_play() -> None:
    found = contest("a", "b", "c").line_ups()
    assert sorted(found) == [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")]


# --------------------------------------------------------------------------------- playing


def test_a_deal_is_the_same_in_every_line_up() -> None:
    """Two equal bots with swapped names win the same seat of a deal."""
    played = hold(contest("greedy", "bosun"), cast, limit=8)
    assert len(played) == 8
    for deal in played:
        assert [bout.seated for bout in deal.matches] == [("greedy", "bosun"), ("bosun", "greedy")]
        assert deal.matches[0].parts == deal.matches[1].parts
        assert deal.share("greedy") == deal.share("bosun") == 0.5


def test_a_clear_answer_ends_a_tournament() -> None:
    played = hold(contest("bosun", "random"), cast, limit=200)
    assert 10 <= len(played) < 30
    found = standings.report(contest("bosun", "random"), played)
    assert found["is_clear"]
    assert list(found["standings"]) == ["bosun", "random"]
    assert found["standings"]["bosun"]["lasting"][0] > 0.5
    assert found["standings"]["bosun"]["rating"] > found["standings"]["random"]["rating"] + 200


def test_a_whole_tournament_goes_on() -> None:
    assert len(hold(contest("bosun", "random"), cast, limit=30, whole=True)) == 30


def test_equal_bots_are_seldom_told_apart_however_often_one_looks() -> None:
    """One in twenty tournaments may be wrong, over all looks together."""
    wrong = 0
    for seed in range(40):
        rng = FastRng(1000 + seed)
        played: list[Deal] = []
        for index in range(60):
            won = float(int(rng.below(2)))
            bout = Bout(("a", "b"), (won, 1.0 - won), (0, 0), 1, 0.0)
            played.append(Deal(index, (bout,)))
            if is_clear(contest("a", "b"), played):
                wrong += 1
                break
    assert wrong <= 2


def test_workers_change_nothing() -> None:
    plan = contest("bosun", "deckhand")
    alone, together = hold(plan, cast, 6), hold(plan, cast, 6, workers=2)
    assert [[bout.parts for bout in deal.matches] for deal in alone] == [
        [bout.parts for bout in deal.matches] for deal in together
    ]


# ----------------------------------------------------------------------------------- notes


def test_a_tournament_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    plan, path = contest("greedy", "bosun"), tmp_path / "run.jsonl"
    hold(plan, cast, 3, notes=Notes(path, plan))
    told: list[int] = []
    played = hold(
        plan, cast, 5, notes=Notes(path, plan), tell=lambda so_far: told.append(len(so_far))
    )
    assert told == [4, 5]
    whole = hold(plan, cast, 5)
    assert [deal.index for deal in played] == [0, 1, 2, 3, 4]
    assert [bout.parts for deal in played for bout in deal.matches] == [
        bout.parts for deal in whole for bout in deal.matches
    ]


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    Notes(path, contest("greedy", "bosun"))
    with pytest.raises(BroadsideError, match="holds another tournament: bots differ"):
        Notes(path, contest("greedy", "random"))
    path.write_text("ahoy\n", encoding="utf-8")
    with pytest.raises(BroadsideError, match="holds no tournament"):
        Notes(path, contest("greedy", "bosun"))


# ------------------------------------------------------------------------------ statistics


def test_an_interval_for_all_looks_is_wider_than_for_one() -> None:
    for deals in (10, 50, 400):
        once = 1.96 / deals**0.5
        assert once < lasting_radius(deals, 1.0) < 3 * once
    assert lasting_radius(9, 1.0) == float("inf")


def test_a_spread_is_never_nothing() -> None:
    assert spread([1.0] * 20, 0.0, 1.0) > 0.1


def test_ratings_recover_strengths() -> None:
    """Three times the wins at a table of two: 400 * log10(3) points, nearly."""
    tables = [(("a", "b"), (1.0, 0.0))] * 300 + [(("a", "b"), (0.0, 1.0))] * 100
    found = ratings(tables)
    assert found["a"] - found["b"] == pytest.approx(190.8, abs=3)
    assert sum(found.values()) == pytest.approx(0)


def test_ratings_of_many_players_count_seats() -> None:
    """Whoever wins a quarter of four-handed games against three equals is their equal."""
    seated = ("a", "b", "b", "b")
    tables = [(seated, (1.0, 0.0, 0.0, 0.0))] * 100 + [(seated, (0.0, 0.0, 1.0, 0.0))] * 300
    found = ratings(tables)
    assert found["a"] == pytest.approx(found["b"], abs=2)


# ------------------------------------------------------------------------------- the command


def test_arena_for_scripts(capsys: Capture, tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    argv = ["arena", "jamaica", "--seats", "3", "--bots", "bosun,random", "--games", "9"]
    assert main([*argv, "--json", "--plot", str(picture)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["seats"], found["deals"], found["matches"]) == ("jamaica", 3, 3, 9)
    assert found["standings"]["bosun"]["share"] > found["standings"]["random"]["share"]
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_arena_by_sides_counts_sides(capsys: Capture) -> None:
    sides = "british=bosun,french=random,dutch=random"
    argv = ["arena", "tortuga-1667", "--seats", "5", "--bots", sides, "--games", "4", "--json"]
    assert main(argv) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(found["by_side"].values()) == 4


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ("bosun", "names a single bot"),
        ("bosun,kraken", "there is no bot 'kraken'"),
        ("bosun,nowhere.py:Bot", "there is no file nowhere.py"),
    ],
)
def test_wrong_bots_are_refused(bots: str, message: str, capsys: Capture) -> None:
    assert main(["arena", "jolly-and-roger", "--bots", bots]) == 2
    assert message in capsys.readouterr().err
