"""The door for numbers: an address of its own, so that nobody outside can ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

METRICS = "/metrics"


class MetricsDoor:
    """Tells by the port at which somebody asks; at this one there is nothing but numbers."""

    def __init__(
        self, app: ASGIApp, port: int, text: Callable[[], Awaitable[bytes]], kind: str
    ) -> None:
        self._app = app
        self._port = port
        self._text = text
        self._kind = kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "lifespan" or (scope["server"] or ("", 0))[1] != self._port:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        elif (scope["method"], scope["path"]) == ("GET", METRICS):
            response = Response(await self._text(), media_type=None)
            response.headers["Content-Type"] = self._kind
            await response(scope, receive, send)
        else:
            await Response("There is only /metrics here.\n", 404)(scope, receive, send)
