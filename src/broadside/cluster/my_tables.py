"""My tables, wherever they are: each server is asked for those that it owns."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.cluster import requests
from broadside.cluster.bodies import Kept, read_body, replayed
from broadside.cluster.inner_address import asker_of
from broadside.cluster.requests import FAILURES, NotReachedError
from broadside.service.responses import answer
from broadside.wire.http_messages import MySeats, MyTable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

MINE: Final = ("POST", "/api/mine")
OK: Final = 200

_seats = msgspec.json.Decoder(MySeats)
_tables = msgspec.json.Decoder(list[MyTable])


class MyTables:
    """Answers in the place of the application if some of the tables are elsewhere."""

    def __init__(
        self,
        app: ASGIApp,
        owner: Callable[[str], Awaitable[str | None]],
        secret: Callable[[], str],
    ) -> None:
        self._app = app
        self._owner = owner
        self._secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        body = await read_body(receive)
        by_owner = await self._by_owner(body)
        if set(by_owner) <= {None}:
            await self._app(scope, replayed(body, receive), send)
            return
        here = Kept()
        await self._app(scope, replayed(_written(by_owner.pop(None, [])), receive), here.send)
        if here.status != OK:
            await here.pass_on(send)
            return
        asked = [self._ask(address, scope, seats) for address, seats in by_owner.items() if address]
        found = sum(await asyncio.gather(*asked), _tables.decode(here.body))
        await answer(sorted(found, key=MyTable.urgency))(scope, receive, send)

    async def _by_owner(self, body: bytes) -> dict[str | None, list[msgspec.Raw]]:
        """Whom to ask for which seats; what cannot be read is the application's to refuse."""
        try:
            wanted = _seats.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return {}
        found: dict[str | None, list[msgspec.Raw]] = {}
        for seat in wanted.seats:
            owner = await self._owner(seat.table)
            found.setdefault(owner, []).append(msgspec.Raw(msgspec.json.encode(seat)))
        return found

    async def _ask(self, address: str, scope: Scope, seats: list[msgspec.Raw]) -> list[MyTable]:
        """The tables that another server has; of one that has just died none are told."""
        method, path = MINE
        headers = [one for one in scope["headers"] if one[0] in (b"host", b"authorization")]
        try:
            async with requests.ask(
                address,
                self._secret(),
                asker_of(scope),
                method,
                path.encode(),
                headers,
                _written(seats),
            ) as told:
                body = b"".join([part async for part in told.parts()])
                return _tables.decode(body) if told.status == OK else []
        except (NotReachedError, msgspec.MsgspecError, *FAILURES):
            return []


def _written(seats: list[msgspec.Raw]) -> bytes:
    return msgspec.json.encode({"seats": seats})
