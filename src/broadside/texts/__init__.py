"""What clients say around every game, by key: the web client is built from these files, too."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "de", "pl")
POLISH_FEW: Final = (2, 3, 4)
POLISH_TEENS: Final = (12, 13, 14)


def read(language: str) -> dict[str, str]:
    """The texts around all games in one language."""
    found: dict[str, str] = json.loads(
        files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    )
    return found


def plural(forms: str, number: int, language: str) -> str:
    """The word that goes with a number: of `card|cards`, or in Polish of `karta|karty|kart`."""
    words, number = forms.split("|"), abs(number)
    if number == 1:
        return words[0]
    is_few = number % 10 in POLISH_FEW and number % 100 not in POLISH_TEENS
    return words[1] if language == "pl" and is_few else words[-1]
