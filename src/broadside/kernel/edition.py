"""Editions: the numbers that are printed on the pieces of a game, as a text in TOML.

    format = 1
    game = "jolly-roger"
    name = { en = "My box", de = "Meine Schachtel", pl = "Moje pudełko" }

    [prizes]
    source = "printed"
    rows = [
      { id = "gold1", copies = 14, gold = 1 },
      …
    ]

Every group says where its numbers come from; a row may say so for itself. The game reads the rows
and checks them; what is wrong is told with the line and the reason. An edition is known by the
digest of its text, so whoever has the same digest plays with the same numbers.
"""

from __future__ import annotations

import tomllib
from hashlib import sha256
from typing import Any, Final

from .errors import BadData
from .toml_lines import lines_of

FORMAT: Final = 1
SOURCES: Final[list[str]] = ["printed", "found", "ours"]
"""Printed: read from the box. Found: told by somebody who has it. Ours: nobody could tell us."""
NAME_LANGUAGES: Final[list[str]] = ["en", "de", "pl"]
SHORT: Final = 12
"""So much of a digest is shown to people."""
TEXT_MAX: Final = 200_000
NAME_MAX: Final = 60
NOTE_MAX: Final = 300
CELL_MAX: Final = 10_000
HEADING: Final[list[str]] = ["format", "game", "name"]
GROUP_KEYS: Final[list[str]] = ["source", "note", "rows"]
ROW_KEYS: Final[list[str]] = ["name", "source"]
"""What every row may have beside its columns."""

Names = dict[str, str]
"""A text by language."""
Values = list[object]
"""What stands in the gaps of a reason."""
NO_VALUES: Final[Values] = []


class Row:
    """One row of a group: its cells by column, its names, and where it comes from.

    It remembers what was asked of its cells: who edits an edition is offered the same `words` and
    numbers. `left_out` are columns that nobody has written.
    """

    def __init__(
        self, label: str, line: int, cells: dict[str, str], names: Names, source: str
    ) -> None:
        self.label = label
        self.line = line
        self.cells = cells
        self.names = names
        self.source = source
        self.words: dict[str, list[str]] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        self.left_out: list[str] = []

    def fail(self, code: str, rule: str, reason: str, values: Values = NO_VALUES) -> BadData:
        """The error that says where the edition is wrong, and by which rule, if any."""
        return wrong(self.label, self.line, code, reason, values, rule)

    def text(self, column: str, allowed: list[str]) -> str:
        """A cell that must hold one of a few words."""
        value = self.cells[column]
        self.words[column] = allowed
        if value not in allowed:
            values: Values = [column, value[:40], ", ".join(allowed)]
            raise self.fail("word", "", "{} is {!r}; it may be {}", values)
        return value

    def place(self, column: str, names: list[str]) -> int:
        """The place in a list of names of a cell that must hold one of them."""
        return names.index(self.text(column, names))

    def word(self, column: str, taken: list[str]) -> str:
        """A cell that must hold a new word of letters, digits and underscores."""
        value = self.cells[column]
        self.words[column] = [value]
        if not value.isascii() or not value.replace("_", "a").isalnum() or len(value) > NAME_MAX:
            reason = "{} is {!r}; it must be one of letters, digits and _"
            raise self.fail("letters", "", reason, [column, value[:40]])
        if value in taken:
            raise self.fail("taken", "", "{} is {!r}, which stands here already", [column, value])
        return value

    def count(self, column: str, low: int = 0, high: int = CELL_MAX, rule: str = "") -> int:
        """A cell that must hold a whole number within bounds."""
        value = self.cells[column]
        self.spans[column] = (low, high)
        digits = value.removeprefix("-") if low < 0 else value
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 10
        if not is_number or not low <= int(value) <= high:
            reason = "{} is {!r}; it must be a number from {} to {}"
            raise self.fail("number", rule, reason, [column, value[:40], low, high])
        return int(value)


class Group:
    """The rows of one kind of piece, as they were written.

    Once a game has read them, `columns` are those that there may be, and from `fewest` to `most`
    rows.
    """

    def __init__(self, name: str, line: int, source: str, note: Names) -> None:
        self.name = name
        self.line = line
        self.source = source
        self.note = note
        self.rows: list[Row] = []
        self.columns: list[str] = []
        self.fewest = 0
        self.most = 0


class Edition:
    """The numbers of a box. `label` says in errors where the text comes from."""

    def __init__(self, text: str, label: str, game: str, name: Names) -> None:
        self.text = text
        self.label = label
        self.digest: str = sha256(text.encode()).hexdigest()
        self.game = game
        self.name = name
        self.groups: list[Group] = []

    def short(self) -> str:
        """The beginning of the digest, by which people call the edition."""
        return self.digest[:SHORT]

    def sources(self) -> list[str]:
        """Where its numbers come from, each source once."""
        rows = [row.source for group in self.groups for row in group.rows]
        found = [group.source for group in self.groups] + rows
        return [source for source in SOURCES if source in found]

    def group(self, name: str) -> Group:
        """The group of that name; raises BadData if there is none."""
        for group in self.groups:
            if group.name == name:
                return group
        raise wrong(self.label, 1, "no_group", "there is no [{}]", [name])

    def check_groups(self, known: list[str]) -> None:
        """Raise BadData for a group that the game does not have, or that is missing."""
        for group in self.groups:
            if group.name not in known:
                values: Values = [group.name[:40], ", ".join(known)]
                raise wrong(self.label, group.line, "group", "there is no [{}], only {}", values)
        for name in known:
            self.group(name)

    def rows(self, name: str, columns: list[str], length: int, longest: int = 0) -> list[Row]:
        """So many rows of a group, with just these columns; a column `nav=0` may be left out.

        With `longest` there may be any number of rows from `length` up to that.
        """
        group = self.group(name)
        group.columns, group.fewest, group.most = columns, length, max(length, longest)
        for row in group.rows:
            complete(row, columns)
        found = len(group.rows)
        if not length <= found <= group.most:
            wanted = f"{length}–{longest}" if longest else str(length)
            line = group.rows[-1].line if found else group.line
            reason = "[{}] has {} rows; it must have {}"
            raise wrong(self.label, line, "rows", reason, [name, found, wanted])
        return group.rows

    def named(self, name: str, columns: list[str], words: list[str]) -> list[Row]:
        """The rows of a group whose first column has just these words, in this order."""
        rows = self.rows(name, columns, len(words))
        for row, word in zip(rows, words, strict=True):
            row.text(columns[0], [word])
        return rows


def label_of(address: str) -> str:
    """A game's address in a word: `jamaica`, or `jamaica@0d351dcac7ed` for another edition."""
    if "\n" not in address:
        return address
    edition = parse(address)
    return f"{edition.game}@{edition.short()}"


def wrong(
    label: str,
    line: int,
    code: str,
    reason: str,
    values: Values = NO_VALUES,
    rule: str = "",
) -> BadData:
    """The error that says where a text is wrong, and why: in English, and as `code` and values."""
    told = reason.format(*values) + (f" ({rule})" if rule else "")
    error = BadData(f"{label}, line {line}: {told}", line, code, [str(one) for one in values])
    error.rule = rule
    return error


def complete(row: Row, columns: list[str]) -> None:
    """Fill in what a row may leave out; raises BadData for what it lacks, or has too much."""
    names: list[str] = []
    for column in columns:
        name, has_default, default = column.partition("=")
        names.append(name)
        if name not in row.cells:
            if not has_default:
                raise row.fail("missing", "", "{} is missing", [name])
            row.cells[name] = default
            row.left_out.append(name)
    for name in row.cells:
        if name not in names:
            values: Values = [name[:40], ", ".join(names + ROW_KEYS)]
            raise row.fail("unknown", "", "there is no {!r} here, only {}", values)


def parse(text: str, label: str = "edition") -> Edition:
    """The edition of a text; whether its numbers make a game, only the game can tell.

    >>> parse("format = 2")
    Traceback (most recent call last):
    ...
    broadside.kernel.errors.BadData: edition, line 1: game is missing
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > TEXT_MAX:
        reason = "the text has {} characters, at most {}"
        raise wrong(label, 1, "too_long", reason, [len(text), TEXT_MAX])
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).partition(" (at line ")
        at = place.partition(",")[0]
        line = int(at) if at.isdigit() else text.count("\n") + 1
        raise wrong(label, line, "toml", "{}", [reason]) from None
    except RecursionError:
        reason = "too many brackets within brackets"
        raise wrong(label, 1, "toml", "{}", [reason]) from None
    lines = lines_of(text)
    for key in HEADING:
        if key not in found:
            raise wrong(label, 1, "missing", "{} is missing", [key])
    if found["format"] != FORMAT:
        raise wrong(label, lines.get("format", 1), "format", "format must be {}", [FORMAT])
    edition = Edition(text, label, str(found["game"]), read_names(found, "name", label, lines, ""))
    for name, group in found.items():
        if name not in HEADING:
            edition.groups.append(read_group(name, group, label, lines))
    return edition


def read_group(name: str, found: object, label: str, lines: dict[str, int]) -> Group:
    """One group with its rows."""
    line = lines.get(name, 1)
    if not isinstance(found, dict):
        raise wrong(label, line, "no_rows", "{0!r} must be a group, as in [{0}]", [name[:40]])
    for key in found:
        if key not in GROUP_KEYS:
            at = lines.get(f"{name}.{key}", line)
            values: Values = [key[:40], ", ".join(GROUP_KEYS)]
            raise wrong(label, at, "unknown", "there is no {!r} here, only {}", values)
    source = read_source(found, label, lines.get(f"{name}.source", line), "")
    note = read_names(found, "note", label, lines, f"{name}.", NOTE_MAX) if "note" in found else {}
    group = Group(name, line, source, note)
    rows = found.get("rows")
    if not isinstance(rows, list):
        at = lines.get(f"{name}.rows", line)
        raise wrong(label, at, "no_rows", "rows must be a list: rows = [ … ]", [name])
    for place, cells in enumerate(rows):
        at = lines.get(f"{name}.rows.{place}", line)
        group.rows.append(read_row(cells, label, at, source))
    return group


def read_row(found: object, label: str, line: int, source: str) -> Row:
    """One row; its cells become words."""
    if not isinstance(found, dict):
        reason = "a row stands in braces, as in {{ copies = 2, crew = 1 }}"
        raise wrong(label, line, "no_row", reason)
    names = read_names(found, "name", label, {"name": line}, "") if "name" in found else {}
    cells: dict[str, str] = {}
    for key, value in found.items():
        if key not in ROW_KEYS:
            cells[key] = read_cell(key, value, label, line)
    return Row(label, line, cells, names, read_source(found, label, line, source))


def read_cell(key: str, value: object, label: str, line: int) -> str:
    """A cell as a word: a whole number, a word, or several of them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, str)):
        return str(value)
    if isinstance(value, list):
        return "|".join([read_cell(key, part, label, line) for part in value])
    reason = "{} must be a whole number, a word or a list of them"
    raise wrong(label, line, "cell", reason, [key[:40]])


def read_source(found: dict[str, Any], label: str, line: int, default: str) -> str:
    """Where numbers come from."""
    source = found.get("source", default)
    if source not in SOURCES:
        values: Values = ["source", source, ", ".join(SOURCES)]
        raise wrong(label, line, "word", "{} is {!r}; it may be {}", values)
    return str(source)


def read_names(
    found: dict[str, Any],
    key: str,
    label: str,
    lines: dict[str, int],
    where: str,
    most: int = NAME_MAX,
) -> Names:
    """A text for people: one for all languages, or one for each."""
    given = found[key]
    line = lines.get(where + key, 1)
    names = {language: given for language in NAME_LANGUAGES} if isinstance(given, str) else given
    if not isinstance(names, dict) or "en" not in names:
        reason = '{} must be a text, or texts as in {{ en = "…", de = "…" }}'
        raise wrong(label, line, "texts", reason, [key])
    for language, text in names.items():
        if language not in NAME_LANGUAGES:
            values: Values = [key, language[:20], ", ".join(NAME_LANGUAGES)]
            raise wrong(label, line, "language", "{}: no language {!r}, only {}", values)
        if not isinstance(text, str) or not 0 < len(text.strip()) <= most or not text.isprintable():
            reason = "{}: a text has 1 to {} letters, on one line"
            raise wrong(label, line, "text", reason, [key, most])
    return {language: str(names.get(language, names["en"])) for language in NAME_LANGUAGES}
