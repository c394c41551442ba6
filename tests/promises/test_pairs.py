"""Pairs of worlds that a seat cannot tell apart: over a socket it is sent the same, byte by byte.

At every moment of random games each seat's client comes again, once to the table as it is and once
to a world in which everything is dealt anew that the seat cannot know; it also tries something that
is not allowed. What is compared are the bytes that come over TCP from the server's own port.
`PAIRS=100000` is the long form; in pieces: `PAIRS=20000` with `TORTURE_SEED=0`, `1` and so on.
"""

from __future__ import annotations

import asyncio
import os
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from broadside.games import registry
from broadside.kernel.rng import FastRng
from broadside.server.app import Application
from broadside.server.serve import configure
from broadside.server.table import host
from broadside.wire.messages import OpenTable, SeatWish, TakeSeat
from tests.server.harness import QUICK, House, settle

if TYPE_CHECKING:
    from broadside.kernel.game import Game
    from broadside.kernel.state import State
    from broadside.server.table.shell import Shell

GAMES = {game.name: game for game in registry.GAMES}
PAIRS = int(os.environ.get("PAIRS", "100000"))
SEED = int(os.environ.get("TORTURE_SEED", "0"))
SHORT = 60
"""So many pairs of each game are compared each time."""
UPGRADE = (
    "GET /api/tables/{}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
LEAVE = Frame(Opcode.CLOSE, (1000).to_bytes(2)).serialize(mask=True)
SHOWN_BYTES = 80


class Pairs:
    """A table of people in a server whose sockets are real, and its games, one after the other."""

    def __init__(self, game: Game, seed: int, whose: int) -> None:
        self._game = game
        self._whose = whose
        """Whose worlds are looked at: one's own (0), or those of a neighbour."""
        self._chance = random.Random(f"{seed} {game.name}")
        self._house = House(games=GAMES)
        self._port = 0
        self.compared = 0
        self.found: list[str] = []

    async def run(self, wanted: int) -> None:
        """Compare so many pairs."""
        config = configure(Application(self._house.tables, None), QUICK)
        config.port = 0
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110  uvicorn tells nobody
            await asyncio.sleep(0.001)
        self._port = server.servers[0].sockets[0].getsockname()[1]
        try:
            while self.compared < wanted and not self.found:
                await self._play(wanted)
        finally:
            server.should_exit = True
            await serving

    async def _play(self, wanted: int) -> None:
        seats = self._chance.choice(list(self._game.seats))
        wish = OpenTable(self._game.name, [SeatWish("open")] * seats, {}, None)
        shell = await self._house.open_table(wish)
        taken = [
            await self._house.ask(shell, host.sit, seat, TakeSeat(f"P{seat}"))
            for seat in range(seats)
        ]
        rights = [str(each.credential) for each in taken]
        while shell._table.state.result() is None:  # type: ignore[union-attr]
            for seat in range(seats):
                if self.compared >= wanted or self.found:
                    return
                await self._compare(shell, seat, rights[seat])
            await self._act(shell, rights)

    async def _act(self, shell: Shell, rights: list[str]) -> None:
        """One of those who are asked does something, over its socket."""
        seat = self._chance.choice(shell._table.deciders())
        action = self._chance.choice(shell._table.legal(seat)).text
        seq = shell._table.seq
        await self._say(shell, rights[seat], self._order("m", action, shell, seat))
        assert shell._table.seq > seq

    def _order(self, name: str, action: str, shell: Shell, seat: int) -> dict[str, Any]:
        question = shell._table.question(seat)
        mark = f"{name}{self._chance.random()}"
        return {"type": "act", "id": mark, "action": action, "question": question}

    async def _compare(self, shell: Shell, seat: int, right: str) -> None:
        """Look at the table and at another world with the eyes of one seat."""
        truth: State = shell._table.state  # type: ignore[assignment]
        owner = (seat + self._whose) % truth.seats
        world = truth.determinize(owner, FastRng(self._chance.randrange(1, 1 << 40)))
        world.rng, world.log, world.closes_apart = truth.rng, truth.log, truth.closes_apart
        wrong = self._wrong(shell, seat)
        here = await self._look(shell, truth, right, wrong)
        there = await self._look(shell, world, right, wrong)
        shell._table.state = truth
        self.compared += 1
        if here != there:
            place = next(
                (n for n, pair in enumerate(zip(here, there, strict=False)) if len({*pair}) > 1), -1
            )
            parts = [heard[place : place + SHOWN_BYTES] for heard in (here, there)]
            self.found.append(f"{self._game.name}, seat {seat}: {parts[0]!r} {parts[1]!r}")

    async def _look(self, shell: Shell, state: State, right: str, wrong: dict[str, Any]) -> bytes:
        """What a client hears of a table that stands so; nothing is remembered of another look."""
        shell._table.state = state
        shell._table.sights.clear()
        return await self._say(shell, right, wrong)

    def _wrong(self, shell: Shell, seat: int) -> dict[str, Any]:
        """Something that the seat must not do now."""
        is_asked = seat in shell._table.deciders()
        legal = set(shell._table.legal(seat)) if is_asked else set()
        legal |= set(shell._table.state.asides(seat))  # type: ignore[union-attr]
        action = self._chance.choice(self._game.actions.actions)
        text = "nothing" if action in legal else action.text
        return self._order("w", text, shell, seat)

    async def _say(self, shell: Shell, right: str, message: dict[str, Any]) -> bytes:
        """Come, say something, leave when it was answered; every byte that was heard."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(UPGRADE.format(shell.name).encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(text_frame({"type": "hello", "credential": right}) + text_frame(message))
        answer, heard = message["id"].encode(), b""
        while answer not in heard:
            part = await reader.read(65_536)
            assert part, heard
            heard += part
        await settle()
        writer.write(LEAVE)
        heard += await reader.read()
        writer.close()
        await settle()
        return heard


def text_frame(message: dict[str, Any]) -> bytes:
    """A message as a client sends it."""
    return Frame(Opcode.TEXT, msgspec.json.encode(message)).serialize(mask=True)


async def compared(game: Game, seed: int, wanted: int, whose: int = 0) -> Pairs:
    """Compare so many pairs of a game."""
    pairs = Pairs(game, seed, whose)
    await pairs.run(wanted)
    return pairs


@pytest.mark.parametrize("name", list(GAMES))
def test_a_seat_cannot_tell_worlds_apart(name: str) -> None:
    """A few pairs of each game."""
    pairs = asyncio.run(compared(GAMES[name], 1, SHORT))
    assert pairs.found == []
    assert pairs.compared == SHORT


@pytest.mark.torture
@pytest.mark.parametrize("name", list(GAMES))
def test_a_seat_cannot_tell_many_worlds_apart(name: str) -> None:
    """All games together make as many as were promised."""
    wanted, done = PAIRS // len(GAMES), 0
    while done < wanted:
        seed = 1_000_000 * (SEED + 1) + done
        pairs = asyncio.run(compared(GAMES[name], seed, min(wanted - done, 1000)))
        assert pairs.found == [], f"seed {seed}"
        done += pairs.compared
    print(f"seed {SEED}: {done} pairs of {name}")


@pytest.mark.parametrize("name", ["jamaica", "jolly-roger", "tortuga-1667"])
def test_worlds_that_a_seat_can_tell_apart_are_found(name: str) -> None:
    """In a world of its neighbour other cards are its own."""
    pairs = asyncio.run(compared(GAMES[name], 1, SHORT, whose=1))
    assert pairs.found
