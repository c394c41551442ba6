"""Records: played again they give the same game, and a wrong one says where it is wrong."""

from __future__ import annotations

import pytest

from broadside.games import registry
from broadside.kernel.errors import BadOption, BadRecord, BadSeats
from broadside.kernel.replay import Record, deal, replay
from broadside.kernel.rng import FastRng

GAME = registry.find("jolly-and-roger")


def record() -> Record:
    """Two actions of a game that seat 0 begins."""
    found = Record(GAME.name, GAME.version, 2, GAME.complete({"first_splitter": "seat0"}))
    found.add(0, "split 125")
    found.add(1, "pick B")
    return found


def test_a_record_plays_through() -> None:
    """The table stands where the record ends."""
    table = replay(GAME, record(), FastRng(1))
    assert table.deciders() == [1]
    kinds = [event["kind"] for event in table.seen_events(0)]
    assert kinds == ["turn_began", "split", "picked"]


def test_another_game() -> None:
    """The record names its game."""
    other = record()
    other.game = "jamaica"
    with pytest.raises(BadRecord, match="of jamaica, not of jolly-and-roger"):
        replay(GAME, other, FastRng(1))


def test_another_version() -> None:
    """Rules versions are pinned: a game is only replayed under the rules it was played under."""
    other = record()
    other.version = GAME.version + 1
    with pytest.raises(BadRecord, match=f"under version {GAME.version + 1} .* {GAME.version}"):
        deal(GAME, other, FastRng(1))


def test_wrong_seats_and_options() -> None:
    """A record may come from anywhere."""
    other = record()
    other.seats = 3
    with pytest.raises(BadSeats):
        replay(GAME, other, FastRng(1))
    other = record()
    other.options["deck"] = "marked"
    with pytest.raises(BadOption, match="option deck cannot be 'marked'"):
        replay(GAME, other, FastRng(1))
    other.options = {"wind": "north"}
    with pytest.raises(BadOption, match="no option 'wind'"):
        replay(GAME, other, FastRng(1))


def test_missing_options_are_the_usual_ones() -> None:
    """As when a table is set up."""
    other = Record(GAME.name, GAME.version, 2, {})
    assert deal(GAME, other, FastRng(1)).write() == (
        GAME.deal(2, GAME.complete({}), FastRng(1)).write()
    )


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        (1, "kraken red", r"action 3 \('kraken red' by seat 1\): .* not in your set"),
        (0, "pick A", r"action 3 \('pick A' by seat 0\): .* waits for seat 1"),
        (1, "walk the plank", r"action 3 \('walk the plank' by seat 1\): there is no action"),
        (7, "pick A", r"action 3 \('pick A' by seat 7\)"),
    ],
)
def test_an_action_that_does_not_fit(seat: int, text: str, reason: str) -> None:
    """The first one is named, by its number from 1."""
    other = record()
    other.add(seat, text)
    with pytest.raises(BadRecord, match=reason):
        replay(GAME, other, FastRng(1))


def test_closings() -> None:
    """A record says where a window was closed that rested; elsewhere there is nothing to close."""
    game = registry.find("jolly-roger")
    live = Record(game.name, game.version, 4, game.live_options())
    live.closes_apart = True
    table = deal(game, live, FastRng(1))
    while not table.rests:
        seat = table.deciders()[0]
        live.add(seat, table.prompt(seat).default.text)
        table.play(seat, live.actions[-1][1])
    assert replay(game, live, FastRng(1)).rests
    live.add_closing()
    table.close_window()
    assert replay(game, live, FastRng(1)).write() == table.write()
    other = record()
    other.add_closing()
    with pytest.raises(BadRecord, match=r"action 3 .* only a window that rests can be closed"):
        replay(GAME, other, FastRng(1))
