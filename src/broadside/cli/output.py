"""What is printed: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys

from rich.console import Console

WIDTH_WITHOUT_TERMINAL = 120


def complain(line: str) -> None:
    """Tell on standard error what is wrong."""
    print(printable(line), file=sys.stderr)


def print_json(value: object) -> None:
    """Print one JSON value."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_rows(rows: list[dict[str, str]]) -> None:
    """Print rows that have the same columns, each as wide as it must be."""
    if not rows:
        print("none")
        return
    lines = [list(rows[0]), *([printable(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def console() -> Console:
    """Where tables for people go."""
    return Console(width=None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL, highlight=False)


def error_console() -> Console:
    """Where progress goes, so that a result can be piped on."""
    return Console(stderr=True, highlight=False)


def printable(text: str) -> str:
    """The text without anything that steers a terminal: names in files may be anybody's."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
