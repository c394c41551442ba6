"""Where the parts of a TOML text stand, which Python's reader of TOML does not tell."""

from __future__ import annotations

import re
from typing import Final

TOKEN: Final = re.compile(
    r"""'{3}[\s\S]*?'{3}|"{3}[\s\S]*?"{3}|'[^'\n]*'|"(?:\\.|[^"\\\n])*"|\#[^\n]*|\n|[\[\]{}=]|[^\s'"\#\[\]{}=]+"""
)


def lines_of(text: str) -> dict[str, int]:
    """The line of each group, key and row of a text that is known to be TOML.

    Of `[a]` with `rows = [ … ]` these are `a`, `a.rows`, and `a.rows.0` for the first row.
    """
    places = Places()
    for part in [*TOKEN.findall(text), "\n"]:
        places.take(part)
    return places.found


class Places:
    """What was found so far, and where in the text we are."""

    def __init__(self) -> None:
        self.found: dict[str, int] = {}
        self.line = 1
        self.depth = 0
        self.section = ""
        self.key = ""
        self.rows = 0
        self.words: list[str] = []

    def take(self, part: str) -> None:
        """Read on by one part."""
        if part == "\n":
            if self.depth == 0 and self.words and self.words[0] == "[":
                self.begin_section("".join(self.words))
            self.words = []
        elif self.depth == 0 and not part.startswith("#"):
            self.take_outside(part)
        elif part in ("[", "{"):
            self.take_opening(part)
        elif part in ("]", "}"):
            self.depth -= 1
        self.line += part.count("\n")

    def take_outside(self, part: str) -> None:
        """A heading, a key, or what follows the sign behind it."""
        is_value = bool(self.words) and self.words[-1] == "="
        if part == "=" and not is_value:
            self.key, self.rows = self.section + "".join(self.words), 0
            self.found[self.key] = self.line
        if is_value and part in ("[", "{"):
            self.depth = 1
        self.words.append(part)

    def take_opening(self, part: str) -> None:
        """A row begins, if it stands right in a list."""
        if self.depth == 1 and part == "{":
            self.found[f"{self.key}.{self.rows}"] = self.line
            self.rows += 1
        self.depth += 1

    def begin_section(self, heading: str) -> None:
        """`[group]`, or `[[group.rows]]` for one row."""
        self.section = heading.strip("[]") + "."
        if heading.startswith("[["):
            begun = [key for key in self.found if key.startswith(self.section)]
            rows = len([key for key in begun if key[len(self.section) :].isdigit()])
            self.found[f"{self.section}{rows}"] = self.line
        else:
            self.found[self.section[:-1]] = self.line
