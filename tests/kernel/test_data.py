"""Editions that are broken are refused with the line and the reason; texts of games are read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from broadside.games.data import read_rule_texts, read_texts
from broadside.games.jolly_and_roger.cards import PACKAGE, Box
from broadside.kernel.errors import BadData, BroadsideError
from tests.editions import edited, line_of

NAME = "jolly-and-roger"


def box(*changes: tuple[str, str]) -> Box:
    """The box of an edition with some texts replaced."""
    return Box(edited(NAME, *changes))


def test_the_printed_box() -> None:
    """Four ships, 43 pirates, 7 specials, three ways to prepare the deck."""
    found = box()
    assert found.ship_gold == [3, 5, 7, 9]
    assert sum(found.copies[:20]) == 43
    assert found.copies[20:] == [2, 3, 2]
    assert [deck.turns for deck in found.decks] == [8, 8, 10, 2]


def test_an_owner_may_correct_a_number() -> None:
    """One more red 1 and one fewer red 2 is still a box."""
    assert box(('"red", 1 = 3, 2 = 2', '"red", 1 = 4, 2 = 1')).copies[15:17] == [4, 1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"yellow", gold = 5', '"yellow", gold = "x"', "gold is 'x'; it must be a number"),
        ('"yellow", gold = 5', '"yellow", gold = 3', "gold is '3'; .* from 4 to 99 .JNR-R9"),
        ('"yellow", gold = 5', '"yellow", gold = -5', "gold is '-5'"),
        ('"yellow", gold = 5', '"yellow", gold = "٥"', "gold is '٥'"),
        ('"yellow", gold = 5', '"yellow", gold = 5.5', "gold must be a whole number"),
        ('"yellow", gold = 5', '"pink", gold = 5', "ship is 'pink'; it may be yellow"),
        ('"yellow", gold = 5', '"yellow"', "gold is missing"),
        ('"yellow", gold = 5', '"yellow", gold = 5, silver = 1', "there is no 'silver' here"),
        ('"blue", 1 = 4', '"blue", 1 = 21', "1 is '21'; .* from 0 to 20"),
        ('"kraken", count = 3', '"squid", count = 3', "card is 'squid'"),
        (
            "removed = 3, drawn = 40, turns = 8",
            "removed = 3, drawn = 40, turns = 9",
            "take 45 cards",
        ),
        ("removed = 3, drawn = 40", "removed = 4, drawn = 40", "drawn must be 39, not 40"),
        ('"intro", specials = false', '"intro", specials = "perhaps"', "specials is 'perhaps'"),
        ("removed = 3, drawn = 40", "removed = 3, drawn = " + "4" * 900, "drawn is '4{40}'"),
    ],
)
def test_a_broken_row(old: str, new: str, message: str) -> None:
    """Label, line and reason."""
    where = f"mine.toml, line {line_of(NAME, old)}: "
    with pytest.raises(BadData, match=f"^{where}.*{message}"):
        box((old, new))


def test_cards_that_do_not_add_up() -> None:
    """The line is the one where it shows."""
    with pytest.raises(BadData, match="drawn must be 41, not 40"):
        box(('"kraken", count = 3', '"kraken", count = 4'))


def test_too_many_cards() -> None:
    """A card's number must leave room for the parrots."""
    old = "1 = 4, 2 = 3, 3 = 2, 4 = 2, 5 = 2"
    with pytest.raises(BadData, match=r"there are 1\d\d cards, at most 127"):
        box((old, "1 = 20, 2 = 20, 3 = 20, 4 = 20, 5 = 20"))


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
