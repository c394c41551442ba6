"""HTTP requests and answers: what every endpoint does with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.server.credentials import hash_credential
from broadside.server.table.scene import Request as WishRequest
from broadside.server.table.seating import holder
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.datastructures import Headers
    from starlette.requests import HTTPConnection, Request

    from broadside.server.table.scene import Outcome, Scene
    from broadside.server.table.shell import Shell
    from broadside.server.tables import Tables

BODY_BYTES_MAX: Final = 16_384
SEAT_DIGITS_MAX: Final = 3


class Call:
    """One request to an operation, read as far as every operation needs it."""

    def __init__(self, request: Request, tables: Tables, body: Any = None) -> None:
        self.request = request
        self.tables = tables
        self.body = body
        """What the request says, checked against the operation's type."""

    @property
    def path(self) -> dict[str, str]:
        """The parts of the address that the operation leaves open."""
        return self.request.path_params

    def query(self, name: str, default: str) -> str:
        """A part of the query."""
        return self.request.query_params.get(name, default)

    @property
    def shown(self) -> str:
        """The hash of the credential that the request shows; empty if it shows none."""
        return shown_by(self.request)

    def credential(self) -> str:
        """The credential that the request shows; raises `Refusal` if there is none."""
        credential = _shown(self.request.headers)
        if not credential:
            reason = "Show your credential: the header says 'Authorization: Bearer CREDENTIAL'."
            raise Refusal(403, "bad_credential", reason)
        return credential

    def number(self, name: str, default: int, most: int) -> int:
        """A number in the query; raises `Refusal`."""
        text = self.query(name, str(default))
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not is_number or int(text) > most:
            reason = f"{name} is a number from 0 to {most}, not {text[:20]!r}."
            raise Refusal(400, "malformed", reason)
        return int(text)

    def seat(self) -> int:
        """The seat in the address; raises `Refusal`."""
        seat = self.path["seat"]
        if not (seat.isascii() and seat.isdigit() and len(seat) <= SEAT_DIGITS_MAX):
            reason = f"There is no seat {seat[:20]!r}; seats are numbers."
            raise Refusal(404, "unknown_seat", reason)
        return int(seat)

    async def table(self) -> Shell:
        """The table in the address; raises `Refusal`."""
        return await self.tables.find(self.path["table"])

    async def ask(self, decide: Callable[[Scene], Outcome]) -> Any:
        """Have the table in the address decide about something; raises `Refusal`."""
        return await (await self.table()).ask(WishRequest(decide))

    async def look(self, look: Callable[[Shell, Scene, int | None], Any]) -> Any:
        """Look at the table in the address with the eyes of the seat whose credential is shown."""
        shell, shown = await self.table(), self.shown
        return await shell.look(lambda scene: look(shell, scene, holder(scene.table.chairs, shown)))


async def body_of(request: Request) -> bytes:
    """Read a request's body, but not more than anybody needs."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES_MAX:
            reason = f"A request has at most {BODY_BYTES_MAX} bytes."
            raise Refusal(413, "too_large", reason)
    return body


def shown_by(request: HTTPConnection) -> str:
    """The hash of the credential that a request shows; empty if it shows none."""
    credential = _shown(request.headers)
    return hash_credential(credential) if credential else ""


def _shown(headers: Headers) -> str:
    scheme, _, credential = headers.get("Authorization", "").partition(" ")
    return credential.strip() if scheme.lower() == "bearer" else ""
