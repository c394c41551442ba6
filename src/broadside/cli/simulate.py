"""`broadside simulate`: many games of bots against bots."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.cli.edition import add_edition, game_named
from broadside.cli.output import complain, console, error_console, print_json
from broadside.cli.parser import Commands, Parser, add_json, whole
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.arena.simulate import Cast, Plan
    from broadside.kernel.game import Game, Options

GAMES_MAX: Final = 100_000_000
WORKERS_MAX: Final = 1024
THINK_MAX_MS: Final = 600_000
LOOK_AHEADS_MAX: Final = 10_000_000


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "simulate",
        "let bots play many games on all cores, and count who wins",
        "broadside simulate jolly-and-roger --bots greedy,random --games 1000 --seed 1 --rotate\n"
        "broadside simulate jolly-and-roger --bots greedy --option deck=intro --json\n"
        "broadside simulate tortuga-1667 --seats 4 --bots british=greedy,french=random\n"
        "broadside simulate jamaica --seats 4 --games 10000 --out jamaica.parquet",
        run,
    )
    parser.add_argument("game", metavar="GAME", help="the game, as `broadside games` names it")
    parser.add_argument(
        "--seats",
        type=whole(1, 99),
        metavar="N",
        help="default: one per bot named, or the fewest the game allows",
    )
    parser.add_argument(
        "--bots",
        default="random",
        metavar="A,B,…",
        help="the bots of the seats in order; a single name fills all of them (default: random);"
        " or side=bot,… in a game with sides; path.py:Class is a bot of your own,"
        " http://address one that plays over the network",
    )
    parser.add_argument(
        "--games", type=whole(1, GAMES_MAX), default=1000, metavar="N", help="default: 1000"
    )
    parser.add_argument(
        "--seed", type=whole(0), default=1, metavar="N", help="same seed, same result (default: 1)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )
    places = parser.add_mutually_exclusive_group()
    places.add_argument(
        "--rotate", action="store_true", help="move every bot one seat on after each game"
    )
    places.add_argument(
        "--shuffle", action="store_true", help="seat the bots at random places in each game"
    )
    parser.add_argument(
        "--workers",
        type=whole(1, WORKERS_MAX),
        metavar="N",
        help="processes; default: one per core. The result is the same",
    )
    add_edition(parser)
    add_out(parser)
    add_think(parser)
    add_json(parser)


def add_out(parser: Parser) -> None:
    """Let the command write rows to a file."""
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write rows to FILE.csv, .jsonl or .parquet as they come; the same command goes on"
        " where a killed one was",
    )
    parser.add_argument(
        "--rows",
        choices=["games", "seats", "decisions"],
        default="seats",
        help="a row for each of these (default: seats, which `broadside report` reads)",
    )
    parser.add_argument(
        "--engine",
        choices=["processes", "ray"],
        default="processes",
        help="where games of --out are played: on this machine, or on a Ray cluster",
    )


def add_think(parser: Parser) -> None:
    """Let a command say how long searching bots think."""
    parser.add_argument(
        "--think",
        type=whole(1, THINK_MAX_MS),
        metavar="MS",
        help="milliseconds of the processor for each decision of bots that search (default:"
        " captain 1000, old-salt 10000)",
    )
    parser.add_argument(
        "--look-aheads",
        type=whole(2, LOOK_AHEADS_MAX),
        metavar="N",
        help="look so often ahead instead, which gives the same answers on any machine",
    )


def timed_cast(args: argparse.Namespace) -> Cast:
    """How matches are cast with the budget that the arguments give."""
    from broadside.cli.thinking import cast

    if args.think is not None and args.look_aheads is not None:
        raise BroadsideError("--think and --look-aheads are two budgets; give one of them")
    return partial(cast, think_ms=args.think, look_aheads=args.look_aheads)


def run(args: argparse.Namespace) -> int:
    """Simulate, then report."""
    from broadside.arena import report
    from broadside.arena.simulate import simulate

    timed = timed_cast(args)
    planned = plan(args)
    if args.out is not None:
        return write_rows(args, planned, timed)
    if args.engine != "processes":
        raise BroadsideError("--engine ray writes rows: name a file with --out")
    with report.progress(planned.games, error_console()) as tell:
        found = report.report(simulate(planned, timed, args.workers, tell))
    if args.json:
        print_json(found)
    else:
        report.show(found, console())
    return 0


def write_rows(args: argparse.Namespace, planned: Plan, timed: Cast) -> int:
    """Write rows to a file, from the first match on that it does not have."""
    from broadside.arena import report, runners
    from broadside.arena.results import ResultsFile
    from broadside.arena.rows import rows_of_piece
    from broadside.arena.simulate import cut

    file = ResultsFile(Path(args.out), planned, args.rows)
    if file.is_finished():
        complain(f"{args.out} has all rows already")
        return 0
    first = file.start()
    pieces = [range(max(piece[0], first), piece.stop) for piece in cut(planned.games)]
    pieces = [piece for piece in pieces if piece]
    find = partial(rows_of_piece, planned, timed, args.rows)
    if first:
        complain(f"{args.out} has {first:,} games already; going on from there")
    with report.progress(planned.games, error_console()) as tell:
        for piece, rows in zip(
            pieces, runners.run(find, pieces, args.engine, args.workers), strict=True
        ):
            file.add(rows)
            tell(piece.stop)
    file.finish()
    if args.json:
        print_json({"file": args.out, "games": planned.games, "rows": args.rows})
    else:
        console().print(f"{args.out}: {planned.games:,} games, a row for each of their {args.rows}")
    return 0


def plan(args: argparse.Namespace) -> Plan:
    """What the arguments ask for; raises an error that says what would be right."""
    from broadside.arena.simulate import Plan
    from broadside.cli.thinking import cast

    game = game_named(args.game, args.edition)
    options = game.complete(read_options(args.option))
    sides: tuple[tuple[str, str], ...] = ()
    if "=" in args.bots:
        seats = game.check_seats(args.seats or game.seats[0])
        game.check(seats, options)
        sides = side_bots(game, options, args.bots, seats)
        names = tuple(dict.fromkeys(bot for _, bot in sides))
        bots = (names * seats)[:seats]
        if args.rotate or args.shuffle:
            raise BroadsideError("--rotate and --shuffle move bots; sides are dealt anyway")
    else:
        bots = seat_bots(game, args.bots, args.seats)
        game.check(len(bots), options)
    planned = Plan(
        game.address(), options, bots, args.games, args.seed, args.rotate, args.shuffle, sides
    )
    cast(game.address(), planned.names())  # complains of unknown bots before any process is started
    return planned


def side_bots(game: Game, options: Options, text: str, seats: int) -> tuple[tuple[str, str], ...]:
    """Bots by side, as in british=greedy,french=random; every side at the table needs one."""
    from broadside.kernel.rng import FastRng

    table = game.deal(seats, options, FastRng(0))
    sides = sorted({table.side(seat) for seat in range(seats)})
    if sides == [""]:
        raise BroadsideError(f"{game.name} has no sides; name the bots of the seats in order")
    given: dict[str, str] = {}
    for word in text.split(","):
        side, sign, bot = (part.strip() for part in word.partition("="))
        if not sign or not bot or side in given or side not in sides:
            raise BroadsideError(
                f"--bots {word[:40]}: with {seats} seats the sides are {', '.join(sides)};"
                f" write {sides[0]}=greedy and so on, each once"
            )
        given[side] = bot
    missing = [side for side in sides if side not in given]
    if missing:
        raise BroadsideError(f"--bots names no bot for {', '.join(missing)}")
    return tuple(given.items())


def seat_bots(game: Game, text: str, seats: int | None) -> tuple[str, ...]:
    """The bots of the seats in order."""
    names = tuple(name.strip() for name in text.split(","))
    if seats is None:
        seats = len(names) if len(names) > 1 else game.seats[0]
    game.check_seats(seats)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise BroadsideError(
            f"--bots names {len(names)} bots for {seats} seats;"
            f" name {seats}, or a single one for all seats"
        )
    return names


def read_options(words: list[str]) -> dict[str, object]:
    """Options written as name=value, each given once."""
    options: dict[str, object] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise BroadsideError(f"--option {word[:60]}: should be name=value, such as deck=intro")
        if name in options:
            raise BroadsideError(f"--option {name[:40]} is given twice")
        options[name] = value
    return options
