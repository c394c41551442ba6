"""Reading the command line: mistakes are told in one line, help ends with an example."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, NoReturn

from broadside.cli.output import complain

if TYPE_CHECKING:
    from collections.abc import Callable

WHOLE_MAX: Final = 10**18


class Parser(argparse.ArgumentParser):
    """A parser that does not bury the mistake under the usage."""

    def error(self, message: str) -> NoReturn:
        """Tell the mistake in one line, and where help is."""
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(2)


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
