"""Text messages written without waiting: each arrives whole, and none piles up for ever."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Any

import pytest
from uvicorn.server import ServerState

from broadside.network.websocket_protocol import WebSocketProtocol
from broadside.server.serve import configure
from broadside.service.settings import Settings
from tests.server.live import serving
from tests.server.raw import BINARY, CLOSE, CONT, PING, TEXT, frame, watch

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

SIZES = (0, 1, 125, 126, 65_535, 65_536, 300_000)


class Talker:
    """An application that answers a number by a message of so many bytes, in the quick way."""

    def __init__(self) -> None:
        self.codes: list[int] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            for _ in range(2):
                await send({"type": (await receive())["type"] + ".complete"})
            return
        write = scope["state"]["write_text"]
        write(b"nobody has agreed to talk yet")
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await self.answer(message["text"], write, send)
        self.codes.append(message["code"])
        write(b"it is over")

    async def answer(self, text: str, write: Any, send: Send) -> None:
        if text == "end":
            await send({"type": "websocket.close", "code": 4000})
            write(b"it is over")
        else:
            write(b"x" * int(text))


def test_messages_of_every_size_arrive() -> None:
    """With the right heads, in their order, and only while the socket is open."""
    app = Talker()
    with serving(app) as address, watch(address, "any") as wire:
        for size in SIZES:
            wire.send(frame(TEXT, b"%d" % size))
        for size in SIZES:
            assert wire.read_frame() == (TEXT, b"x" * size)
        wire.send(frame(TEXT, b"end"))
        assert wire.read_frame() == (CLOSE, (4000).to_bytes(2, "big"))
        wire.send(frame(CLOSE, (4000).to_bytes(2, "big")))
        assert wire.read_to_end() == b""


def test_who_does_not_read_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    """What waits for a client is bounded; what is written afterwards goes nowhere."""
    app = Talker()
    with serving(app) as address, watch(address, "any") as wire:
        wire.send(frame(TEXT, b"100000") * 100)
        while not app.codes:
            time.sleep(0.01)
        assert len(wire.read_to_end()) < 5_000_000
    assert "Traceback" not in caplog.text


class Taker:
    """An application that takes some messages by `receive`, slowly, and all others at once."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            for _ in range(2):
                await send({"type": (await receive())["type"] + ".complete"})
            return
        write = scope["state"]["write_text"]
        await receive()
        await send({"type": "websocket.accept"})
        first = (await receive())["text"]
        await asyncio.sleep(0.05)
        write(b"slowly " + first.encode())
        scope["state"]["take_message"] = lambda data: write(b"at once " + data)
        while (message := await receive())["type"] == "websocket.receive":
            write(b"slowly " + message["text"].encode())


def test_messages_that_are_taken_at_once_keep_their_order() -> None:
    """What came before the application could take messages itself is not overtaken."""
    sent = [b"%d" % number for number in range(20)]
    with serving(Taker()) as address, watch(address, "any") as wire:
        wire.send(b"".join(frame(TEXT, one) for one in sent[:10]))
        heard = [wire.read_frame()[1].split() for _ in sent[:10]]
        for one in sent[10:]:
            wire.send(frame(TEXT, one))
        heard += [wire.read_frame()[1].split() for _ in sent[10:]]
    assert [words[-1] for words in heard] == sent
    assert heard[0][0] == b"slowly"
    assert heard[-1][:-1] == [b"at", b"once"]


class Pipe(asyncio.Transport):
    """A transport that leads nowhere."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.7", 7)})
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        """Nothing stops what a test feeds."""

    def resume_reading(self) -> None:
        """It goes on in any case."""

    def can_write_eof(self) -> bool:
        return False

    def close(self) -> None:
        """There is no other side."""

    def abort(self) -> None:
        """The same."""


HANDSHAKE = (
    b"GET /any HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: YnJvYWRzaWRlIGxvYWQhIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def talk(pieces: list[bytes]) -> tuple[list[bytes], bytes]:
    """What is taken of a stream that comes in these pieces, and what the client is told."""
    taken: list[bytes] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["state"]["take_message"] = taken.append
        assert (await receive())["type"] == "websocket.disconnect"

    config = configure(app, Settings(messages_burst=10_000))
    config.load()
    line = WebSocketProtocol(config, ServerState(), {}, asyncio.get_running_loop())
    pipe = Pipe()
    line.connection_made(pipe)
    line.data_received(HANDSHAKE)
    await asyncio.sleep(0.01)
    told = len(pipe.written)
    for piece in pieces:
        line.data_received(piece)
    line.connection_lost(None)
    await asyncio.sleep(0)
    return taken, pipe.written[told:]


def masked(data: bytes, mask: bytes) -> bytes:
    """A whole text as browsers send it."""
    hidden = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
    plain = frame(TEXT, data)
    return plain[: len(plain) - len(data) - 4] + mask + hidden


@pytest.mark.parametrize("seed", range(20))
def test_messages_are_the_same_however_they_are_cut(seed: int) -> None:
    """Whole or in parts, among pings, one at a time or all at once: every byte counts once."""
    chance = random.Random(seed)
    sent, frames = [], []
    for number in range(60):
        text = b"%d " % number * chance.choice([1, 5, 30, 60, 200])
        sent.append(text)
        kind = chance.randrange(4)
        if kind == 0:
            middle = chance.randrange(len(text))
            part = frame(TEXT, text[:middle], fin=False)
            frames += [part, frame(PING, b"p"), frame(CONT, text[middle:])]
        else:
            frames.append(masked(text, chance.randbytes(4)) if kind > 1 else frame(TEXT, text))
    stream, cuts = b"".join(frames), [0]
    for one in frames:
        end = cuts[-1] + len(one)
        cuts += sorted(chance.sample(range(cuts[-1] + 1, end), chance.choice([0, 0, 1, 2])))
        if chance.random() < 0.8:
            cuts.append(end)
    pieces = [stream[a:b] for a, b in zip(cuts, [*cuts[1:], len(stream)], strict=True)]
    taken, _ = asyncio.run(talk(pieces))
    assert taken == sent


def test_a_short_message_amid_the_parts_of_another_ends_the_connection() -> None:
    """Also if it comes by itself, as whole messages do."""
    pieces = [frame(TEXT, b"one ", fin=False), frame(TEXT, b"two"), frame(TEXT, b"three")]
    taken, told = asyncio.run(talk(pieces))
    assert taken == []
    assert told[2:4] == (1002).to_bytes(2, "big")


def test_a_part_that_looks_like_a_message_is_none() -> None:
    """What a message carries may be a frame itself, and may come by itself."""
    inner = frame(TEXT, b"inner")
    outer = frame(BINARY, b"outer " + inner)
    taken, _ = asyncio.run(talk([outer[: -len(inner)], inner, frame(TEXT, b"last")]))
    assert taken == [b"outer " + inner, b"last"]
