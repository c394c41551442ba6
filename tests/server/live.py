"""A real server on a real port, in a thread of the test."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn
from websockets.sync.client import connect

from broadside.server.app import create_app
from broadside.server.serve import configure
from broadside.store.memory import MemoryStore
from tests.server.harness import BOTS, GAMES, QUICK, InlineThinkers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from starlette.types import ASGIApp

    from broadside.kernel.game import Game
    from broadside.service.settings import Settings
    from broadside.store.interface import Store


@contextmanager
def running(
    store: Store | None = None,
    static: Path | None = None,
    games: Mapping[str, Game] | None = None,
    settings: Settings = QUICK,
) -> Iterator[str]:
    """Serve the application as `broadside serve` does; give its address."""
    app = create_app(
        games or GAMES,
        BOTS,
        None,
        store or MemoryStore(),
        static,
        settings=settings,
        thinkers=InlineThinkers(),
    )
    with serving(app, settings) as address:
        yield address


@contextmanager
def serving(app: ASGIApp, settings: Settings = QUICK) -> Iterator[str]:
    """Serve any application as `broadside serve` does; give its address."""
    config = configure(app, settings)
    config.port = 0
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def watch_to_the_end(address: str, table: str) -> None:
    """Watch a table until its game is over; bots play only where somebody looks."""
    url = f"{address.replace('http', 'ws')}/api/tables/{table}/socket"
    with connect(url, compression=None, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello"}))
        while True:
            message = json.loads(socket.recv(timeout=60))
            if message["type"] == "update" and message["result"] is not None:
                return
