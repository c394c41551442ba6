"""The command line explains itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from broadside.cli.entry import build_parser


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and those of all its subcommands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from parsers(inner)


def test_every_command_and_option_has_help() -> None:
    """A sentence for each command, and a line for each of its options."""
    for parser in parsers(build_parser()):
        assert parser.description, parser.prog
        for action in parser._actions:
            if not isinstance(action, argparse._SubParsersAction):
                assert action.help, f"{parser.prog} {action.dest}"


def test_every_subcommand_is_listed_with_help() -> None:
    """The list of commands says what each of them does."""
    for parser in parsers(build_parser()):
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                listed = {choice.dest for choice in action._choices_actions if choice.help}
                assert listed == set(action.choices), parser.prog
