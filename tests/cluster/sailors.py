"""People at tables of a fleet: clients that play at random, come back, and remember everything."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

COME_BACK_S = 0.1
PATIENCE_S = 15.0
"""Nothing may take longer: an answer, or a way back to the table."""
LONG_S = 60.0
"""So long others may keep the table waiting."""


async def nothing() -> None:
    """Leave it to others."""


class Sailor:
    """One seat. What is not acknowledged is sent again under its id, until it is."""

    def __init__(self, fleet: str, table: str, seat: int, credential: str) -> None:
        self.url = f"ws://{fleet}/api/tables/{table}/socket"
        self.table = table
        self.seat = seat
        self.credential = credential
        self.dial: Callable[[], Awaitable[socket.socket | None]] = nothing
        """How to connect, if not as everybody does."""
        self.acknowledged: list[str] = []
        self.heard: list[str] = []
        self.update: dict[str, Any] | None = None
        self.is_over = False
        self.came_back = 0
        self._sent: tuple[str, str] | None = None
        self._number = 0
        self._chance = random.Random(f"{table} {seat}")

    async def play(self, think_s: float) -> None:
        """Play until the game is over."""
        while not self.is_over:
            with suppress(OSError, TimeoutError, InvalidHandshake, ConnectionClosed, EOFError):
                async with connect(
                    self.url,
                    sock=await self.dial(),
                    compression=None,
                    max_size=None,
                    open_timeout=PATIENCE_S,
                ) as line:
                    await self._talk(line, think_s)
            if not self.is_over:
                self.came_back += 1
                await asyncio.sleep(COME_BACK_S)

    async def _talk(self, line: ClientConnection, think_s: float) -> None:
        await line.send(json.dumps({"type": "hello", "credential": self.credential}))
        self._forget()
        is_said = False  # whether what is not acknowledged was said on this line
        while not self.is_over:
            if self.update is not None and self._sent is not None and not is_said:
                await line.send(self._sent[1])
                is_said = True
            elif self.update is not None and self._sent is None and self._is_asked():
                await asyncio.sleep(think_s * self._chance.uniform(0.5, 1.5))
                await self._act(line)
                is_said = True
            wait_s = PATIENCE_S if self._sent is not None or self.update is None else LONG_S
            await self._hear(await asyncio.wait_for(line.recv(), wait_s))

    def _forget(self) -> None:
        """What was shown on another line is old."""
        self.update = None

    def _is_asked(self) -> bool:
        assert self.update is not None
        return bool(self.update["legal"] or self.update["prompt"])

    async def _act(self, line: ClientConnection) -> None:
        assert self.update is not None
        legal, prompt = self.update["legal"], self.update["prompt"]
        action = self._chance.choice(legal) if legal else prompt["default"]
        self._number += 1
        name = f"{self.seat}-{self._number}"
        message = {"type": "act", "id": name, "action": action}
        if self.update["question"] is not None:
            message["question"] = self.update["question"]
        self._sent = (name, json.dumps(message))
        await line.send(self._sent[1])

    async def _hear(self, text: str | bytes) -> None:
        assert isinstance(text, str)
        self.heard.append(text)
        message = json.loads(text)
        if message["type"] == "update":
            self.update = message
            self.is_over = message["result"] is not None
            self._acknowledge(message.get("ack"))
        elif message["type"] == "ack":
            self._acknowledge(message["id"])
        elif message["type"] == "refused" and self._sent and message["id"] == self._sent[0]:
            if message["code"] == "not_stored":
                await asyncio.sleep(COME_BACK_S)
                raise EOFError  # come back, and send it again
            self._sent = None  # too late, or not legal any more

    def _acknowledge(self, name: str | None) -> None:
        if self._sent is not None and name == self._sent[0]:
            self.acknowledged.append(name)
            self._sent = None


async def persist(ask: Callable[[], Any]) -> httpx.Response:
    """Ask until a server answers with what is wanted; they may be dying under our hands."""
    async with asyncio.timeout(4 * PATIENCE_S):
        while True:
            with suppress(httpx.HTTPError):
                response: httpx.Response = await ask()
                if response.status_code < 500:
                    return response
            await asyncio.sleep(COME_BACK_S)


async def gather_crew(
    client: httpx.AsyncClient, fleet: str, game: str, kinds: str, *, is_public: bool = False
) -> list[Sailor]:
    """Open a table and sit down: p for a person, b for a bot of the server, n for another's.

    Nobody sits down at an o.
    """
    wishes = [{"kind": "bot", "bot": "random"} if k == "b" else {"kind": "open"} for k in kinds]
    opening = {"game": game, "seats": wishes, "clock_s": 120, "is_public": is_public}
    opened = (await persist(lambda: client.post("/api/tables", json=opening))).json()
    sailors = []
    for seat in [place for place, kind in enumerate(kinds) if kind == "p"]:
        path = f"/api/tables/{opened['table']}/seats/{seat}"
        sit = partial(client.post, path, json={"name": f"S{seat}"})
        taken = await persist(sit)
        assert taken.status_code == 201, taken.text
        sailors.append(Sailor(fleet, opened["table"], seat, taken.json()["credential"]))
    return sailors


async def network_bot(fleet: str, table: str, seat: int) -> None:
    """Let a bot play there in a process of its own, as anybody's bot does; it must not give up."""
    command = [sys.executable, "-P", "-m", "broadside", "bot", f"http://{fleet}/table/{table}"]
    bot = await asyncio.create_subprocess_exec(
        *command, "random", "--seat", str(seat), stdout=PIPE, stderr=STDOUT
    )
    try:
        output, _ = await bot.communicate()
    finally:
        with suppress(ProcessLookupError):
            bot.kill()
    assert bot.returncode == 0, output.decode()
    assert b"of the victory" in output
