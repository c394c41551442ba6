"""The action table: every action once, with one code and one text for ever."""

from __future__ import annotations

import pytest

from broadside.games.registry import GAMES
from broadside.kernel.action import ActionTable, Domain
from broadside.kernel.errors import UnknownAction
from broadside.kernel.game import Game
from tests.laws.parley.game import Parley

GIVE, PASS, PLAY = 0, 1, 2


def small_table() -> ActionTable:
    """Three verbs: with two arguments, with none, with one."""
    card = Domain("card", ["ace", "king", "queen"])
    seat = Domain("seat", ["A", "B", "C"], is_seat=True)
    table = ActionTable()
    assert table.add_verb("give", [card, seat]) == GIVE
    assert table.add_verb("pass", []) == PASS
    assert table.add_verb("play", [card]) == PLAY
    return table


def test_a_verb_adds_the_product_of_its_domains() -> None:
    """The last argument runs fastest; the code is the index."""
    table = small_table()
    assert [action.text for action in table.actions] == [
        *["give ace A", "give ace B", "give ace C"],
        *["give king A", "give king B", "give king C"],
        *["give queen A", "give queen B", "give queen C"],
        *["pass", "play ace", "play king", "play queen"],
    ]
    assert [action.code for action in table.actions] == list(range(13))


def test_an_action_knows_its_arguments() -> None:
    """As a tuple, and the first two by name; -1 for none."""
    table = small_table()
    give, skip, play = table.find("give king C"), table.find("pass"), table.find("play queen")
    assert (give.verb, give.args, give.first, give.second) == (GIVE, (1, 2), 1, 2)
    assert (skip.verb, skip.args, skip.first, skip.second) == (PASS, (), -1, -1)
    assert (play.verb, play.args, play.first, play.second) == (PLAY, (2,), 2, -1)
    assert repr(give) == "<give king C>"


def test_pick_counts_from_the_first_action_of_a_verb() -> None:
    """The offset is the place in the product."""
    table = small_table()
    assert table.pick(GIVE, 1 * 3 + 2).text == "give king C"
    assert table.pick(PASS).text == "pass"
    assert table.pick(PLAY, 2).text == "play queen"


def test_find_forgives_spaces_only() -> None:
    """One text, one action."""
    table = small_table()
    assert table.find("  give   ace B ") is table.find("give ace B")
    for text in ("", "give", "give ace", "Give ace B", "give ace B C", "give B ace"):
        with pytest.raises(UnknownAction):
            table.find(text)


def test_an_unknown_action_is_told_the_nearest() -> None:
    """The message says what would be right, and does not repeat a novel."""
    table = small_table()
    with pytest.raises(UnknownAction, match="did you mean play king") as refused:
        table.find("play knig")
    assert "verbs: give, pass, play" in str(refused.value)
    with pytest.raises(UnknownAction) as refused:
        table.find("x" * 10_000)
    assert len(str(refused.value)) < 200


def test_turning_moves_seats_only() -> None:
    """A card stays a card; a seat moves on, around the table that is played."""
    table = small_table()
    assert table.turned(table.find("give ace A"), 1, 2).text == "give ace B"
    assert table.turned(table.find("give ace B"), 1, 2).text == "give ace A"
    assert table.turned(table.find("give queen B"), 2, 3).text == "give queen A"
    assert table.turned(table.find("play king"), 1, 3).text == "play king"


@pytest.mark.parametrize("game", [*GAMES, Parley()], ids=lambda game: game.name)
def test_the_tables_of_the_games(game: Game) -> None:
    """Codes are dense, texts are unique, and every action is found by its text."""
    for code, action in enumerate(game.actions.actions):
        assert action.code == code
        assert game.actions.find(action.text) is action
        domains = game.actions.verbs[action.verb].domains
        words = [domain.values[i] for domain, i in zip(domains, action.args, strict=True)]
        assert action.text.split() == [game.actions.verbs[action.verb].name, *words]
