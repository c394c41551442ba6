"""Data files: a broken one is refused with its name, the line and the reason."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from broadside.games.data import read_rows, read_rule_texts, read_texts
from broadside.games.jolly_and_roger.cards import PACKAGE, Box
from broadside.kernel.errors import BadData, BroadsideError

FILES = {
    "ships.csv": "ship,gold\ngreen,3\nyellow,5\nblue,7\nred,9\n",
    "pirates.csv": "colour,1,2,3,4,5\ngreen,4,3,2,2,2\nyellow,4,3,2,2,1\nblue,4,2,2,1,1\n"
    "red,3,2,1,1,1\n",
    "specials.csv": "card,count\nskeleton,2\nkraken,3\ntortuga,2\n",
    "decks.csv": "deck,specials,removed,drawn,turns\nintro,no,3,40,8\nadvanced,yes,10,40,8\n"
    "advanced_full,yes,0,50,10\n",
}


def box(folder: Path, **changes: tuple[str, str]) -> Box:
    """The box of a folder in which one text in a file was replaced by another."""
    for name, text in FILES.items():
        old, new = changes.get(name.removesuffix(".csv"), ("", ""))
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    return Box(folder)


def test_the_printed_box(tmp_path: Path) -> None:
    """Four ships, 43 pirates, 7 specials, three ways to prepare the deck."""
    found = box(tmp_path)
    assert found.ship_gold == [3, 5, 7, 9]
    assert sum(found.copies[:20]) == 43
    assert found.copies[20:] == [2, 3, 2]
    assert [deck.turns for deck in found.decks] == [8, 8, 10, 2]


def test_an_owner_may_correct_a_number(tmp_path: Path) -> None:
    """One more red 1 and one fewer red 2 is still a box."""
    assert box(tmp_path, pirates=("red,3,2", "red,4,1")).copies[15:17] == [4, 1]


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("ships", "yellow,5", "yellow,x", "ships.csv, line 3: gold is 'x'; it must be a number"),
        ("ships", "yellow,5", "yellow,3", "ships.csv, line 3: gold is '3'; .* from 4 to 99"),
        ("ships", "yellow,5", "yellow,-5", "ships.csv, line 3: gold is '-5'"),
        ("ships", "yellow,5", "yellow,٥", "ships.csv, line 3: gold is '٥'"),
        ("ships", "yellow,5", "pink,5", "ships.csv, line 3: ship is 'pink'; it may be yellow"),
        ("ships", "yellow,5", "yellow", "ships.csv, line 3: expected 2 cells, not 1"),
        ("ships", "yellow,5\n", "", "ships.csv, line 4: expected 4 rows, not 3"),
        ("ships", "ship,gold", "ship;gold", "ships.csv, line 1: the columns must be ship,gold"),
        ("pirates", "blue,4", "blue,21", "pirates.csv, line 4: 1 is '21'; .* from 0 to 20"),
        ("pirates", "red,3", "red,", "pirates.csv, line 5: 1 is ',?'"),
        ("specials", "kraken,3", "squid,3", "specials.csv, line 3: card is 'squid'"),
        ("specials", "kraken,3", "kraken,4", "decks.csv, line 3: .* must be 51 together, not 50"),
        ("decks", "3,40,8", "3,40,9", "decks.csv, line 2: 40 cards are not 9 turns of 5 cards"),
        ("decks", "3,40,8", "4,40,8", "decks.csv, line 2: .* must be 43 together, not 44"),
        ("decks", "intro,no", "intro,perhaps", "decks.csv, line 2: specials is 'perhaps'"),
        ("decks", "3,40,8", "3," + "4" * 5000 + ",8", "decks.csv, line 2: drawn is '4{40}'"),
        ("decks", "3,40,8", "3," + "4" * 200_000 + ",8", "decks.csv, line 2: field larger than"),
    ],
)
def test_a_broken_file(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    """File, line and reason."""
    with pytest.raises(BadData, match=message):
        box(tmp_path, **{file: (old, new)})


def test_too_many_cards(tmp_path: Path) -> None:
    """A card's number must leave room for the parrots."""
    with pytest.raises(BadData, match=r"pirates.csv and specials.csv: 1\d\d cards, at most 127"):
        box(tmp_path, pirates=("green,4,3,2,2,2", "green,20,20,20,20,20"))


def test_a_missing_file(tmp_path: Path) -> None:
    """The name, and what the system says."""
    with pytest.raises(BadData, match=r"ships\.csv: cannot be read"):
        read_rows(tmp_path, "ships.csv", ["ship", "gold"], 4)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    """Bytes that mean nothing."""
    (tmp_path / "ships.csv").write_bytes(b"ship,gold\n\xff\xfe")
    with pytest.raises(BadData, match=r"ships\.csv: cannot be read"):
        read_rows(tmp_path, "ships.csv", ["ship", "gold"], 4)


@pytest.mark.parametrize("text", ["", "\n", '"ship,gold\n', "\x00"])
def test_a_file_with_nothing_in_it(tmp_path: Path, text: str) -> None:
    """Not even a heading."""
    (tmp_path / "ships.csv").write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=r"ships\.csv"):
        read_rows(tmp_path, "ships.csv", ["ship", "gold"], 4)


def package(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> str:
    """A game's package with texts in some languages."""
    inside = folder / "texts_of_a_game" / "texts"
    inside.mkdir(parents=True)
    (inside.parent / "__init__.py").touch()
    for language, text in files.items():
        (inside / f"{language}.json").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "texts_of_a_game", raising=False)
    return "texts_of_a_game"


def test_texts_are_english_where_a_language_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of another project need not speak all languages."""
    name = package(tmp_path, monkeypatch, en='{"name": "Dig"}', de='{"name": "Grabung"}')
    assert read_texts(name, "de") == {"name": "Grabung"}
    assert read_texts(name, "pl") == {"name": "Dig"}


@pytest.mark.parametrize("text", ["{", "[]", '{"view": {"hand": "Hand"}}'])
def test_texts_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """The file is named."""
    with pytest.raises(BadData, match=r"en\.json: "):
        read_texts(package(tmp_path, monkeypatch, en=text), "en")


def test_rules_in_an_unknown_language() -> None:
    """The message lists the languages."""
    with pytest.raises(BroadsideError, match="no rules in 'fr'; there are en, de, pl"):
        read_rule_texts(PACKAGE, "fr")
