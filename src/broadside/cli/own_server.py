"""A server of one's own for a game in a terminal: a process beside this one, in an empty folder."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

START_S: Final = 60.0
LOG: Final = "server.log"


@contextmanager
def own_server(host: str) -> Iterator[str]:
    """Serve for as long as the block lasts; gives the link. The tables end with it."""
    from multiprocessing import Pipe

    from broadside.workers.processes import new_process

    here, there = Pipe()
    with tempfile.TemporaryDirectory(prefix="broadside-", ignore_cleanup_errors=True) as folder:
        process = new_process(_serve, folder, host, there)
        process.start()
        there.close()
        try:
            yield _link(here, Path(folder))
        finally:
            here.close()
            process.join(START_S)


def _link(here: Connection, folder: Path) -> str:
    """The link of the server, once it is ready."""
    try:
        if here.poll(START_S):
            return str(here.recv())
    except EOFError:
        pass
    log = folder / LOG
    told = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
    raise BroadsideError(f"the server for this game did not start: {(told or ['no reason'])[-1]}")


def _serve(folder: str, host: str, there: Connection) -> None:
    """The process of the server. What it would print belongs in a file: the terminal is in use.

    It ends like one that somebody ends with Ctrl-C when the other side hangs up.
    """
    from broadside.cli.serve import static_folder
    from broadside.cli.thinking import advise, crew, judge_decision, think
    from broadside.games import registry
    from broadside.server.serve import serve
    from broadside.workers.pool import Brain

    log = os.open(Path(folder) / LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(log, stream.fileno())
    Thread(target=_end_with, args=(there,), daemon=True).start()
    serve(
        {game.name: game for game in registry.GAMES},
        crew({}),
        Brain(partial(think, own={}), advise, judge_decision),
        host=host,
        port=0,
        data=folder,
        static=static_folder(),
        ready=there.send,
    )


def _end_with(there: Connection) -> None:
    with suppress(EOFError, OSError):
        there.recv()
    signal.raise_signal(signal.SIGINT)
