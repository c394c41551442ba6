"""The load process: takes a job on standard input, tells on standard output what it does."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from broadside.arena.load.job import Job, Told
from broadside.arena.load.measure import measure
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import FrameType

    from broadside.arena.load.job import Figures


def main() -> None:
    """Measure one server."""
    signal.signal(signal.SIGTERM, end)
    raise_file_limit()
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        tell(Told(figures=run(measure(job, lambda stage: tell(Told(stage=stage))))))
    except BroadsideError as error:
        tell(Told(error=str(error)))
    except KeyboardInterrupt:
        sys.exit(130)


def end(_number: int, _frame: FrameType | None) -> None:
    """End by SystemExit, which lets the measurement end its server, and without a word.

    A quick event loop prints what ends it amid one of its callbacks.
    """
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.exit(1)


def end_with_parent() -> None:
    """Our standard input ends when the process that started us does, however it ends."""
    os.read(sys.stdin.fileno(), 1)
    os.kill(os.getpid(), signal.SIGTERM)


def tell(told: Told) -> None:
    """Print one line for the process that waits for it."""
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


def run(measuring: Coroutine[None, None, Figures]) -> Figures:
    """Run in the quickest event loop there is."""
    try:
        import uvloop
    except ImportError:  # on Windows
        return asyncio.run(measuring)
    return uvloop.run(measuring)


def raise_file_limit() -> None:
    """Allow as many connections as the system lets us have, here and in the server."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
