"""Editions: how their texts are read, and what is said of a broken one."""

from __future__ import annotations

import copy
import pickle
import sys

import pytest

import broadside
from broadside.games import registry
from broadside.kernel.edition import TEXT_MAX, label_of, parse
from broadside.kernel.errors import BadData, NotationError
from broadside.kernel.rng import FastRng
from broadside.kernel.toml_lines import lines_of
from tests.editions import edited, own_text

HEAD = 'format = 1\ngame = "x"\nname = "Mine"\n'
NAMES = ["jolly-and-roger", "jamaica", "tortuga-1667", "jolly-roger"]


def test_lines_of_all_parts() -> None:
    """Strings, comments and brackets in them do not count."""
    text = """# [no]
[a]  # a group
note = "# [x] = {"
rows = [
  { b = 1, name = { en = "}" } },
  { b = 2 }, { b = 3 },
]

[[c.rows]]
b = '''
[d]
'''
[[c.rows]]
"""
    assert lines_of(text) == {
        "a": 2, "a.note": 3, "a.rows": 4, "a.rows.0": 5, "a.rows.1": 6, "a.rows.2": 6,
        "c.rows.0": 9, "c.rows.b": 10, "c.rows.1": 13,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: format is missing"),
        ("format = 1\ngame = 2 2", "line 2: Expected newline"),
        ("format = [", "line 1: "),
        ("format = " + "[" * 5000, "line 1: "),
        (HEAD.replace("1", "9"), "line 1: format must be 1"),
        (HEAD.replace('"Mine"', "{ de = 'x' }"), "line 3: name must be a text"),
        (HEAD.replace('"Mine"', "{ en = 'x', fr = 'y' }"), "line 3: name: no language 'fr'"),
        (HEAD.replace("Mine", " "), "line 3: name: a text has 1 to 60 letters"),
        (HEAD + "prizes = 3", "line 4: 'prizes' must be a group"),
        (HEAD + "[prizes]", "line 4: source is ''"),
        (HEAD + "[prizes]\nsource = 'dreamt'", "line 5: source is 'dreamt'; it may be printed"),
        (HEAD + "[prizes]\nsource = 'ours'", "line 4: rows must be a list"),
        (HEAD + "[prizes]\nsource = 'ours'\ncards = []", "line 6: there is no 'cards' here"),
        (HEAD + "[prizes]\nsource = 'ours'\nrows = [\n1]", "a row stands in braces"),
        (HEAD + "[p]\nsource = 'ours'\nrows = [\n{ a = 1.5 }]", "line 7: a must be a whole"),
        (HEAD + "[p]\nsource = 'ours'\nrows = [\n{ source = 1 }]", "line 7: source is 1"),
        ("#" * (TEXT_MAX + 1), f"at most {TEXT_MAX}"),
    ],
)
def test_a_broken_text(text: str, message: str) -> None:
    """Line and reason."""
    with pytest.raises(BadData) as refused:
        parse(text, "mine.toml")
    assert str(refused.value).startswith("mine.toml, line ")
    assert message in str(refused.value)


def test_the_digest_is_that_of_the_text() -> None:
    """However lines end; another word makes another one."""
    one = parse(HEAD)
    assert parse(HEAD.replace("\n", "\r\n")).digest == one.digest
    assert parse("\ufeff" + HEAD).digest == one.digest
    assert parse(HEAD + "# more\n").digest != one.digest
    assert label_of("jamaica") == "jamaica"
    assert label_of(HEAD) == f"x@{one.short()}"


def test_sources_and_names() -> None:
    """A row may come from elsewhere than its group; a name may be one for all languages."""
    rows = "rows = [ { a = 1, source = 'printed', name = 'Here' }, { a = 2 } ]"
    edition = parse(f"{HEAD}[p]\nsource = 'ours'\nnote = 'We guess.'\n{rows}")
    assert edition.name == {"en": "Mine", "de": "Mine", "pl": "Mine"}
    assert edition.sources() == ["printed", "ours"]
    assert edition.group("p").note["pl"] == "We guess."
    assert [row.names.get("de") for row in edition.group("p").rows] == ["Here", None]


@pytest.mark.parametrize("name", NAMES)
def test_another_edition_is_a_game_of_its_own(name: str) -> None:
    """Its tables are written, read, pickled and copied, and the game's own stays what it was."""
    own = broadside.game(name)
    game = own.with_edition(parse(own_text(name) + "# another\n"))
    edition = game.own_edition()
    assert edition is not None
    assert game.name == name
    assert game.actions is not own.actions
    assert registry.find(game.address()).actions is game.actions
    table = game.deal(game.seats[0], game.complete({}), FastRng(1))
    assert f"edition={edition.digest}" in table.write().splitlines()[0]
    assert game.read(table.write()).write() == table.write()
    assert pickle.loads(pickle.dumps(table)).write() == table.write()
    assert copy.deepcopy(table).write() == table.write()
    with pytest.raises(NotationError, match=f"needs edition {edition.digest}"):
        own.read(table.write())
    with pytest.raises(NotationError, match="needs the game's own edition"):
        game.read(own.deal(own.seats[0], own.complete({}), FastRng(1)).write())


def test_a_record_finds_its_edition() -> None:
    """By digest alone if it is the game's own, else by the text; else it is told what is needed."""
    game = broadside.game("jamaica")
    other = edited("jamaica", ("cost = 7", "cost = 6"))
    own = game.own_edition()
    assert own is not None
    assert game.of_record("", "") is game
    assert game.of_record(own.digest, "") is game
    found = game.of_record(other.digest, other.text).own_edition()
    assert found is not None
    assert found.digest == other.digest
    with pytest.raises(BadData, match=f"needs the edition {other.short()} of jamaica"):
        game.of_record(other.digest, "")
    with pytest.raises(BadData, match="not that of the edition"):
        game.of_record("0" * 64, other.text)


def test_editions_that_are_not_for_this_game() -> None:
    """Another game's, one with a group too many, one with a group too few."""
    game = broadside.game("jamaica")
    with pytest.raises(BadData, match="an edition of 'jolly-roger', not of jamaica"):
        game.with_edition(parse(own_text("jolly-roger")))
    with pytest.raises(BadData, match=r"there is no \[rum\], only board"):
        game.with_edition(parse(own_text("jamaica") + "[rum]\nsource = 'ours'\nrows = []\n"))
    text = own_text("jamaica")
    with pytest.raises(BadData, match=r"there is no \[goods\]"):
        game.with_edition(parse(text[: text.index("[goods]")]))


def test_a_broken_edition_leaves_nothing_behind() -> None:
    """It is refused again when it comes again."""
    game = broadside.game("jamaica")
    broken = edited("jamaica", ('type = "home"', 'type = "sea"'))
    for _ in range(2):
        with pytest.raises(BadData, match="0 spaces are home"):
            game.with_edition(broken)


BROKEN = [
    ("jolly-and-roger", "removed = 10", "removed = 11"),
    ("jamaica", "next = [7, 13]", "next = [7, 14]"),
    ("jamaica", "face = 4", "face = 0"),
    ("tortuga-1667", '"scurvy", count = 1', '"scurvy", count = 2'),
    ("jolly-roger", '"rum", copies = 6', '"rum", copies = 7'),
    ("jolly-roger", "[crew]", "[cargo]"),
]


@pytest.mark.parametrize(("name", "old", "new"), BROKEN)
def test_a_check_says_what_playing_would(name: str, old: str, new: str) -> None:
    """Line and reason are the same, though nothing is imported."""
    game = broadside.game(name)
    with pytest.raises(BadData) as played:
        game.with_edition(edited(name, (old, new)))
    with pytest.raises(BadData) as checked:
        game.check_edition(edited(name, (old, new)))
    assert str(checked.value) == str(played.value)


@pytest.mark.parametrize("name", NAMES)
def test_a_check_reads_everything_and_keeps_nothing(name: str) -> None:
    """Every group is read to its last row, but no module is there that was not before."""
    edition = edited(name, ("format", "# not played\nformat"))
    broadside.game(name).check_edition(edition)
    for group in edition.groups:
        assert group.columns, group.name
        assert all(row.words or row.spans for row in group.rows), group.name
    assert not [module for module in sys.modules if edition.digest in module]
