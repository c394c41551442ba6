"""WebSockets that are passed on to another server of the cluster, message by message."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from broadside.cluster.inner_address import HEADER, header
from broadside.cluster.requests import CONNECT_S, NotReachedError

if TYPE_CHECKING:
    from starlette.types import Receive, Send
    from websockets.asyncio.client import ClientConnection

    from broadside.cluster.inner_address import Asker

PING_S: Final = 2.0
SILENT_S: Final = 3.0
"""An owner that is silent for so long, as when its cable is pulled, has lost its leases by then."""
CLOSE_RESTART: Final = 1012
"""The owner has gone: come again, another one will have the table."""
CLOSE_GONE: Final = 1001
NO_CODE: Final = frozenset((1005, 1006, 1015))
"""What a side says that was told nothing; it cannot be sent."""


async def reach(address: str, secret: str, asker: Asker, path: str) -> ClientConnection:
    """Open a WebSocket at another server; raises `NotReachedError`."""
    try:
        return await connect(
            f"ws://{address}{path}",
            additional_headers={HEADER.decode(): header(secret, asker)},
            compression=None,
            max_size=None,
            open_timeout=CONNECT_S,
            close_timeout=CONNECT_S,
            ping_interval=PING_S,
            ping_timeout=SILENT_S,
            user_agent_header=None,
            proxy=None,
        )
    except (OSError, TimeoutError, InvalidHandshake, EOFError) as error:
        raise NotReachedError(address) from error


async def pass_on(owner: ClientConnection, receive: Receive, send: Send) -> None:
    """Let a client and the owner of its table talk until either has enough."""
    await receive()  # the wish to connect
    await send({"type": "websocket.accept"})
    up = asyncio.create_task(_to_owner(owner, receive))
    down = asyncio.create_task(_to_client(owner, send))
    try:
        await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
    finally:
        up.cancel()
        down.cancel()
        await asyncio.gather(up, down, return_exceptions=True)
        await owner.close(CLOSE_GONE)
    if down.done() and not down.cancelled() and down.exception() is None:
        await send({"type": "websocket.close", "code": down.result(), "reason": ""})


async def _to_owner(owner: ClientConnection, receive: Receive) -> None:
    while (frame := await receive())["type"] != "websocket.disconnect":
        text = frame.get("text")
        try:
            await owner.send(frame.get("bytes") or b"" if text is None else text)
        except ConnectionClosed:
            await asyncio.Future()  # the other direction tells the client why


async def _to_client(owner: ClientConnection, send: Send) -> int:
    """Pass on what the owner says; the code with which it closes."""
    try:
        while True:
            message = await owner.recv()
            kind = "text" if isinstance(message, str) else "bytes"
            await send({"type": "websocket.send", kind: message})
    except ConnectionClosed:
        code = owner.close_code
        return CLOSE_RESTART if code is None or code in NO_CODE else code
