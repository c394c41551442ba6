"""What is in the box: the tables, and what happens when a data file is broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from broadside.games.data import game_folder
from broadside.games.jamaica.board import PACKAGE, Board
from broadside.games.jamaica.cards import Box
from broadside.games.jamaica.retreat import candidates
from broadside.games.jamaica.sight import static_view
from broadside.kernel.errors import BadData
from tests.rule import rule

from .drawing import table

FILES = ("board.csv", "actions.csv", "treasures.csv", "battle_die.csv", "goods.csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files."""
    for name in FILES:
        with game_folder(PACKAGE).joinpath(name).open("rb") as source:
            (tmp_path / name).write_bytes(source.read())
    return tmp_path


def change(folder: Path, name: str, old: str, new: str) -> None:
    """Change one line of a file."""
    text = (folder / name).read_text(encoding="utf-8")
    assert f"{old}\n" in text
    (folder / name).write_text(
        text.replace(f"{old}\n", f"{new}\n" if new else ""), encoding="utf-8"
    )


@rule("JAM-D1")
def test_pieces() -> None:
    """Six decks of eleven, twelve treasures, 80 gold, 45 food, 45 gunpowder."""
    box = Box(game_folder(PACKAGE))
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
def test_treasure_cards(folder: Path) -> None:
    """Four powers, riches 3 3 5 7 7, cursed 2 3 4; there is no 4 and no 6."""
    box = Box(folder)
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
def test_board_is_checked(folder: Path) -> None:
    """A lap takes 32 to 44 steps; no move of six steps has more than two destinations."""
    board = Board(folder)
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
def test_a_fee_can_be_corrected(folder: Path) -> None:
    """An owner of the printed game who finds another fee changes one number."""
    change(folder, "board.csv", "45,port,7,46,39,6,60,11", "45,port,6,46,39,6,60,11")

    assert Board(folder).costs[45] == 6


@rule("JAM-D5")
@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("1,sea,2,2,1,,90,31", "1,sea,0,2,1,,90,31", 3, "cost is '0'"),
        ("1,sea,2,2,1,,90,31", "1,lake,2,2,1,,90,31", 3, "type is 'lake'"),
        ("1,sea,2,2,1,,90,31", "7,sea,2,2,1,,90,31", 3, "id is '7'"),
        ("1,sea,2,2,1,,90,31", "1,sea,2,2,9,,90,31", 3, "progress is 9; by next it is 1"),
        ("6,port,5,7|13,6,,85,65", "6,port,5,7|99,6,,85,65", 8, "next is '7|99'"),
        ("6,port,5,7|13,6,,85,65", "6,port,5,13|7,6,,85,65", 8, "next is '13|7'"),
        ("6,port,5,7|13,6,,85,65", "6,port,5,7,6,,85,65", 15, "no space leads here"),
        ("49,sea,3,0,43,10,93,10", "49,sea,3,41,43,10,93,10", 2, "no space leads here"),
        ("48,sea,3,49,42,9,85,8", "48,sea,3,41|49,42,9,85,8", 2, "does not reach Port Royal"),
        ("9,lair,0,10,9,,90,93", "9,lair,2,10,9,,90,93", 11, "cost is '2'"),
        ("49,sea,3,0,43,10,93,10", "49,sea,3,0,43,10,930,10", 51, "x is '930'"),
        ("49,sea,3,0,43,10,93,10", "", 50, "expected 50 rows, not 49"),
        ("49,sea,3,0,43,10,93,10", "49,sea", 51, "expected 8 cells, not 2"),
        ("0,home,0,1,0,15,91,22", "0,sea,2,1,0,15,91,22", 0, "0 spaces are home, not 1"),
    ],
)
def test_a_broken_board_is_refused(
    folder: Path, old: str, new: str, line: int, reason: str
) -> None:
    """The message names file, line and reason."""
    change(folder, "board.csv", old, new)

    with pytest.raises(BadData) as refused:
        Board(folder)
    message = str(refused.value)
    assert message.startswith(f"board.csv, line {line}: " if line else "board.csv: ")
    assert reason in message


@rule("JAM-D5")
def test_three_ways_are_too_many(folder: Path) -> None:
    """A second fork close behind the first would give a move three destinations."""
    change(folder, "board.csv", "6,port,5,7|13,6,,85,65", "6,port,5,7|8,6,,85,65")
    change(folder, "board.csv", "5,port,3,6,5,,87,59", "5,port,3,6|13,5,,87,59")

    with pytest.raises(BadData, match="more than two spaces"):
        Board(folder)


@rule("JAM-D1")
@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("actions.csv", "A01,forward,forward", "A12,forward,forward", "line 2: id is 'A12'"),
        ("actions.csv", "A01,forward,forward", "A01,sideways,forward", "morning is 'sideways'"),
        ("treasures.csv", "T_P5,riches,5", "T_P5,riches,-5", "line 8: value is '-5'"),
        ("treasures.csv", "T_P5,riches,5", "T_P5,riches,five", "line 8: value is 'five'"),
        ("treasures.csv", "T_P5,riches,5", "T_P5,power,0", "the first four cards are the powers"),
        ("treasures.csv", "T_P5,riches,5", "T_P3a,riches,5", "stand here once"),
        ("treasures.csv", "T_C2,cursed,-2", "T_C2,cursed,2", "line 11: value is '2'"),
        ("battle_die.csv", "star", "12", "line 7: face is '12'"),
        ("battle_die.csv", "4", "2", "line 3: face is '2'"),
        ("goods.csv", "gold,80", "gold,0", "line 2: tokens is '0'"),
        ("goods.csv", "food,45", "rum,45", "line 3: good is 'rum'"),
    ],
)
def test_broken_cards_are_refused(
    folder: Path, name: str, old: str, new: str, message: str
) -> None:
    """The message names file, line and reason."""
    change(folder, name, old, new)

    with pytest.raises(BadData) as refused:
        Box(folder)
    assert str(refused.value).startswith(name)
    assert message in str(refused.value)


@rule("JAM-D1")
def test_a_missing_file_is_refused(folder: Path) -> None:
    """Nothing is played without its tables."""
    shutil.move(folder / "goods.csv", folder / "gone.csv")

    with pytest.raises(BadData, match=r"goods\.csv: cannot be read"):
        Box(folder)
