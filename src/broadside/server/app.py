"""The application: tables, lobby, sockets and pages put together."""

from __future__ import annotations

import logging
import re
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from broadside.notify.notifier import Notifier
from broadside.server.house import House
from broadside.server.http.endpoints import routes
from broadside.server.http.static import SecurityHeaders, page_routes
from broadside.server.socket.connection import Conversation
from broadside.server.table.shell import closed
from broadside.server.tables import Tables
from broadside.service.clock import Clock, SystemClock
from broadside.service.limits import Limits
from broadside.service.refusal import Refusal, not_stored
from broadside.service.responses import answer, refused
from broadside.service.settings import Settings
from broadside.store.interface import Conflict, Fenced, StoreError
from broadside.wire.messages import Problem
from broadside.workers.pool import Advise, ProcessThinkers, Think, Thinkers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

    from broadside.kernel.game import Game
    from broadside.store.interface import Store

SOCKET_PATH: Final = re.compile(r"/api/tables/(?P<table>[^/]+)/socket")
CLOSE_NOWHERE: Final = 4404
DEFAULTS: Final = Settings()

logger = logging.getLogger(__name__)


def create_app(
    games: Mapping[str, Game],
    bots: Sequence[str],
    think: Think | None,
    store: Store,
    static: Path | None = None,
    *,
    settings: Settings = DEFAULTS,
    clock: Clock | None = None,
    thinkers: Thinkers | None = None,
    advise: Advise | None = None,
) -> ASGIApp:
    """Make the application. It closes the store when it ends.

    `think(game, world, seat, bot, seed)` and `advise(game, worlds, seat)`, which gives hints, run
    in worker processes, so they must be picklable; tests give `thinkers` instead, which then need
    no processes.
    """
    if thinkers is None:
        assert think is not None
        thinkers = ProcessThinkers(think, settings.bot_workers, settings.bot_timeout_s, advise)
    clock = clock or SystemClock()
    notifier = Notifier(settings, store, clock)
    limits = Limits(clock, settings)
    house = House(games, bots, store, thinkers, clock, settings, limits, notifier)
    return Application(Tables(house), static)


class Application:
    """Sockets go straight to their conversations, everything else to the operations and pages."""

    def __init__(self, tables: Tables, static: Path | None) -> None:
        self.tables = tables
        self._web = Starlette(
            routes=[*routes(tables), *page_routes(static)],
            lifespan=_lifespan(tables),
            middleware=[Middleware(SecurityHeaders)],
            exception_handlers=_handlers(),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "websocket":
            await self._web(scope, receive, send)
            return
        found = SOCKET_PATH.fullmatch(scope["path"])
        if found is None:
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_NOWHERE, "reason": ""})
            return
        await Conversation(self.tables, found["table"], scope).run(receive, send)


def _handlers() -> Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    """What is answered when something goes wrong."""
    return {
        Refusal: _refused,
        StoreError: _not_stored,
        Fenced: _lost,
        Conflict: _lost,
        HTTPException: _http_problem,
        Exception: _mistake,
    }


def _lifespan(tables: Tables) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    house = tables.house

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            await house.thinkers.start()
            await house.notifier.start()
            await tables.start()
            yield
        finally:
            await tables.close()
            await house.notifier.close()
            await house.thinkers.close()
            await house.store.close()

    return lifespan


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return refused(error)


async def _not_stored(_request: Request, error: Exception) -> Response:
    logger.error("not_stored reason=%s", error)
    return refused(not_stored())


async def _lost(_request: Request, error: Exception) -> Response:
    """Another process owns the table now."""
    logger.warning("table_lost reason=%s", error)
    return refused(closed())


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = HTTPStatus(error.status_code).name.lower()
    reason = f"{request.method} {request.url.path[:80]}: {error.detail}."
    response = answer(Problem(code, reason), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _mistake(_request: Request, _error: Exception) -> Response:
    return answer(Problem("internal", "The server made a mistake. It is in its log."), 500)
