"""Serving: check what can be checked beforehand, then run until somebody ends it."""

from __future__ import annotations

import gc
import logging
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import uvicorn
from msgspec.structs import replace

from broadside.cluster.join import join_cluster
from broadside.network.front_door import FrontDoor
from broadside.network.listening import ListenError, close_all, listen_at, uvicorn_config
from broadside.network.metrics_door import MetricsDoor
from broadside.operate.admin import SOCKET, socket_of_process
from broadside.operate.attendant import Attendant
from broadside.operate.metrics import CONTENT_TYPE
from broadside.operate.served import Served
from broadside.server.app import DEFAULTS, Application, create_app
from broadside.service.addresses import link, network_links
from broadside.service.logs import log_to_stderr
from broadside.store.choose import choose_store, is_database
from broadside.store.interface import StoreError

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping

    from starlette.types import ASGIApp

    from broadside.kernel.game import Game
    from broadside.network.open_connections import NetworkConfig
    from broadside.service.crew import Crew
    from broadside.service.logs import LogFormat
    from broadside.service.settings import Settings
    from broadside.workers.pool import Brain

INNER_HOST: Final = "127.0.0.1"
COLLECT_AFTER: Final = (50_000, 20, 100)
"""After so many new objects garbage is looked for, and after so many looks among older ones."""


logger = logging.getLogger(__name__)


class ServeError(Exception):
    """The server cannot be started; the message is one line that says why, and what would help."""


def serve(
    games: Mapping[str, Game],
    crew: Crew,
    brain: Brain,
    *,
    host: str,
    port: int,
    data: str,
    inner: tuple[str, int] = (INNER_HOST, 0),
    static: Path | None,
    ready: Callable[[str], None],
    settings: Settings = DEFAULTS,
    metrics: tuple[str, int] | None = None,
    log: LogFormat = "text",
    editions: Mapping[str, Game] | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM. Calls `ready` with the link once requests are answered.

    Port 0 takes any free port. `data` is a folder, or a database: then other servers of it reach
    this one at the inner address. Numbers are told at the address `metrics`, and nowhere else.
    Raises `ServeError` if a port or the data cannot be used.
    """
    log_to_stderr(log)
    wanted = {"--port": (host, port)}
    if is_database(data):
        wanted["--inner"] = inner
    if metrics is not None:
        wanted["--metrics"] = metrics
    listeners: list[socket.socket] = []
    try:
        listeners = listen_at(wanted)
        ports = [listener.getsockname()[1] for listener in listeners]
        inner_address = f"{inner[0]}:{ports[1]}" if is_database(data) else ""
        store = choose_store(data, inner_address)
    except (StoreError, ListenError) as error:
        close_all(listeners)
        raise ServeError(str(error)) from error
    own_link = link(host, ports[0])
    settings = replace(
        settings,
        own_link=[*network_links(host, ports[0]), own_link][0],
        inner_port=ports[1] if inner_address else 0,
        metrics_port=0 if metrics is None else ports[-1],
    )
    app = create_app(games, crew, brain, store, static, settings=settings, editions=editions)
    config = configure(app, settings)
    admin = socket_of_process(data) if is_database(data) else Path(data) / SOCKET
    attendant = Attendant(Served(app.tables, config.open_connections.kinds), admin)
    if metrics is not None:
        inside, told = cast("ASGIApp", config.app), attendant.metrics.text
        config.app = MetricsDoor(inside, settings.metrics_port, told, CONTENT_TYPE)
        logger.info("metrics address=%s", f"{metrics[0]}:{settings.metrics_port}")
    server = _Server(config, attendant, lambda: ready(own_link))
    _collect_rarely()
    with suppress(KeyboardInterrupt, SystemExit):  # a failed start exits, in uvicorn
        server.run(sockets=listeners)
    close_all(listeners)
    if not server.started:
        raise ServeError("The server could not start; the log lines above say why.")


def _collect_rarely() -> None:
    """Look for circles of garbage now and then only; half of the time went into that before.

    Tables hold many small things for long and make few circles, so looking finds next to nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def configure(app: ASGIApp, settings: Settings = DEFAULTS) -> NetworkConfig:
    """How uvicorn runs the application, behind doors that let no single client lock others out."""
    return uvicorn_config(_behind_doors(app, settings), settings)


def _behind_doors(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The application as people reach it, and other servers if there are any."""
    tables = app.tables if isinstance(app, Application) else None
    bans = None if tables is None else tables.house.limits.bans

    def front(inside: ASGIApp) -> ASGIApp:
        return FrontDoor(inside, settings.sockets_per_address, bans)

    if not settings.inner_port or tables is None:
        return front(app)
    house = tables.house
    return join_cluster(app, tables, house.store, settings.inner_port, front, house.limits.bans)


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(
        self, config: uvicorn.Config, attendant: Attendant, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._attendant = attendant
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            await self._attendant.start()
            try:
                self._ready()
            except Exception:
                # A browser that cannot be opened, say, is no reason not to serve.
                logger.exception("ready_failed")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._attendant.close()
        await super().shutdown(sockets)
