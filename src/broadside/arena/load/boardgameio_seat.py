"""Clients of a boardgame.io server (bench/boardgameio): its frames, its lobby, its moves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, Struct, field

from broadside.arena.load.requests import Line
from broadside.arena.load.seat import Seat, Table
from broadside.arena.load.websocket import Socket

if TYPE_CHECKING:
    from broadside.arena.load.addresses import Address
    from broadside.arena.load.job import Load
    from broadside.arena.load.seat import Act, Crowd

GAME: Final = "jolly-and-roger"
PATH: Final = "/socket.io/?EIO=4&transport=websocket"
OPENED: Final = b"0"
PING: Final = b"2"
PONG: Final = b"3"
JOIN: Final = f"40/{GAME},".encode()
EVENT: Final = f"42/{GAME},".encode()
UPDATE: Final = Raw(b'"update"')
SYNC: Final = Raw(b'"sync"')
NULL: Final = Raw(b"null")


class Move(Struct):
    """A legal move, as the game offers it."""

    move: str
    args: Raw


class View(Struct):
    """What the game shows to a player: only what playing needs."""

    legal: list[Move] = []


class Context(Struct, rename="camel"):
    """Whose turn it is, and whether the game is over."""

    current_player: str
    gameover: Raw = NULL


class State(Struct):
    """The state of a match."""

    view: View = field(name="G")
    context: Context = field(name="ctx")
    number: int = field(name="_stateID")


class Sync(Struct):
    """The first state that a client is shown."""

    state: State


_decode_event = msgspec.json.Decoder(list[Raw]).decode
_decode_state = msgspec.json.Decoder(State).decode
_decode_sync = msgspec.json.Decoder(Sync).decode


class BoardgameioSeat(Seat):
    """A client of one seat. A state with a higher number acknowledges its move."""

    def __init__(self, table: Table, number: int, credential: str) -> None:
        super().__init__(table)
        self._number = number
        self._credential = credential
        self._last: State | None = None

    async def connect(self, address: Address) -> None:
        """Connect; everything else is said in answer to the server."""
        self.socket = Socket(self.hear, self.table.crowd.lost.append)
        await self.socket.connect(address.host, address.port, PATH, address.source)

    def hear(self, payload: bytes) -> None:
        """Take a message of the server."""
        assert self.socket is not None
        if payload.startswith(EVENT):
            self._hear_event(payload[len(EVENT) :])
        elif payload.startswith(JOIN):
            who = f'"{self.table.name}","{self._number}","{self._credential}"'
            self.socket.send(EVENT + f'["sync",{who},2]'.encode())
        elif payload == PING:
            self.socket.send(PONG)
        elif payload.startswith(OPENED):
            self.socket.send(JOIN)

    def _hear_event(self, payload: bytes) -> None:
        event = _decode_event(payload)
        if event[0] == UPDATE:
            self._show(_decode_state(event[2]))
        elif event[0] == SYNC:
            self._show(_decode_sync(event[2]).state)

    def _show(self, state: State) -> None:
        before, self._last = self._last, state
        if self.pending is not None and before is not None and state.number > before.number:
            self.acked(self.pending.id)
        self.updated(state.number)
        if state.context.gameover != NULL:
            self.table.end()
        else:
            self.consider()

    def is_asked(self) -> bool:
        """Whether it is this seat's turn."""
        last = self._last
        return last is not None and last.context.current_player == str(self._number)

    def choose(self, act: Act) -> bytes:  # noqa: ARG002  (moves have no ids)
        """One of the legal moves."""
        last = self._last
        assert last is not None
        move = random.choice(last.view.legal)
        return EVENT + (
            b'["update",{"type":"MAKE_MOVE","payload":{"type":"%s","args":%s,'
            b'"playerID":"%d","credentials":"%s"}},%d,"%s","%d"]'
            % (
                move.move.encode(),
                move.args,
                self._number,
                self._credential.encode(),
                last.number,
                self.table.name.encode(),
                self._number,
            )
        )

    def _rate_wait_s(self) -> float:
        """It has no limits."""
        return 0.0


async def open_table(crowd: Crowd, load: Load, address: Address) -> Table:
    """Create a match, join it on every seat, and wait until it is shown."""
    async with Line(address.host, address.port, address.source) as line:
        created = await line.post(f"/games/{GAME}/create", {"numPlayers": load.seats})
        table = Table(crowd, created["matchID"])
        for number in range(load.seats):
            wish = {"playerID": str(number), "playerName": f"Sailor {number + 1}"}
            joined = await line.post(f"/games/{GAME}/{table.name}/join", wish)
            table.seats.append(BoardgameioSeat(table, number, joined["playerCredentials"]))
    for seat in table.seats:
        assert isinstance(seat, BoardgameioSeat)
        await seat.connect(address)
    for seat in table.seats:
        await seat.wait_until_shown()
    return table
