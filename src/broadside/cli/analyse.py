"""`broadside analyse`: what a captain thinks of every decision in a recorded game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from broadside.cli.edition import add_edition, games_for
from broadside.cli.files import read_replay
from broadside.cli.output import console, print_json, printable
from broadside.cli.parser import Commands, add_json, whole
from broadside.cli.simulate import add_think
from broadside.cli.train import progress
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.cli.thinking import Judgement
    from broadside.replays.fairness import ReplayFile

REASONS: Final = 2
"""So many terms are told for and against."""
TELLING: Final = 0.02
"""A term that says less than this says nothing."""
BAR: Final = 30


class Decision(TypedDict):
    """One decision of a seat, judged. The number is that of the step in `broadside replay`."""

    number: int
    question: str
    judgement: Judgement
    sentence: str


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "analyse",
        "judge every decision of a seat in a recorded game",
        "broadside analyse game.json --seat 1\n"
        "broadside analyse game.json --seat 0 --think 200 --json",
        run,
    )
    parser.add_argument("file", metavar="FILE", help="a replay file; - reads standard input")
    parser.add_argument(
        "--seat", type=whole(0, 99), default=0, metavar="N", help="whose decisions (default: 0)"
    )
    parser.add_argument(
        "--seed", type=whole(0), default=1, metavar="N", help="for the worlds (default: 1)"
    )
    add_edition(parser)
    add_think(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Judge, then tell."""
    file = read_replay(args.file)
    if args.seat >= len(file.seats):
        raise BroadsideError(f"--seat {args.seat}: the seats are 0 to {len(file.seats) - 1}")
    found = judged(args, file)
    if args.json:
        print_json({"game": file.game, "seats": file.seats, "seat": args.seat, "decisions": found})
    else:
        show(file, args.seat, found)
    return 0


def judged(args: argparse.Namespace, file: ReplayFile) -> list[Decision]:
    """All decisions of the seat that had an alternative."""
    from broadside.cli.thinking import judge
    from broadside.replays.questions import decisions

    games = games_for(file, args.edition)
    asked = list(decisions(file, games, args.seat, args.seed))
    address = games[file.game].of_record(file.edition, file.edition_text).address()
    found: list[Decision] = []
    with progress("decisions", len(asked)) as tell:
        for one in asked:
            judgement = judge(
                address,
                one.world,
                args.seat,
                one.action,
                args.seed + one.number,
                args.think,
                args.look_aheads,
            )
            found.append(
                {
                    "number": one.number,
                    "question": one.question,
                    "judgement": judgement,
                    "sentence": sentence(judgement),
                }
            )
            tell(len(found))
    return found


def sentence(judgement: Judgement) -> str:
    """A mistake in words: what would have been better, by how much, and why.

    >>> sentence({"played": "pick A", "best": "pick B", "chance": 0.4, "best_chance": 0.5,
    ...     "loss": 0.1, "is_mistake": True, "why": [("gold", 0.3), ("food", -0.1)]})
    'pick B would have been better: 50 % instead of 40 %, for gold, though it is worse for food.'
    """
    if not judgement["is_mistake"]:
        return ""
    gains = [term for term, gain in judgement["why"] if gain >= TELLING][:REASONS]
    costs = [term for term, gain in judgement["why"] if gain <= -TELLING][:REASONS]
    text = (
        f"{judgement['best']} would have been better:"
        f" {judgement['best_chance']:.0%} instead of {judgement['chance']:.0%}"
    ).replace("%", " %")
    if gains:
        text += f", for {' and '.join(gains)}"
    if costs:
        text += f", though it is worse for {' and '.join(costs)}"
    return text + "."


# ------------------------------------------------------------------------------ for people


def show(file: ReplayFile, seat: int, found: list[Decision]) -> None:
    """Print the decisions in lines: the chance of victory as a bar, and mistakes with their why."""
    out = console()
    out.print(printable(f"{file.game}: {file.seats[seat]} (seat {seat})"), markup=False)
    for one in found:
        judgement = one["judgement"]
        bar = "█" * round(BAR * judgement["chance"])
        mark = "✗" if judgement["is_mistake"] else " "
        line = f"{one['number']:4} {mark} {bar:{BAR}} {judgement['chance']:4.0%}"
        out.print(f"{line}  {judgement['played']}", markup=False)
        if one["sentence"]:
            out.print(f"       {one['sentence']}", markup=False)
    mistakes = [one for one in found if one["judgement"]["is_mistake"]]
    out.print(f"{len(found)} decisions, {len(mistakes)} mistakes.{costliest(mistakes)}")


def costliest(mistakes: list[Decision]) -> str:
    """The worst mistake. They are not added up: each cost is one against the best play after it."""
    if not mistakes:
        return ""
    worst = max(mistakes, key=lambda one: one["judgement"]["loss"])
    return f" The costliest was step {worst['number']}: {worst['judgement']['loss']:.0%} of a win."
