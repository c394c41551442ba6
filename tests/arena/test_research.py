"""Games from Python: kept in files, drawn, shown in notebooks, and explained by `help`."""

from __future__ import annotations

import itertools
import pydoc
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import broadside
from broadside.bots.simple import Bot
from broadside.games import registry
from broadside.kernel import drawing
from broadside.kernel.errors import BadData, BroadsideError
from tests.cli.recorded import recorded_game, save

GAMES = [game.name for game in registry.GAMES]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_kept_in_a_file(name: str, tmp_path: Path) -> None:
    game = broadside.play(name, "random", seed=3)
    path = tmp_path / "game.json"

    broadside.save(game, path)

    found = broadside.load(path)
    assert found.as_dict() == game.as_dict()
    assert found.table().scores() == game.scores
    assert found.table(5).write() == game.table(5).write()


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_kept_in_a_file(name: str, tmp_path: Path) -> None:
    table = broadside.play(name, "random", seed=1).table(12)
    broadside.save(table, tmp_path / "position.txt")

    found = broadside.load(tmp_path / "position.txt")

    assert found.write() == table.write()
    assert found.legal(found.deciders()[0]) == table.legal(table.deciders()[0])


def test_offers_belong_to_a_game() -> None:
    """They are no decisions, but whoever plays the game again needs them."""
    game = broadside.play("jolly-roger", "greedy", seed=1, seats=6, bot_bribes=True)

    assert any(text.startswith("offer") for _, text in game.actions)
    assert game.table().result() == game.result


def test_a_servers_replay_file_is_a_game_too(tmp_path: Path) -> None:
    file = recorded_game()

    game = broadside.load(save(file, tmp_path))

    assert game.table().scores() == game.scores == file.scores
    assert "<iframe" in game._repr_html_()


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    for text in ('{"format": "chess"}', '{"a": 1}', "{"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadData):
            broadside.load(path)
    with pytest.raises(BroadsideError, match="cannot read"):
        broadside.load(tmp_path / "nothing.json")


@pytest.mark.parametrize("name", GAMES)
def test_a_table_shows_itself(name: str) -> None:
    """All boxes lie within the drawing, in all phases, and spectators see no hidden card."""
    for told, table in broadside.play(name, "random", seed=2).steps():
        root = ET.fromstring(table._repr_svg_())
        assert root.tag.endswith("svg"), told
    block = drawing.boxes_of(table.title(), table.view(0))
    for box in block.boxes:
        assert min(box.x, box.y) >= 0
        assert box.y + box.height <= block.height


@pytest.mark.parametrize("name", GAMES)
def test_words_of_a_drawing_do_not_touch(name: str) -> None:
    """A name and its value, two facts, two labels: each has its room, also if letters are wide."""
    assert drawing.width_of("mmmm") > 2 * drawing.width_of("iiii")
    table = broadside.play(name, "random", seed=2).table(20)
    boxes = drawing.boxes_of(table.title(), table.view(0)).boxes
    written = sorted(
        ((box.y, box.x, box) for box in boxes if box.kind != drawing.PANEL), key=lambda one: one[:2]
    )
    assert {drawing.NAME, drawing.TEXT, drawing.TITLE} <= {box.kind for *_, box in written}
    for (y, x, box), (next_y, next_x, after) in itertools.pairwise(written):
        assert box.width >= drawing.width_of(box.text)
        assert next_y != y or next_x >= x + box.width + 3, (box.text, after.text)


def test_a_drawing_shows_no_more_than_the_view() -> None:
    table = broadside.new("jamaica", seats=3, seed=1)
    hand = " ".join(table.view(0)["ships"][0]["cards"]["hand"])  # type: ignore[index]

    assert hand.split()[0] in table.svg(0)
    assert hand.split()[0] not in table.svg()


def test_a_game_is_a_player_that_needs_no_network() -> None:
    game = broadside.play("jolly-and-roger", "random", seed=2)

    page = game._repr_html_()

    assert page.count("seat 0: ") >= 20
    assert not re.search(r"(src|href)=", page)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (broadside.State.view, ["seat: Seat", "View", "ready for JSON"]),
        (broadside.State.determinize, ["rng: Rng", "cannot tell from ours"]),
        (broadside.State, ["One table"]),
        (broadside.Game, ["game"]),
        (Bot.choose, ["world: State", "one of `world.legal(seat)`"]),
        (broadside.play, ["Play one game between bots"]),
    ],
)
def test_help_says_something_compiled_or_not(thing: object, words: list[str]) -> None:
    text = re.sub("'|\x08.", "", pydoc.render_doc(thing))

    for word in words:
        assert word in text
