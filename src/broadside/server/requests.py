"""HTTP requests and answers: what every endpoint does with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response

from broadside.server.addresses import household
from broadside.server.messages import Problem
from broadside.server.refusal import Refusal
from broadside.server.seats import hash_credential

if TYPE_CHECKING:
    from starlette.datastructures import Headers
    from starlette.requests import HTTPConnection, Request

BODY_BYTES_MAX: Final = 16_384
SEAT_DIGITS_MAX: Final = 3


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


async def body_of(request: Request) -> bytes:
    """Read a request's body, but not more than anybody needs."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES_MAX:
            reason = f"A request has at most {BODY_BYTES_MAX} bytes."
            raise Refusal(413, "too_large", reason)
    return body


def credential_of(request: Request) -> str:
    """The credential that a request shows; raises `Refusal` if there is none."""
    credential = _shown(request.headers)
    if not credential:
        reason = "Show your credential: the header says 'Authorization: Bearer CREDENTIAL'."
        raise Refusal(403, "bad_credential", reason)
    return credential


def shown_by(request: HTTPConnection) -> str:
    """The hash of the credential that a request shows; empty if it shows none."""
    credential = _shown(request.headers)
    return hash_credential(credential) if credential else ""


def _shown(headers: Headers) -> str:
    scheme, _, credential = headers.get("Authorization", "").partition(" ")
    return credential.strip() if scheme.lower() == "bearer" else ""


def number_of(request: Request, name: str, default: int, most: int) -> int:
    """A number in a request's query."""
    text = request.query_params.get(name, str(default))
    if not (
        text.isascii() and text.isdigit() and len(text) <= len(str(most)) and int(text) <= most
    ):
        raise Refusal(400, "malformed", f"{name} is a number from 0 to {most}, not {text[:20]!r}.")
    return int(text)


def seat_of(request: Request) -> int:
    """The seat in a request's address."""
    seat: str = request.path_params["seat"]
    if not (seat.isascii() and seat.isdigit() and len(seat) <= SEAT_DIGITS_MAX):
        raise Refusal(404, "unknown_seat", f"There is no seat {seat[:20]!r}; seats are numbers.")
    return int(seat)
