"""The application: tables, lobby, sockets and pages put together."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from broadside.network.security_headers import SecurityHeaders
from broadside.notify.notifier import Notifier
from broadside.server.failures import explain
from broadside.server.house import House
from broadside.server.http.endpoints import routes
from broadside.server.http.static import page_routes
from broadside.server.socket.connection import Conversation
from broadside.server.tables import Tables
from broadside.service.clock import Clock, SystemClock
from broadside.service.kept_names import KeptNames
from broadside.service.limits import Limits
from broadside.service.meters import Meters
from broadside.service.refusal import Refusal, mistaken
from broadside.service.responses import answer, refused
from broadside.service.settings import Settings
from broadside.store.interface import Conflict, Fenced, StoreError
from broadside.wire.messages import Problem
from broadside.workers.pool import Brain, ProcessThinkers, Thinkers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from broadside.kernel.game import Game
    from broadside.service.crew import Crew
    from broadside.store.interface import Store

SOCKET_PATH: Final = re.compile(r"/api/tables/(?P<table>[^/]+)/socket")
CLOSE_NOWHERE: Final = 4404
DEFAULTS: Final = Settings()


def create_app(
    games: Mapping[str, Game],
    crew: Crew,
    brain: Brain | None,
    store: Store,
    static: Path | None = None,
    *,
    settings: Settings = DEFAULTS,
    clock: Clock | None = None,
    thinkers: Thinkers | None = None,
    editions: Mapping[str, Game] | None = None,
) -> Application:
    """Make the application. It closes the store when it ends.

    The functions of the brain run in worker processes; tests give `thinkers` instead, which need no
    processes.
    """
    if thinkers is None:
        assert brain is not None
        thinkers = ProcessThinkers(brain, settings.bot_workers, settings.bot_timeout_s)
    clock = clock or SystemClock()
    notifier = Notifier(settings, store, clock)
    limits = Limits(clock, settings)
    names = KeptNames(store, clock)
    house = House(
        games, crew, store, thinkers, clock, settings, limits, notifier, names, Meters(),
        editions or {},
    )  # fmt: skip
    return Application(Tables(house), static)


class Application:
    """Sockets go straight to their conversations, everything else to the operations and pages."""

    def __init__(self, tables: Tables, static: Path | None) -> None:
        self.tables = tables
        self._web = Starlette(
            routes=[*routes(tables), *page_routes(static)],
            lifespan=_lifespan(tables),
            middleware=[Middleware(SecurityHeaders)],
            exception_handlers={
                HTTPException: _http_problem,
                Exception: _mistaken,
                **dict.fromkeys((Refusal, StoreError, Fenced, Conflict), _failed),
            },
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


def _lifespan(tables: Tables) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    house = tables.house

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            await house.store.open()
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


async def _failed(request: Request, error: Exception) -> Response:
    return refused(explain(error, request.path_params.get("table", "")))


async def _mistaken(_request: Request, _error: Exception) -> Response:
    return refused(mistaken())  # which is logged where it goes on to


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = HTTPStatus(error.status_code).name.lower()
    reason = f"{request.method} {request.url.path[:80]}: {error.detail}."
    response = answer(Problem(code, reason), error.status_code)
    response.headers.update(error.headers or {})
    return response
