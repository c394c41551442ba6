"""Worker processes: Ctrl-C is for whoever started them, whom they never outlive."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.context import SpawnProcess


def new_pool(workers: int) -> ProcessPoolExecutor:
    """A pool of fresh processes."""
    return ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_settle_in
    )


def new_process(target: Callable[..., None], *arguments: object) -> SpawnProcess:
    """A fresh process, not started yet."""
    context = multiprocessing.get_context("spawn")
    return context.Process(target=_run_settled, args=(target, *arguments))


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C is heard at the end of this block; workers that are started in here never hear it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_settled(target: Callable[..., None], *arguments: object) -> None:
    _settle_in()
    target(*arguments)


def _settle_in() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # Otherwise a killed parent would leave its workers waiting for work for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
