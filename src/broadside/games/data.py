"""Data files of the games: tables an owner of the printed game may correct by hand."""

from __future__ import annotations

import csv
from importlib.resources import files
from importlib.resources.abc import Traversable

from broadside.kernel.errors import BadData, BroadsideError
from broadside.kernel.game import LANGUAGES

CELL_MAX = 10_000


class Row:
    """One line of a data file: its cells by column."""

    def __init__(self, file: str, line: int, cells: dict[str, str]) -> None:
        self.file = file
        self.line = line
        self.cells = cells

    def fail(self, reason: str) -> BadData:
        """The error that says where the file is wrong."""
        return BadData(f"{self.file}, line {self.line}: {reason}")

    def text(self, column: str, allowed: list[str]) -> str:
        """A cell that must hold one of a few words."""
        value = self.cells[column]
        if value not in allowed:
            raise self.fail(f"{column} is {value[:40]!r}; it may be {', '.join(allowed)}")
        return value

    def count(self, column: str, low: int = 0, high: int = CELL_MAX) -> int:
        """A cell that must hold a whole number within bounds."""
        value = self.cells[column]
        if not value.isascii() or not value.isdigit() or not low <= int(value[:9]) <= high:
            shown = repr(value[:40])
            raise self.fail(f"{column} is {shown}; it must be a number from {low} to {high}")
        return int(value)


def read_rows(
    folder: Traversable, file: str, columns: list[str], length: int, longest: int = 0
) -> list[Row]:
    """The rows of a CSV file with exactly these columns and so many lines below the heading.

    With `longest` there may be any number of lines from `length` up to that.
    """
    try:
        text = folder.joinpath(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{file}: cannot be read: {error}") from None
    table = csv.reader(text.splitlines())
    rows: list[Row] = []
    try:
        if next(table, []) != columns:
            raise BadData(f"{file}, line 1: the columns must be {','.join(columns)}")
        for cells in table:
            row = Row(file, table.line_num, dict(zip(columns, cells, strict=False)))
            if len(cells) != len(columns):
                raise row.fail(f"expected {len(columns)} cells, not {len(cells)}")
            rows.append(row)
    except csv.Error as error:
        raise BadData(f"{file}, line {table.line_num}: {error}") from None
    if not length <= len(rows) <= max(length, longest):
        wanted = f"{length} to {longest}" if longest else str(length)
        raise BadData(f"{file}, line {table.line_num}: expected {wanted} rows, not {len(rows)}")
    return rows


def game_folder(package: str) -> Traversable:
    """The folder of a game's package, where its data and rule texts lie."""
    return files(package)


def read_rule_texts(package: str, language: str) -> str:
    """The rules of a game for players, in one language."""
    if language not in LANGUAGES:
        names = ", ".join(LANGUAGES)
        raise BroadsideError(f"there are no rules in {language[:20]!r}; there are {names}")
    return game_folder(package).joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
