"""Which tables can be found without their link: by a short code, or in the public list.

It lives in memory; every table notes itself here when it is found in the log and when it changes.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from broadside.server.messages import CODE_LENGTH
from broadside.server.reading import Bucket

if TYPE_CHECKING:
    from broadside.server.clock import Clock
    from broadside.server.ledger import Ledger

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read for another
ADDRESSES_MAX: Final = 4096
"""So many addresses are remembered; who has not asked for longest is forgotten first."""


def random_name(length: int) -> str:
    """Letters and digits that can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


class Directory:
    """The codes of tables that wait for people, and the public tables that are not over."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}
        self._public: dict[str, int] = {}
        """From when on each of them is listed."""

    def new_code(self) -> str:
        """Draw a code that no waiting table has."""
        while True:
            code = random_name(CODE_LENGTH)
            if code not in self._codes:
                return code

    def note(self, ledger: Ledger, seen: Ledger) -> None:
        """Take note of how a table stands, and how it stands for outsiders."""
        code = ledger.opened.code
        if code and ledger.status == "waiting":
            self._codes[code] = ledger.table
        elif self._codes.get(code) == ledger.table:
            del self._codes[code]
        if ledger.seating.is_public and seen.status != "over":
            self._public[ledger.table] = _listed_ms(ledger)
        else:
            self._public.pop(ledger.table, None)

    def find(self, code: str) -> str | None:
        """The table that a code leads to, however it is written."""
        return self._codes.get(code.strip().lower())

    def public(self, now_ms: int) -> list[str]:
        """The public tables, the newest first."""
        return [table for table, since in reversed(self._public.items()) if since <= now_ms]


def _listed_ms(ledger: Ledger) -> int:
    """From when on a table is listed: a rematch tells that the game before it is over."""
    is_rematch = bool(ledger.opened.reserved)
    return ledger.opened.at_ms + 1000 * ledger.opened.spectator_delay_s if is_rematch else 0


class Doorkeeper:
    """A rate limit for each address."""

    def __init__(self, clock: Clock, per_s: float, burst: int) -> None:
        self._clock = clock
        self._per_s = per_s
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def lets_in(self, address: str) -> bool:
        """Whether this address may ask once more now."""
        bucket = self._buckets.pop(address, None)
        if bucket is None:
            bucket = Bucket(self._clock, self._per_s, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > ADDRESSES_MAX:
            self._buckets.popitem(last=False)
        return bucket.take()
