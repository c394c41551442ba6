"""HTTP responses in one form, and where a request comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from broadside.service.addresses import household
from broadside.wire.messages import Problem

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from broadside.service.refusal import Refusal


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
    response = answer(Problem(refusal.code, refusal.reason, refusal.rule), refusal.status)
    if refusal.retry_s is not None:
        response.headers["Retry-After"] = str(refusal.retry_s)
    return response


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from; one household has as many IPv6 addresses as it wants."""
    return household(request.client.host if request.client else "")
