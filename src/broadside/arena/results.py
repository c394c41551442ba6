"""Files of results: rows as CSV, JSON lines or Parquet, written as they come.

A run that was killed goes on where it was: rows stand in the order of their matches, whichever
worker played them, so the file itself tells which match comes next. Beside it, `FILE.plan.json`
says what is simulated and what the columns mean. Parquet cannot be added to: its rows are collected
in `FILE.part.jsonl`, and written when all are there.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from broadside.arena.rows import LEVELS
from broadside.kernel.errors import BadData, BroadsideError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from broadside.arena.rows import Row
    from broadside.arena.simulate import Plan

SUFFIXES: Final = (".csv", ".jsonl", ".parquet")
WORDS: Final = {"game", "options", "bot", "side", "plays", "action"}
FRACTIONS: Final = {"share", "choices", "hidden", "forced"}
BATCH: Final = 50_000


class ResultsFile:
    """Where the rows of a plan go."""

    def __init__(self, path: Path, plan: Plan, level: str) -> None:
        if path.suffix not in SUFFIXES:
            raise BroadsideError(f"{path}: results are written to {', '.join(SUFFIXES)}")
        if path.suffix == ".parquet":
            parquet()  # complains now rather than after the last game
        self.path = path
        self.columns = list(LEVELS[level])
        self.plan_path = path.with_name(path.name + ".plan.json")
        is_parquet = path.suffix == ".parquet"
        self.rows_path = path.with_name(path.name + ".part.jsonl") if is_parquet else path
        text = {"plan": asdict(plan), "rows": level, "columns": LEVELS[level]}
        self.plan_text = json.dumps(text, indent=1, ensure_ascii=False) + "\n"

    def start(self) -> int:
        """Make the file ready for more rows; the number of the first match that it does not have.

        Raises BroadsideError if the file holds another simulation.
        """
        if not self.plan_path.exists():
            if self.path.exists():
                raise BroadsideError(
                    f"{self.path} exists, and {self.plan_path.name} does not say what it holds;"
                    " choose another file, or delete it"
                )
            self.plan_path.write_text(self.plan_text, encoding="utf-8")
        elif self.plan_path.read_text(encoding="utf-8") != self.plan_text:
            raise BroadsideError(
                f"{self.path} holds another simulation: {self.plan_path.name} says which;"
                " choose another file, or delete both"
            )
        if not self.rows_path.exists():
            self.rows_path.write_text(self.heading(), encoding="utf-8")
            return 0
        number, size = self.last_match()
        with self.rows_path.open("r+b") as file:
            file.truncate(size)
        if size == 0:
            self.rows_path.write_text(self.heading(), encoding="utf-8")
        return number

    def heading(self) -> str:
        """The first line of the file; only CSV has one."""
        return as_csv([self.columns]) if self.rows_path.suffix == ".csv" else ""

    def last_match(self) -> tuple[int, int]:
        """The number of the last match in the file, which may lack rows, and where it begins."""
        number, begins, at = 0, 0, 0
        is_csv = self.rows_path.suffix == ".csv"
        with self.rows_path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                if is_csv and at == 0:
                    begins = len(line)
                else:
                    found = self.number_of(line.decode("utf-8"))
                    if found != number:
                        number, begins = found, at
                at += len(line)
        return number, begins

    def number_of(self, line: str) -> int:
        """The number of the match that a line is about."""
        if self.rows_path.suffix == ".csv":
            return int(next(csv.reader([line]))[self.columns.index("number")])
        return int(json.loads(line)["number"])

    def add(self, rows: Sequence[Row]) -> None:
        """Write the rows of some more matches."""
        if self.rows_path.suffix == ".csv":
            text = as_csv([[row[name] for name in self.columns] for row in rows])
        else:
            text = as_lines(rows)
        with self.rows_path.open("a", encoding="utf-8", newline="") as file:
            file.write(text)

    def finish(self) -> None:
        """All rows are there."""
        if self.path.suffix == ".parquet":
            write_parquet(self.path, self.columns, read_lines(self.rows_path))
            self.rows_path.unlink()

    def is_finished(self) -> bool:
        """Whether a Parquet file was written already; others are, when nothing is left to play."""
        is_there = self.path.suffix == ".parquet" and self.path.exists()
        return is_there and not self.rows_path.exists() and self.plan_path.exists()


def write_results(path: Path, level: str, rows: Sequence[Row]) -> None:
    """Write rows that are all there already; a file that is there is replaced."""
    columns = list(LEVELS[level])
    if path.suffix == ".parquet":
        write_parquet(path, columns, rows)
    elif path.suffix == ".csv":
        lines = [columns, *([row[name] for name in columns] for row in rows)]
        path.write_text(as_csv(lines), encoding="utf-8", newline="")
    elif path.suffix == ".jsonl":
        path.write_text(as_lines(rows), encoding="utf-8")
    else:
        raise BroadsideError(f"{path}: results are written to {', '.join(SUFFIXES)}")


def as_lines(rows: Iterable[Row]) -> str:
    """Rows as lines of JSON."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def as_csv(rows: Iterable[Sequence[Any]]) -> str:
    """Rows as lines with commas."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def read_results(path: Path) -> Iterator[Row]:
    """The rows of a file, with numbers as numbers and nothing as None."""
    if path.suffix not in SUFFIXES:
        raise BroadsideError(f"{path}: results are read from {', '.join(SUFFIXES)}")
    try:
        if path.suffix == ".parquet":
            yield from read_parquet(path)
        elif path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    yield {name: as_value(name, word) for name, word in row.items()}
        else:
            yield from read_lines(path)
    except OSError as error:
        raise BroadsideError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise BadData(f"{path} is no file of results: {error}") from None


def as_value(name: str, word: str) -> Any:
    """The value of a word in a CSV file."""
    if name in WORDS:
        return word
    if not word:
        return None
    return float(word) if name in FRACTIONS else int(word)


def read_lines(path: Path) -> Iterator[Row]:
    """The rows of a file of JSON lines."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


# ----------------------------------------------------------------------------------- Parquet


def parquet() -> Any:
    """The package that writes Parquet; raises an error that says where it comes from."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise BroadsideError("Parquet needs pyarrow: pip install 'broadside[report]'") from None
    return pyarrow


def schema_of(columns: Sequence[str]) -> Any:
    """The types of the columns."""
    arrow = parquet()
    kinds = {True: arrow.string(), False: arrow.int64()}
    return arrow.schema(
        [(name, arrow.float64() if name in FRACTIONS else kinds[name in WORDS]) for name in columns]
    )


def write_parquet(path: Path, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Write all rows; the file is there when it is whole."""
    arrow = parquet()
    schema = schema_of(columns)
    unfinished = path.with_name(path.name + ".unfinished")
    with arrow.parquet.ParquetWriter(unfinished, schema) as writer:
        for batch in batches(rows):
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
    unfinished.replace(path)


def batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows in lists that are not too long."""
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def read_parquet(path: Path) -> Iterator[Row]:
    """The rows of a Parquet file."""
    arrow = parquet()
    try:
        with arrow.parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH):
                yield from batch.to_pylist()
    except arrow.ArrowInvalid as error:
        raise BadData(f"{path} is no Parquet file: {error}") from None
