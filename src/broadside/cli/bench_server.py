"""`broadside bench server`: how much play a server bears, and whether it loses anything."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.cli.output import complain, console, error_console, print_json
from broadside.cli.parser import Commands, add_json, seconds, whole
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from broadside.arena.load.contest import Contender
    from broadside.arena.load.job import Load
    from broadside.kernel.game import Game

TABLES: Final = 200
TABLES_MAX: Final = 10_000
SECONDS: Final = 10.0
SECONDS_MIN: Final = 0.5
SECONDS_MAX: Final = 3600.0
THINK_MAX: Final = 600.0
CLOCK_MAX: Final = 3600
ROUNDS_MAX: Final = 100
ROUNDS_BESIDE_OTHERS: Final = 3
SAMPLE_GAMES: Final = 20
LOST: Final = 1


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "server",
        "fill a server of its own with tables whose clients play at random, and measure it;"
        " fails if an acknowledged act is lost",
        "broadside bench server --tables 200 --seconds 10\n"
        "broadside bench server --game jolly-roger --seats 4 --think 1 --json\n"
        "broadside bench server --baseline ../before/.venv/bin/python --peers",
        run,
    )
    add_load(parser)
    parser.add_argument(
        "--rounds",
        type=whole(1, ROUNDS_MAX),
        metavar="N",
        help="measure so many times and take the median"
        f" (default: 1, or {ROUNDS_BESIDE_OTHERS} beside others)",
    )
    parser.add_argument(
        "--baseline",
        metavar="PYTHON",
        help="measure by turns the server of another installation: its Python executable",
    )
    parser.add_argument(
        "--peers",
        nargs="?",
        const=Path("bench"),
        type=Path,
        metavar="DIR",
        help="measure by turns a bare echo, a bare table and boardgame.io, which lie in the folder"
        " bench of the sources (default: ./bench)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder in which fresh data folders are made; it should lie on a real disk"
        " (default: the system's folder for temporary files)",
    )
    add_json(parser)


def add_load(parser: argparse.ArgumentParser) -> None:
    """Describe what the clients do."""
    parser.add_argument(
        "--game", default="jolly-and-roger", metavar="NAME", help="default: jolly-and-roger"
    )
    parser.add_argument(
        "--tables",
        type=whole(1, TABLES_MAX),
        default=TABLES,
        metavar="N",
        help=f"tables that are played at the same time (default: {TABLES})",
    )
    parser.add_argument(
        "--seats",
        type=whole(1, 99),
        metavar="N",
        help="seats of a table (default: the fewest that the game allows)",
    )
    parser.add_argument(
        "--bots",
        type=whole(0, 98),
        default=0,
        metavar="N",
        help="so many seats of every table are played by the server's bots (default: 0)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds(SECONDS_MIN, SECONDS_MAX),
        default=SECONDS,
        metavar="S",
        help=f"how long is measured (default: {SECONDS:g})",
    )
    parser.add_argument(
        "--think",
        type=seconds(0, THINK_MAX),
        default=0.0,
        metavar="S",
        help="every act comes after about so many seconds of thought; 0: at once (default: 0)",
    )
    parser.add_argument(
        "--clock",
        type=whole(0, CLOCK_MAX),
        metavar="S",
        help="the tables' clock; 0: none (default: an hour; none in games whose windows count down:"
        " those would wait for the countdown and not for the server)",
    )


def run(args: argparse.Namespace) -> int:
    """Measure, then report."""
    from broadside.arena.load import contest, report

    load = load_of(args)
    if args.data is not None and not args.data.is_dir():
        raise BroadsideError(f"--data {args.data}: there is no such folder")
    with error_console().status("measuring") as status:
        contenders, notes = all_contenders(args, load, status.update)
        rounds = args.rounds or (ROUNDS_BESIDE_OTHERS if len(contenders) > 1 else 1)
        found = contest.measure_by_turns(contenders, load, rounds, args.data, status.update)
    result = report.report(load, rounds, found, notes)
    if args.json:
        print_json(result)
    else:
        report.show(result, console())
    for note in result["notes"]:
        complain(note)
    return LOST if result["lost"] else 0


# ----------------------------------------------------------------------- the load


def load_of(args: argparse.Namespace) -> Load:
    """The load that the arguments ask for; raises an error that says what would be right."""
    from broadside.arena.load.job import Load
    from broadside.games import registry

    game = registry.find(args.game)
    seats = game.check_seats(args.seats or game.seats[0])
    if args.bots >= seats:
        raise BroadsideError(
            f"--bots {args.bots}: {seats} seats leave room for {seats - 1} at most"
        )
    decisions, counts_down = sample(game, seats)
    clock_s = args.clock
    if clock_s is None:
        clock_s = 0 if counts_down else CLOCK_MAX
    return Load(
        game=game.name,
        tables=args.tables,
        seats=seats,
        bots=args.bots,
        seconds=args.seconds,
        think_s=args.think,
        clock_s=clock_s or None,
        game_acts=decisions * (seats - args.bots) / seats,
        moves_alone=bool(args.bots or (clock_s and counts_down)),
    )


def sample(game: Game, seats: int) -> tuple[float, bool]:
    """Play a few games: how many decisions one takes, and whether its windows count down."""
    from broadside.kernel.rng import FastRng

    decisions, counts_down = 0, False
    for seed in range(SAMPLE_GAMES):
        rng = FastRng(seed)
        table = game.deal(seats, game.complete({}), rng)
        while deciders := table.deciders():
            counts_down = counts_down or table.countdown_ms() > 0
            actions = table.legal(deciders[0])
            table.apply(deciders[0], actions[rng.below(len(actions))])
            decisions += 1
    return decisions / SAMPLE_GAMES, counts_down


# ------------------------------------------------------------------ who is measured


def all_contenders(
    args: argparse.Namespace, load: Load, tell: Callable[[str], None]
) -> tuple[list[Contender], dict[str, str]]:
    """The servers to measure, and why some of the peers cannot be."""
    from broadside.arena.load import peers

    contenders = [serving("server", sys.executable, dict(os.environ), load)]
    if args.baseline is not None:
        contenders.append(baseline(args.baseline, load))
    if args.peers is None:
        return contenders, {}
    found, missing = peers.find(args.peers, load.game, tell)
    return contenders + found, missing


def serving(name: str, python: str, environment: dict[str, str], load: Load) -> Contender:
    """The server of an installation, as its operator would start it."""
    from broadside.arena.load.contest import DATA, Contender

    command = [python, "-P", "-m", "broadside", "serve", "--no-open", "--host", "127.0.0.1"]
    # Where clients do not think, bots need not look as if they did.
    beat = ["--bot-beat", "0"] if load.bots and not load.think_s else []
    return Contender(
        name=name,
        command=[*command, "--port", "0", "--data", DATA, *beat],
        environment=environment,
        resumes=True,
    )


def baseline(python: str, load: Load) -> Contender:
    """The server of another installation."""
    path, environment = other_python(python)
    return serving("baseline", path, environment, load)


def other_python(python: str) -> tuple[str, dict[str, str]]:
    """The Python of another installation, and an environment in which it finds its own modules."""
    path = Path(python).expanduser().absolute()
    if not os.access(path, os.X_OK) or path.is_dir():
        raise BroadsideError(
            f"--baseline {python}: should be the Python of another installation,"
            " such as ../before/.venv/bin/python"
        )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return str(path), environment
