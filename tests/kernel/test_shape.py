"""Shapes: a part of a view is declared by the lines that fill it."""

from __future__ import annotations

import broadside
from broadside.games.registry import GAMES
from broadside.kernel.shape import Shape
from tools.shapes import typed
from tools.wire_types import view_module


class Plank(Shape):
    """A plank."""

    def __init__(self, length: int) -> None:
        self.length: int = length


class Deck(Shape):
    """A deck of planks."""

    def __init__(self, lengths: list[int]) -> None:
        longest = max(lengths, default=0)
        self.planks: list[Plank] = [Plank(length) for length in lengths]
        self.longest: int | None = longest or None
        self.lengths: list[int] = lengths
        self.first: Plank | None = self.planks[0] if self.planks else None


def test_a_shape_shows_what_it_sets_in_that_order() -> None:
    """Shapes inside of it, alone or in a list, are shown as they show themselves."""
    shown = Deck([3, 5]).json()

    assert list(shown) == ["planks", "longest", "lengths", "first"]
    assert shown == {
        "planks": [{"length": 3}, {"length": 5}],
        "longest": 5,
        "lengths": [3, 5],
        "first": {"length": 3},
    }
    assert Deck([]).json() == {"planks": [], "longest": None, "lengths": [], "first": None}


def test_the_types_are_those_of_the_lines() -> None:
    """What is not shown has no type; the words about it are the docstring."""
    deck = typed(Deck)

    assert list(deck.__annotations__) == ["planks", "longest", "lengths", "first"]
    assert deck.__doc__ == "A deck of planks."
    assert deck.__annotations__["planks"].__args__[0].__annotations__ == {"length": int}
    assert deck.__annotations__["longest"] == int | None


def test_views_show_what_their_types_say() -> None:
    """In every game whose view is a shape, compiled or not, and in the same order."""
    shaped = 0
    for game in GAMES:
        sight = view_module(type(game).__module__.rpartition(".")[0])
        if sight is not None and issubclass(sight.TableView, Shape):
            shaped += 1
            shown = broadside.new(game.name, seats=game.seats[0], seed=1).view(0)
            assert list(shown) == list(typed(sight.TableView).__annotations__)
    assert shaped > 0
