"""`broadside replay`: a recorded game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from broadside.cli.edition import add_edition, games_for
from broadside.cli.files import read_replay
from broadside.cli.output import print_json, printable
from broadside.cli.parser import Commands, add_json
from broadside.kernel.errors import BroadsideError
from broadside.kernel.event import EVERYTHING, SPECTATOR

if TYPE_CHECKING:
    import argparse

    from broadside.kernel.event import View
    from broadside.kernel.state import State
    from broadside.replays.fairness import ReplayFile


class Step(TypedDict):
    """What a seat did, and what came of it. The first step is the deal, by nobody.

    The action is None where it was not the viewpoint's own: others learn of it by its events.
    """

    number: int
    seat: int | None
    action: str | None
    events: list[View]


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "replay",
        "show a recorded game step by step",
        "broadside replay game.json\nbroadside replay game.json --seat 1 --json",
        run,
    )
    parser.add_argument("file", metavar="FILE", help="a replay file; - reads standard input")
    parser.add_argument(
        "--seat",
        default="all",
        metavar="N|all|spectator",
        help="as this seat saw it at the time, or a spectator; all (the default) hides nothing",
    )
    add_edition(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show the game."""
    file = read_replay(args.file)
    seat = viewpoint(args.seat, len(file.seats))
    steps, state = play_steps(file, seat, args.edition)
    if args.json:
        print_json(
            {
                "game": file.game,
                "version": file.version,
                "edition": file.edition,
                "options": file.options,
                "seats": file.seats,
                "seen_by": args.seat,
                "steps": steps,
                "result": state.result(),
                "scores": state.scores(),
            }
        )
    else:
        show(file, steps, state)
    return 0


def viewpoint(text: str, seats: int) -> int:
    """The seat that looks, by number or name."""
    if text == "all":
        return EVERYTHING
    if text == "spectator":
        return SPECTATOR
    if text.isascii() and text.isdigit() and len(text) < 3 and int(text) < seats:
        return int(text)
    raise BroadsideError(f"--seat {text[:40]}: should be 0 to {seats - 1}, all or spectator")


def play_steps(file: ReplayFile, seat: int, edition: str = "") -> tuple[list[Step], State]:
    """Play the file through; each step has the events as the viewpoint saw them right then."""
    from broadside.replays import fairness

    steps: list[Step] = []
    played = fairness.steps(file, games_for(file, edition))
    for number, (actor, text, state, news) in enumerate(played):
        shown = text if seat in (actor, EVERYTHING) else None
        events = state.seen_events(seat, news)
        steps.append({"number": number, "seat": actor, "action": shown, "events": events})
    return steps, state


# ------------------------------------------------------------------------------ for people


def show(file: ReplayFile, steps: list[Step], state: State) -> None:
    """Print the game in lines."""
    options = ", ".join(f"{name}={value}" for name, value in file.options.items())
    edition = f", edition {file.edition[:12]}" if file.edition else ""
    print(printable(f"{file.game}{edition}, {options}"))
    for seat, name in enumerate(file.seats):
        print(printable(f"  seat {seat}: {name}"))
    for step in steps:
        print()
        print(printable(heading(file, step)))
        for event in step["events"]:
            print(printable(f"      {in_words(event)}"))
    print()
    print(outcome(file, state))


def heading(file: ReplayFile, step: Step) -> str:
    """Who does what."""
    if step["seat"] is None:
        return "   0  the deal"
    does = f": {step['action']}" if step["action"] is not None else ""
    return f"{step['number']:4}  {file.seats[step['seat']]} (seat {step['seat']}){does}"


def in_words(event: View) -> str:
    """An event as a line: what happened, then its details by name.

    >>> in_words({"kind": "game_over", "winner": 1, "tie_break": "red"})
    'game over: winner 1, tie break red'
    """
    details = [
        f"{name.replace('_', ' ')} {value_in_words(value)}"
        for name, value in event.items()
        if name != "kind"
    ]
    kind = str(event["kind"]).replace("_", " ")
    return f"{kind}: {', '.join(details)}" if details else kind


def value_in_words(value: object) -> str:
    """A value of an event; lists without brackets."""
    return " ".join(str(item) for item in value) if isinstance(value, list) else str(value)


def outcome(file: ReplayFile, state: State) -> str:
    """How the game ended."""
    result = state.result()
    if result is None:
        return "The game is not over after the last action of the file."
    winners = [file.seats[seat] for seat in range(state.seats) if result[seat] > 0]
    scores = " : ".join(str(score) for score in state.scores())
    verb = "wins" if len(winners) == 1 else "share the win"
    return printable(f"{' and '.join(winners)} {verb}, {scores}.")
