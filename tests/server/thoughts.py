"""What bots think in the tests; worker processes import this module."""

from __future__ import annotations

import os
import time
from pathlib import Path

import broadside


def default(game: str, world: str, seat: int, bot: str, seed: int, is_aside: bool) -> str:
    """Play what the clock would play."""
    return broadside.game(game).read(world).prompt(seat).default.text


def awkward(game: str, world: str, seat: int, bot: str, seed: int, is_aside: bool) -> str:
    """Do what the bot's name says: crash, hang, nap, raise, or answer with the worker's number."""
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
