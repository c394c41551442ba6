"""Data files of the games: tables an owner of the printed game may correct by hand."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable

from mypy_extensions import mypyc_attr

from broadside.kernel import position
from broadside.kernel.advice import Advice
from broadside.kernel.book import Book
from broadside.kernel.errors import BadData, BroadsideError
from broadside.kernel.game import LANGUAGES, Game
from broadside.kernel.state import State
from broadside.kernel.step import questions_of

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

    def place(self, column: str, names: list[str]) -> int:
        """The place in a list of names of a cell that must hold one of them."""
        return names.index(self.text(column, names))

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


def read_named(folder: Traversable, file: str, columns: list[str], names: list[str]) -> list[Row]:
    """The rows of a CSV file whose first column has just these names, in this order."""
    rows = read_rows(folder, file, columns, len(names))
    for row, name in zip(rows, names, strict=True):
        row.text(columns[0], [name])
    return rows


def game_folder(package: str) -> Traversable:
    """The folder of a game's package, where its data and rule texts lie."""
    return files(package)


def read_guided(package: str) -> str:
    """The guided first game of a game, as JSON; empty if its folder has none."""
    file = game_folder(package).joinpath("guided.json")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def read_rule_texts(package: str, language: str) -> str:
    """The rules of a game for players, in one language; in English if the game has no other."""
    if language not in LANGUAGES:
        names = ", ".join(LANGUAGES)
        raise BroadsideError(f"there are no rules in {language[:20]!r}; there are {names}")
    return in_language(package, "rules.{}.md", language).read_text(encoding="utf-8")


def read_texts(package: str, language: str) -> dict[str, str]:
    """What a client says of a game, by key, in one language: `texts/en.json` and so on."""
    file = in_language(package, "texts/{}.json", language)
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadData(f"{file.name}: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise BadData(f"{file.name}: expected one object of texts by key, none of them nested")
    return found


def in_language(package: str, path: str, language: str) -> Traversable:
    """A file of a game in one language; in English where the game does not have it."""
    folder = game_folder(package)
    file = folder.joinpath(*path.format(language).split("/"))
    return file if file.is_file() else folder.joinpath(*path.format(LANGUAGES[0]).split("/"))


@mypyc_attr(allow_interpreted_subclasses=True)
class FolderGame(Game):
    """A game whose book says what there is, and whose package has its data and its texts.

    `table` makes a table for so many seats, `taste` the advice for bots.
    """

    def __init__(
        self,
        package: str,
        version: int,
        seats: range,
        book: Book,
        table: Callable[[int], State],
        taste: Callable[[], Advice],
    ) -> None:
        super().__init__(book.name, version, seats, book.actions, book.events)
        self.package = package
        self.book = book
        self.table = table
        self.taste = taste
        self.questions = questions_of(book.steps)

    def read(self, text: str) -> State:
        """The table that was written as this text."""
        return position.read(self.book, text, self.seats, self.table)

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return self.taste()

    def texts(self, language: str) -> dict[str, str]:
        """What clients say of it."""
        return read_texts(self.package, language)

    def rule_texts(self, language: str) -> str:
        """The rules for players."""
        return read_rule_texts(self.package, language)

    def guided(self) -> str:
        """A guided first game."""
        return read_guided(self.package)
