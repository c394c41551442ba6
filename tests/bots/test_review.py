"""Reviews of decisions, their reasons, and what bots believe."""

from __future__ import annotations

import pytest

import broadside
from broadside.bots.levels import bot
from broadside.bots.search.bot import SearchBot
from broadside.bots.search.budget import Budget
from broadside.bots.search.calibration import Reliability, weigh_secrets
from broadside.bots.search.review import review
from broadside.bots.search.worlds import Worlds
from broadside.games.jolly_roger.table import Table
from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

NAME = "jolly-and-roger"
GAME = broadside.game(NAME)


def captain(look_aheads: int) -> SearchBot:
    found = bot("captain", GAME, Budget(look_aheads))
    assert isinstance(found, SearchBot)
    return found


def splitting() -> tuple[State, int]:
    table = broadside.new(NAME, seed=9)
    return table, table.deciders()[0]


def worst(table: State, seat: int) -> Action:
    """What looks worst after a first search."""
    arms = captain(200).ranking(table, seat, table.legal(seat), FastRng(1))
    return arms[-1].action


def test_a_bad_action_is_told_with_a_better_one_and_why() -> None:
    """The action that was taken is compared to the end, however bad it looks."""
    table, seat = splitting()
    played = worst(table, seat)
    found = review(captain(300), table, seat, played, FastRng(2))
    assert found.played is played
    assert found.best is not played
    assert found.is_mistake()
    assert found.best_chance > found.chance
    assert found.why
    assert {reason.term for reason in found.why} <= set(GAME.advice().feature_names())
    gains = [abs(reason.gain) for reason in found.why]
    assert gains == sorted(gains, reverse=True)


def test_the_best_action_is_no_mistake() -> None:
    table, seat = splitting()
    best = captain(300).ranking(table, seat, table.legal(seat), FastRng(2))[0].action
    found = review(captain(300), table, seat, best, FastRng(2))
    assert not found.is_mistake()


def test_beliefs_of_what_is_dealt_anew_are_true() -> None:
    """A reliability counts what was believed and what was true."""
    found = Reliability()
    for belief, is_true in ((0.72, True), (0.74, True), (0.71, False), (0.1, False)):
        found.add(belief, 0.5, is_true)
    assert (found.counts[7], found.true[7], found.counts[1]) == (3, 2, 1)
    assert found.squares < found.base_squares


@pytest.mark.parametrize(
    ("name", "seats"), [("tortuga-1667", 5), ("jolly-roger", 4), ("jamaica", 3)]
)
def test_secrets_are_weighed_against_the_table(name: str, seats: int) -> None:
    game = broadside.game(name)
    table = broadside.new(name, seats=seats, seed=2)
    player, rng = bot("greedy", game), FastRng(1)
    for _ in range(40):
        seat = table.deciders()[0]
        table.play(seat, player.choose(table.determinize(seat, rng), seat, rng))
    found = Reliability()
    weigh_secrets(found, game.advice(), table, table.deciders()[0], rng)
    assert found.total() > 0 or not game.advice().secrets(table, 0)


class Sure(Advice):
    """Is certain of something that is as likely as not."""

    def secrets(self, world: State, seat: int) -> list[str]:
        return ["odd" if is_odd(world) else "even"]

    def weight(self, world: State, seat: int) -> float:
        return 1e-12 if is_odd(world) else 2.0


def is_odd(world: State) -> bool:
    """A fact of how the pile begins."""
    line = next(line for line in world.write().splitlines() if line.startswith("pile"))
    return bool(sum(line[:30].encode()) % 2)


def test_what_is_true_and_nobody_believes_counts() -> None:
    """Else whoever is sure, and wrong, would look better than whoever doubts."""
    seeds = range(1, 20)
    table = next(
        each for each in (broadside.new(NAME, seed=seed) for seed in seeds) if is_odd(each)
    )
    found = Reliability()
    weigh_secrets(found, Sure(), table, 0, FastRng(1))
    assert (found.counts[0], found.true[0]) == (1, 1)
    assert (found.counts[-1], found.true[-1]) == (1, 0)
    assert found.squares == pytest.approx(2.0)


def test_nobody_keeps_what_is_played_at_once() -> None:
    """In Jolly Roger hands hold a Stowaway or a Second Mate seldom; a known one says nothing."""
    advice = broadside.game("jolly-roger").advice()
    table = table_of_pirates(30)
    seat, rng = table.deciders()[0], FastRng(3)
    source = Worlds(advice, table, seat, rng)
    held = [
        sum(
            secret.endswith(("stowaway", "second_mate"))
            for world in worlds
            for secret in advice.secrets(world, seat)
        )
        for worlds in (
            [table.determinize(seat, rng) for _ in range(100)],
            [source.draw() for _ in range(100)],
        )
    ]
    assert held[0] >= 20
    assert held[1] <= held[0] / 3
    known = table.clone()
    for card in range(len(known.knows)):
        known.knows[card] |= 1 << seat
    assert advice.weight(known, seat) == 1.0


def table_of_pirates(decisions: int) -> Table:
    """A table of Jolly Roger some greedy decisions after its deal."""
    table = broadside.new("jolly-roger", seats=6, seed=2)
    player, rng = bot("greedy", broadside.game("jolly-roger")), FastRng(1)
    for _ in range(decisions):
        seat = table.deciders()[0]
        table.play(seat, player.choose(table.determinize(seat, rng), seat, rng))
    assert isinstance(table, Table)
    return table


def test_deeds_tell_loyalties() -> None:
    """Worlds by belief hold more of the truth than worlds that are dealt blindly."""
    game = broadside.game("tortuga-1667")
    advice, player = game.advice(), bot("greedy", game)
    found = Reliability()
    for seed in range(3):
        table, rng = broadside.new("tortuga-1667", seats=5, seed=seed), FastRng(seed + 1)
        for number in range(60):
            if not table.waiting:
                break
            seat = table.deciders()[0]
            if number > 30 and number % 6 == 0:
                weigh_secrets(found, advice, table, seat, rng)
            table.play(seat, player.choose(table.determinize(seat, rng), seat, rng))
    assert found.total() > 50
    assert found.squares < found.base_squares


def test_what_is_kept_is_seldom_cursed() -> None:
    """In Jamaica a world is the less likely, the more of the others' unknown treasures are cursed.

    The treasures that a seat knows say nothing.
    """
    advice = broadside.game("jamaica").advice()
    table = broadside.new("jamaica", seats=3, seed=4)
    player, rng = bot("greedy", broadside.game("jamaica")), FastRng(1)
    while table.waiting:
        seat = table.deciders()[0]
        worlds = [table.determinize(seat, rng) for _ in range(8)]
        weights = {advice.weight(world, seat) for world in worlds}
        if len(weights) > 1:
            break
        table.play(seat, player.choose(worlds[0], seat, rng))
    by_curses = sorted(
        (sum("cursed" in secret for secret in advice.secrets(world, seat)), -weight)
        for world in worlds
        for weight in [advice.weight(world, seat)]
    )
    assert by_curses[0][0] < by_curses[-1][0]
    assert by_curses[0][1] < by_curses[-1][1]
