"""`broadside arena`: tournaments of bots, with the same deals for all of them."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from broadside.cli import beliefs, habits
from broadside.cli.edition import add_edition, game_named
from broadside.cli.output import console, error_console, print_json
from broadside.cli.parser import Commands, add_json, whole
from broadside.cli.simulate import (
    GAMES_MAX,
    WORKERS_MAX,
    add_think,
    read_options,
    side_bots,
    timed_cast,
)
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from broadside.arena.tournament import Contest, Deal


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "arena",
        "measure bots against each other: same deals, all seats, until the answer is clear",
        "broadside arena jolly-and-roger --bots captain,greedy --games 100 --think 200\n"
        "broadside arena jamaica --bots captain,greedy,greedy,greedy --games 200 --save run.jsonl\n"
        "broadside arena tortuga-1667 --seats 5 --bots british=captain,french=greedy,dutch=greedy\n"
        "broadside arena tortuga-1667 --seats 5 --bots greedy --games 50 --beliefs"
        " --plot beliefs.svg",
        run,
    )
    parser.add_argument("game", metavar="GAME", help="the game, as `broadside games` names it")
    parser.add_argument(
        "--seats", type=whole(1, 99), metavar="N", help="default: one per bot named, if it can be"
    )
    parser.add_argument(
        "--bots",
        required=True,
        metavar="A,B,…",
        help="as many as seats sit down in this order and rotate; fewer fill the seats in turns;"
        " of more, all groups play; side=bot,… in a game with sides; path.py:Class is your own,"
        " http://address one that plays over the network",
    )
    parser.add_argument(
        "--games",
        type=whole(1, GAMES_MAX),
        default=200,
        metavar="N",
        help="at most about so many games, in whole deals (default: 200)",
    )
    parser.add_argument(
        "--seed", type=whole(0), default=1, metavar="N", help="same seed, same deals (default: 1)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )
    parser.add_argument(
        "--save", metavar="FILE", help="keep the deals in this file, and go on where it ends"
    )
    parser.add_argument(
        "--plot",
        metavar="FILE.svg",
        help="draw the shares, or how true beliefs are, into this file",
    )
    parser.add_argument(
        "--workers",
        type=whole(1, WORKERS_MAX),
        default=1,
        metavar="N",
        help="processes (default: 1, so that bots with a time limit have a core of their own)",
    )
    parser.add_argument(
        "--whole",
        action="store_true",
        help="play all games, also when it is clear who is better: to learn by how much",
    )
    parser.add_argument(
        "--beliefs",
        action="store_true",
        help="measure instead how true it is what seats believe while these bots play",
    )
    parser.add_argument(
        "--habits",
        action="store_true",
        help="measure instead what these bots give away to somebody who has seen them play often",
    )
    add_edition(parser)
    add_think(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Hold the tournament, then report."""
    from broadside.arena import standings
    from broadside.arena.tournament import Notes, hold

    timed = timed_cast(args)
    contest = plan(args)
    if args.beliefs:
        believed = beliefs.measure(contest, timed, args.games)
        save_plot(args.plot, beliefs.plot(believed))
        beliefs.tell(believed, as_json=args.json)
        return 0
    if args.habits:
        habits.tell(habits.measure(contest, timed, args.games), as_json=args.json)
        return 0
    limit = -(-args.games // (1 if contest.sides else len(contest.line_ups())))
    notes = Notes(Path(args.save), contest) if args.save else None
    with progress(limit, error_console()) as tell:
        played = hold(contest, timed, limit, args.workers, notes, tell, whole=args.whole)
    found = standings.report(contest, played)
    save_plot(args.plot, standings.plot(found))
    if args.json:
        print_json(found)
    else:
        standings.show(found, console())
    return 0


def save_plot(path: str | None, picture: str) -> None:
    """Write a picture, if one is wished for; raises an error that says why it cannot be."""
    if path is None:
        return
    try:
        Path(path).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise BroadsideError(f"cannot write {path}: {error.strerror}") from None


def plan(args: argparse.Namespace) -> Contest:
    """What the arguments ask for; raises an error that says what would be right."""
    from broadside.arena.tournament import Contest
    from broadside.cli.thinking import cast

    game = game_named(args.game, args.edition)
    options = game.complete(read_options(args.option))
    sides: tuple[tuple[str, str], ...] = ()
    if "=" in args.bots:
        seats = game.check_seats(args.seats or game.seats[0])
        sides = side_bots(game, options, args.bots, seats)
        bots = tuple(dict.fromkeys(bot for _, bot in sides))
    else:
        bots = tuple(name.strip() for name in args.bots.split(","))
        fitting = len(bots) if len(bots) in game.seats else game.seats[0]
        seats = game.check_seats(args.seats or fitting)
    if len(set(bots)) < 2 and not (args.beliefs or args.habits):
        raise BroadsideError("--bots names a single bot; name two or more, such as captain,greedy")
    game.check(seats, options)
    cast(game.address(), bots)  # complains of unknown bots before any process is started
    return Contest(
        game.address(), options, seats, bots, args.seed, args.think, args.look_aheads, sides
    )


@contextmanager
def progress(deals: int, out: Console) -> Iterator[Callable[[list[Deal]], None]]:
    """A bar that shows how many deals are done, and how they stand."""
    columns = (
        TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )  # fmt: skip
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("", total=deals)
        yield lambda played: bar.update(task, completed=len(played), description=leading(played))


def leading(played: list[Deal]) -> str:
    """How the bots stand so far."""
    names = dict.fromkeys(name for deal in played for bout in deal.matches for name in bout.seated)
    shares = {name: sum(deal.share(name) for deal in played) / len(played) for name in names}
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())
