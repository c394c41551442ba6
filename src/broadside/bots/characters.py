"""The characters whom bots play: each has a name and a temper. The client draws their faces."""

from __future__ import annotations

from typing import Final

from .temper import BOLD, CAUTIOUS, TWO_FACED, VENGEFUL

CHARACTERS: Final[dict[str, str]] = {
    "Prue": CAUTIOUS,
    "Hobb": CAUTIOUS,
    "Marlo": CAUTIOUS,
    "Wren": CAUTIOUS,
    "Bess": BOLD,
    "Dirk": BOLD,
    "Rooke": BOLD,
    "Zora": BOLD,
    "Grimm": VENGEFUL,
    "Morag": VENGEFUL,
    "Salka": VENGEFUL,
    "Tarik": VENGEFUL,
    "Fenn": TWO_FACED,
    "Lark": TWO_FACED,
    "Mirel": TWO_FACED,
    "Silas": TWO_FACED,
}
"""The temper of each by name. Names are short: they are never cut, however small the screen."""
