"""`broadside bench`: how quick the engine is, beside others; and a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside import unit
from broadside.cli import bench_adapters, bench_cluster, bench_server
from broadside.cli.output import complain, console, error_console, print_json
from broadside.cli.parser import Commands, add_json
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from broadside.arena.engine.measure import Measure

    Contender = Callable[[], list[Measure]]

ROUNDS: Final = 5
BUDGET_S: Final = 1.5
BASELINE: Final = "baseline"


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add("bench", "measure how quick things are", "broadside bench engine", run)
    benches = Commands(parser)
    bench_server.add(benches)
    bench_cluster.add(benches)
    bench_adapters.add(benches)
    engine = benches.add(
        "engine",
        "measure random play and what a search asks for in every game, compiled and interpreted;"
        " all by turns on one core",
        "broadside bench engine --game jolly-and-roger --json\n"
        "broadside bench engine --peers --baseline ../before/.venv/bin/python",
        run,
    )
    engine.add_argument("--game", metavar="NAME", help="one game only")
    engine.add_argument(
        "--here",
        action="store_true",
        help="measure once, in this process: only the form of the engine that runs in it",
    )
    engine.add_argument(
        "--baseline",
        metavar="PYTHON",
        help="measure by turns the engine of another installation: its Python executable",
    )
    engine.add_argument(
        "--peers",
        nargs="?",
        const=Path("bench"),
        type=Path,
        metavar="DIR",
        help="measure by turns Jolly & Roger written in C and for boardgame.io, and OpenSpiel; they"
        " lie in the folder bench of the sources (default: ./bench)",
    )
    add_json(engine)


def run(args: argparse.Namespace) -> int:
    """Measure; both forms of the engine where both are installed."""
    from broadside.arena.engine import report

    names = chosen_games(args.game)
    notes: dict[str, str] = {}
    if args.here:
        measures = measure_here(names)
    else:
        with error_console().status("measuring") as status, one_core():
            contenders, notes = all_contenders(args, names, status.update)
            measures = measure_by_turns(contenders, status.update)
    if args.json:
        print_json([each.as_row() for each in measures])
    else:
        report.show(measures, console())
    for name, reason in notes.items():
        complain(f"{name} was not measured: {reason}")
    if not args.json and len({each.unit for each in measures}) == 1:
        complain(f"Only the {measures[0].unit} engine was measured; see `broadside doctor`.")
    return 0


def chosen_games(name: str | None) -> list[str]:
    """The games to measure."""
    from broadside.games import registry

    if name is not None:
        return [registry.find(name).name]
    return [game.name for game in registry.GAMES]


def measure_here(names: list[str]) -> list[Measure]:
    """Measure in this process."""
    from broadside.arena.engine.measure import measure, seat_counts
    from broadside.games import registry

    games = [registry.find(name) for name in names]
    return [
        measure(game, seats, unit.which(), BUDGET_S)
        for game in games
        for seats in seat_counts(game)
    ]


# ------------------------------------------------------------------------ by turns


@contextmanager
def one_core() -> Iterator[None]:
    """Let this process, and all it starts meanwhile, have one core; where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def all_contenders(
    args: argparse.Namespace, names: list[str], tell: Callable[[str], None]
) -> tuple[dict[str, Contender], dict[str, str]]:
    """Whatever is measured, by what it is called; and why some of the yardsticks cannot be."""
    from broadside.arena.engine import peers

    found: dict[str, Contender] = {}
    for name in names:
        for form in unit.forms():
            environment = {**os.environ, unit.VARIABLE: form}
            found[f"{name}, {form}"] = partial(
                measure_apart, sys.executable, environment, name, form
            )
        if args.baseline is not None:
            python, environment = bench_server.other_python(args.baseline)
            found[f"{name}, {BASELINE}"] = partial(
                measure_apart, python, environment, name, BASELINE
            )
    if args.peers is None:
        return found, {}
    yardsticks, missing = peers.find(args.peers, tell)
    for each in yardsticks:
        found[each.name] = partial(peers.run, each)
    return found, missing


def measure_by_turns(
    contenders: dict[str, Contender], tell: Callable[[str], None]
) -> list[Measure]:
    """Measure each in processes of its own, once a round, so that all meet the same noise."""
    from broadside.arena.engine.report import best_of

    found: list[Measure] = []
    for number in range(1, ROUNDS + 1):
        for name, contender in contenders.items():
            tell(f"measuring {name}, round {number} of {ROUNDS}")
            found += contender()
    return best_of(found)


def measure_apart(python: str, environment: dict[str, str], name: str, label: str) -> list[Measure]:
    """Measure one form of an installation's engine in a process of its own."""
    from broadside.arena.engine.measure import from_row

    # -P: whatever is called broadside in the current folder is not this one.
    command = [python, "-P", "-m", "broadside", "bench", "engine", "--game", name]
    done = subprocess.run(  # noqa: S603  (our own command; the game's name was looked up)
        [*command, "--here", "--json"], env=environment, stdout=subprocess.PIPE, check=False
    )
    if done.returncode != 0:
        raise BroadsideError(f"measuring {name} {label} failed with exit code {done.returncode}")
    return [from_row(row, label) for row in json.loads(done.stdout)]
