"""`broadside join`: sit down at a table of any server, in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.cli.parser import Commands, whole
from broadside.cli.terminal import add_person, language_of, name_of, play_at

if TYPE_CHECKING:
    import argparse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "join",
        "sit down at a table of any server, in this terminal",
        "broadside join http://127.0.0.1:8667/table/abcdef --name Anne\n"
        "broadside join http://127.0.0.1:8667/table/abcdef --plain --language pl",
        run,
    )
    parser.add_argument("link", metavar="LINK", help="the link of a table, or of your seat there")
    parser.add_argument(
        "--seat", type=whole(0, 99), metavar="N", help="default: the first that is open"
    )
    add_person(parser)


def run(args: argparse.Namespace) -> int:
    """Play at the table of a link."""
    from broadside.console.client import meet
    from broadside.console.remote_table import RemoteTable

    remote = RemoteTable(args.link)
    client = meet(remote, language_of(args.language), name_of(args.name), args.seat)
    return play_at(client, plain=args.plain, is_own=False)
