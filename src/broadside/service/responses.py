"""HTTP responses in one form, and where a request comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response

from broadside.service.addresses import household
from broadside.wire.messages import Problem

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.types import Receive, Scope, Send

    from broadside.service.refusal import Refusal

CLOSE_POLICY: Final = 1008


def answer(body: Any, status: int = 200) -> Response:
    """A response in JSON. Nothing of it may be kept: a table changes all the time."""
    return Response(
        msgspec.json.encode(body),
        status_code=status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def refused(refusal: Refusal) -> Response:
    """The response to what cannot be done."""
    problem = Problem(refusal.code, refusal.reason, refusal.rule, refusal.details)
    response = answer(problem, refusal.status)
    if refusal.retry_s is not None:
        response.headers["Retry-After"] = str(refusal.retry_s)
    return response


async def turn_away(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request or a WebSocket, in the place of the application."""
    if scope["type"] == "websocket":
        # A browser shows its page the code of a socket that was open, but no HTTP status.
        await send({"type": "websocket.accept"})
        close = {"type": "websocket.close", "code": CLOSE_POLICY, "reason": refusal.reason}
        await send(close)
    else:
        await refused(refusal)(scope, receive, send)


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from; one household has as many IPv6 addresses as it wants."""
    return household(request.client.host if request.client else "")
