"""`broadside verify`: was a recorded game dealt and played fairly?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.cli.files import read_replay
from broadside.cli.output import print_json, printable
from broadside.cli.parser import Commands, add_json

if TYPE_CHECKING:
    import argparse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "verify",
        "check a replay file: the seed's commitment, every action, the result",
        "broadside verify game.json && echo fair",
        run,
    )
    parser.add_argument("file", metavar="FILE", help="a replay file; - reads standard input")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the verdict; the exit code is 0 if the game was fair, else 1."""
    from broadside.games import registry
    from broadside.replays.fairness import verify

    verdict = verify(read_replay(args.file), {game.name: game for game in registry.GAMES})
    if args.json:
        findings = [
            {"check": each.check, "ok": each.ok, "detail": each.detail} for each in verdict.findings
        ]
        print_json({"file": args.file, "ok": verdict.ok, "findings": findings})
    else:
        for finding in verdict.findings:
            mark = "holds" if finding.ok else "FAILS"
            print(printable(f"{mark}  {finding.check}: {finding.detail}"))
        print("The game is fair." if verdict.ok else "The game is NOT what the file says.")
    return 0 if verdict.ok else 1
