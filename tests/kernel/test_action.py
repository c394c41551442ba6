"""The action table: every action once, with one code and one text for ever."""

from __future__ import annotations

import time

import pytest

import broadside
from broadside.games.registry import OWN_GAMES
from broadside.kernel.action import ActionTable, Domain
from broadside.kernel.errors import UnknownAction
from broadside.kernel.game import Game
from tests.laws.parley.game import Parley


def small_table() -> ActionTable:
    """Three verbs: with two arguments, with none, with one."""
    card = Domain("card", ["ace", "king", "queen"])
    seat = Domain("seat", ["A", "B", "C"], is_seat=True)
    table = ActionTable()
    table.add_verb("give", [card, seat])
    table.add_verb("pass", [])
    table.add_verb("play", [card])
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
    assert (give.verb.name, give.args, give.first, give.second) == ("give", (1, 2), 1, 2)
    assert (skip.verb.name, skip.args, skip.first, skip.second) == ("pass", (), -1, -1)
    assert (play.verb.name, play.args, play.first, play.second) == ("play", (2,), 2, -1)
    assert repr(give) == "<give king C>"


def test_a_verb_finds_its_actions_by_their_arguments() -> None:
    """With two, none and one."""
    give, skip, play = small_table().verbs
    assert give.of(1, 2).text == "give king C"
    assert skip.of().text == "pass"
    assert play.of(2).text == "play queen"
    assert [each.text for each in skip.actions] == ["pass"]


def test_an_action_knows_the_seats_that_it_names() -> None:
    """What has no number among them is no seat, as a ghost ship."""
    aim = Domain("target", ["0", "1", "ghost"], is_seat=True)
    chase = ActionTable().add_verb("chase", [Domain("wind", ["east"]), aim])
    assert [each.seats for each in chase.actions] == [[0], [1], []]


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
    with pytest.raises(UnknownAction, match="did you mean give queen <seat>"):
        table.find("gvie quen 9")
    with pytest.raises(UnknownAction) as refused:
        table.find("x" * 10_000)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("game", broadside.games())
def test_an_unknown_action_is_refused_quickly(game: str) -> None:
    """A server does nothing else meanwhile; in a game of 6,000 actions it once took 450 ms."""
    table = broadside.game(game).actions
    longest = max(table.by_text, key=len)
    took_s = []
    for _ in range(5):
        began = time.process_time()
        with pytest.raises(UnknownAction):
            table.find(f"{longest[:-1]}x")
        took_s.append(time.process_time() - began)
    assert min(took_s) < 0.05


def test_turning_moves_seats_only() -> None:
    """A card stays a card; a seat moves on, around the table that is played."""
    table = small_table()
    assert table.turned(table.find("give ace A"), 1, 2).text == "give ace B"
    assert table.turned(table.find("give ace B"), 1, 2).text == "give ace A"
    assert table.turned(table.find("give queen B"), 2, 3).text == "give queen A"
    assert table.turned(table.find("play king"), 1, 3).text == "play king"


@pytest.mark.parametrize("game", [*OWN_GAMES, Parley()], ids=lambda game: game.name)
def test_the_tables_of_the_games(game: Game) -> None:
    """Codes are dense, texts are unique, and every action is found by its text."""
    for code, action in enumerate(game.actions.actions):
        assert action.code == code
        assert game.actions.find(action.text) is action
        domains = action.verb.domains
        words = [domain.values[i] for domain, i in zip(domains, action.args, strict=True)]
        assert action.text.split() == [action.verb.name, *words]
