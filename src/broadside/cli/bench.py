"""`broadside bench`: how quick the engine is, compiled and interpreted; and a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from broadside import unit
from broadside.cli import bench_server
from broadside.cli.output import complain, console, error_console, print_json
from broadside.cli.parser import Commands, add_json
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.arena.bench import Measure, Unit

ROUNDS: Final = 5
BUDGET_S: Final = 1.25


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add("bench", "measure how quick things are", "broadside bench engine", run)
    benches = Commands(parser)
    bench_server.add(benches)
    engine = benches.add(
        "engine",
        "measure random play, copies and views of every game, compiled and interpreted",
        "broadside bench engine --game jolly-and-roger --json",
        run,
    )
    engine.add_argument("--game", metavar="NAME", help="one game only")
    engine.add_argument(
        "--here",
        action="store_true",
        help="measure once, in this process: only the form of the engine that runs in it",
    )
    add_json(engine)


def run(args: argparse.Namespace) -> int:
    """Measure; both forms of the engine where both are installed."""
    from broadside.arena import bench

    names = chosen_games(args.game)
    measures = measure_here(names) if args.here else measure_units(names)
    if args.json:
        print_json(measures)
        return 0
    bench.show(measures, console())
    if len({each["unit"] for each in measures}) == 1:
        complain(f"Only the {measures[0]['unit']} engine was measured; see `broadside doctor`.")
    return 0


def chosen_games(name: str | None) -> list[str]:
    """The games to measure."""
    from broadside.games import registry

    if name is not None:
        return [registry.find(name).name]
    return [game.name for game in registry.GAMES]


def measure_here(names: list[str]) -> list[Measure]:
    """Measure in this process."""
    from broadside.arena.bench import measure, seat_counts
    from broadside.games import registry

    games = [registry.find(name) for name in names]
    return [
        measure(game, seats, unit.which(), BUDGET_S)
        for game in games
        for seats in seat_counts(game)
    ]


def measure_units(names: list[str]) -> list[Measure]:
    """Measure each form in processes of its own, by turns, so that both meet the same noise."""
    from broadside.arena.bench import best_of

    forms = unit.forms()
    found: list[Measure] = []
    with error_console().status("measuring") as status:
        for name in names:
            for number in range(1, ROUNDS + 1):
                status.update(f"measuring {name}, round {number} of {ROUNDS}")
                for form in forms:
                    found += measure_apart(name, form)
    return best_of(found)


def measure_apart(name: str, form: Unit) -> list[Measure]:
    """Measure one form of the engine in a process of its own."""
    # -P: whatever is called broadside in the current folder is not this one.
    command = [sys.executable, "-P", "-m", "broadside", "bench", "engine"]
    done = subprocess.run(  # noqa: S603  (our own command; the game's name was looked up)
        [*command, "--game", name, "--here", "--json"],
        env={**os.environ, unit.VARIABLE: form},
        stdout=subprocess.PIPE,
        check=False,
    )
    if done.returncode != 0:
        raise BroadsideError(f"measuring {name} {form} failed with exit code {done.returncode}")
    measures: list[Measure] = json.loads(done.stdout)
    return measures
