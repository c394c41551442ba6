"""`broadside verify`: was a recorded game dealt and played fairly?"""

from __future__ import annotations

import argparse
import re
from typing import Final

from broadside.cli.edition import add_edition, games_for
from broadside.cli.files import read_replay
from broadside.cli.output import print_json, printable
from broadside.cli.parser import Commands, add_json

HEX_DIGITS: Final = 64
HEX: Final = re.compile(f"[0-9a-f]{{{HEX_DIGITS}}}")
VERDICTS: Final = {
    (True, True): "The game was dealt as was promised before, and played by the rules.",
    (True, False): "The file agrees with itself.",
    (False, True): "The game is NOT what the file says.",
    (False, False): "The game is NOT what the file says.",
}


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "verify",
        "check a replay file: the seed's commitment, every action, the result",
        'broadside verify game.json --commitment "$SHOWN_BEFORE" && echo fair',
        run,
    )
    parser.add_argument("file", metavar="FILE", help="a replay file; - reads standard input")
    parser.add_argument(
        "--commitment",
        type=commitment,
        metavar="HEX",
        help="what the table showed before the deal; without it"
        " nobody knows whether the file is that of the game that was played",
    )
    add_edition(parser)
    add_json(parser)


def commitment(text: str) -> str:
    """Read a commitment, however it was copied."""
    told = text.strip().lower()
    if not HEX.fullmatch(told):
        raise argparse.ArgumentTypeError(
            f"{text[:80]!r} is no commitment: those have {HEX_DIGITS} digits from 0 to f"
        )
    return told


def run(args: argparse.Namespace) -> int:
    """Print the verdict; the exit code is 0 if the game was fair, else 1."""
    from broadside.replays.fairness import verify

    file = read_replay(args.file)
    verdict = verify(file, games_for(file, args.edition), args.commitment)
    open_questions = unchecked(args)
    if args.json:
        findings = [
            {"check": each.check, "ok": each.ok, "detail": each.detail} for each in verdict.findings
        ]
        told = {"file": args.file, "ok": verdict.ok, "findings": findings}
        print_json(told | {"unchecked": open_questions})
    else:
        for finding in verdict.findings:
            mark = "holds" if finding.ok else "FAILS"
            print(printable(f"{mark}  {finding.check}: {finding.detail}"))
        for question in open_questions:
            print(f"not checked  {question}")
        print(VERDICTS[verdict.ok, not open_questions])
    return 0 if verdict.ok else 1


def unchecked(args: argparse.Namespace) -> list[str]:
    """What a file cannot tell by itself, in words for people."""
    if args.commitment is not None:
        return []
    return [
        (
            "whether this is the game that was played: anybody can make such a file with a seed of"
            " their own. Compare what the table showed before the deal (--commitment HEX)"
        )
    ]
