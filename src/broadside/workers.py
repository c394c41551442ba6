"""Worker processes: they are silent on Ctrl-C, and never outlive whoever started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def new_pool(workers: int, *, ends_on_interrupt: bool) -> ProcessPoolExecutor:
    """A pool of fresh processes. On Ctrl-C they end at once, or leave it to their parent."""
    return ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_settle_in,
        initargs=(ends_on_interrupt,),
    )


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Workers that are started in here do not hear Ctrl-C before they have settled in."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _settle_in(ends_on_interrupt: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL if ends_on_interrupt else signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # Otherwise a killed parent would leave its workers waiting for work for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
