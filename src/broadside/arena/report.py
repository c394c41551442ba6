"""Reports of simulations: an object for scripts, a table for people."""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypedDict

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from broadside.kernel.edition import label_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from broadside.arena.simulate import Held, Share, Simulation
    from broadside.kernel.game import Options

Z_95: Final = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""


class ShareReport(TypedDict):
    """What a bot, or a seat, has won.

    `games` counts seats: a bot that holds both seats of a match has played two games in it. A
    shared win counts its part. `interval` is the 95 % confidence interval of the win rate.
    """

    games: int
    wins: float
    win_rate: float
    interval: list[float]
    mean_score: float


class BeliefReport(TypedDict):
    """The mean probability that a bot gave to the true side of others, and what chance gives."""

    seats: int
    truth: float
    chance: float


class LengthReport(TypedDict):
    """How many decisions a match took."""

    shortest: int
    mean: float
    longest: int


class SimulationReport(TypedDict):
    """A simulation as `--json` prints it."""

    game: str
    options: Options
    seats: int
    bots: list[str]
    rotate: bool
    shuffle: bool
    seed: int
    games: int
    finished: int
    shared_wins: int
    decisions: int
    seconds: float
    decisions_per_second: float
    workers: int
    length: LengthReport
    by_bot: dict[str, ShareReport]
    by_seat: list[ShareReport]
    sides: dict[str, str]
    by_side: dict[str, int]
    beliefs: dict[str, BeliefReport]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The Wilson score interval: 95 % confidence bounds of a win rate.

    >>> low, high = wilson(97, 100)
    >>> round(low, 3), round(high, 3)
    (0.915, 0.99)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    square = Z_95 * Z_95
    middle = rate + square / (2 * games)
    spread = Z_95 * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    scale = 1 + square / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def report_share(share: Share) -> ShareReport:
    """A share with its rates."""
    games = max(share.games, 1)
    return {
        "games": share.games,
        "wins": share.wins,
        "win_rate": round(share.wins / games, 6),
        "interval": [round(bound, 6) for bound in wilson(share.wins, share.games)],
        "mean_score": round(share.score / games, 4),
    }


def report(simulation: Simulation) -> SimulationReport:
    """The whole simulation, ready for JSON."""
    plan, tally = simulation.plan, simulation.tally
    return {
        "game": label_of(plan.game),
        "options": plan.options,
        "seats": len(plan.bots),
        "bots": list(plan.bots),
        "rotate": plan.rotate,
        "shuffle": plan.shuffle,
        "seed": plan.seed,
        "games": plan.games,
        "finished": tally.finished,
        "shared_wins": tally.shared,
        "decisions": tally.decisions,
        "seconds": round(simulation.seconds, 6),
        "decisions_per_second": round(tally.decisions / max(simulation.seconds, 1e-9), 1),
        "workers": simulation.workers,
        "length": {
            "shortest": tally.shortest,
            "mean": round(tally.decisions / max(tally.games, 1), 4),
            "longest": tally.longest,
        },
        "by_bot": {name: report_share(share) for name, share in tally.by_bot.items()},
        "by_seat": [report_share(share) for share in tally.by_seat],
        "sides": dict(plan.sides),
        "by_side": tally.by_side,
        "beliefs": {name: report_held(held) for name, held in tally.beliefs.items()},
    }


def report_held(held: Held) -> BeliefReport:
    """Beliefs in the mean."""
    seats = max(held.seats, 1)
    return {
        "seats": held.seats,
        "truth": round(held.truth / seats, 4),
        "chance": round(held.chance / seats, 4),
    }


# ------------------------------------------------------------------------------ for people


def show(found: SimulationReport, console: Console) -> None:
    """Print a simulation for people."""
    options = ", ".join(f"{name}={value}" for name, value in found["options"].items())
    console.print(f"[bold]{found['game']}[/bold], {found['seats']} seats, {options}")
    console.print(share_table(found))
    show_sides(found, console)
    length, shared = found["length"], found["shared_wins"]
    console.print(
        f"{found['finished']:,} of {found['games']:,} games finished"
        + (f", {shared:,} with a shared win" if shared else "")
        + f"; {length['mean']:.1f} decisions a game"
        f" ({length['shortest']} to {length['longest']})."
    )
    console.print(
        f"{found['decisions']:,} decisions in {found['seconds']:.2f} s:"
        f" {found['decisions_per_second']:,.0f} a second with {found['workers']} workers;"
        f" seed {found['seed']}."
    )


def show_sides(found: SimulationReport, console: Console) -> None:
    """Print which sides have won and who saw through whom; nothing in a game without sides."""
    for side, wins in found["by_side"].items():
        bot = found["sides"].get(side)
        name = f"{side} ({bot})" if bot else side
        share = wins / max(found["finished"], 1)
        console.print(f"{name} won {wins:,} games ({share:.1%}).", markup=False)
    for name, held in found["beliefs"].items():
        console.print(
            f"Seats of {name} gave the true side of another {held['truth']:.1%}"
            f" (chance: {held['chance']:.1%}).",
            markup=False,
        )


def share_table(found: SimulationReport) -> Table:
    """Who won how much: a line per bot, then a line per seat."""
    table = Table()
    table.add_column("")
    for heading in ("games", "wins", "win rate", "95 % interval", "mean score"):
        table.add_column(heading, justify="right")
    for name, share in found["by_bot"].items():
        table.add_row(name, *share_cells(share))
    table.add_section()
    for seat, share in enumerate(found["by_seat"]):
        table.add_row(f"seat {seat}", *share_cells(share), style="dim")
    return table


def share_cells(share: ShareReport) -> list[str]:
    """One line of the table."""
    low, high = share["interval"]
    return [
        f"{share['games']:,}",
        f"{share['wins']:,.6g}",
        f"{share['win_rate']:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{share['mean_score']:.2f}",
    ]


@contextmanager
def progress(games: int, console: Console) -> Iterator[Callable[[int], None]]:
    """A bar that shows how many games are done; nothing where nobody would see it move."""
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)
