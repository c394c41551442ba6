"""Measurements of several rounds: the best figures, and how they compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from broadside.arena.engine.measure import FIGURES, Measure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from broadside.arena.engine.measure import Figure


def best_of(measures: Iterable[Measure]) -> list[Measure]:
    """The best figures of several rounds, per game, seats and unit, in order of appearance."""
    best: dict[tuple[str, int, str], Measure] = {}
    for each in measures:
        known = best.setdefault((each.game, each.seats, each.unit), each)
        for figure in FIGURES:
            value = each.figures.get(figure.name)
            if value is not None and figure.is_better(value, known.figures[figure.name]):
                known.figures[figure.name] = value
    return list(best.values())


def show(measures: list[Measure], console: Console) -> None:
    """Print the figures for people; below each, how many times as quick the compiled unit is."""
    table = Table(title="Random play in one process on one core: decisions a second, and its parts")
    for heading in ("game", "seats", "unit"):
        table.add_column(heading)
    for figure in FIGURES:
        table.add_column(figure.heading, justify="right")
    for each in measures:
        table.add_row(each.game, str(each.seats), each.unit, *(cells(each)))
        ours = compiled_twin(each, measures)
        if ours is not None:
            ratios = [ratio_cell(figure, ours, each) for figure in FIGURES]
            table.add_row("", "", "compiled is", *ratios, style="bold", end_section=True)
    console.print(table)


def cells(each: Measure) -> list[str]:
    """The figures of one line of the table."""
    return [cell(figure, each.figures.get(figure.name)) for figure in FIGURES]


def cell(figure: Figure, value: float | None) -> str:
    """A figure for people."""
    if value is None:
        return ""
    digits = 2 if figure.unit == "µs" else 0
    return f"{value:,.{digits}f} {figure.unit}".rstrip()


def compiled_twin(each: Measure, measures: list[Measure]) -> Measure | None:
    """The compiled unit's measure with which another one of the same game is compared."""
    for ours in measures:
        same = ours.game == each.game and ours.seats == each.seats
        if same and ours.unit == "compiled" and each.unit != "compiled":
            return ours
    return None


def ratio_cell(figure: Figure, ours: Measure, other: Measure) -> str:
    """How many times as quick the compiled unit is."""
    one, two = ours.figures.get(figure.name), other.figures.get(figure.name)
    if one is None or two is None:
        return ""
    times = figure.times(one, two)
    return f"× {times:.1f}" if times >= 10 else f"× {times:.2f}"
