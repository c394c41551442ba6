"""What bots think in the tests; worker processes import this module."""

from __future__ import annotations

import os
import time
from pathlib import Path

import broadside
from broadside.workers.pool import Question

IMPORTED_S = time.monotonic()
"""When a process imported this module."""


def age(question: Question) -> str:
    """Tell for how long the worker has known what it thinks with."""
    return str(time.monotonic() - IMPORTED_S)


def default(question: Question) -> str:
    """Play what the clock would play."""
    return broadside.game(question.game).read(question.world).prompt(question.seat).default.text


def awkward(question: Question) -> str:
    """Do what the bot's name says: crash, hang, nap, raise, or answer with the worker's number."""
    bot = question.bot
    if bot == "crash":
        os._exit(3)
    if bot == "hang":
        time.sleep(60)
    if bot == "nap":
        time.sleep(0.5)
    if bot == "raise":
        raise RuntimeError("no idea")
    if bot.startswith("crash_once:"):
        marker = Path(bot.partition(":")[2])
        if not marker.exists():
            marker.write_text("crashed")
            os._exit(3)
    return str(os.getpid())


def patient(question: Question) -> str:
    """Think for as long as is allowed, and tell how long that was."""
    time.sleep(question.think_ms / 1000)
    return str(question.think_ms)
