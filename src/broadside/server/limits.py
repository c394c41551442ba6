"""Limits: how often somebody may ask for something, the same for sockets and for HTTP.

They are generous: people never meet them, only machines that have gone wild.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Literal

from broadside.server.refusal import Refusal

if TYPE_CHECKING:
    from broadside.server.clock import Clock
    from broadside.server.settings import Settings

KEYS_MAX: Final = 4096
"""So many addresses or credentials are remembered; who has not asked for longest goes first."""
Cost = Literal["read", "heavy", "change", "open", "code"]
"""What an operation costs: which limit counts for it."""


class Bucket:
    """A rate limit: so many at once, then so many a second."""

    def __init__(self, clock: Clock, per_s: float, burst: int) -> None:
        self._clock = clock
        self._per_s = per_s
        self._burst = burst
        self._left = float(burst)
        self._at_ms = clock.now_ms()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now_ms = self._clock.now_ms()
        self._left = min(self._burst, self._left + (now_ms - self._at_ms) / 1000 * self._per_s)
        self._at_ms = now_ms
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait_s(self) -> int:
        """In how many whole seconds one more will be allowed."""
        return max(1, math.ceil((1 - self._left) / self._per_s))


class Doorkeeper:
    """A rate limit for each of many: an address, or a credential."""

    def __init__(self, clock: Clock, per_s: float, burst: int) -> None:
        self._clock = clock
        self._per_s = per_s
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, key: str, reason: str) -> None:
        """Let somebody ask once more; raises `Refusal` with this reason if that is too often."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self._clock, self._per_s, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > KEYS_MAX:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise Refusal(429, "too_fast", reason, retry_s=bucket.wait_s())


class Limits:
    """All limits of a server that count for more than one connection."""

    def __init__(self, clock: Clock, settings: Settings) -> None:
        self.says = Doorkeeper(clock, settings.says_per_s, settings.says_burst)
        """What all at a table must look at, by credential: another connection changes nothing."""
        self.hints = Doorkeeper(clock, settings.hints_per_s, settings.hints_burst)
        self._addresses: dict[Cost, Doorkeeper] = {
            "heavy": Doorkeeper(clock, settings.heavy_per_s, settings.heavy_burst),
            "change": Doorkeeper(clock, settings.changes_per_s, settings.changes_burst),
            "open": Doorkeeper(clock, settings.opens_per_s, settings.opens_burst),
            "code": Doorkeeper(clock, settings.codes_per_s, settings.codes_burst),
        }
        self._rights = Doorkeeper(clock, settings.orders_per_s, settings.orders_burst)
        self._bot_tables = Doorkeeper(clock, settings.bot_tables_per_s, settings.bot_tables_burst)

    def check(self, cost: Cost, address: str, shown: str) -> None:
        """Let an operation be done for an address and a credential; raises `Refusal`."""
        reason = "Too many requests. Wait a moment before the next one."
        if cost != "read":
            self._addresses[cost].check(address, reason)
        if cost == "change" and shown:
            self._rights.check(shown, reason)

    def check_table_of_bots(self, address: str) -> None:
        """Let an address open a table where no person sits; raises `Refusal`."""
        self._bot_tables.check(address, "Too many tables of bots. Wait before the next one.")
