"""One run of the server's process: from its start to its end, or to the moment it is killed."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from .loop import SimulatedLoop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Coroutine
    from random import Random

    from .adapter import Application
    from .faults import Faults
    from .network import Connection, Message
    from .scheduler import Scheduler

STARTING: Final = "starting"
SERVING: Final = "serving"
ENDING: Final = "ending"
ENDED: Final = "ended"
CLOSING_S: Final = 0.1
CLOSING_TRIES: Final = 100
"""So often a process that ends looks whether its connections are closed."""


class Process:
    """A server with its event loop. `build` makes the application inside of the loop."""

    def __init__(
        self,
        scheduler: Scheduler,
        faults: Faults,
        random: Random | None,
        build: Callable[[], Application],
    ) -> None:
        self.scheduler = scheduler
        self.faults = faults
        self.loop = SimulatedLoop(scheduler, random)
        self.connections: list[Connection] = []
        self.requests = 0
        """How many HTTP requests are under way."""
        self.state = STARTING
        self.turned_s = 0.0
        """How far the clock on the wall had been turned when it started."""
        self.mistakes: list[str] = []
        self.on_state: Callable[[], None] = lambda: None
        """Called whenever it has started, or ended by itself."""
        self.on_death: Callable[[], None] = lambda: None
        """Called when it is killed, before anything else: nothing of it may act any more."""
        self.left_behind: list[str] = []
        """What was still at work when it had ended."""
        self._has_asked = False
        self._shutdown: asyncio.Future[None] | None = None
        self.loop.on_last_step = self.kill
        scheduler.runners.append(self.loop)
        with self.loop.running:
            self.app = build()
        self.run(self._live())

    @property
    def is_serving(self) -> bool:
        """Whether it takes connections and requests."""
        return self.state == SERVING

    def run(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let the process do something."""
        with self.loop.running:
            return self.loop.create_task(coroutine)

    def scope(self, kind: str, path: str, address: str) -> Message:
        """The ASGI scope of a connection or request."""
        path, _, query = path.partition("?")
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws" if kind == "websocket" else "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", b"table.example")],
            "client": (address, 50000),
            "server": ("table.example", 80),
            "state": {},
        }

    def note_mistake(self, where: str, error: Exception) -> None:
        """An exception came out of the application, where the web server would log it."""
        if self.loop.is_dead:
            return  # this is how a coroutine complains that is not allowed to end in its own way
        self.mistakes.append(f"{where}: {type(error).__name__}: {error}")

    # ---------------------------------------------------------------------- its life

    async def _live(self) -> None:
        """Start the application, serve until told otherwise, end it."""
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": {}}
        try:
            await self.app(scope, self._lifespan_receive, self._lifespan_send)
        except Exception as error:  # noqa: BLE001
            if self.state != STARTING:
                self.note_mistake("lifespan", error)
        if not self.loop.is_dead:
            self.state = ENDED
            self.scheduler.after(0.0, "process", self._end)

    async def _lifespan_receive(self) -> Message:
        if not self._has_asked:
            self._has_asked = True
            return {"type": "lifespan.startup"}
        self._shutdown = self.loop.create_future()
        await self._shutdown
        return {"type": "lifespan.shutdown"}

    async def _lifespan_send(self, message: Message) -> None:
        if message["type"] == "lifespan.startup.complete":
            self.state = SERVING
            self.scheduler.after(0.0, "process", self.on_state)

    def stop(self) -> None:
        """Ask it to end: connections are closed first, as a web server does."""
        if self.is_serving:
            self.state = ENDING
            for connection in list(self.connections):
                connection.close_by_server()
            self._shut_down_when_empty(tries=CLOSING_TRIES)

    def _shut_down_when_empty(self, tries: int) -> None:
        """Go on when all connections and requests have ended, or have not for too long."""
        if self.state != ENDING:
            return
        if (self.connections or self.requests) and tries:
            again = functools.partial(self._shut_down_when_empty, tries - 1)
            self.scheduler.after(CLOSING_S, "process", again)
        elif self._shutdown is not None and not self._shutdown.done():
            self._shutdown.set_result(None)

    def _end(self) -> None:
        """It has ended by itself; what it has cancelled may still take its last steps."""
        if self.loop.is_ready:
            self.scheduler.after(0.0, "process", self._end)
            return
        self.left_behind = [describe(task) for task in self.loop.living()]
        self.kill()
        self.on_state()

    def kill(self) -> None:
        """End it here and now."""
        if self.loop.is_dead:
            return
        self.state = ENDED
        self.on_death()
        for connection in self.connections:
            connection.cut()
        self.scheduler.runners.remove(self.loop)
        self.loop.kill()


def describe(task: asyncio.Task[Any]) -> str:
    """Which coroutine a task runs."""
    return getattr(task.get_coro(), "__qualname__", str(task))
