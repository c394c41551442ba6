"""Starting and ending: clear errors beforehand, and a server that survives SIGKILL."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from broadside.network.listening import ListenError, listen_at
from broadside.replays import fairness
from broadside.server.opening import new_table
from broadside.server.serve import ServeError, serve
from broadside.server.table import records, rows
from broadside.server.table.decision import Scene
from broadside.server.table.presence import Presence
from broadside.server.table.state import Table
from broadside.server.table.viewpoints import info
from broadside.server.tables import Tables
from broadside.service.settings import Settings
from broadside.store.choose import DATA_FILE
from broadside.store.interface import StoreError
from broadside.store.sqlite import SqliteStore
from broadside.wire.messages import OpenTable, SeatWish
from broadside.workers.pool import Brain
from tests.server import thoughts
from tests.server.harness import BOTS, GAMES, NAME, House
from tests.server.test_live import Site, Wire, play_to_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]


class Process:
    """A server in a process of its own."""

    def __init__(self, data: Path, errors: Path, port: int = 0) -> None:
        self._errors = errors.open("ab")
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.server.serving", str(data), str(port)],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=ROOT,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip().rstrip("/")
        assert self.address.startswith("http://"), errors.read_text()
        self.port = int(self.address.rpartition(":")[2])

    def workers(self) -> set[int]:
        """The processes that it has started."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return {int(word) for word in children.read_text().split()}

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def used_s(self) -> float:
        """How much processor time it has used so far, without its workers."""
        numbers = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    def peak_mb(self) -> float:
        """How much memory it has needed at most, without its workers."""
        (line,) = re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        return int(line) / 1000

    def end(self, with_signal: signal.Signals) -> int:
        """End it; give how it ended."""
        self._process.send_signal(with_signal)
        code = self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()
        return code


@contextmanager
def processes(tmp_path: Path) -> Iterator[list[Process]]:
    """Servers that are ended whatever happens."""
    started: list[Process] = []
    try:
        yield started
    finally:
        for process in started:
            if process._process.poll() is None:
                process.end(signal.SIGKILL)


def attempt(data: Path, port: int = 0, host: str = "127.0.0.1") -> str:
    """Try to serve; give the sentence that says why not."""
    with pytest.raises(ServeError) as refused:
        serve(
            GAMES,
            BOTS,
            Brain(thoughts.default),
            host=host,
            port=port,
            data=str(data),
            static=None,
            ready=lambda _: pytest.fail("it should not have started"),
        )
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence


def test_a_port_in_use(tmp_path: Path) -> None:
    """The sentence names the port and the way out; the data folder is not touched."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = attempt(tmp_path / "data", port)
    assert f"Port {port}" in sentence
    assert "--port" in sentence
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("option", ["--port", "--inner", "--metrics"])
def test_the_option_of_a_port_in_use_is_named(option: str) -> None:
    """It is the one that must be changed."""
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ListenError) as refused:
        listen_at({option: taken.getsockname()})
    assert f"Choose another with {option}." in str(refused.value)


@pytest.mark.parametrize("port", [70_000, -1])
def test_a_port_that_cannot_be(tmp_path: Path, port: int) -> None:
    """No traceback for a slip of the finger."""
    assert str(port) in attempt(tmp_path, port)


def test_a_host_that_is_not_here(tmp_path: Path) -> None:
    """An address of somebody else."""
    assert "Cannot listen on 192.0.2.1" in attempt(tmp_path, host="192.0.2.1")


def test_a_data_folder_that_cannot_be_used(tmp_path: Path) -> None:
    """A file stands in its place; that file is left alone."""
    (tmp_path / "data").write_text("mine")
    assert "Cannot create the data folder" in attempt(tmp_path / "data")
    assert (tmp_path / "data").read_text() == "mine"


def test_a_broken_data_file(tmp_path: Path) -> None:
    """It is named, and left alone."""
    file = tmp_path / "broadside.sqlite"
    file.write_bytes(b"scratch" * 1000)
    assert f"{file} is damaged" in attempt(tmp_path)
    assert file.read_bytes() == b"scratch" * 1000


def test_a_start_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The tables cannot be read, say: the error comes out, and the reason stands in the log."""

    async def fail(_tables: Tables) -> None:
        raise StoreError("Cannot read the tables.")

    monkeypatch.setattr(Tables, "start", fail)
    assert "could not start" in attempt(tmp_path)
    assert "Cannot read the tables." in capfd.readouterr().err


def test_a_second_server_on_the_same_folder(tmp_path: Path) -> None:
    """It ends and says who holds the folder; the first one goes on until its own end."""
    data, errors = tmp_path / "data", tmp_path / "errors.txt"
    with processes(tmp_path) as started:
        server = Process(data, errors)
        started.append(server)
        sentence = attempt(data)
        assert f"The data folder {data} is in use by process {server.pid} on " in sentence
        assert "choose another data folder" in sentence
        command = [sys.executable, "-m", "broadside", "serve", "--no-open", "--port", "0"]
        second = subprocess.run(
            [*command, "--data", str(data)], capture_output=True, text=True, timeout=60, cwd=ROOT
        )
        assert second.returncode != 0
        assert f"in use by process {server.pid} on " in second.stderr
        assert "Traceback" not in second.stderr
        assert httpx.get(f"{server.address}/healthz").status_code == 200
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        again = Process(data, errors)
        started.append(again)
        assert httpx.get(f"{again.address}/healthz").status_code == 200


async def fill(path: Path, count: int) -> None:
    """Let so many tables wait in a store, as if as many people had opened one and left."""
    now_ms = time.time_ns() // 1_000_000
    wish = OpenTable(NAME, [SeatWish("open")] * 2, is_public=True)
    first = new_table(House().tables.house, wish)
    first.at_ms = now_ms
    table = Table("name", GAMES, first)
    scene = Scene(table, Presence(now_ms), now_ms, Settings(), BOTS)
    row = rows.row(scene, info(table, frozenset()), None)
    assert (row.state, row.wake_ms) == ("waiting", now_ms + 604_800_000)
    store = SqliteStore(path)
    try:
        epoch = await store.lease("any")
        data = [records.encode(first)]
        for number in range(count):
            named = row._replace(code=f"{number:05d}")
            done = store.append(f"table {number}", epoch, 0, data, named)
            if number % 1000 == 0:
                await done
        await done
    finally:
        await store.close()


@pytest.mark.parametrize("count", [20_000, pytest.param(100_000, marks=pytest.mark.torture)])
def test_many_waiting_tables_cost_no_start(tmp_path: Path, count: int) -> None:
    """Nothing of them is loaded; one of them is found at once."""
    asyncio.run(fill(tmp_path / "data" / DATA_FILE, count))
    began = time.monotonic()
    with processes(tmp_path) as started:
        server = Process(tmp_path / "data", tmp_path / "errors.txt")
        started.append(server)
        took_s = time.monotonic() - began
        listed = httpx.get(f"{server.address}/api/tables").json()
        assert len(listed) == Settings().public_tables_max
        found = httpx.get(f"{server.address}/api/codes/{count - 1:05d}").json()
        assert found["table"] == f"table {count - 1}"
        assert server.used_s() < 3
        assert server.peak_mb() < 150
        if count == 100_000:
            assert took_s < 3


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """SIGKILL in the middle of games: all that was acknowledged is there, and both go on."""
    errors = tmp_path / "errors.txt"

    async def first_half(site: Site, server: Process) -> tuple[list[dict[str, Any]], int]:
        """Both play as fast as they can; the server dies in the middle of it."""
        async with site.join(0) as anne, site.join(1) as mary:
            middle = asyncio.Event()
            playing = [asyncio.create_task(play_until_cut(w, middle)) for w in (anne, mary)]
            await middle.wait()
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            await asyncio.gather(*playing)
            acknowledged = acknowledgements(anne) + acknowledgements(mary)
            return acknowledged, received(anne, "update")[-1]["seq"]

    async def second_half(site: Site, acknowledged: list[dict[str, Any]], since: int) -> None:
        """Both come back, and play to the end."""
        async with site.join(0, since) as anne, site.join(1) as mary:
            stored = max(ack["seq"] for ack in acknowledged)
            update = await anne.wait_for("update")
            assert update["seq"] >= stored
            assert all(event["seq"] > since for event in update["events"])
            await asyncio.gather(finish(anne, update), play_to_the_end(mary))

    with processes(tmp_path) as started:
        server = Process(tmp_path / "data", errors)
        started.append(server)
        site = Site(server.address, [{"kind": "open"}] * 2)
        bots = Site(server.address, [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}])
        workers = server.workers()

        acknowledged, since = asyncio.run(first_half(site, server))

        again = Process(tmp_path / "data", errors, server.port)
        started.append(again)
        asyncio.run(second_half(site, acknowledged, since))
        asyncio.run(play_against_bot(bots))
        for table in (site.table, bots.table):
            replay = httpx.get(f"{again.address}/api/tables/{table}/replay").text
            assert fairness.verify(fairness.replay_file(replay), GAMES).ok
        assert again.end(signal.SIGTERM) in (0, -signal.SIGTERM)
    assert_gone(workers)
    log = errors.read_text()
    assert "Traceback" not in log
    assert not any(credential in log for credential in site.credentials)


def received(wire: Wire, kind: str) -> list[dict[str, Any]]:
    """What a client was sent of one kind."""
    return [message for message in wire.received if message["type"] == kind]


def acknowledgements(wire: Wire) -> list[dict[str, Any]]:
    """The messages that say that something of a client is stored."""
    return received(wire, "ack") + [one for one in received(wire, "update") if one["ack"]]


async def play_until_cut(wire: Wire, middle: asyncio.Event) -> None:
    """Answer with the default until the connection ends; tell when there is something to lose."""
    try:
        while True:
            await wire.answer(await wire.wait_for("update"))
            if len(acknowledgements(wire)) > 6:
                middle.set()
    except (ConnectionClosed, OSError, TimeoutError):
        return


async def finish(wire: Wire, update: dict[str, Any]) -> None:
    """Play on from an update that has been received already."""
    if update["result"] is None:
        await wire.answer(update)
        await play_to_the_end(wire)


async def play_against_bot(site: Site) -> None:
    """A whole game; the bot's workers are those of the restarted server."""
    async with site.join(0) as anne:
        await play_to_the_end(anne)


def assert_gone(workers: set[int]) -> None:
    """The workers of a killed server end by themselves."""
    assert workers
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_interrupted_server_ends_quietly(tmp_path: Path) -> None:
    """Ctrl-C is the ordinary way: exit code 0, nothing on standard error but log lines."""
    errors = tmp_path / "errors.txt"
    with processes(tmp_path) as started:
        server = Process(tmp_path / "data", errors)
        started.append(server)
        assert httpx.get(f"{server.address}/healthz").status_code == 200
        assert server.end(signal.SIGINT) == 0
    assert errors.read_text() == ""
