"""A conversation over a socket: however it ends, the table knows that the client has left."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from broadside.server.socket.connection import CLOSE_POLICY, Conversation

from .harness import FakeClock, house, settle
from .stores import SlowStore

if TYPE_CHECKING:
    from .harness import House


class Line:
    """The server's end of a socket, in the hands of a test."""

    def __init__(self, server: House, table: str) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.inbox.put_nowait({"type": "websocket.receive", "text": '{"type":"hello"}'})
        self.sent: list[Any] = []
        scope = {
            "type": "websocket",
            "headers": [],
            "client": ("192.0.2.7", 1),
            "state": {"write_text": self.sent.append},
        }
        self.conversation = Conversation(server.tables, table, scope)
        self.talking = asyncio.create_task(self.conversation.run(self.inbox.get, self.send))

    async def send(self, frame: Any) -> None:
        """A frame for the client."""
        self.sent.append(frame)


def test_who_hangs_up_has_left() -> None:
    """The usual end."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            line = Line(server, anne.table.name)
            await settle()
            assert len(anne.presence.listeners) == 3
            line.inbox.put_nowait({"type": "websocket.disconnect"})
            await line.talking
            await settle()
            assert len(anne.presence.listeners) == 2

    asyncio.run(case())


def test_who_is_banned_before_hello_is_turned_away() -> None:
    """The socket was open before; nobody at the table hears of it."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            line = Line(server, anne.table.name)
            server.tables.house.limits.bans.put(["192.0.2.7/32"])
            async with asyncio.timeout(5):
                await line.talking
            assert b'"banned"' in line.sent[1]
            assert line.sent[-1]["code"] == CLOSE_POLICY
            assert len(anne.presence.listeners) == 2

    asyncio.run(case())


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_who_is_lost_while_the_table_takes_the_hello_has_left(is_cancelled: bool) -> None:
    """The table is busy with its disk; meanwhile the client is cut off, or its task ends."""

    async def case() -> None:
        clock = FakeClock()
        store = SlowStore(clock, 0)
        async with house(clock=clock, store=store) as server:
            anne, _ = await server.pair()
            store.takes_s = 1
            await anne.say("Ahoy!")
            line = Line(server, anne.table.name)
            await settle()
            if is_cancelled:
                line.talking.cancel()
            else:
                line.conversation._connection.close(CLOSE_POLICY)
            await asyncio.gather(line.talking, return_exceptions=True)
            store.takes_s = 0
            await clock.advance(2)
            assert anne.acked()
            assert len(anne.presence.listeners) == 2

    asyncio.run(case())
