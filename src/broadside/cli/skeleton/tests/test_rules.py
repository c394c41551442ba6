"""The rules, each by an example."""

from __future__ import annotations

from skeleton_game.game import SkeletonGame
from skeleton_game.table import Table

from broadside.kernel.rng import FastRng


def dealt(seats: int) -> Table:
    """A new table."""
    table = SkeletonGame().deal(seats, {}, FastRng(1))
    assert isinstance(table, Table)
    return table


def test_everybody_has_three_cards() -> None:
    """SKL-S1."""
    assert [len(hand) for hand in dealt(4).hands] == [3, 3, 3, 3]


def test_the_highest_card_takes_the_trick() -> None:
    """SKL-T2: it leads the next one, and everybody has drawn."""
    table = dealt(2)
    played = []
    for seat in range(2):
        action = table.legal(seat)[seat]
        played.append(action.first)
        table.play(seat, action)
    winner = played.index(max(played))
    assert table.won[winner] == tuple(played)
    assert table.deciders() == [winner]
    assert [len(hand) for hand in table.hands] == [3, 3]


def test_most_tricks_win() -> None:
    """SKL-E1."""
    table = dealt(3)
    while not table.is_over():
        seat = table.deciders()[0]
        table.play(seat, table.legal(seat)[0])
    scores = table.scores()
    assert sum(scores) == 5
    assert table.winners() == [seat for seat in range(3) if scores[seat] == max(scores)]
