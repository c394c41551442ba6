"""A conversation over a socket: however it ends, the table knows that the client has left."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from broadside.server.socket.conversation import Conversation

from .harness import FakeClock, house, settle
from .test_silent_answers import SlowStore

if TYPE_CHECKING:
    from .harness import House


class Line:
    """The server's end of a socket, in the hands of a test."""

    def __init__(self, *texts: str) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        self.is_broken = False
        self.inbox.put_nowait({"type": "websocket.connect"})
        for text in texts:
            self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> dict[str, Any]:
        """The next frame of the client."""
        return await self.inbox.get()

    async def send(self, frame: Any) -> None:
        """A frame for the client; a broken line says so."""
        if self.is_broken and frame["type"] != "websocket.accept":
            raise OSError("the line is broken")
        self.sent.append(frame)

    def talk(self, server: House, table: str) -> asyncio.Task[None]:
        """Begin the conversation."""
        conversation = Conversation(server.tables, table, "192.0.2.7", self.receive, self.send)
        return asyncio.create_task(conversation.run())


def test_who_hangs_up_has_left() -> None:
    """The usual end."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            line = Line('{"type":"hello"}')
            talking = line.talk(server, anne.table.name)
            await settle()
            assert len(anne.presence.listeners) == 3
            line.inbox.put_nowait({"type": "websocket.disconnect"})
            await talking
            await settle()
            assert len(anne.presence.listeners) == 2

    asyncio.run(case())


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_who_is_lost_while_the_table_takes_the_hello_has_left(is_cancelled: bool) -> None:
    """The table is busy with its disk; meanwhile the line breaks, or the server gives it up."""

    async def case() -> None:
        clock = FakeClock()
        store = SlowStore(clock, 0)
        async with house(clock=clock, store=store) as server:
            anne, _ = await server.pair()
            store.takes_s = 1
            await anne.say("Ahoy!")
            line = Line("nonsense", '{"type":"hello"}')
            talking = line.talk(server, anne.table.name)
            line.is_broken = not is_cancelled
            await settle()
            if is_cancelled:
                talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)
            store.takes_s = 0
            await clock.advance(2)
            assert anne.acked()
            assert len(anne.presence.listeners) == 2

    asyncio.run(case())
