"""Addresses of this machine: clients come from many, as they would on a real network.

A server bounds what one address may do. On Linux the whole of 127.0.0.0/8 is this machine; where
only one of its addresses exists, the clients wait as long as the server tells them to.
"""

from __future__ import annotations

import socket
from typing import NamedTuple

FIRST = 0x7F010000  # 127.1.0.0


class Address(NamedTuple):
    """Where the server listens, and from which address a client comes (None: any)."""

    host: str
    port: int
    source: str | None


class Addresses:
    """The addresses of one server, or of several by turns, with ever new sources."""

    def __init__(self, *servers: tuple[str, int]) -> None:
        self._servers = servers
        self._used = 0
        is_here = all(host.startswith("127.") for host, _ in servers)
        self._has_many = is_here and _can_bind(_source(0))

    def next(self) -> Address:
        """One that nobody else uses."""
        self._used += 1
        host, port = self._servers[self._used % len(self._servers)]
        return Address(host, port, _source(self._used) if self._has_many else None)


def _source(number: int) -> str:
    return socket.inet_ntoa((FIRST + number).to_bytes(4, "big"))


def _can_bind(source: str) -> bool:
    with socket.socket() as trial:
        try:
            trial.bind((source, 0))
        except OSError:
            return False
    return True
