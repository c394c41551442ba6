"""Serving: check what can be checked beforehand, then run until somebody ends it."""

from __future__ import annotations

import errno
import gc
import logging
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import uvicorn
from msgspec.structs import replace

from broadside.network.front_door import FrontDoor
from broadside.network.http_protocol import HttpProtocol
from broadside.network.open_connections import NetworkConfig
from broadside.network.websocket_protocol import WebSocketProtocol
from broadside.server.app import DEFAULTS, create_app
from broadside.service.addresses import link, network_links, networks
from broadside.store.interface import StoreError
from broadside.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from starlette.types import ASGIApp

    from broadside.kernel.game import Game
    from broadside.service.settings import Settings
    from broadside.workers.pool import Advise, Think

DATA_FILE: Final = "broadside.sqlite"
FRAME_BYTES_MAX: Final = 65_536
"""Larger frames end the connection at once; those between this and our limit get an answer."""
PORT_MAX: Final = 65_535
KEEP_ALIVE_S: Final = 5.0
"""How long a connection may wait for its next request."""
SHUTDOWN_S: Final = 3
BACKLOG: Final = 512
COLLECT_AFTER: Final = (50_000, 20, 100)
"""After so many new objects garbage is looked for, and after so many looks among older ones."""


logger = logging.getLogger(__name__)


class ServeError(Exception):
    """The server cannot be started; the message is one line that says why, and what would help."""


def serve(
    games: Mapping[str, Game],
    bots: Sequence[str],
    think: Think,
    *,
    host: str,
    port: int,
    data: Path,
    static: Path | None,
    ready: Callable[[str], None],
    settings: Settings = DEFAULTS,
    advise: Advise | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM. Calls `ready` with the link once requests are answered.

    Port 0 takes any free port. Raises `ServeError` if the port or the data folder cannot be used.
    """
    log_to_stderr()
    listener = _listen(host, port)
    try:
        store = SqliteStore(data / DATA_FILE)
    except StoreError as error:
        listener.close()
        raise ServeError(str(error)) from error
    own_port = listener.getsockname()[1]
    own_link = link(host, own_port)
    settings = replace(settings, own_link=[*network_links(host, own_port), own_link][0])
    app = create_app(games, bots, think, store, static, settings=settings, advise=advise)
    server = _Server(configure(app, settings), lambda: ready(own_link))
    _collect_rarely()
    with listener, suppress(KeyboardInterrupt, SystemExit):  # a failed start exits, in uvicorn
        server.run(sockets=[listener])
    if not server.started:
        raise ServeError("The server could not start; the log lines above say why.")


def _collect_rarely() -> None:
    """Look for circles of garbage now and then only; half of the time went into that before.

    Tables hold many small things for long and make few circles, so looking finds next to nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def configure(app: ASGIApp, settings: Settings = DEFAULTS) -> uvicorn.Config:
    """How uvicorn runs the application, behind doors that let no single client lock others out."""
    return NetworkConfig(
        FrontDoor(app, settings.sockets_per_address),
        settings,
        loop="auto" if sys.platform == "win32" else "uvloop",
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=FRAME_BYTES_MAX,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_keep_alive=min(KEEP_ALIVE_S, settings.request_s),
        timeout_graceful_shutdown=SHUTDOWN_S,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=[str(network) for network in networks(settings.proxy)],
    )


def log_to_stderr() -> None:
    """Log what matters, one line each; credentials and seeds are never logged."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    for name, level in (("broadside", logging.INFO), ("uvicorn", logging.ERROR)):
        channel = logging.getLogger(name)
        channel.handlers = [handler]
        channel.setLevel(level)
        channel.propagate = False


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            try:
                self._ready()
            except Exception:
                # A browser that cannot be opened, say, is no reason not to serve.
                logger.exception("ready_failed")


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done."""
    if not 0 <= port <= PORT_MAX:
        raise ServeError(f"There is no port {port}; ports are numbers from 0 to {PORT_MAX}.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise ServeError(f"Cannot listen on {host}:{port}: {error}.") from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ServeError(_why_not(host, port, error)) from error
    return listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is in use, perhaps by another Broadside."
            " Choose another with --port."
        )
    return f"Cannot listen on {host}:{port}: {error.strerror or error}. Try --host or --port."
