"""HTTP requests and answers: what every endpoint does with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response

from broadside.server.table.decision import Request as WishRequest
from broadside.server.table.seating import holder
from broadside.service.addresses import link_for_others
from broadside.service.credentials import hash_credential
from broadside.service.qr_codes import qr_svg
from broadside.service.reading import whole_number
from broadside.service.refusal import Refusal
from broadside.service.responses import address_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from broadside.server.table.decision import Outcome, Scene
    from broadside.server.table.shell import Shell
    from broadside.server.tables import Tables

BODY_BYTES_MAX: Final = 32_768
SEAT_MAX: Final = 999
LINK_LENGTH_MAX: Final = 400
"""Longer ones do not fit into a QR code that a phone can read."""


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
        credential = self._bearer()
        return hash_credential(credential) if credential else ""

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return address_of(self.request)

    def credential(self) -> str:
        """The credential that the request shows; raises `Refusal` if there is none."""
        credential = self._bearer()
        if not credential:
            reason = "Show your credential: the header says 'Authorization: Bearer CREDENTIAL'."
            raise Refusal(403, "bad_credential", reason)
        return credential

    def _bearer(self) -> str:
        scheme, _, credential = self.request.headers.get("Authorization", "").partition(" ")
        return credential.strip() if scheme.lower() == "bearer" else ""

    def number(self, name: str, default: int, most: int) -> int:
        """A number in the query; raises `Refusal`."""
        text = self.query(name, str(default))
        found = whole_number(text, most)
        if found is None:
            reason = f"{name} is a number from 0 to {most}, not {text[:20]!r}."
            raise Refusal(400, "malformed", reason)
        return found

    def seat(self) -> int:
        """The seat in the address; raises `Refusal`."""
        text = self.path["seat"]
        seat = whole_number(text, SEAT_MAX)
        if seat is None:
            reason = f"There is no seat {text[:20]!r}; seats are numbers."
            raise Refusal(404, "unknown_seat", reason)
        return seat

    def picture(self, path: str) -> Response:
        """A page of this server as a QR code, for others to come there; raises `Refusal`."""
        link = f"{link_for_others(self.tables.house.settings, str(self.request.base_url))}/{path}"
        if len(link) > LINK_LENGTH_MAX:
            raise Refusal(400, "malformed", f"A link has at most {LINK_LENGTH_MAX} characters.")
        headers = {"Cache-Control": "no-store"}
        return Response(qr_svg(link), media_type="image/svg+xml", headers=headers)

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
