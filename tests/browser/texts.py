"""What the client says in each language, read from its own texts."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "de", "pl")
SOURCES: Final = Path(__file__).parents[2] / "web" / "src"


def shell_text(language: str, key: str) -> str:
    """A text that all games share."""
    return _texts(SOURCES / "i18n" / f"{language}.json")[key]


def game_text(language: str, key: str, game: str = "jolly_and_roger") -> str:
    """A text of one game."""
    return _texts(SOURCES / "games" / game / "texts" / f"{language}.json")[key]


@functools.cache
def _texts(path: Path) -> dict[str, str]:
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts
