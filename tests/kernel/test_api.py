"""The public Python API: whatever is asked wrongly is refused, and nothing changes."""

from __future__ import annotations

import importlib

import pytest

import broadside
from broadside.kernel.event import SPECTATOR

NAME = "jolly-and-roger"


def table(seed: int = 1) -> broadside.State:
    """A new table on which seat 0 splits."""
    return broadside.new(NAME, seats=2, seed=seed, first_splitter="seat0")


def test_games() -> None:
    """By name; also after the modules of the games were imported on their own."""
    importlib.import_module("broadside.games.registry")
    assert NAME in broadside.games()
    assert [broadside.game(name).name for name in broadside.games()] == broadside.games()


def test_a_seed_deals_its_table() -> None:
    """The same seed the same one, another seed another one."""
    assert table(5).write() == table(5).write()
    assert table(5).write() != table(6).write()
    assert broadside.new(NAME, seed=-3).deciders()


@pytest.mark.parametrize("name", ["", "jolly", "Jolly-and-Roger", "chess", "x" * 1000])
def test_no_such_game(name: str) -> None:
    """The message lists the games."""
    with pytest.raises(broadside.UnknownGame, match=NAME) as refused:
        broadside.game(name)
    assert len(str(refused.value)) < 200
    with pytest.raises(broadside.UnknownGame):
        broadside.new(name)


@pytest.mark.parametrize("seats", [0, 1, 3, -2])
def test_wrong_seats(seats: int) -> None:
    """The message says how many may play."""
    with pytest.raises(broadside.BadSeats, match=f"played with 2 seats, not with {seats}"):
        broadside.new(NAME, seats=seats)


def test_wrong_options() -> None:
    """The message says which options there are, and which values."""
    with pytest.raises(broadside.BadOption, match="it has deck, first_splitter, memory"):
        broadside.new(NAME, colour="black")
    with pytest.raises(broadside.BadOption, match="it may be intro, advanced, advanced_full"):
        broadside.new(NAME, deck="huge")


def test_every_error_is_one_of_ours() -> None:
    """Whoever catches BroadsideError, or ValueError, catches all."""
    for error in (
        broadside.BadOption,
        broadside.BadSeats,
        broadside.IllegalAction,
        broadside.NotationError,
        broadside.UnknownAction,
        broadside.UnknownGame,
    ):
        assert issubclass(error, broadside.BroadsideError)
        assert issubclass(error, ValueError)


@pytest.mark.parametrize("text", ["", "split", "split 6", "walk the plank", "split 12345"])
def test_text_that_is_no_action(text: str) -> None:
    """The message names the verbs; the table stays as it was."""
    state = table()
    before = state.write()
    with pytest.raises(broadside.UnknownAction, match="verbs: split, pick, crew"):
        state.play(0, text)
    assert state.write() == before


@pytest.mark.parametrize("seat", [1, 2, 99, SPECTATOR, -7])
def test_an_action_of_another_seat(seat: int) -> None:
    """The message says for whom the table waits."""
    state = table()
    before = state.write()
    with pytest.raises(broadside.IllegalAction, match="the table waits for seat 0") as refused:
        state.play(seat, "split 12")
    assert refused.value.code == "not_your_turn"
    assert refused.value.rule == "JNR-F2"
    assert state.write() == before


def test_an_action_that_is_not_asked_for() -> None:
    """The message says what is, and gives an example."""
    state = table()
    before = state.write()
    with pytest.raises(broadside.IllegalAction, match="the question is 'split'; try '") as refused:
        state.play(0, "pick A")
    assert refused.value.code == "not_now"
    assert refused.value.reason == str(refused.value)
    assert state.write() == before


def test_an_action_after_the_end() -> None:
    """Nothing more can be done."""
    state = table()
    while state.result() is None:
        seat = state.deciders()[0]
        state.play(seat, state.prompt(seat).default)
    before = state.write()
    for seat in (0, 1, SPECTATOR):
        with pytest.raises(broadside.IllegalAction, match="the game is over") as refused:
            state.play(seat, "split 12")
        assert refused.value.code == "game_over"
    assert state.write() == before


def test_an_action_of_another_game() -> None:
    """Actions are compared by identity."""
    from tests.laws.parley.verbs import ACTIONS

    state = table()
    with pytest.raises(broadside.IllegalAction):
        state.play(0, ACTIONS.actions[0])
