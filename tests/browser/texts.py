"""What the client says in each language, read from its own texts."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Final

import broadside
from broadside.service.labels import labels

LANGUAGES: Final = ("en", "de", "pl")
SOURCES: Final = Path(__file__).parents[2] / "src" / "broadside"


def shell_text(language: str, key: str) -> str:
    """A text that all games share."""
    return _texts(SOURCES / "texts" / f"{language}.json")[key]


def game_text(language: str, key: str, game: str = "jolly_and_roger") -> str:
    """A text of one game; pieces that are called by their numbers are named by its edition."""
    return _game_texts(language, game)[key]


def with_one(text: str) -> str:
    """A text with the number 1 in its gap `n`, and the words that go with it."""
    return re.sub(r"\{n\|([^|{}]*)[^{}]*\}", r"\1", text).replace("{n}", "1")


@functools.cache
def _game_texts(language: str, game: str) -> dict[str, str]:
    played = broadside.game(game.replace("_", "-"))
    return {**played.texts(language), **labels(played, language)}


@functools.cache
def _texts(path: Path) -> dict[str, str]:
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts
