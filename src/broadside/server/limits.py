"""Limits: how often somebody may ask for something, the same for sockets and for HTTP.

They are generous: people never meet them, only machines that have gone wild.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection

from broadside.server.refusal import Refusal
from broadside.server.requests import address_of, refused, shown_by

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from broadside.server.clock import Clock
    from broadside.server.settings import Settings

KEYS_MAX: Final = 4096
"""So many addresses or credentials are remembered; who has not asked for longest goes first."""
READING: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""


class Bucket:
    """A rate limit: so many at once, then so many a second."""

    def __init__(self, clock: Clock, per_s: float, burst: int) -> None:
        self._clock = clock
        self._per_s = per_s
        self._burst = burst
        self._left = float(burst)
        self._at = clock.now()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock.now()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_s)
        self._at = now
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
        self.codes = Doorkeeper(clock, settings.codes_per_s, settings.codes_burst)
        """Short codes, by address."""
        self.says = Doorkeeper(clock, settings.says_per_s, settings.says_burst)
        """What all at a table must look at, by credential: another connection changes nothing."""
        self.hints = Doorkeeper(clock, settings.hints_per_s, settings.hints_burst)
        self._addresses = Doorkeeper(clock, settings.changes_per_s, settings.changes_burst)
        self._rights = Doorkeeper(clock, settings.orders_per_s, settings.orders_burst)

    def check_change(self, address: str, shown: str) -> None:
        """Let a request change something; raises `Refusal`."""
        reason = "Too many requests. Wait a moment before the next one."
        self._addresses.check(address, reason)
        if shown:
            self._rights.check(shown, reason)


class ChangeLimit:
    """Refuses requests that would change something when they come too fast, whatever they want."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] == "http" and scope["method"] not in READING:
            request = HTTPConnection(scope)
            try:
                self._limits.check_change(address_of(request), shown_by(request))
            except Refusal as refusal:
                await refused(refusal)(scope, receive, send)
                return
        await self._app(scope, receive, send)
