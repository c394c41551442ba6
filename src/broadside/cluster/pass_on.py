"""Passing on: what is asked of a table that another server owns is asked there."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import msgspec

from broadside.cluster import requests, sockets
from broadside.cluster.bodies import Kept, read_body, replayed
from broadside.cluster.inner_address import LET_GO, Asker, asker_of
from broadside.cluster.my_tables import MINE, MyTables
from broadside.cluster.public_list import LIST, PublicList
from broadside.cluster.requests import FAILURES, NotReachedError
from broadside.service.refusal import Refusal
from broadside.service.responses import refused
from broadside.store.interface import StoreError
from broadside.wire.messages import TableInfo

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

    Owner = Callable[[str], Awaitable[str | None]]
    Others = Callable[[], Awaitable[list[str]]]

CODES: Final = "/api/codes/"
TABLE: Final = re.compile(r"/api/tables/(?P<table>[^/]+)(?:/.*)?")
TAKE_OVER_S: Final = 6.0
"""So long a server may take to be found dead, and its tables to be free."""
TRY_AGAIN_S: Final = 0.2
CLOSE_AGAIN: Final = 1013
OK: Final = 200

_table = msgspec.json.Decoder(TableInfo)
logger = logging.getLogger(__name__)


class PassOn:
    """Asks the owner in the place of the client; what nobody else owns goes to the application."""

    def __init__(
        self, app: ASGIApp, owner: Owner, others: Others, secret: Callable[[], str]
    ) -> None:
        self._app = app
        self._owner = owner
        self._secret = secret
        self._of_all_servers: dict[tuple[str, str], ASGIApp] = {
            MINE: MyTables(app, owner, secret),
            LIST: PublicList(app, others, secret),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            await self._answer(scope, receive, send)
        except StoreError as error:
            logger.error("not_passed_on path=%s reason=%s", scope["path"], error)  # noqa: TRY400
            await _come_again(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = TABLE.fullmatch(scope["path"])
        if found is None:
            asked = (scope.get("method", ""), scope["path"])
            if scope["type"] == "http" and scope["path"].startswith(CODES):
                await self._pass_code(scope, receive, send)
                return
            await self._of_all_servers.get(asked, self._app)(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._pass_socket(found["table"], scope, receive, send)
        else:
            await self._pass_request(found["table"], scope, receive, send)

    async def _pass_code(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer here, where guesses are counted; who is at a table elsewhere its owner knows."""
        here = Kept()
        await self._app(scope, receive, here.send)
        table = _table.decode(here.body).table if here.status == OK else ""
        if not table or await self._owner(table) is None:
            await here.pass_on(send)
            return
        path = f"/api/tables/{table}"
        asked = {**scope, "path": path, "raw_path": path.encode(), "headers": []}
        await self._pass_request(table, asked, replayed(b"", receive), send)

    async def _pass_socket(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        path = quote(scope["path"])
        for _ in range(round(TAKE_OVER_S / TRY_AGAIN_S)):
            address = await self._owner(table)
            if address is None:
                await self._app(scope, receive, send)
                return
            try:
                owner = await sockets.reach(address, self._secret(), asker_of(scope), path)
            except NotReachedError:
                await asyncio.sleep(TRY_AGAIN_S)
            else:
                await sockets.pass_on(owner, receive, send)
                return
        await _come_again(scope, receive, send)

    async def _pass_request(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        address = await self._owner(table)
        if address is None:
            await self._app(scope, receive, send)
            return
        body = await read_body(receive)
        for _ in range(round(TAKE_OVER_S / TRY_AGAIN_S)):
            if address is None:
                await self._app(scope, replayed(body, receive), send)
                return
            try:
                await self._ask(address, scope, body, send)
            except NotReachedError:
                await asyncio.sleep(TRY_AGAIN_S)
                address = await self._owner(table)
            else:
                return
        await _come_again(scope, receive, send)

    async def _ask(self, address: str, scope: Scope, body: bytes, send: Send) -> None:
        """Ask the owner, and pass its answer on as it comes."""
        target = quote(scope["path"]).encode()
        if scope["query_string"]:
            target += b"?" + scope["query_string"]
        has_begun = False
        try:
            async with requests.ask(
                address,
                self._secret(),
                asker_of(scope),
                scope["method"],
                target,
                scope["headers"],
                body,
            ) as answer:
                has_begun = True
                await send(
                    {
                        "type": "http.response.start",
                        "status": answer.status,
                        "headers": answer.headers,
                    }
                )
                async for part in answer.parts():
                    message = {"type": "http.response.body", "body": part, "more_body": True}
                    await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except FAILURES as error:
            logger.warning("owner_lost address=%s reason=%s", address, error)
            if not has_begun:  # what is cut off in the middle is cut off for the client, too
                await refused(_lost())(scope, replayed(b"", None), send)


async def let_go(address: str, secret: str, table: str) -> None:
    """Ask the owner of a table to stop it; it may be gone, or have done so already."""
    target = (LET_GO + quote(table, safe="")).encode()
    try:
        async with requests.ask(address, secret, Asker("", 0, "http"), "POST", target):
            pass
    except (NotReachedError, *FAILURES) as error:
        logger.warning("not_let_go table=%s reason=%s", table, error)


def _lost() -> Refusal:
    """The owner may have done it or not: whoever asked looks again."""
    reason = "The server that has this table is not there any more. Try again in a moment."
    return Refusal(503, "closed", reason, retry_s=1)


async def _come_again(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": CLOSE_AGAIN, "reason": ""})
    else:
        await refused(_lost())(scope, receive, send)
