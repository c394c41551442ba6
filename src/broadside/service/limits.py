"""Limits: how often somebody may ask for something, the same for sockets and for HTTP.

They are generous: people never meet them, only machines that have gone wild.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Final, Literal

from broadside.service.addresses import is_loopback
from broadside.service.bans import Bans
from broadside.service.refusal import Details, Refusal

if TYPE_CHECKING:
    from broadside.service.clock import Clock
    from broadside.service.settings import Settings

KEYS_MAX: Final = 4096
"""So many addresses or credentials are remembered; who has not asked for longest goes first."""
LOOPBACK_FACTOR: Final = 20
"""The server's own machine may do so many times as much: a web server that the operator has not
named may stand there, or a program that measures. Codes are guessed from there no faster."""
Cost = Literal["read", "heavy", "change", "open", "code"]
"""What an HTTP operation costs: it looks at something, or at what takes long to make; it changes
something, or opens a table; or it tries a short code."""
Limited = Literal[Cost, "say", "hint", "lesson", "world", "mail", "mails"]
"""What there may be too much of; a refusal names it, for a text in the reader's language."""
REASONS: Final[dict[Limited, str]] = {
    "read": "Too many requests. Wait a moment before the next one.",
    "heavy": "Too many requests for what takes long to make. Wait a moment before the next one.",
    "change": "Too many requests. Wait a moment before the next one.",
    "open": "Too many new tables. Wait a moment before the next one.",
    "code": "Too many codes. Wait a moment before the next one.",
    "say": "Too many messages. Wait a moment before you go on.",
    "hint": "Too many hints. Think for a moment yourself.",
    "lesson": "You have asked for many lessons. Learn from these first.",
    "world": "Too many worlds. Think about one first.",
    "mail": "Too many addresses. Wait a while before the next one.",
    "mails": "Too many new addresses just now. Try again in a while.",
}


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

    def __init__(self, clock: Clock, what: Limited, per_s: float, burst: int) -> None:
        self._clock = clock
        self._what = what
        self._per_s = per_s
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, key: str, factor: int = 1) -> None:
        """Let somebody ask once more; raises `Refusal` if that is too often.

        With a factor it may be so many times as often, for this key.
        """
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self._clock, self._per_s * factor, self._burst * factor)
        self._buckets[key] = bucket
        if len(self._buckets) > KEYS_MAX:
            self._buckets.popitem(last=False)
        if not bucket.take():
            wait_s = bucket.wait_s()
            details: Details = {"what": self._what, "n": wait_s}
            reason = REASONS[self._what]
            raise Refusal(429, "too_fast", reason, retry_s=wait_s, details=details)


class BotTables:
    """The open tables where no people sit: how many of them each address may have."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._openers: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def add(self, address: str, table: str) -> None:
        """A table is opened; raises `Refusal` if its address has enough of them."""
        most = self._most * (LOOPBACK_FACTOR if is_loopback(address) else 1)
        if self._counts[address] >= most:
            reason = (
                f"You have opened {most} tables where no people sit. Let one of them end first."
            )
            raise Refusal(429, "too_many_tables", reason, details={"n": most})
        self._openers[table] = address
        self._counts[address] += 1

    def remove(self, table: str) -> None:
        """A table has ended, or people sit there now; other tables may be named, too."""
        address = self._openers.pop(table, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]


class Limits:
    """All limits of a server that count for more than one connection."""

    def __init__(self, clock: Clock, settings: Settings) -> None:
        self.says = Doorkeeper(clock, "say", settings.says_per_s, settings.says_burst)
        """What all at a table must look at, by credential: another connection changes nothing."""
        self.hints = Doorkeeper(clock, "hint", settings.hints_per_s, settings.hints_burst)
        self.lessons = Doorkeeper(clock, "lesson", settings.lessons_per_s, settings.lessons_burst)
        """Lessons after a game, by address."""
        self.worlds = Doorkeeper(clock, "world", settings.worlds_per_s, settings.worlds_burst)
        """Worlds for the clients of seats, by credential."""
        self.bans = Bans()
        self.bot_tables = BotTables(settings.bot_tables_per_address)
        self._credentials = Doorkeeper(
            clock, "change", settings.orders_per_s, settings.orders_burst
        )
        rates: dict[Cost, tuple[float, int]] = {
            "read": (settings.reads_per_s, settings.reads_burst),
            "heavy": (settings.heavy_per_s, settings.heavy_burst),
            "change": (settings.changes_per_s, settings.changes_burst),
            "open": (settings.opens_per_s, settings.opens_burst),
            "code": (settings.codes_per_s, settings.codes_burst),
        }
        self._addresses = {cost: Doorkeeper(clock, cost, *rate) for cost, rate in rates.items()}

    def check(self, cost: Cost, address: str, shown: str = "") -> None:
        """Let a request do what costs so much; raises `Refusal`.

        `address` is the household's, `shown` the hash of the credential that the request shows.
        """
        is_generous = cost != "code" and is_loopback(address)
        factor = LOOPBACK_FACTOR if is_generous else 1
        self._addresses[cost].check(address, factor)
        if shown and cost == "change":
            self._credentials.check(shown)
