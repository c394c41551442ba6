"""The front door: what every request and every WebSocket passes before the application."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from starlette.requests import ClientDisconnect, HTTPConnection

from broadside.service.addresses import is_loopback
from broadside.service.bans import Bans, banned
from broadside.service.refusal import Refusal
from broadside.service.responses import address_of, refused, turn_away

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

CLOSE_AGAIN: Final = 1013
"""Come again later."""
RETRY_S: Final = 10
TOO_MANY: Final = "Too many connections from your address. Close some, or come again in a moment."


async def too_many(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer in place of the application."""
    if scope["type"] == "websocket":
        # A browser shows its page the code of a socket that was open, but no HTTP status.
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": CLOSE_AGAIN, "reason": TOO_MANY})
        return
    response = refused(Refusal(429, "too_many_connections", TOO_MANY, retry_s=RETRY_S))
    response.headers["Connection"] = "close"
    await response(scope, receive, send)


class FrontDoor:
    """Lets each address have so many WebSockets at once, also behind the operator's web server.

    Addresses are those of the people here. They may have fewer than a table has places for
    spectators: nobody takes them all. Only the server's own machine may have as many as it likes,
    as a web server may stand there that the operator has not named.
    """

    def __init__(self, app: ASGIApp, sockets_per_address: int, bans: Bans | None = None) -> None:
        self._app = app
        self._bans = bans or Bans()
        self._most = sockets_per_address
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or one WebSocket from its beginning to its end."""
        if self._bans.refuses((scope.get("client") or ("",))[0]):
            await turn_away(banned(), scope, receive, send)
        elif scope["type"] == "websocket":
            await self._count(scope, receive, send)
        else:
            with suppress(ClientDisconnect):  # whoever leaves amid a request is no mistake of ours
                await self._app(scope, receive, send)

    async def _count(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        address = address_of(connection)
        host = connection.client.host if connection.client else ""
        is_full = self._sockets[address] >= self._most and not is_loopback(host)
        self._sockets[address] += 1
        try:
            await (too_many if is_full else self._app)(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]
