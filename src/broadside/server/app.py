"""The application: tables, lobby, sockets and pages put together."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, WebSocketRoute

from broadside.server.archive import Archive
from broadside.server.clock import Clock, SystemClock
from broadside.server.limits import ChangeLimit
from broadside.server.lobby import Lobby
from broadside.server.messages import Problem
from broadside.server.mine import Mine
from broadside.server.pages import SecurityHeaders, page_routes
from broadside.server.refusal import Refusal
from broadside.server.requests import answer, refused
from broadside.server.settings import Settings
from broadside.server.socket.conversation import Socket
from broadside.server.tables import Tables
from broadside.server.thinking import Advise, ProcessThinkers, Think, Thinkers
from broadside.store.log import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.websockets import WebSocket

    from broadside.kernel.game import Game
    from broadside.store.log import Log

DEFAULTS: Final = Settings()

logger = logging.getLogger(__name__)


def create_app(
    games: Mapping[str, Game],
    bots: Sequence[str],
    think: Think | None,
    log: Log,
    static: Path | None = None,
    *,
    settings: Settings = DEFAULTS,
    clock: Clock | None = None,
    thinkers: Thinkers | None = None,
    advise: Advise | None = None,
) -> Starlette:
    """Make the application. It closes the log when it ends.

    `think(game, world, seat, bot, seed)` and `advise(game, worlds, seat)`, which gives hints, run
    in worker processes, so they must be picklable; tests give `thinkers` instead, which then need
    no processes.
    """
    if thinkers is None:
        assert think is not None
        thinkers = ProcessThinkers(think, settings.bot_workers, settings.bot_timeout_s, advise)
    tables = Tables(games, bots, log, thinkers, clock or SystemClock(), settings)
    app = Starlette(
        routes=_routes(tables, static),
        lifespan=_lifespan(tables),
        middleware=[Middleware(SecurityHeaders), Middleware(ChangeLimit, tables.limits)],
        exception_handlers=_handlers(),
    )
    app.state.tables = tables
    return app


def _routes(tables: Tables, static: Path | None) -> list[BaseRoute]:
    """Every address of the server."""

    async def socket(websocket: WebSocket) -> None:
        await Socket(websocket, tables, websocket.path_params["table"]).run()

    return [
        *Lobby(tables).routes(),
        *Archive(tables).routes(),
        *Mine(tables).routes(),
        WebSocketRoute("/api/tables/{table}/socket", socket),
        *page_routes(static),
    ]


def _handlers() -> Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    """What is answered when something goes wrong."""
    return {
        Refusal: _refused,
        StoreError: _not_stored,
        HTTPException: _http_problem,
        Exception: _mistake,
    }


def _lifespan(tables: Tables) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            await tables.thinkers.start()
            await tables.start()
            yield
        finally:
            await tables.close()
            await tables.thinkers.close()
            await tables.log.close()

    return lifespan


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return refused(error)


async def _not_stored(_request: Request, error: Exception) -> Response:
    logger.error("not_stored reason=%s", error)
    reason = "This could not be stored, so nothing was changed. Try again in a moment."
    return answer(Problem("not_stored", reason), 503)


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = HTTPStatus(error.status_code).name.lower()
    reason = f"{request.method} {request.url.path[:80]}: {error.detail}."
    response = answer(Problem(code, reason), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _mistake(_request: Request, _error: Exception) -> Response:
    return answer(Problem("internal", "The server made a mistake. It is in its log."), 500)
