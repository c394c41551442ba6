"""The bots one can name, and how strong they are."""

from __future__ import annotations

import pytest

import broadside
from broadside.arena.match import play_match
from broadside.bots.levels import BOTS, OFFERED, SEARCHING, bot
from broadside.bots.search.budget import Budget
from broadside.bots.simple import Bot
from broadside.kernel.rng import FastRng

GAMES = 50
GAME = broadside.game("jolly-and-roger")
DECKS = ["intro", "advanced", "advanced_full"]


def quick(name: str) -> Bot:
    """The bot of that name; one that searches looks ahead a few times only."""
    return bot(name, GAME, Budget(40))


def bots(*names: str) -> list[Bot]:
    return [quick(name) for name in names]


def test_every_named_bot_can_be_made() -> None:
    assert [each.name for each in bots(*BOTS)] == BOTS


def test_a_cheater_is_never_offered() -> None:
    """It can be made for measurements, but no list of bots for tables has it."""
    assert bot("cheater", GAME).cheats
    assert "cheater" in SEARCHING
    assert "cheater" not in BOTS + OFFERED
    assert not any(bot(name, GAME).cheats for name in BOTS)


def test_the_deckhand_errs_on_purpose() -> None:
    """It often does what the bosun does, but not always, and it loses for it."""
    players = bots("bosun", "deckhand")
    won = 0.0
    for index in range(20):
        result = play_match(GAME, GAME.complete({}), players, 2, index).result
        won += (result or [0.0])[0]
    assert won >= 14


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(broadside.BroadsideError, match="no bot 'gredy'; did you mean greedy"):
        bot("gredy", GAME)


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_in_97_of_100_games(seat: int) -> None:
    """Half of the hundred from each seat; three games in all may be lost."""
    players = bots("greedy", "random") if seat == 0 else bots("random", "greedy")
    lost = 0.0
    for index in range(GAMES):
        result = play_match(GAME, GAME.complete({}), players, 1, index).result
        assert result is not None
        lost += result[1 - seat]
    assert lost <= 1.5


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_answers_every_question_legally(name: str, deck: str) -> None:
    table = broadside.new("jolly-and-roger", seed=3, deck=deck)
    rng = FastRng(5)
    player = quick(name)
    while table.result() is None:
        seat = table.deciders()[0]
        action = player.choose(table.determinize(seat, rng), seat, rng)
        assert action in table.legal(seat)
        table.play(seat, action)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_does_not_change_the_world_it_looks_at(name: str) -> None:
    table = broadside.new("jolly-and-roger", seed=4)
    seat = table.deciders()[0]
    before = table.write()
    quick(name).choose(table, seat, FastRng(1))
    assert table.write() == before


@pytest.mark.parametrize("name", BOTS)
def test_the_generator_decides_what_a_bot_leaves_to_chance(name: str) -> None:
    table = broadside.new("jolly-and-roger", seed=4)
    seat = table.deciders()[0]
    choices = [quick(name).choose(table.clone(), seat, FastRng(7)) for _ in range(3)]
    assert choices[0] is choices[1] is choices[2]


def test_random_takes_every_legal_action_sooner_or_later() -> None:
    table = broadside.new("jolly-and-roger", seed=4)
    seat = table.deciders()[0]
    rng = FastRng(1)
    player = bot("random", GAME)
    taken = {player.choose(table, seat, rng).text for _ in range(500)}
    assert taken == {action.text for action in table.legal(seat)}


def test_greedy_takes_what_the_advice_rates_best() -> None:
    table = broadside.new("jolly-and-roger", seed=9)
    table.play(table.deciders()[0], "split 12")
    seat = table.deciders()[0]
    advice = GAME.advice()
    actions = advice.sensible(table, seat)
    ratings = advice.rate(table, seat, actions)
    chosen = bot("greedy", GAME).choose(table, seat, FastRng(1))
    assert ratings[actions.index(chosen)] == max(ratings)
