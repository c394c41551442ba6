"""`broadside bench adapters`: how quick the games are for researchers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.cli.output import console, print_json
from broadside.cli.parser import Commands, add_json, seconds

if TYPE_CHECKING:
    import argparse

    from broadside.adapters.bench import Speed

BUDGET_S: Final = 2.0


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "adapters",
        "measure play through PettingZoo, OpenSpiel and Gymnasium beside their own games",
        "broadside bench adapters --json",
        run,
    )
    parser.add_argument(
        "--seconds",
        type=seconds(0.01, 60),
        default=BUDGET_S,
        metavar="S",
        help=f"how long each is measured (default: {BUDGET_S:g})",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure what is installed."""
    from broadside.adapters.bench import measure

    speeds = measure(args.seconds)
    if args.json:
        print_json(speeds)
    else:
        show(speeds)
    return 0


def show(speeds: list[Speed]) -> None:
    """Print the measurements for people."""
    from rich.table import Table

    table = Table()
    table.add_column("interface")
    table.add_column("game")
    table.add_column("decisions a second", justify="right")
    for speed in speeds:
        number = speed["decisions_per_second"]
        shown = f"{number:,.0f}" if number is not None else f"not measured: {speed['why']}"
        table.add_row(speed["interface"], speed["game"], shown)
    console().print(table)
