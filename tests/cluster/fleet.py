"""Servers of one database in processes of their own, and a proxy in front of them."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.store.relay import Relay, pump

READY = re.compile(rb"Broadside is ready: http://[\d.]+:(\d+)/")
REGISTERED = re.compile(r"registered server=(\d+)")
START_S = 90.0
LOG_LINES_SHOWN = 40


class ServerProcess:
    """`broadside serve --store` in a process that can be killed, stopped and cut off."""

    def __init__(
        self, url: str, log: Path, before: Sequence[str] = (), host: str = "127.0.0.1"
    ) -> None:
        self._url = url
        self._before = before
        """The command that runs the server, if another one does."""
        self._host = host
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._port = 0

    @property
    def port(self) -> int | None:
        """Where it listens; None while it does not."""
        return self._port if self._process is not None and self._port else None

    @property
    def number(self) -> int:
        """Under which number it has its leases."""
        return int(REGISTERED.findall(self.log())[-1])

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        told_before = self._log.stat().st_size if self._log.exists() else 0
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._before,
                *(sys.executable, "-P", "-m", "broadside", "serve", "--no-open", "--port", "0"),
                *("--bot-beat", "0.05", "--countdown", "0.05", "--proxy", "127.0.0.1"),
                *("--host", self._host, "--inner", f"{self._host}:0"),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "BROADSIDE_STORE": self._url},
            )
        async with asyncio.timeout(START_S):
            while (found := READY.search(self._log.read_bytes()[told_before:])) is None:
                assert self._process.returncode is None, self.tail()
                await asyncio.sleep(0.05)
        self._port = int(found[1])

    async def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End it; with SIGKILL without a word."""
        process, self._process, self._port = self._process, None, 0
        if process is not None and process.returncode is None:
            process.send_signal(number)
            async with asyncio.timeout(30):
                await process.wait()

    def pause(self, *, on: bool) -> None:
        """Let it stand still, or go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def tail(self) -> str:
        """The last lines of its log."""
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-LOG_LINES_SHOWN:])

    def log(self) -> str:
        """Everything that it said."""
        return self._log.read_text(errors="replace")


class Balancer:
    """Sends each connection to the next server that listens, whatever is asked on it."""

    def __init__(self, servers: list[ServerProcess]) -> None:
        self._servers = servers
        self._turn = 0
        self._open = asyncio.Event()
        self._open.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far = await self._next()
        if far is None:
            writer.close()
            return
        far_reader, far_writer = far
        for one, other in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(pump(one, other, self._open))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _next(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for _ in range(len(self._servers)):
            self._turn += 1
            port = self._servers[self._turn % len(self._servers)].port
            if port is not None:
                with suppress(OSError):
                    return await asyncio.open_connection("127.0.0.1", port)
        return None


class Fleet:
    """Some servers, the proxy before them, and for each a line to the database that can be cut."""

    def __init__(self, url: str, database_port: int, size: int, folder: Path) -> None:
        self._url = url
        self._database_port = database_port
        self._folder = folder
        self.relays = [Relay(database_port) for _ in range(size)]
        self.servers: list[ServerProcess] = []

    async def __aenter__(self) -> Self:
        for number, relay in enumerate(self.relays):
            await relay.__aenter__()
            url = self._url.replace(f":{self._database_port}/", f":{relay.port}/")
            self.servers.append(ServerProcess(url, self._folder / f"server_{number}.log"))
        self.balancer = await Balancer(self.servers).__aenter__()
        try:
            await asyncio.gather(*(server.start() for server in self.servers))
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        for server in self.servers:
            with suppress(ProcessLookupError):
                await server.end(signal.SIGKILL)
        await self.balancer.__aexit__()
        for relay in self.relays:
            await relay.__aexit__()

    @property
    def address(self) -> str:
        """Where people find the servers."""
        return f"127.0.0.1:{self.balancer.port}"

    def tails(self) -> str:
        """The last that each server said."""
        return "\n\n".join(server.tail() for server in self.servers)
