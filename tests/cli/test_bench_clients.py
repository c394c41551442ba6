"""The clients of `broadside bench server`: frames, and which update tells of which act."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from broadside.arena.load.broadside_seat import BroadsideSeat
from broadside.arena.load.measure import percentile
from broadside.arena.load.seat import MESSAGES_BURST, Act, Crowd, Table
from broadside.arena.load.websocket import PING, PONG, TEXT, Socket, frame

GREETING = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


def run(test: Coroutine[None, None, None]) -> None:
    """Run a test that needs an event loop."""
    asyncio.run(test)


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        """Keep it."""
        self.written.append(bytes(data))


def from_server(first: int, payload: bytes) -> bytes:
    """A frame as servers send it: without a mask."""
    masked = frame(first, payload)
    head = masked[: len(masked) - len(payload) - 4]
    return bytes((head[0], head[1] & 0x7F)) + head[2:] + payload


# ------------------------------------------------------------------------ frames


@pytest.mark.parametrize("chunk", [1, 3, 1000, 10**6])
def test_frames_come_whole_however_they_are_cut(chunk: int) -> None:
    """Of all three kinds of lengths, with a ping between them."""
    texts = [b"", b"a" * 125, b"b" * 126, b"c" * 65535, b"d" * 65536]

    async def test() -> None:
        heard: list[bytes] = []
        wire = Wire()
        socket = Socket(heard.append, heard.append)  # type: ignore[arg-type]
        socket.connection_made(wire)
        data = GREETING + b"".join(from_server(TEXT, text) for text in texts)
        data += from_server(PING, b"still there?") + from_server(TEXT, b"end")
        for at in range(0, len(data), chunk):
            socket.data_received(data[at : at + chunk])
        assert heard == [*texts, b"end"]
        assert wire.written == [frame(PONG, b"still there?")]

    run(test())


def test_the_end_is_told_once() -> None:
    """With the server's code and reason."""

    async def test() -> None:
        lost: list[str] = []
        socket = Socket(lambda _text: None, lost.append)
        socket.connection_made(Wire())
        socket.data_received(GREETING + from_server(0x88, b"\x03\xf0too fast"))
        socket.connection_lost(None)
        assert lost == ["the server closed the connection with code 1008 too fast"]

    run(test())


# ------------------------------------------------------------------------- seats


def sit(*numbers: int) -> list[BroadsideSeat]:
    """A table that is played at, with the last numbers that its seats were told."""
    crowd = Crowd("test", 0.0)
    crowd.is_playing = True
    table = Table(crowd, "t")
    table.is_active = True
    seats = []
    for number in numbers:
        seat = BroadsideSeat(table, "")
        seat.socket = Socket(lambda _text: None, lambda _why: None)
        seat.socket.connection_made(Wire())
        seat.updated(number)
        seats.append(seat)
    table.seats = [*seats]
    return seats


def hear(seat: BroadsideSeat, text: str) -> None:
    """Let a seat hear a message, written with single quotes."""
    seat.hear(text.replace("'", '"').encode())


def acts(seat: BroadsideSeat) -> list[Act]:
    """All acts of the crowd."""
    return seat.table.crowd.acts


def test_an_act_is_told_when_the_last_seat_has_heard_of_it() -> None:
    """Also if the next act is sent before."""

    async def test() -> None:
        one, two = sit(0, 0)
        hear(one, "{'type':'update','seq':1,'legal':['a']}")
        (first,) = acts(one)
        hear(two, "{'type':'update','seq':2,'legal':['b']}")  # the answer to it comes at once
        first_told_s = first.told_s
        assert first_told_s > 0
        second = acts(one)[1]
        hear(one, f"{{'type':'ack','id':'{first.id}','seq':2}}")
        hear(one, "{'type':'update','seq':2}")
        assert first.acked_s > 0
        assert first.told_s > first_told_s
        assert second.told_s == 0.0

    run(test())


def test_a_sealed_answer_waits_for_nobody_else() -> None:
    """The others hear nothing of it; what they hear next tells of the act after it."""

    async def test() -> None:
        one, two, three = sit(0, 1, 0)
        hear(one, "{'type':'update','seq':1,'legal':['a']}")
        sealed = acts(one)[0]
        hear(one, f"{{'type':'update','seq':2,'ack':'{sealed.id}'}}")
        told_s = sealed.told_s
        assert sealed.acked_s > 0
        hear(two, "{'type':'update','seq':1,'legal':['b']}")
        public = acts(one)[1]
        hear(two, f"{{'type':'update','seq':2,'ack':'{public.id}'}}")
        hear(three, "{'type':'update','seq':1}")
        assert sealed.told_s == told_s > 0
        assert public.told_s > public.acked_s

    run(test())


def test_the_question_is_named_where_there_is_one() -> None:
    """And the action goes back as it came."""

    async def test() -> None:
        (seat,) = sit(0)
        hear(seat, "{'type':'update','seq':1,'legal':['swap \\u00e9'],'question':7}")
        wire = seat.socket._transport  # type: ignore[union-attr]
        assert isinstance(wire, Wire)
        name = acts(seat)[0].id
        expected = f'{{"type":"act","id":"{name}","action":"swap \\u00e9","question":7}}'
        assert wire.written == [frame(TEXT, expected.encode())]

    run(test())


def test_a_refused_seat_asks_again_only_after_something_new() -> None:
    """An answer that came too late is not repeated for the question that is gone."""

    async def test() -> None:
        (seat,) = sit(0)
        hear(seat, "{'type':'update','seq':1,'legal':['a'],'question':1}")
        hear(seat, "{'type':'update','seq':2,'legal':['b'],'question':2}")
        assert len(acts(seat)) == 1
        hear(seat, f"{{'type':'refused','id':'{acts(seat)[0].id}','code':'x','reason':'late'}}")
        assert acts(seat)[0].is_refused
        assert len(acts(seat)) == 2

    run(test())


def test_a_seat_keeps_below_the_servers_limit() -> None:
    """After a burst its acts wait."""

    async def test() -> None:
        (seat,) = sit(0)
        for number in range(1, MESSAGES_BURST + 2):
            hear(seat, f"{{'type':'update','seq':{number},'legal':['a']}}")
            for act in acts(seat):
                seat.acked(act.id)
        assert seat.table.crowd.held_back == 1
        assert len(acts(seat)) == MESSAGES_BURST

    run(test())


def test_percentiles() -> None:
    assert percentile([], 99) is None
    assert percentile([1.0], 99) == 1.0
    assert percentile([float(value) for value in range(1000)], 99) == 990.0
