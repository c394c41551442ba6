"""All commands; `broadside --help` lists them.

Each subcommand is a module with `add(commands)`, which describes it, and `run(args)`, which does
it and returns the exit code: 0 for done, 1 for a bad finding, 2 for bad input, 130 for Ctrl-C.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from pathlib import Path

from broadside import __version__
from broadside.cli import (
    admin,
    analyse,
    arena,
    bench,
    bot,
    doctor,
    edition,
    export,
    games,
    join,
    new_game,
    play,
    puzzles,
    replay,
    report,
    rules,
    serve,
    simulate,
    store,
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
    play,
    join,
    bot,
    games,
    edition,
    rules,
    simulate,
    report,
    export,
    arena,
    train,
    puzzles,
    bench,
    replay,
    analyse,
    verify,
    store,
    admin,
    doctor,
    new_game,
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
    open_what_is_closed()
    spell_what_the_terminal_can()
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
        leave_output()  # whoever read it has enough
        return 0
    except SystemExit as leaving:  # how rich ends when nobody reads on
        leave_output()
        return 0 if leaving.code == 1 else BAD_INPUT
    except OSError as error:
        leave_output()
        place = f" {error.filename}" if error.filename else ""
        complain(f"{args.prog}: cannot read or write{place}: {error.strerror or error}")
        return BAD_INPUT
    return code


def open_what_is_closed() -> None:
    """Let nothing be read, and what is written be lost, where whoever started us left no stream.

    Else the next file that is opened would have the number of that stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def leave_output() -> None:
    """Write nothing more: Python would complain when it flushes at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def spell_what_the_terminal_can() -> None:
    """Put a mark in the place of letters that an output in ASCII or cp1252 does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
