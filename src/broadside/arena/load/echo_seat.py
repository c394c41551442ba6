"""Clients of the bare echo: each sends a message, waits until it is stored, and sends the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from broadside.arena.load.seat import Seat, Table
from broadside.arena.load.websocket import Socket

if TYPE_CHECKING:
    from broadside.arena.load.addresses import Address
    from broadside.arena.load.job import Load
    from broadside.arena.load.seat import Act, Crowd


class Heard(Struct):
    """The echo of an act: its id, and how many acts the connection has sent."""

    id: str
    seq: int


_decode = msgspec.json.Decoder(Heard).decode


class EchoSeat(Seat):
    """A client that is always asked."""

    async def connect(self, address: Address) -> None:
        """Connect; there is nothing to be told first."""
        lost = self.table.crowd.lost
        self.socket = Socket(self.hear, lost.append)
        await self.socket.connect(address.host, address.port, "/", address.source)
        self.updated(0)

    def hear(self, payload: bytes) -> None:
        """Take the answer of the server, and go on."""
        heard = _decode(payload)
        self.acked(heard.id)
        self.updated(heard.seq)
        self.consider()

    def is_asked(self) -> bool:
        """Always."""
        return True

    def choose(self, act: Act) -> bytes:
        """A message as long as an act."""
        return b'{"type":"act","id":"%s","action":"crew green_1 green"}' % act.id.encode()

    def _rate_wait_s(self) -> float:
        """The echo has no limits."""
        return 0.0


async def open_table(crowd: Crowd, load: Load, address: Address) -> Table:
    """Connect as many clients as a table has; they have nothing to do with each other."""
    table = Table(crowd, "echo")
    for _ in range(load.seats):
        seat = EchoSeat(table)
        await seat.connect(address)
        table.seats.append(seat)
    return table
