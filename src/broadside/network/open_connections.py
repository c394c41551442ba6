"""All open connections of a server: how many an address may have, and which never read.

A whole club may share an address, and each browser opens up to six connections while it loads a
page and keeps one for its table: so an address may have some hundreds, which is little beside what
the server has room for. From the server's own machine, and from the web server in front of it that
the operator has named, as many may come as there is room for: behind those two is everybody, as
behind another server of the cluster, which comes to the inner port.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

import uvicorn

from broadside.service.addresses import household, is_in, is_loopback, networks

if TYPE_CHECKING:
    from broadside.service.settings import Settings

REFUSED_AT_ONCE: Final = 32
"""So many connections too many are told so; still more are cut without a word."""
FILES_WANTED: Final = 65_536
FILES_ELSEWHERE: Final = 128
"""What a server has open besides its connections: its data, its bots."""
LOOK_S: Final = 1.0
"""How often all connections are looked at."""


class Line(Protocol):
    """An open connection, whatever is spoken on it."""

    kind: ClassVar[str]

    transport: asyncio.Transport
    client: tuple[str, int] | None


class _Watch:
    """What is remembered of one connection."""

    __slots__ = ("address", "read_at", "unsent")

    def __init__(self, address: str, now: float) -> None:
        self.address = address
        self.unsent = 0
        self.read_at = now
        """When nothing waited for the other side, or it took something of what did."""


class OpenConnections:
    """Counts connections by address, and cuts those whose other side never reads."""

    def __init__(self, settings: Settings) -> None:
        self._per_address = settings.connections_per_address
        self._in_all = room()
        self._proxies = networks(settings.proxy)
        self._inner_port = settings.inner_port
        self._stuck_s = settings.stuck_s
        self._look_s = min(LOOK_S, settings.stuck_s / 4)
        self._watches: dict[Line, _Watch] = {}
        self._counts: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, line: Line) -> bool:
        """Count a connection; whether there is room for it. One far too many is cut at once."""
        loop = asyncio.get_running_loop()
        host = line.client[0] if line.client else ""
        address = household(host)
        self._watches[line] = _Watch(address, loop.time())
        self._counts[address] += 1
        if self._timer is None:
            self._timer = loop.call_later(self._look_s, self._look)
        _, own_port, *_ = line.transport.get_extra_info("sockname") or ("", 0)
        is_inner = own_port == self._inner_port != 0
        is_everybody = is_loopback(host) or is_in(host, self._proxies) or is_inner
        most = self._in_all if is_everybody else self._per_address
        over = max(self._counts[address] - most, len(self._watches) - self._in_all)
        if over > REFUSED_AT_ONCE:
            line.transport.abort()
        return over <= 0

    def leave(self, line: Line) -> None:
        """The connection has ended, or something else is spoken on it from now on."""
        watch = self._watches.pop(line, None)
        if watch is None:
            return
        self._counts[watch.address] -= 1
        if not self._counts[watch.address]:
            del self._counts[watch.address]

    def kinds(self) -> dict[str, int]:
        """How many connections there are of each kind."""
        return {"http": 0, "websocket": 0} | Counter(line.kind for line in self._watches)

    def _look(self) -> None:
        """Look at all connections, and again in a moment as long as there are any."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._look_s, self._look) if self._watches else None
        for line, watch in list(self._watches.items()):
            if self._is_stuck(line, watch, loop.time()):
                line.transport.abort()  # closing would wait for what is never read

    def _is_stuck(self, line: Line, watch: _Watch, now: float) -> bool:
        unsent = line.transport.get_write_buffer_size()
        if not unsent or unsent < watch.unsent:
            watch.read_at = now
        watch.unsent = unsent
        return now - watch.read_at >= self._stuck_s


class NetworkConfig(uvicorn.Config):
    """How uvicorn runs an application, with what our protocols need besides."""

    def __init__(self, app: Any, settings: Settings, **options: Any) -> None:
        super().__init__(app, **options)
        self.settings = settings
        self.open_connections = OpenConnections(settings)


def room() -> int:
    """How many connections this process can have, after asking the system for more."""
    files = FILES_WANTED
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            with suppress(OSError, ValueError):
                wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
                resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
            files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return max(REFUSED_AT_ONCE, files - FILES_ELSEWHERE)
