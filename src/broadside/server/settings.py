"""What an operator, or a test, may want otherwise."""

from __future__ import annotations

import os

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    """How the server behaves; the defaults suit a living room and a small club."""

    bot_beat_s: float = 0.6
    """Bots answer on a multiple of this, so that their time tells nothing about their cards."""
    bot_timeout_s: float = 20.0
    """A bot that thinks longer has no answer; the default is played for it."""
    pace: float = 1.0
    """Countdowns, and what bots do within them, take so many times as long as the game says."""
    holds_per_seat: int = 5
    """How often a seat may hold a countdown in one game, so that nobody stalls a table."""
    bot_workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    hello_s: float = 10.0
    """How long a socket may stay silent before it says who it is."""
    messages_per_s: float = 40.0
    messages_burst: int = 120
    says_per_s: float = 1.0
    says_burst: int = 10
    connections_per_table: int = 200
    idle_s: float = 300.0
    """A table that nobody looks at and that waits for nothing leaves memory after this time."""
    retry_s: float = 2.0
    """How soon a bot's or the clock's action is tried again if the store could not take it."""
