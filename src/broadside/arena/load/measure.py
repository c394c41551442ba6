"""One measurement: start the server, open the tables, play, and look whether anything was lost."""

from __future__ import annotations

import asyncio
import gc
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.arena.load.addresses import Addresses
from broadside.arena.load.check import count_views_that_differ, judge_log
from broadside.arena.load.job import Faults, Figures
from broadside.arena.load.seat import Crowd
from broadside.arena.load.server_process import Cores, ServerProcess, memory_kb, processor_s
from broadside.arena.load.tables import Tables
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from broadside.arena.load.job import Job
    from broadside.arena.load.seat import Act, Table

WARM_UP_THOUGHTS: Final = 2
"""The warm-up lasts so many thoughts at least, so that it tells how quick the load will be."""
SPARE_FACTOR: Final = 1.4
"""A warm server is quicker still; no table shall be opened while the clock is running."""
SETTLE_S: Final = 0.5
QUIET_S: Final = 0.5
QUIET_ALONE_S: Final = 3.0
"""How long nothing must have come before all is told; longer where tables move alone."""


async def measure(job: Job, tell: Callable[[str], None]) -> Figures:
    """Do what the job asks for."""
    cores = Cores()
    server = start_server(job, cores)
    load = Clients(job, [server], tell)
    try:
        await load.prepare()
        figures = await load.run()
    except (BroadsideError, OSError, asyncio.IncompleteReadError) as error:
        raise BroadsideError(server.why_ended() or str(error)) from error
    finally:
        server.kill()
        load.tables.close()
    tell("looking for what was lost")
    if job.durable:
        judge_log(Path(job.data), load.crowd, figures.faults)
    if job.resumes:
        figures.faults.views_differ = await look_again(job, cores, load.tables.all)
    return figures


async def look_again(job: Job, cores: Cores, tables: Sequence[Table]) -> int:
    """Start the server again; how many seats are not shown what they saw before it was killed."""
    server = start_server(job, cores)
    addresses = Addresses((server.host, server.port))
    try:
        return await count_views_that_differ(tables, addresses, job.load)
    except (BroadsideError, OSError) as error:
        raise BroadsideError(server.why_ended() or str(error)) from error
    finally:
        server.kill()


def start_server(job: Job, cores: Cores) -> ServerProcess:
    """Start the server of a job, for the first time or again."""
    return ServerProcess(job.command, Path(job.data) / "server.log", job.environment, cores)


class Clients:
    """The clients of one server, or of several that share a store, and the figures they make."""

    def __init__(
        self, job: Job, servers: Sequence[ServerProcess], tell: Callable[[str], None]
    ) -> None:
        self.crowd = Crowd(job.run, job.load.think_s)
        addresses = Addresses(*((server.host, server.port) for server in servers))
        self.tables = Tables(self.crowd, job.load, job.speech, addresses)
        self._load = job.load
        self._warm_up_s = job.warm_up_s
        self._answer_s = job.answer_s
        self._pids = [server.pid for server in servers]
        self._tell = tell
        self._kb_per_table: float | None = None

    async def prepare(self) -> None:
        """Open tables, warm up, open spares."""
        self._kb_per_table = await self._open_tables()
        per_s = await self._warm_up()
        await self._open_spares(per_s)

    async def run(self) -> Figures:
        """Play, and wait for the last answers."""
        gc.collect()
        gc.disable()
        figures = await self._play(self._kb_per_table)
        gc.enable()
        return figures

    async def _open_tables(self) -> float | None:
        """Open the tables; what one of them costs in memory."""
        # The first table of a server makes it import and build what all others use.
        await self.tables.open(1, lambda _done: None)
        await asyncio.sleep(SETTLE_S)
        before_kb = in_all(memory_kb, self._pids)
        await self._open(self._load.tables, "opening tables")
        await asyncio.sleep(SETTLE_S)
        after_kb = in_all(memory_kb, self._pids)
        if before_kb is None or after_kb is None:
            return None
        return (after_kb - before_kb) / self._load.tables

    async def _warm_up(self) -> float:
        """Play a little; how many acts were acknowledged per second."""
        self._tell("warming up")
        warm_up_s = min(self._warm_up_s, self._load.seconds)
        warm_up_s = max(warm_up_s, WARM_UP_THOUGHTS * self._load.think_s)
        self.tables.start()
        await asyncio.sleep(warm_up_s)
        acked = sum(1 for act in self.crowd.acts if act.acked_s)
        await self._wait_for_answers()
        return acked / warm_up_s

    async def _open_spares(self, per_s: float) -> None:
        acts = len(self.crowd.acts) + per_s * self._load.seconds * SPARE_FACTOR
        games = math.ceil(acts / self._load.game_acts)
        await self._open(games, "opening spare tables")

    async def _open(self, count: int, what: str) -> None:
        def tell(done: int) -> None:
            if done % 50 == 0:
                self._tell(f"{what}: {done} of {count}")

        await self.tables.open(count, tell)

    async def _play(self, kb_per_table: float | None) -> Figures:
        """Measure."""
        self._tell(f"playing for {self._load.seconds:g} s")
        ended, late = self.tables.ended, self.tables.opened_late
        held_back, first = self.crowd.held_back, len(self.crowd.acts)
        cpu_s, own_s = in_all(processor_s, self._pids), time.process_time()
        start_s = time.perf_counter()
        self.tables.start()
        await asyncio.sleep(self._load.seconds)
        end_s = time.perf_counter()
        cpu_end_s, own_end_s = in_all(processor_s, self._pids), time.process_time()
        self.tables.check()
        ended, late = self.tables.ended - ended, self.tables.opened_late - late
        await self._wait_for_answers()
        acts = self.crowd.acts[first:]
        done = sum(1 for act in acts if 0 < act.acked_s <= end_s)
        took_s = end_s - start_s
        used_s = None if cpu_s is None or cpu_end_s is None else cpu_end_s - cpu_s
        acks_ms = times_ms(acts, lambda act: act.acked_s)
        updates_ms = times_ms(acts, lambda act: act.told_s)
        return Figures(
            acts=done,
            acts_per_second=done / took_s,
            ack_p50_ms=percentile(acks_ms, 50),
            ack_p99_ms=percentile(acks_ms, 99),
            update_p50_ms=percentile(updates_ms, 50),
            update_p99_ms=percentile(updates_ms, 99),
            cpu_us_per_act=None if used_s is None or not done else used_s / done * 1e6,
            server_busy=None if used_s is None else used_s / took_s,
            load_busy=(own_end_s - own_s) / took_s,
            kb_per_table=kb_per_table,
            refused=sum(act.is_refused for act in acts),
            held_back=self.crowd.held_back - held_back,
            games_ended=ended,
            opened_late=late,
            faults=Faults(never_answered=sum(act.is_pending for act in self.crowd.acts)),
        )

    async def _wait_for_answers(self) -> None:
        """Send nothing more, and wait until all is answered and told."""
        self.crowd.is_playing = False
        quiet_s = QUIET_ALONE_S if self._load.moves_alone else QUIET_S
        end_s = time.perf_counter() + self._answer_s
        while time.perf_counter() < end_s:
            await asyncio.sleep(QUIET_S / 5)
            if time.perf_counter() - self.crowd.heard_s < quiet_s:
                continue
            if not any(act.is_pending for act in self.crowd.acts):
                return


def in_all(figure: Callable[[int], float | None], pids: Sequence[int]) -> float | None:
    """What all processes together have of something; None if the system does not tell."""
    found = [each for each in map(figure, pids) if each is not None]
    return sum(found) if len(found) == len(pids) else None


def times_ms(acts: Sequence[Act], when: Callable[[Act], float]) -> list[float]:
    """How long after its sending something happened to each act, the shortest time first."""
    return sorted((when(act) - act.sent_s) * 1e3 for act in acts if when(act))


def percentile(ordered: list[float], percent: int) -> float | None:
    """The value below which so many of the values lie; None if there is none."""
    if not ordered:
        return None
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
