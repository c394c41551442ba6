"""Clients that speak Broadside's protocol (docs/protocol.md)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, Struct

from broadside.arena.load.requests import Line
from broadside.arena.load.seat import Seat, Table
from broadside.arena.load.websocket import Socket

if TYPE_CHECKING:
    from broadside.arena.load.addresses import Address
    from broadside.arena.load.job import Load
    from broadside.arena.load.seat import Act, Crowd

NOTHING: Final = Raw(b"null")
BOT: Final = "random"


class Prompt(Struct, gc=False):
    """What a seat is asked: only what an answer needs."""

    default: Raw = NOTHING


class Heard(Struct, gc=False):
    """Any message of the server: only what playing and checking need."""

    type: str
    id: str | None = None
    ack: str | None = None
    seq: int = -1
    question: int | None = None
    view: Raw = NOTHING
    prompt: Prompt | None = None
    legal: list[Raw] = []
    result: Raw = NOTHING
    reason: str = ""


_decode = msgspec.json.Decoder(Heard).decode


class BroadsideSeat(Seat):
    """A client of one seat of a Broadside server."""

    def __init__(self, table: Table, credential: str) -> None:
        super().__init__(table)
        self.credential = credential
        self.last: Heard | None = None
        self.refusal = ""

    async def connect(self, address: Address) -> None:
        """Say hello, and wait until the table has shown itself."""
        crowd = self.table.crowd
        self.socket = Socket(self.hear, lambda why: crowd.lost.append(f"{why} {self.refusal}"))
        path = f"/api/tables/{self.table.name}/socket"
        await self.socket.connect(address.host, address.port, path, address.source)
        hello = {"type": "hello", "credential": self.credential}
        self.socket.send(msgspec.json.encode(hello))

    def hear(self, payload: bytes) -> None:
        """Take a message of the server."""
        heard = _decode(payload)
        kind = heard.type
        if kind == "update":
            self.last = heard
            if heard.ack is not None:
                self.acked(heard.ack)
            self.updated(heard.seq)
            if heard.result != NOTHING:
                self.table.end()
            else:
                self.consider()
        elif kind == "ack":
            assert heard.id is not None
            self.acked(heard.id)
        elif kind == "refused":
            self.refusal = heard.reason
            self.refused(heard.id)

    def is_asked(self) -> bool:
        """Whether the last update asks this seat for something."""
        last = self.last
        return last is not None and (bool(last.legal) or last.prompt is not None)

    def choose(self, act: Act) -> bytes:
        """One of the legal actions; they go back as they came."""
        last = self.last
        assert last is not None
        if last.legal:
            action = last.legal[int(random.random() * len(last.legal))]
        else:
            assert last.prompt is not None
            action = last.prompt.default
        question = b"" if last.question is None else b',"question":%d' % last.question
        return b'{"type":"act","id":"%s","action":%s%s}' % (act.id.encode(), action, question)


async def open_table(crowd: Crowd, load: Load, address: Address) -> Table:
    """Open a table, sit down on every seat that is not a bot's, and wait until the game begins."""
    people = load.seats - load.bots
    wish = {
        "game": load.game,
        "seats": [{"kind": "open"}] * people + [{"kind": "bot", "bot": BOT}] * load.bots,
        "clock_s": load.clock_s,
    }
    async with Line(address.host, address.port, address.source) as line:
        opened = await line.post("/api/tables", wish)
        table = Table(crowd, opened["table"])
        for number in range(people):
            path = f"/api/tables/{table.name}/seats/{number}"
            taken = await line.post(path, {"name": f"Sailor {number + 1}"})
            table.seats.append(BroadsideSeat(table, taken["credential"]))
    for seat in table.seats:
        assert isinstance(seat, BroadsideSeat)
        await seat.connect(address)
    for seat in table.seats:
        await seat.wait_until_shown()
    return table
