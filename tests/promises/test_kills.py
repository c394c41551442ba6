"""A server that is killed again and again: what was acknowledged is there, and there once.

People play as fast as they can, each repeats what was not answered when the server is back, and a
table that is over makes room for another. `KILLS=300` is the long form; in pieces: `KILLS=30` with
`TORTURE_SEED=0`, `1` and so on.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import WebSocketException

from broadside.store.choose import DATA_FILE
from broadside.store.sqlite import SqliteStore
from tests.server.test_live import Site
from tests.server.test_serve import Process, processes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.test_live import Wire

KILLS = int(os.environ.get("KILLS", "300"))
SEED = int(os.environ.get("TORTURE_SEED", "0"))
TABLES = 4
CUT = (WebSocketException, OSError, TimeoutError, EOFError)
MOST_S = 10.0


class Person:
    """Somebody at a table, who remembers what was sent and what was promised."""

    def __init__(self, site: Site, seat: int) -> None:
        self.site = site
        self.seat = seat
        self.is_over = False
        self.acknowledged: set[str] = set()
        self._pending: dict[str, Any] | None = None
        self._asked: tuple[object, list[str]] = (None, [])
        """What is asked, and what may be answered, until it was."""
        self._count = 0

    async def play(self, chance: random.Random) -> None:
        """Play until the line is cut, or the game is over; first say again what was not heard."""
        try:
            async with self.site.join(self.seat) as wire:
                if self._pending is not None:
                    await wire.send(**self._pending)
                while not self.is_over:
                    message = await wire.wait_for("update", "ack", "refused")
                    await self._hear(wire, message, chance)
        except CUT:
            return

    async def _hear(self, wire: Wire, message: dict[str, Any], chance: random.Random) -> None:
        mine = None if self._pending is None else self._pending["id"]
        heard = message.get("ack") if message["type"] == "update" else message["id"]
        if mine is not None and heard == mine:
            if message["type"] != "refused":
                self.acknowledged.add(mine)
            self._pending = None
        if message["type"] == "update":
            self.is_over = message["result"] is not None
            self._asked = message["question"], message["legal"]
        question, legal = self._asked
        if legal and self._pending is None:
            self._count += 1
            self._asked = question, []
            name = f"{self.site.table} {self.seat} {self._count}"
            action = chance.choice(legal)
            self._pending = {"type": "act", "id": name, "action": action, "question": question}
            await wire.send(**self._pending)


async def until_killed(server: Process, people: list[Person], chance: random.Random) -> None:
    """Let everybody play until some acts were acknowledged, then kill the server."""

    def count() -> int:
        return sum(len(one.acknowledged) for one in people)

    playing = [asyncio.create_task(one.play(chance)) for one in people]
    wanted, until = count() + chance.randint(1, 40), time.monotonic() + MOST_S
    while count() < wanted and time.monotonic() < until:
        await asyncio.sleep(0.002)
        if all(one.done() for one in playing):
            break
    await asyncio.sleep(chance.uniform(0.0, 0.01))
    code = await asyncio.to_thread(server.end, signal.SIGKILL)
    assert code == -signal.SIGKILL
    await asyncio.gather(*playing)


def kill_often(kills: int, folder: Path) -> int:
    """Kill a server so many times; how many acts were acknowledged, all of which are there."""
    chance, data = random.Random(f"{SEED} {kills}"), folder / "data"
    everybody: list[Person] = []
    seats = [{"kind": "open"}, {"kind": "open"}]
    with processes(folder) as started:
        port = 0
        for _ in range(kills):
            server = Process(data, folder / "errors.txt", port)
            started[:] = [server]
            port = server.port
            active = [one for one in everybody if not one.is_over]
            for _ in range(TABLES - len({one.site.table for one in active})):
                site = Site(server.address, seats)
                active += [Person(site, seat) for seat in range(2)]
            everybody += [one for one in active if one not in everybody]
            asyncio.run(until_killed(server, active, chance))
            started.clear()
    stored = asyncio.run(stored_ids(data / DATA_FILE, {one.site.table for one in everybody}))
    acknowledged = {name for one in everybody for name in one.acknowledged}
    assert {name for name in acknowledged if stored[name] != 1} == set()
    assert {name for name, count in stored.items() if count > 1} == set()
    return len(acknowledged)


async def stored_ids(path: Path, tables: set[str]) -> Counter[str]:
    """How often each act stands in the log."""
    store = SqliteStore(path)
    try:
        logs = [await store.read(table) for table in tables]
    finally:
        await store.close()
    records = [json.loads(record) for log in logs for record in log]
    return Counter(one["id"] for one in records if one["type"] == "acted" and one["id"])


def test_a_server_that_is_killed_some_times(tmp_path: Path) -> None:
    """Three times."""
    assert kill_often(3, tmp_path) > 0


@pytest.mark.torture
def test_a_server_that_is_killed_very_often(tmp_path: Path) -> None:
    """As often as was promised."""
    acts = kill_often(KILLS, tmp_path)
    print(f"seed {SEED}: {KILLS} kills, {acts} acknowledged acts, each stored once")
    assert acts > KILLS
