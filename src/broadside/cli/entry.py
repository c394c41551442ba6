"""All commands; `broadside --help` lists them.

Each subcommand is a module with `add(commands)`, which describes it, and `run(args)`, which does
it and returns the exit code: 0 for done, 1 for a bad finding, 2 for bad input, 130 for Ctrl-C.
"""

from __future__ import annotations

import os
import sys

from broadside import __version__
from broadside.cli import (
    analyse,
    arena,
    bench,
    doctor,
    games,
    puzzles,
    replay,
    rules,
    serve,
    simulate,
    train,
    verify,
)
from broadside.cli.output import complain
from broadside.cli.parser import Commands, Parser
from broadside.kernel.errors import BroadsideError

BAD_INPUT = 2
INTERRUPTED = 130
COMMANDS = (
    serve,
    games,
    rules,
    simulate,
    arena,
    train,
    puzzles,
    bench,
    replay,
    analyse,
    verify,
    doctor,
)


def build_parser() -> Parser:
    """The whole command line."""
    parser = Parser(prog="broadside", description="Pirate table games for people and bots.")
    parser.add_argument("--version", action="version", version=f"broadside {__version__}")
    commands = Commands(parser)
    for command in COMMANDS:
        command.add(commands)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a command; return the exit code. A user's mistake costs one line, no traceback."""
    try:
        args = build_parser().parse_args(argv)
    except SystemExit as leaving:  # --help, --version, or a usage mistake that was explained
        return leaving.code if isinstance(leaving.code, int) else 0
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BroadsideError as error:
        complain(f"{args.prog}: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough. Python would complain when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
