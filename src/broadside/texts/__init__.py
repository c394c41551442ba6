"""What clients say around every game, by key: the web client is built from these files, too."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "de", "pl")


def read(language: str) -> dict[str, str]:
    """The texts around all games in one language."""
    found: dict[str, str] = json.loads(
        files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    )
    return found
