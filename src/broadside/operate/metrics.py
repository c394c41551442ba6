"""What a server counts, as Prometheus reads it.

The format is a few lines of text for each number, so no package is needed for it: what packages
do beyond that, locks and labels for each event, would cost more than taking the event.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside import __version__
from broadside.service.meters import BOUNDS_S
from broadside.store.interface import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from broadside.operate.served import Served
    from broadside.service.meters import Times
    from broadside.store.interface import State

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
COUNT_EVERY_S: Final = 30.0
"""So long the numbers of all tables in the store are told again: counting them takes a while."""
LAG_EVERY_S: Final = 0.5
STATUS: Final = Path("/proc/self")


class Metrics:
    """Looks at a server when somebody asks, and at its event loop all the time."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._counted: Mapping[State, int] = {}
        self._counted_at = -COUNT_EVERY_S
        self._lag_s = 0.0

    async def watch_loop(self) -> None:
        """Notice how late the event loop comes to what is due: all tables wait for it."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(LAG_EVERY_S)
            self._lag_s = max(self._lag_s, time.perf_counter() - began - LAG_EVERY_S)

    async def text(self) -> bytes:
        """All numbers as they are now."""
        await self._count()
        lag_s, self._lag_s = self._lag_s, 0.0
        tables, house = self._served.tables, self._served.tables.house
        meters, thinkers, figures = house.meters, house.thinkers, house.store.figures()
        lines = [
            *_one("broadside_info", "gauge", "What runs.", {f'version="{__version__}"': 1}),
            *_one(
                "broadside_tables",
                "gauge",
                "Tables in the store by state, the same on every server of it.",
                {f'state="{state}"': count for state, count in self._counted.items()},
            ),
            *_one("broadside_tables_loaded", "gauge", "Tables in memory.", len(tables.loaded())),
            *_one(
                "broadside_connections",
                "gauge",
                "Open connections by kind.",
                {f'kind="{kind}"': count for kind, count in self._served.connections().items()},
            ),
            *_times("broadside_message_seconds", "Until all were told of it.", meters.messages),
            *_times("broadside_commit_seconds", "Until an append was durable.", meters.commits),
            *_times("broadside_thought_seconds", "Until a bot had answered.", meters.thoughts),
            *_one("broadside_refused_total", "counter", "Refused by a table.", meters.refused),
            *_one("broadside_failed_total", "counter", "Not taken: a fault.", meters.failed),
            *_one("broadside_workers", "gauge", "Workers for bots.", thinkers.workers),
            *_one("broadside_workers_busy", "gauge", "Workers that think.", thinkers.busy),
            *_one("broadside_thoughts_waiting", "gauge", "Thoughts in line.", thinkers.waiting),
            *_one("broadside_store_ready", "gauge", "1: it answers.", house.store.is_ready()),
            *_store(figures),
            *_one("broadside_loop_lag_seconds", "gauge", "The worst since last asked.", lag_s),
            *_process(),
        ]
        return ("\n".join(lines) + "\n").encode()

    async def _count(self) -> None:
        """Count the tables in the store, if that was long ago; what cannot be counted is not."""
        now = time.monotonic()
        if now - self._counted_at < COUNT_EVERY_S:
            return
        self._counted_at = now
        try:
            self._counted = await self._served.tables.house.store.count()
        except StoreError:
            self._counted = {}


def _one(name: str, kind: str, text: str, value: Mapping[str, float] | float) -> Iterable[str]:
    """A number, or one for each label."""
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
    if isinstance(value, (int, float)):
        yield f"{name} {_number(value)}"
        return
    for label, each in value.items():
        yield f"{name}{{{label}}} {_number(each)}"


def _times(name: str, text: str, times: Times) -> Iterable[str]:
    """How long something took: how often up to each bound."""
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} histogram"
    counts = list(accumulate(times.counts))
    for bound, count in zip((*map(_number, BOUNDS_S), "+Inf"), counts, strict=True):
        yield f'{name}_bucket{{le="{bound}"}} {count}'
    yield f"{name}_sum {_number(times.total_s)}"
    yield f"{name}_count {counts[-1]}"


def _store(figures: Mapping[str, int]) -> Iterable[str]:
    told = (
        ("commits", "_total", "counter", "Durable commits, or statements that were waited for."),
        ("changes", "_total", "counter", "Changes that they wrote."),
        ("waiting", "", "gauge", "Changes that wait to be written."),
    )
    for key, end, kind, text in told:
        if key in figures:
            yield from _one(f"broadside_store_{key}{end}", kind, text, figures[key])


def _process() -> Iterable[str]:
    """The process as the system sees it; only what it tells."""
    yield from _one(
        "process_cpu_seconds_total", "counter", "Processor's time.", time.process_time()
    )
    if sys.platform != "linux":
        return
    pages = int((STATUS / "statm").read_text().split()[1])
    memory = pages * os.sysconf("SC_PAGE_SIZE")
    yield from _one("process_resident_memory_bytes", "gauge", "Memory in use.", memory)
    files = sum(1 for _ in (STATUS / "fd").iterdir())
    yield from _one("process_open_fds", "gauge", "Open files and connections.", files)


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(round(value, 6))
