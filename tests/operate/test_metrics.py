"""Numbers for Prometheus: in its format, true, cheap, and told at their own address only."""

from __future__ import annotations

import asyncio
import re
from time import perf_counter

import pytest

from broadside.network.metrics_door import MetricsDoor
from broadside.operate.metrics import CONTENT_TYPE, Metrics
from broadside.operate.served import Served
from broadside.service.meters import BOUNDS_S, Times
from broadside.service.refusal import Refusal
from tests.server.harness import FaultyStore, House, house, play

SAMPLE = re.compile(r'([a-z_]+)(?:\{([a-z_]+="[^"]*")\})? (-?[0-9.e+-]+|\+Inf)')
NAMES = re.compile(r"# (HELP|TYPE) ([a-z_]+) (.+)")


def read(text: str) -> dict[str, float]:
    """The samples of a text, each with its label; every line must be as Prometheus wants it."""
    assert text.endswith("\n")
    kinds: dict[str, str] = {}
    found: dict[str, float] = {}
    for line in text.splitlines():
        if named := NAMES.fullmatch(line):
            if named[1] == "TYPE":
                assert named[2] not in kinds, f"{named[2]} is told twice"
                kinds[named[2]] = named[3]
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample is not None, line
        family = re.sub("_(bucket|sum|count)$", "", sample[1])
        assert (family in kinds) or (sample[1] in kinds), line
        key = f"{sample[1]}{{{sample[2]}}}" if sample[2] else sample[1]
        assert key not in found, line
        found[key] = float(sample[3])
    return found


def metrics_of(server: House) -> Metrics:
    return Metrics(Served(server.tables, lambda: {"http": 1, "websocket": 2}))


def test_the_numbers_are_true() -> None:
    """Of two people who play a few acts."""

    async def case() -> None:
        async with house() as server:
            told = metrics_of(server)
            before = read((await told.text()).decode())
            clients = await server.pair()
            await play(clients, 7)
            told = metrics_of(server)
            after = read((await told.text()).decode())
        messages = "broadside_message_seconds_count"
        assert after[messages] - before[messages] == 7
        assert after["broadside_commit_seconds_count"] > before["broadside_commit_seconds_count"]
        assert after["broadside_commit_seconds_sum"] > 0
        assert after["broadside_tables_loaded"] == 1
        assert after['broadside_tables{state="playing"}'] == 1
        assert after['broadside_connections{kind="websocket"}'] == 2
        assert after["broadside_store_ready"] == 1

    asyncio.run(case())


def test_a_fault_is_no_refusal() -> None:
    """Each is counted once, wherever it happens: on the way, in what follows, in the answer."""

    async def case() -> None:
        store = FaultyStore()
        async with house(store=store) as server:
            counted = server.tables.house.meters
            anne, ben = await server.pair()
            assert (counted.refused, counted.failed) == (0, 0)
            with pytest.raises(Refusal):
                await ben.act("no such thing")
            assert (counted.refused, counted.failed) == (1, 0)
            store.refuses = b""
            with pytest.raises(Refusal):
                await anne.act(anne.update.legal[0])
            assert (counted.refused, counted.failed) == (1, 1)
            store.refuses = None
            with pytest.raises(Refusal):
                await anne.shell.look(lambda _scene: 1 / 0)
            assert (counted.refused, counted.failed) == (1, 2)
            store.refuses = b'"started"'  # what follows from the last seat that is taken
            shell = await server.open("pb")
            await server.sit(shell, 0)
            assert (counted.refused, counted.failed) == (1, 3)

    asyncio.run(case())


def test_times_are_counted_up_to_their_bounds() -> None:
    """A bound belongs to what is below it; the last count is all."""
    times = Times()
    for seconds in (0.0, BOUNDS_S[0], BOUNDS_S[0] * 1.01, 100.0):
        times.took(seconds)
    assert times.counts[0] == 2
    assert times.counts[1] == 1
    assert times.counts[-1] == 1
    assert times.total_s == pytest.approx(100.002, abs=0.001)


def test_counting_costs_next_to_nothing() -> None:
    """An act takes some 100 µs; what is counted of it takes two looks at the clock, not more."""
    times = Times()
    best = 1.0
    for _ in range(20):
        began = perf_counter()
        for _ in range(500):
            times.since(began)
        best = min(best, (perf_counter() - began) / 500)
    assert best < 0.000_005


@pytest.mark.parametrize(
    ("port", "path", "status"),
    [(9000, "/metrics", 200), (9000, "/", 404), (9000, "/api/games", 404), (80, "/metrics", 418)],
)
def test_only_the_own_address_tells(port: int, path: str, status: int) -> None:
    """At the front door the application answers, which knows no numbers; here nothing else is."""
    answers: list[int] = []

    async def app(_scope: object, _receive: object, _send: object) -> None:
        answers.append(418)

    async def text() -> bytes:
        return b"one 1\n"

    async def send(message: dict[str, int]) -> None:
        answers.append(message.get("status", 0))

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    door = MetricsDoor(app, 9000, text, CONTENT_TYPE)
    scope = {"type": "http", "method": "GET", "path": path, "server": ("127.0.0.1", port)}
    asyncio.run(door({**scope, "headers": []}, receive, send))  # type: ignore[arg-type]
    assert answers[0] == status
