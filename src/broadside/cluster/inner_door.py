"""The inner door: what other servers of the cluster pass on comes in here, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from starlette.responses import Response

from broadside.cluster.inner_address import HEADER, LET_GO, read_header
from broadside.service.bans import Bans, banned
from broadside.service.refusal import Refusal
from broadside.service.responses import CLOSE_POLICY, refused, turn_away

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

NOT_INSIDE: Final = "This address is for the servers of one cluster only."


class InnerDoor:
    """Tells by the port at which somebody asks whether it is an outsider or another server.

    Outsiders go to `outside`. Who asks at the inner port must show the secret, and speaks for the
    client that it names. What was passed on once is never passed on again. Who is banned is turned
    away here, too: the other server may not have heard of it.
    """

    def __init__(
        self,
        app: ASGIApp,
        outside: ASGIApp,
        *,
        port: int,
        secret: Callable[[], str],
        let_go: Callable[[str], Awaitable[None]],
        bans: Bans,
    ) -> None:
        self._app = app
        self._outside = outside
        self._port = port
        self._secret = secret
        self._let_go = let_go
        self._bans = bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "lifespan" or (scope["server"] or ("", 0))[1] != self._port:
            await self._outside(scope, receive, send)
            return
        asker = read_header(scope, self._secret())
        if asker is None:
            await _turn_away(scope, receive, send)
            return
        scope["client"] = (asker.host, asker.port)
        is_socket = scope["type"] == "websocket"
        scope["scheme"] = asker.scheme.replace("http", "ws") if is_socket else asker.scheme
        scope["headers"] = [(name, value) for name, value in scope["headers"] if name != HEADER]
        if not is_socket and scope["path"].startswith(LET_GO):
            await self._let_go(unquote(scope["path"].removeprefix(LET_GO)))
            await Response(status_code=204)(scope, receive, send)
        elif self._bans.refuses(asker.host):
            await turn_away(banned(), scope, receive, send)
        else:
            await self._app(scope, receive, send)


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": CLOSE_POLICY, "reason": NOT_INSIDE})
    else:
        await refused(Refusal(403, "not_inside", NOT_INSIDE))(scope, receive, send)
