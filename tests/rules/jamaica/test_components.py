"""What is in the box: the tables, and what happens when a data file is broken."""

from __future__ import annotations

import pytest

from broadside.games.jamaica.board import Board
from broadside.games.jamaica.cards import Box
from broadside.games.jamaica.retreat import candidates
from broadside.games.jamaica.sight import static_view
from broadside.kernel.edition import parse
from broadside.kernel.errors import BadData
from tests.editions import edited, line_of, own_text
from tests.rule import rule

from .drawing import table

NAME = "jamaica"


@rule("JAM-D1")
def test_pieces() -> None:
    """Six decks of eleven, twelve treasures, 80 gold, 45 food, 45 gunpowder."""
    box = Box(parse(own_text(NAME)))
    assert box.goods == [0, 80, 45, 45]
    t = table(seats=6, bank="finite")
    pieces = t.state.pieces()
    assert len(pieces) == 66 + 12 + 80 + 45 + 45
    assert t.view()["bank"] == {"gold": 80, "food": 45, "gunpowder": 45}


@rule("JAM-D2")
def test_action_cards() -> None:
    """The eleven cards of every seat."""
    cards = [
        f"{card['card']} {card['morning']}/{card['evening']}" for card in static_view()["cards"]
    ]
    assert cards == [
        "A01 forward/forward",
        "A02 forward/backward",
        "A03 backward/forward",
        "A04 forward/food",
        "A05 forward/gunpowder",
        "A06 food/forward",
        "A07 gold/forward",
        "A08 food/gunpowder",
        "A09 gunpowder/food",
        "A10 gunpowder/gold",
        "A11 gold/gold",
    ]


@rule("JAM-D3")
def test_battle_die() -> None:
    """2, 4, 6, 8, 10 and a star, one face each."""
    assert static_view()["faces"] == ["2", "4", "6", "8", "10", "star"]


@rule("JAM-D4", "JAM-Q24")
def test_treasure_cards() -> None:
    """Four powers, riches 3 3 5 7 7, cursed 2 3 4; there is no 4 and no 6."""
    box = Box(parse(own_text(NAME)))
    values = list(zip(box.kinds, box.values, strict=True))
    assert values == [(0, 0)] * 4 + [(1, 3), (1, 3), (1, 5), (1, 7), (1, 7)] + [
        (2, -2),
        (2, -3),
        (2, -4),
    ]
    kinds = [card["kind"] for card in static_view()["treasures"]]
    assert kinds == ["power"] * 4 + ["riches"] * 5 + ["cursed"] * 3


@rule("JAM-D5")
def test_board() -> None:
    """Fifty spaces; three forks, each with a long lane and a channel of two spaces."""
    spaces = static_view()["spaces"]
    types = [space["type"] for space in spaces]
    assert len(spaces) == 50
    assert [types.count(kind) for kind in ("home", "sea", "port", "lair")] == [1, 29, 11, 9]
    assert {space["space"]: space["next"] for space in spaces if len(space["next"]) > 1} == {
        6: [7, 13],
        19: [20, 26],
        32: [33, 39],
    }
    assert spaces[0]["score"] == 15
    assert [space["score"] for space in spaces[41:]] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert all(space["score"] is None for space in spaces[1:41])


@rule("JAM-D5", "JAM-M1", "JAM-Q5")
def test_board_is_checked() -> None:
    """A lap takes 32 to 44 steps; no move of six steps has more than two destinations."""
    board = Board(parse(own_text(NAME)))
    assert (min(laps(board)), max(laps(board))) == (32, 44)
    assert all(0 <= board.x[space] <= 100 and 0 <= board.y[space] <= 100 for space in range(50))
    assert board.progress[12] == board.progress[14] == 12


def laps(board: Board) -> set[int]:
    """The lengths of all laps."""
    found = set()
    frontier = {(follower, 1) for follower in board.after[0]}
    while frontier:
        space, steps = frontier.pop()
        if space == 0:
            found.add(steps)
        else:
            frontier |= {(follower, steps + 1) for follower in board.after[space]}
    return found


@rule("JAM-H2")
def test_no_retreat_has_more_than_three_ends() -> None:
    """Whatever a ship has and however it must go back."""
    for start in range(1, 50):
        for face in (0, 2, 6, 10):
            for gold in range(8):
                for food in range(5):
                    assert 1 <= len(candidates(start, face, gold, food)) <= 3


@rule("JAM-D5")
def test_a_fee_can_be_corrected() -> None:
    """An owner of the printed game who finds another fee changes one number."""
    changed = edited(NAME, ('type = "port", cost = 7', 'type = "port", cost = 6'))

    assert Board(changed).costs[45] == 6


@rule("JAM-D5")
def test_any_space_may_be_of_any_type() -> None:
    """A sea space becomes a port, a port a sea space, a lair moves; a port may cost nothing."""
    changes = [
        ('id = 1, type = "sea"', 'id = 1, type = "port"'),
        ('id = 5, type = "port", cost = 3', 'id = 5, type = "lair"'),
        ('id = 4, type = "lair"', 'id = 4, type = "sea", cost = 9'),
        ('id = 6, type = "port", cost = 5', 'id = 6, type = "port", cost = 0'),
    ]
    board = Board(edited(NAME, *changes))
    assert [board.types[space] for space in (1, 4, 5)] == [2, 1, 3]
    assert [board.costs[space] for space in (1, 4, 5, 6)] == [2, 9, 0, 0]


@rule("JAM-D5")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('id = 1, type = "sea"', 'id = 1, type = "lake"', "type is 'lake'"),
        ('id = 1, type = "sea"', 'id = 7, type = "sea"', "id is '7'"),
        ("next = [7, 13]", "next = [7, 99]", "next is '7|99'"),
        ("next = [7, 13]", "next = [13, 7]", "next is '13|7'"),
        ('id = 9, type = "lair"', 'id = 9, type = "lair", cost = 2', "cost is '2'"),
        ("x = 93, y = 10", "x = 930, y = 10", "x is '930'"),
        ("x = 93, y = 10", "x = 93", "y is missing"),
    ],
)
def test_a_broken_space_is_refused(old: str, new: str, reason: str) -> None:
    """The message names line and reason."""
    with pytest.raises(BadData) as refused:
        Board(edited(NAME, (old, new)))
    message = str(refused.value)
    assert message.startswith(f"mine.toml, line {line_of(NAME, old)}: ")
    assert reason in message


@rule("JAM-D5")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("next = [7, 13]", "next = 7", "no space leads here (JAM-D5)"),
        ("cost = 3, next = 0", "cost = 3, next = 41", "no space leads here (JAM-D5)"),
        ("next = 49", "next = [41, 49]", "does not reach Port Royal in 44 steps (JAM-D5)"),
        ('type = "home"', 'type = "sea"', "0 spaces are home, not 1 (JAM-D5)"),
        ('type = "lair"', 'type = "sea"', "8 spaces are lair, not 9 (JAM-D5)"),
    ],
)
def test_a_broken_board_is_refused(old: str, new: str, reason: str) -> None:
    """The message names the rule, too."""
    with pytest.raises(BadData) as refused:
        Board(edited(NAME, (old, new)))
    assert reason in str(refused.value)


@rule("JAM-D5")
def test_three_ways_are_too_many() -> None:
    """A second fork close behind the first would give a move three destinations."""
    changed = edited(NAME, ("next = [7, 13]", "next = [7, 8]"), ("next = 6,", "next = [6, 13],"))
    with pytest.raises(BadData, match="more than two spaces"):
        Board(changed)


@rule("JAM-D1", "JAM-D4")
def test_riches_of_any_value() -> None:
    """From 0 to 99, and cursed treasures down to -99."""
    changes = [
        ('"T_P5", kind = "riches", value = 5', '"T_P5", kind = "riches", value = 99'),
        ('"T_C2", kind = "cursed", value = -2', '"T_C2", kind = "cursed", value = -99'),
    ]
    assert Box(edited(NAME, *changes)).values[6:10] == [99, 7, 7, -99]


@rule("JAM-D1")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"A01"', '"A12"', "id is 'A12'"),
        ('"A01", morning = "forward"', '"A01", morning = "sideways"', "morning is 'sideways'"),
        ('"T_P5", kind = "riches", value = 5', '"T_P5", kind = "riches", value = -5', "'-5'"),
        ('"T_P5", kind = "riches", value = 5', '"T_P5", kind = "riches", value = "x"', "is 'x'"),
        ('"T_P5", kind = "riches"', '"T_P5", kind = "power"', "the first four cards"),
        ('"T_P5"', '"T_P3a"', "stands here already"),
        ("value = -2", "value = 2", "value is '2'"),
        ('face = "star"', "face = 11", "face is '11'"),
        ("face = 4", "face = 2", "face is '2'"),
        ('"gold", tokens = 80', '"gold", tokens = 0', "tokens is '0'"),
        ('good = "food"', 'good = "rum"', "good is 'rum'"),
    ],
)
def test_broken_cards_are_refused(old: str, new: str, message: str) -> None:
    """The message names line and reason."""
    with pytest.raises(BadData) as refused:
        Box(edited(NAME, (old, new)))
    assert str(refused.value).startswith(f"mine.toml, line {line_of(NAME, old)}: ")
    assert message in str(refused.value)
