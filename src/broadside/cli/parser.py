"""Reading the command line: mistakes are told in one line, help ends with an example."""

from __future__ import annotations

import argparse
import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NoReturn

from broadside.cli.output import complain

if TYPE_CHECKING:
    from collections.abc import Callable

INVALID_CHOICE: Final = re.compile(
    r"argument (?P<what>[^:]*: )invalid choice: '(?P<wrong>[^']*)' \(choose from (?P<choices>.*)\)"
)
WHOLE_MAX: Final = 10**18


class Parser(argparse.ArgumentParser):
    """A parser that does not bury the mistake under the usage."""

    def error(self, message: str) -> NoReturn:
        """Tell the mistake in one line, and where help is."""
        message = _with_hint(message)
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(2)


def _with_hint(message: str) -> str:
    """A choice that there is not, with the likeliest one in the place of all others."""
    found = INVALID_CHOICE.match(message)
    if found is None:
        return message
    choices = re.findall(r"'([^']*)'", found["choices"]) or found["choices"].split(", ")
    near = get_close_matches(found["wrong"].lower(), choices, 1)
    hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(choices)}"
    return f"{found['what']}there is no {found['wrong']!r}; {hint}"


class Commands:
    """The subcommands of a parser, one of which is needed."""

    def __init__(self, parser: Parser) -> None:
        self._parsers = parser.add_subparsers(
            dest="command", metavar="COMMAND", required=True, parser_class=Parser
        )

    def add(
        self, name: str, text: str, example: str, run: Callable[[argparse.Namespace], int]
    ) -> Parser:
        """Add a subcommand with its line of help, an example and what it runs."""
        parser = self._parsers.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog="example:\n" + "\n".join(f"  {line}" for line in example.splitlines()),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.set_defaults(run=run, prog=parser.prog)
        return parser


def add_json(parser: Parser) -> None:
    """Let a command print for scripts."""
    parser.add_argument("--json", action="store_true", help="print JSON, for scripts")


def whole(low: int, high: int = WHOLE_MAX) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""

    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(WHOLE_MAX))
        if digits and low <= int(text) <= high:
            return int(text)
        bounds = f"from {low} to {high}" if high < WHOLE_MAX else f"from {low} on"
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number {bounds}")

    return read


def seconds(low: float, high: float) -> Callable[[str], float]:
    """A reader of times within bounds, in seconds and parts of them."""
    return _measured(low, high, f"a time from {low:g} to {high:g} seconds")


def factor(low: float, high: float) -> Callable[[str], float]:
    """A reader of factors within bounds."""
    return _measured(low, high, f"a number from {low:g} to {high:g}")


def _measured(low: float, high: float, what: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if low <= value <= high:
            return value
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not {what}")

    return read
