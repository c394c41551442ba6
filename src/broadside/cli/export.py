"""`broadside export`: games that people played, as rows without their names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.cli.files import place_of_data
from broadside.cli.output import complain, console, print_json
from broadside.cli.parser import Commands, add_json
from broadside.cli.store import add_place
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from broadside.arena.rows import Row
    from broadside.replays.fairness import ReplayFile

PERSON: Final = "person"
"""What stands in the place of everybody's name."""


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "export",
        "write the finished games of a server as rows, without names, for `broadside report`",
        "broadside export jamaica --agreed --out people.csv\n"
        "broadside export jamaica --agreed --store postgresql://me@db/tables --out rows.csv",
        run,
    )
    parser.add_argument("game", metavar="GAME", help="the game, as `broadside games` names it")
    parser.add_argument("--out", metavar="FILE", required=True, help="FILE.csv, .jsonl or .parquet")
    parser.add_argument(
        "--agreed",
        action="store_true",
        help="you say so: the people who played have agreed that their games are used like this",
    )
    add_place(parser)
    parser.add_argument("--seats", type=int, metavar="N", help="only games with so many seats")
    parser.add_argument(
        "--rows", choices=["games", "seats", "decisions"], default="seats", help="default: seats"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Write the rows of all games that are over."""
    from broadside.arena.results import write_results
    from broadside.games import registry

    if not args.agreed:
        raise BroadsideError("games of people are written only on your word: add --agreed")
    game = registry.find(args.game)
    wanted = [
        (file, persons)
        for file, persons in finished(place_of_data(args))
        if file.game == game.name and args.seats in (None, len(file.seats))
    ]
    if not wanted:
        raise BroadsideError(f"no finished game of {game.name} is there")
    rows = [
        row
        for number, (file, persons) in enumerate(wanted)
        for row in rows_of(file, persons, number, args.rows)
    ]
    write_results(Path(args.out), args.rows, rows)
    if args.json:
        print_json({"file": args.out, "games": len(wanted), "rows": args.rows})
    else:
        console().print(f"{args.out}: {len(wanted):,} games, without names", markup=False)
    return 0


def finished(place: str) -> Iterator[tuple[ReplayFile, list[str]]]:
    """The games that are over, each with who sat where: a person, or a bot by its name."""
    from broadside.games import registry
    from broadside.server.table.results import replay_file
    from broadside.server.table.state import BrokenTableError, load
    from broadside.store.interface import StoreError

    games = {game.name: game for game in registry.GAMES}
    try:
        for name, stored in tables_at(place):
            try:
                table = load(name, games, stored)
            except BrokenTableError as error:
                complain(f"broadside export: left out: {error}")
                continue
            if table.state is not None and table.state.result() is not None:
                yield replay_file(table), [chair.bot or PERSON for chair in table.chairs]
    except StoreError as error:
        raise BroadsideError(str(error)) from None


def tables_at(place: str) -> Iterator[tuple[str, list[bytes]]]:
    """The finished tables in a folder or a database, as they are stored; raises `StoreError`."""
    from broadside.operate.backup import snapshot
    from broadside.store.choose import DATA_FILE, is_database
    from broadside.store.finished import finished_in, finished_tables

    if is_database(place):
        return finished_in(snapshot(place))
    return finished_tables(Path(place) / DATA_FILE)


def rows_of(file: ReplayFile, persons: list[str], number: int, level: str) -> list[Row]:
    """The rows of one game: the columns of `broadside simulate --out`, and nobody's name."""
    from broadside.arena.match import Outcome
    from broadside.arena.rows import Watcher, rows_of_match
    from broadside.arena.simulate import Plan
    from broadside.games import registry
    from broadside.replays import fairness

    game = registry.find(file.game)
    moves = [move for segment in file.segments() for move in segment.actions]
    watcher = Watcher()
    for step, move in zip(fairness.steps(file, {game.name: game}), [*moves, None], strict=True):
        if move is not None and move[0] >= 0:
            action = game.actions.find(move[1])
            if action in step.state.legal(move[0]):  # offers are no decisions
                watcher(step.state, move[0], action)
    sides = [step.state.side(seat) for seat in range(len(persons))]
    outcome = Outcome(file.result, file.scores, len(watcher.done), sides)
    options = game.complete(dict(file.options))
    plan = Plan(game.name, options, tuple(persons), 1, 0)
    return rows_of_match(plan, number, persons, outcome, watcher, level)
