"""The site tells of every public name, and says something about each."""

from __future__ import annotations

import inspect

import broadside
from broadside.games import registry
from broadside.kernel import errors
from tools import site


def test_the_python_page_has_every_public_name() -> None:
    lines = {line.strip() for line in site.API.splitlines()}
    members = ",".join(line.partition(":members:")[2] for line in lines)
    told = {name.strip() for name in members.split(",")}
    told |= {line.rpartition(".")[2] for line in lines if line.startswith(".. auto")}
    told |= {name for name, kind in vars(errors).items() if inspect.isclass(kind)}

    assert ".. automodule:: broadside.kernel.errors" in lines
    assert [name for name in broadside.__all__ if name not in told] == []


def test_every_public_name_says_something() -> None:
    for name in broadside.__all__:
        thing = getattr(broadside, name)
        if not isinstance(thing, int):  # a constant's words stand in its module
            assert inspect.getdoc(thing), name
    for kind in (broadside.State, broadside.Game):
        for name, member in inspect.getmembers(kind):
            if not name.startswith("_") and callable(member):
                assert inspect.getdoc(member), f"{kind.__name__}.{name}"


def test_a_page_for_each_game_has_its_views_events_and_actions() -> None:
    for game in registry.GAMES:
        page = site.game_page(game)

        assert page.count("### ") >= 3, game.name
        for verb in game.actions.verbs:
            assert f"| `{verb.name}` |" in page
        assert "anything" not in page, "a field whose type says nothing"
