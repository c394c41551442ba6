"""What a measurement of servers found: an object for scripts, a table for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import asdict
from rich.table import Table

from broadside.arena.load.contest import middle, times_acts, times_processor
from broadside.arena.load.server_process import Cores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from broadside.arena.load.job import Figures, Load

SERVER: Final = "server"
BASELINE: Final = "baseline"
NAMES: Final = {
    "server": "this server",
    "baseline": "the baseline",
    "echo": "a bare echo",
    "bare_table": "a bare table",
    "boardgameio": "boardgame.io",
}
HEADINGS: Final = (
    "acts/s", "we are", "ack p50", "p99", "update p99", "cpu/act", "we are", "per table", "lost",
)  # fmt: skip
FULL: Final = 0.9
"""From this part of a core on the clients, and not the server, may be what is measured."""


def report(
    load: Load, rounds: int, found: Mapping[str, Sequence[Figures]], missing: Mapping[str, str]
) -> dict[str, Any]:
    """The result as `--json` prints it."""
    middles = {name: middle(figures) for name, figures in found.items()}
    cores = Cores()
    result: dict[str, Any] = {
        "game": load.game,
        "tables": load.tables,
        "seats": load.seats,
        "bots": load.bots,
        "seconds": load.seconds,
        "think": load.think_s,
        "clock": load.clock_s,
        "rounds": rounds,
        "cores": {"server": cores.server, "load": cores.load},
        **told(middles[SERVER]),
    }
    if BASELINE in found:
        result[BASELINE] = told(middles[BASELINE]) | beside(found[SERVER], found[BASELINE])
    peers = [name for name in (*found, *missing) if name not in (SERVER, BASELINE)]
    for name in peers:
        is_there = name in middles
        per_second = rounded(middles[name].acts_per_second, 1) if is_there else None
        result[f"{name}_per_second"] = per_second
    if peers:
        result["peers"] = {
            name: told(middles[name]) | beside(found[SERVER], found[name])
            for name in peers
            if name in found
        }
    result["notes"] = [
        *(f"{NAMES[name]} was not measured: {why}" for name, why in missing.items()),
        *(note for name, figures in middles.items() for note in doubts(name, figures)),
    ]
    return result


def told(figures: Figures) -> dict[str, Any]:
    """The figures of one server, without more digits than they deserve."""
    plain = {
        name: rounded(value, 3) if isinstance(value, float) else value
        for name, value in asdict(figures).items()
        if name != "faults"
    }
    return {**plain, "lost": figures.faults.total(), "faults": asdict(figures.faults)}


def beside(server: Sequence[Figures], other: Sequence[Figures]) -> dict[str, float | None]:
    """How many times as quick this server is as another."""
    return {
        "server_times": rounded(times_acts(server, other), 3),
        "server_times_processor": rounded(times_processor(server, other), 3),
    }


def rounded(value: float | None, digits: int) -> float | None:
    """The value with so many digits, if there is one."""
    return None if value is None else round(value, digits)


def doubts(name: str, figures: Figures) -> list[str]:
    """What a reader must know before believing the figures."""
    notes = []
    if figures.load_busy > FULL:
        notes.append(f"{NAMES[name]}: the clients filled their core and may have been the limit")
    if figures.held_back:
        notes.append(
            f"{NAMES[name]}: {figures.held_back} acts waited because a seat may not send messages"
            " any faster; more tables load the server better"
        )
    if figures.opened_late:
        notes.append(
            f"{NAMES[name]}: {figures.opened_late} tables were opened while the clock was running"
        )
    faults = {fault: count for fault, count in asdict(figures.faults).items() if count}
    if faults:
        listed = ", ".join(f"{fault.replace('_', ' ')} {count}" for fault, count in faults.items())
        notes.append(f"{NAMES[name]} has LOST something: {listed}")
    return notes


# ------------------------------------------------------------------- for people


def show(result: Mapping[str, Any], console: Console) -> None:
    """Print the figures for people."""
    pace = f"{result['think']:g} s of thought" if result["think"] else "flat out"
    title = f"{result['tables']} tables of {result['game']}, {result['seats']} seats, {pace}"
    table = Table(title=title)
    table.add_column("")
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    table.add_row(*cells(SERVER, result))
    if BASELINE in result:
        table.add_row(*cells(BASELINE, result[BASELINE]))
    for name, figures in result.get("peers", {}).items():
        table.add_row(*cells(name, figures))
    console.print(table)


def cells(name: str, figures: Mapping[str, Any]) -> list[str]:
    """One line of the table."""
    return [
        NAMES[name],
        f"{figures['acts_per_second']:,.0f}",
        times(figures.get("server_times")),
        shown(figures["ack_p50_ms"], "ms"),
        shown(figures["ack_p99_ms"], "ms"),
        shown(figures["update_p99_ms"], "ms"),
        shown(figures["cpu_us_per_act"], "µs"),
        times(figures.get("server_times_processor")),
        shown(figures["kb_per_table"], "KB"),
        str(figures["lost"]),
    ]


def times(value: float | None) -> str:
    """A ratio, if there is one."""
    return "" if value is None else f"× {value:.2f}"


def shown(value: float | None, unit: str) -> str:
    """A figure with its unit, if there is one."""
    return "?" if value is None else f"{value:,.1f} {unit}"
