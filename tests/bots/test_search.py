"""Search: the same question gets the same answer, in time, and it is a better one."""

from __future__ import annotations

import pytest

import broadside
from broadside.arena.match import play_match
from broadside.bots.levels import bot
from broadside.bots.search.bot import SearchBot
from broadside.bots.search.budget import UNLIMITED, Budget, Watch
from broadside.bots.search.halving import (
    Arm,
    by_worth,
    halvings,
    is_clearly_behind,
    set_doubts,
)
from broadside.bots.search.look_ahead import LookAhead, hope
from broadside.bots.search.worlds import Worlds
from broadside.kernel.action import Action, Verb
from broadside.kernel.advice import Advice
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State
from broadside.replays.puzzles.collection import position, puzzles
from tests.laws.parley.game import Parley

TABLES = [("jolly-and-roger", 2), ("jamaica", 4), ("tortuga-1667", 5), ("jolly-roger", 6)]
SEED = 9


def table_of(name: str, seats: int, decisions: int) -> State:
    """A table some greedy decisions after its deal."""
    table = broadside.new(name, seats=seats, seed=3)
    player, rng = bot("greedy", broadside.game(name)), FastRng(2)
    for _ in range(decisions):
        seat = table.deciders()[0]
        table.play(seat, player.choose(table.determinize(seat, rng), seat, rng))
    return table


def captain(name: str, look_aheads: int) -> SearchBot:
    found = bot("captain", broadside.game(name), Budget(look_aheads))
    assert isinstance(found, SearchBot)
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_same_seed_budget_and_world_give_the_same_answer(name: str, seats: int) -> None:
    for decisions in (0, 7, 20):
        table = table_of(name, seats, decisions)
        seat = table.deciders()[0]
        world = table.determinize(seat, FastRng(1))
        before = world.write()
        first, second = (
            captain(name, 60).ranking(world, seat, world.legal(seat), FastRng(5)) for _ in range(2)
        )
        assert world.write() == before
        assert [(arm.action, arm.mean()) for arm in first] == [
            (arm.action, arm.mean()) for arm in second
        ]
        assert first[0].action in table.legal(seat)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_seat_of_every_game_can_be_played_by_captains(name: str, seats: int) -> None:
    """Windows of all shapes, chance and offers among them; every answer is legal."""
    game = broadside.game(name)
    players = [captain(name, 6)] * seats
    outcome = play_match(game, game.complete({}), players, 4)
    assert outcome.result is not None


def test_a_search_keeps_to_its_number_of_look_aheads() -> None:
    table = table_of("jamaica", 4, 0)
    seat = table.deciders()[0]
    player = captain("jamaica", 50)
    player.choose(table, seat, FastRng(1))
    assert 1 < player.budget.done <= 50


class Ticks(Watch):
    """A watch on which every look is a tick."""

    def __init__(self, ticks: int) -> None:
        self.ticks = ticks
        self.seen = 0

    def start(self) -> None:
        self.seen = 0

    def used(self) -> float:
        self.seen += 1
        return self.seen / self.ticks


def test_a_search_stops_when_its_watch_says_so() -> None:
    """Also in the middle of a world, which then does not count; there is always an answer."""
    table = table_of("jamaica", 4, 0)
    seat = table.deciders()[0]
    for ticks in (1, 2, 5, 40):
        watch = Ticks(ticks)
        player = SearchBot("x", broadside.game("jamaica").advice(), Budget(UNLIMITED, watch))
        assert player.choose(table, seat, FastRng(1)) in table.legal(seat)
        assert watch.seen <= ticks + 2


def test_a_search_without_any_time_does_what_the_advice_rates_best() -> None:
    """A hard stop: not even the first world is tried to its end."""
    game = broadside.game("jolly-and-roger")
    table = broadside.new("jolly-and-roger", seed=3)
    seat = table.deciders()[0]
    advice = game.advice()
    budget = Budget(UNLIMITED, Ticks(1))
    player = SearchBot("hasty", advice, budget)
    chosen = player.choose(table, seat, FastRng(1))
    assert budget.done == 0
    actions = advice.sensible(table, seat)
    ratings = advice.rate(table, seat, actions)
    assert ratings[actions.index(chosen)] == max(ratings)


def test_an_old_salt_looks_further_where_that_pays() -> None:
    """In Jamaica a round further than a captain; in Jolly Roger as far."""
    for name, seats, more in (("jamaica", 4, 1), ("jolly-roger", 6, 0)):
        table, advice = table_of(name, seats, 0), broadside.game(name).advice()
        reached: list[int] = []
        for is_patient in (False, True):
            world = table.clone()
            LookAhead(advice, table, table.deciders()[0], is_patient).go(world, FastRng(1))
            reached.append(advice.stage(world))
        assert reached[1] - reached[0] == more
        levels = [bot(level, broadside.game(name)) for level in ("captain", "old-salt")]
        assert [isinstance(each, SearchBot) and each.is_patient for each in levels] == [False, True]


def test_half_of_the_arms_go_each_time() -> None:
    assert [halvings(arms) for arms in (1, 2, 3, 4, 5, 24)] == [1, 1, 2, 2, 3, 5]


def arm(worths: list[float]) -> Arm:
    found = Arm(Action(0, Verb(0, "x", []), (), "x"), 0.0)
    for worth in worths:
        found.add(worth)
    return found


def test_what_is_clearly_behind_is_told_by_pairs() -> None:
    """Luck that both had alike does not matter."""
    luck = [(7 * place % 10) / 10 for place in range(20)]
    best = arm(luck)
    assert is_clearly_behind(arm([worth - 0.05 for worth in luck]), best)
    assert not is_clearly_behind(arm(luck), best)
    assert not is_clearly_behind(arm(luck[::-1]), best)


def test_a_clear_choice_ends_the_search_early() -> None:
    """Boarding a finished race costs nothing: the only good action stays alone."""
    name = "jolly-and-roger"
    game = broadside.game(name)
    spent: list[int] = []
    table = table_of(name, 2, 50)
    player, rng = captain(name, 4000), FastRng(1)
    while table.waiting:
        seat = table.deciders()[0]
        table.play(seat, player.choose(table.determinize(seat, rng), seat, rng))
        spent.append(player.budget.done)
    assert game.name == name
    assert min(spent) < 2000


class Weighing(Advice):
    """Believes in worlds whose next pile begins with a low card."""

    def value(self, world: State, seat: int) -> float:
        return 0.0

    def weight(self, world: State, seat: int) -> float:
        return 3.0 if first_of_pile(world) < 25 else 0.5


def first_of_pile(world: State) -> int:
    line = next(line for line in world.write().splitlines() if line.startswith("pile"))
    return sum(line.encode()) % 50


def test_worlds_of_more_weight_are_drawn_more_often() -> None:
    table = table_of("jolly-and-roger", 2, 1)
    plain = Worlds(bot_advice(), table, 0, FastRng(3))
    weighed = Worlds(Weighing(), table, 0, FastRng(3))
    low = [
        sum(first_of_pile(source.draw()) < 25 for _ in range(200)) for source in (plain, weighed)
    ]
    assert low[0] < 140
    assert low[1] > 155


def bot_advice() -> Advice:
    return broadside.game("jolly-and-roger").advice()


def test_the_end_is_worth_what_the_side_has_won() -> None:
    """Friends share a victory, and each of them counts it whole."""
    game = broadside.game("tortuga-1667")
    table = table_of("tortuga-1667", 5, 0)
    rng = FastRng(8)
    while table.waiting:
        seat = table.deciders()[0]
        legal = table.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))])
    result = table.result()
    assert result is not None
    hopes = [hope(game.advice(), table, seat) for seat in range(5)]
    assert hopes == [1.0 if part else 0.0 for part in result]


def test_a_game_without_features_is_searched_by_its_points() -> None:
    """A game that lends a taste and nothing else can be searched, too."""
    game = Parley()
    table = game.deal(3, game.complete({}), FastRng(1))
    seat = table.deciders()[0]
    chances = game.advice().chances(table)
    assert sum(chances) == pytest.approx(1.0)
    player = SearchBot("x", game.advice(), Budget(30))
    assert player.choose(table.determinize(seat, FastRng(2)), seat, FastRng(3)) in table.legal(seat)


@pytest.mark.parametrize(
    ("name", "solved"),
    [("jolly-and-roger", 12), ("jamaica", 17), ("tortuga-1667", 14), ("jolly-roger", 16)],
)
def test_a_captain_finds_what_a_bosun_misses(name: str, solved: int) -> None:
    """Of twenty puzzles a captain solves most with a few look-aheads, and a bosun hardly any.

    Without look-ahead seven are solved at most, without the evaluation ten.
    """
    game = broadside.game(name)
    found = {"captain": 0, "bosun": 0}
    for number, puzzle in enumerate(puzzles(name, game.version)[:20]):
        table = position(game, puzzle)
        for level in found:
            rng = FastRng(number + 1)
            world = table.determinize(puzzle.seat, rng)
            chosen = bot(level, game, Budget(120)).choose(world, puzzle.seat, rng)
            found[level] += chosen.text == puzzle.judgement.best
    assert found["captain"] >= solved
    assert found["bosun"] <= 3


@pytest.mark.parametrize(
    ("name", "seats", "look_aheads", "games", "wins"),
    [("jolly-and-roger", 2, 30, 8, 6), ("jamaica", 4, 20, 12, 5)],
)
def test_looking_ahead_wins(name: str, seats: int, look_aheads: int, games: int, wins: int) -> None:
    """Even a few look-aheads beat the bosun more often than chance, seats rotated.

    The seed decides everything; the bounds leave room for other weights. Once there are enough
    wins, further games could not change the verdict.
    """
    game = broadside.game(name)
    won = 0.0
    for index in range(games):
        seated = [bot("bosun", game) for _ in range(seats)]
        seated[index % seats] = captain(name, look_aheads)
        outcome = play_match(game, game.complete({}), seated, SEED, index)
        won += (outcome.result or [0.0] * seats)[index % seats]
        if won >= wins:
            return
    pytest.fail(f"{won} of {games} games won, not {wins}")


def test_with_little_evidence_the_advice_counts() -> None:
    """What many actions are rated better than must show more to be believed; later it need not."""
    rated = [
        Arm(Action(place, Verb(place, str(place), []), (), str(place)), -float(place // 2))
        for place in range(6)
    ]
    set_doubts(rated)
    doubts = [each.doubt for each in rated]
    assert doubts[0] == doubts[1] == 0.0
    assert doubts[2] == doubts[3] > 0.0
    assert doubts == sorted(doubts)
    best, last = rated[0], rated[-1]
    best.add(0.50)
    last.add(0.52)
    assert by_worth(best) < by_worth(last)
    for _ in range(100):
        best.add(0.50)
        last.add(0.52)
    assert by_worth(last) < by_worth(best)
