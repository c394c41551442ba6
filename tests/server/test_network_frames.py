"""Text messages written without waiting: each arrives whole, and none piles up for ever."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.live import serving
from tests.server.raw import CLOSE, TEXT, frame, watch

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
