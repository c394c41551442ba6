"""Tables as text: lines of a key and words, read with the line and token at fault."""

from __future__ import annotations

from .errors import BroadsideError, NotationError
from .rng import Rng, read_rng, whole

LINES_MAX = 1000


class Line:
    """One line of a written table: its number, its key and the words behind it."""

    def __init__(self, number: int, key: str, words: list[str]) -> None:
        self.number = number
        self.key = key
        self.words = words

    def fail(self, token: str, reason: str) -> NotationError:
        """The error that says where this line is wrong."""
        return NotationError(self.number, token[:60], reason)

    def index(self, word: str, names: list[str], what: str) -> int:
        """The place of a word in a list of names."""
        if word not in names:
            raise self.fail(word, f"no such {what}; there are {', '.join(names[:60])}")
        return names.index(word)

    def number_in(self, word: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        text = word[1:] if word.startswith("-") else word
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise self.fail(word, f"expected a whole number from {low} to {high}")
        value = int(word)
        if not low <= value <= high:
            raise self.fail(word, f"expected a whole number from {low} to {high}")
        return value

    def settings(self, words: list[str]) -> dict[str, str]:
        """Words of the form name=value."""
        found: dict[str, str] = {}
        for word in words:
            name, sign, value = word.partition("=")
            if not sign or not name or not value:
                raise self.fail(word, "expected name=value")
            if name in found:
                raise self.fail(word, f"{name} is given twice")
            found[name] = value
        return found

    def rng(self) -> Rng:
        """The generator written on this line."""
        try:
            return read_rng(self.words)
        except ValueError as error:
            raise self.fail(" ".join(self.words), str(error)) from None


class Reader:
    """The lines of a written table, taken by key; each key is read once, in any order."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, Line] = {}
        self.last = 0
        rows = text.splitlines()
        if len(rows) > LINES_MAX:
            raise NotationError(LINES_MAX, rows[LINES_MAX][:60], "too many lines for a table")
        for number, row in enumerate(rows, 1):
            words = row.split()
            self.last = number
            if words:
                line = Line(number, words[0], words[1:])
                if line.key in self.lines:
                    raise line.fail(line.key, "this line is given twice")
                self.lines[line.key] = line

    def take(self, key: str) -> Line:
        """The line of that key, which must be there."""
        line = self.lines.pop(key, None)
        if line is None:
            raise NotationError(self.last, key, "this line is missing")
        return line

    def finish(self) -> None:
        """Complain about lines that nobody asked for."""
        for line in self.lines.values():
            raise line.fail(line.key, "no such line in this game")


def read_count(line: Line, low: int, high: int) -> int:
    """The single whole number of a line."""
    if len(line.words) != 1:
        raise line.fail(line.key, "expected one number")
    return line.number_in(line.words[0], low, high)


def read_whole(word: str) -> int:
    """A whole number from outside a table, such as a seed."""
    try:
        return whole(word)
    except BroadsideError as error:
        raise NotationError(1, word[:60], str(error)) from None
