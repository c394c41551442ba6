"""The public list with the people of all servers: each knows only who is connected to its own."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.cluster import requests
from broadside.cluster.bodies import Kept
from broadside.cluster.inner_address import asker_of
from broadside.cluster.requests import FAILURES, NotReachedError
from broadside.service.responses import answer
from broadside.wire.messages import TableInfo

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

LIST: Final = ("GET", "/api/tables")
OK: Final = 200
FRESH_S: Final = 2.0
"""So long what other servers told is told again: many people look at the list."""

_tables = msgspec.json.Decoder(list[TableInfo])


class PublicList:
    """Answers in the place of the application while there are other servers."""

    def __init__(
        self,
        app: ASGIApp,
        others: Callable[[], Awaitable[list[str]]],
        secret: Callable[[], str],
    ) -> None:
        self._app = app
        self._others = others
        self._secret = secret
        self._asking = asyncio.Lock()
        self._asked_at = -FRESH_S
        self._elsewhere: dict[str, TableInfo] = {}
        """The tables at which people are connected to another server."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        here = Kept()
        await self._app(scope, receive, here.send)
        if here.status != OK:
            await here.pass_on(send)
            return
        async with self._asking:
            if time.monotonic() - self._asked_at >= FRESH_S:
                self._elsewhere = await self._ask_all(scope)
                self._asked_at = time.monotonic()
        if not self._elsewhere:
            await here.pass_on(send)
            return
        found = [self._elsewhere.get(one.table, one) for one in _tables.decode(here.body)]
        await answer(sorted(found, key=TableInfo.busyness))(scope, receive, send)

    async def _ask_all(self, scope: Scope) -> dict[str, TableInfo]:
        answers = [self._ask(address, scope) for address in await self._others()]
        told = [one for tables in await asyncio.gather(*answers) for one in tables]
        return {one.table: one for one in told if one.people_online() or one.host_online}

    async def _ask(self, address: str, scope: Scope) -> list[TableInfo]:
        """The list of another server; of one that has just died none is told."""
        method, path = LIST
        try:
            async with requests.ask(
                address, self._secret(), asker_of(scope), method, path.encode()
            ) as told:
                body = b"".join([part async for part in told.parts()])
                return _tables.decode(body) if told.status == OK else []
        except (NotReachedError, msgspec.MsgspecError, *FAILURES):
            return []
