"""How the server listens: on which port, and how uvicorn speaks there."""

from __future__ import annotations

import errno
import socket
import sys
from typing import TYPE_CHECKING, Final

from broadside.network.http_protocol import HttpProtocol
from broadside.network.open_connections import NetworkConfig
from broadside.network.websocket_protocol import WebSocketProtocol
from broadside.service.addresses import networks

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from broadside.service.settings import Settings

PORT_MAX: Final = 65_535
BACKLOG: Final = 512
FRAME_BYTES_MAX: Final = 65_536
"""Larger frames end the connection at once; those between this and our limit get an answer."""
KEEP_ALIVE_S: Final = 5.0
"""How long a connection may wait for its next request."""
SHUTDOWN_S: Final = 3


class ListenError(Exception):
    """The port cannot be taken; the message is one line that says why, and what would help."""


def uvicorn_config(app: ASGIApp, settings: Settings) -> NetworkConfig:
    """How uvicorn runs an application, with our protocols."""
    return NetworkConfig(
        app,
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


def listen_at(addresses: dict[str, tuple[str, int]]) -> list[socket.socket]:
    """Take the ports that options name, each another one: who asks is told by them."""
    listeners: list[socket.socket] = []
    try:
        for option, address in addresses.items():
            listeners.append(listen(*address, option))  # what is open must be closed
    except ListenError:
        close_all(listeners)
        raise
    if len({listener.getsockname()[1] for listener in listeners}) < len(listeners):
        close_all(listeners)
        raise ListenError("--port, --inner and --metrics must be different ports.")
    return listeners


def close_all(listeners: list[socket.socket]) -> None:
    """Give ports back."""
    for listener in listeners:
        listener.close()


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """Take a port before anything else is done; raises `ListenError`."""
    if not 0 <= port <= PORT_MAX:
        raise ListenError(f"There is no port {port}; ports are numbers from 0 to {PORT_MAX}.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise ListenError(f"Cannot listen on {host}:{port}: {error}.") from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(_why_not(host, port, option, error)) from error
    return listener


def _why_not(host: str, port: int, option: str, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is in use, perhaps by another Broadside."
            f" Choose another with {option}."
        )
    options = "--host or --port" if option == "--port" else option
    return f"Cannot listen on {host}:{port}: {error.strerror or error}. Try {options}."
