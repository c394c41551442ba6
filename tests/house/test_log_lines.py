"""The log of games just played, as the client says it: whole sentences in every language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

import broadside
from tools.log_lines import play_games, spoken
from tools.translations import LANGUAGES

if TYPE_CHECKING:
    from tools.log_lines import Line

SEED: Final = 5
BROKEN: Final = re.compile(
    r"[{}]|\b(event|card|prize|place|treasury)\.\w|undefined|NaN|  | [.,:;!]"
)
"""A gap, a key, a value that is missing, a word that is missing."""
HEADINGS: Final = {"event.turn_began"}
"""They end with a name."""


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """Every line of a game of each kind."""
    names = broadside.games()
    return spoken([game for name in names for game in play_games(name, SEED, count=1)])


def test_every_line_is_whole(lines: list[Line]) -> None:
    """In all languages: nothing is left out of a sentence, and each of them ends."""
    assert {line["game"] for line in lines} == set(broadside.games())
    for line in lines:
        for language in LANGUAGES:
            text = line[language]
            assert not BROKEN.search(text), (line["key"], text)
            assert text.endswith((".", "!")) or line["key"] in HEADINGS, (line["key"], text)


def test_no_name_is_declined_wrongly(lines: list[Line]) -> None:
    """Polish puts “gracz” before a name where a sentence needs another case than the first."""
    names = "Anna|Ben|Chiara|Dirk|Ewa|Filip|Grace|Hanka|Igor|Jola"
    wrong = re.compile(rf"\b(od|dla|przeciw|zamiast) ({names})\b")
    found = [line["pl"] for line in lines if wrong.search(line["pl"])]
    assert found == []
