"""Texts with gaps that are filled in the reader's language, as the web client's `i18n` does it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from broadside.texts import plural

if TYPE_CHECKING:
    from collections.abc import Mapping


class Token(NamedTuple):
    """Something named in a sentence; under its key, or its first word, stand its other forms."""

    text: str
    key: str = ""


Value = str | int | Token
Values = dict[str, Value]


class Sentence(NamedTuple):
    """A sentence to be said: the key of its text, and what fills the gaps."""

    key: str
    values: Values


GAP: Final = re.compile(r"\{(\w+)(?::(\w+)|\|([^{}]+))?\}")
AND: Final = {"en": "and", "de": "und", "pl": "i"}
OR: Final = {"en": "or", "de": "oder", "pl": "lub"}


def listed(names: list[str], word: str) -> str:
    """Names in a row as the language has it: “Anna, Ben and Carl”."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def counted(forms: str, value: Value, language: str) -> str:
    """The word that goes with a number."""
    return plural(forms, int(str(value).replace("−", "-")), language)


class Voice:
    """Speaks the texts around all games and, before them, those of one game."""

    def __init__(self, language: str, *texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def find(self, key: str) -> str | None:
        """The text under a key, with its gaps."""
        return next((texts[key] for texts in self._texts if key in texts), None)

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return self.find(key) is not None

    def t(self, key: str, values: Mapping[str, Value] | None = None) -> str:
        """The text under a key, its gaps filled. A missing key shows itself; so does a gap."""
        template = self.find(key) or key
        filled = values or {}
        text = GAP.sub(lambda gap: self._filled(gap, filled), template)
        # A sentence that begins with a thing begins with a capital; names stay as they are.
        first = GAP.match(template)
        begins = filled.get(first[1]) if first and first.end() < len(template) else None
        return capital(text) if isinstance(begins, Token) and begins.key else text

    def say(self, sentence: Sentence) -> str:
        """A sentence in words."""
        return self.t(sentence.key, sentence.values)

    def listed(self, names: list[str], *, either: bool = False) -> str:
        """Names in a row: all of them, or either of them."""
        return listed(names, (OR if either else AND)[self.language])

    def _filled(self, gap: re.Match[str], values: Mapping[str, Value]) -> str:
        name, form, forms = gap.groups()
        value = values.get(name)
        if value is None:
            return gap[0]
        if forms:
            return counted(forms, value, self.language)
        if not isinstance(value, Token):
            return str(value)
        if not form:
            return value.text
        # A name cannot be declined: Polish puts a word before it that can, “gracza” or “kartę”.
        key = value.key or "person"
        other = self.find(f"{key}.{form}") or self.find(f"{key.partition('.')[0]}.{form}")
        return other.replace("{name}", value.text) if other else value.text


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def text_of(value: Value) -> str:
    """What fills a gap, alone."""
    return value.text if isinstance(value, Token) else str(value)


def signed(value: int) -> str:
    """A number with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)
