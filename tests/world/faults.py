"""Everything that goes wrong, by kinds; each strikes by a generator of its own, and is counted."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from .chance import chance

if TYPE_CHECKING:
    from random import Random

# The network
DROPS: Final = "drops"
HALF_OPEN: Final = "half_open"
LOST_ANSWER: Final = "lost_answer"
NEVER_READS: Final = "never_reads"
JITTER: Final = "jitter"
# The store
SLOW_STORE: Final = "slow_store"
NOT_WRITTEN: Final = "not_written"
WRITTEN_AFTER_ALL: Final = "written_after_all"
NOT_READ: Final = "not_read"
# The process
KILLS: Final = "kills"
RESTARTS: Final = "restarts"
TWO_SERVERS: Final = "two_servers"
WALL_CLOCK: Final = "wall_clock"
# The bots
SLOW_BOTS: Final = "slow_bots"
HANGING_BOTS: Final = "hanging_bots"
DYING_BOTS: Final = "dying_bots"
NONSENSE_BOTS: Final = "nonsense_bots"
# The clients
REPEATS: Final = "repeats"
RUSH: Final = "rush"
STALE: Final = "stale"
LIES: Final = "lies"
GARBAGE: Final = "garbage"
STRANGERS: Final = "strangers"
SAME_IDS: Final = "same_ids"

KINDS: Final[dict[str, float]] = {
    DROPS: 0.015,
    HALF_OPEN: 0.4,
    LOST_ANSWER: 0.15,
    NEVER_READS: 0.01,
    JITTER: 0.0,
    SLOW_STORE: 0.05,
    NOT_WRITTEN: 0.02,
    WRITTEN_AFTER_ALL: 0.02,
    NOT_READ: 0.03,
    KILLS: 1.0,
    RESTARTS: 1.0,
    TWO_SERVERS: 1.0,
    WALL_CLOCK: 1.0,
    SLOW_BOTS: 0.2,
    HANGING_BOTS: 0.05,
    DYING_BOTS: 0.05,
    NONSENSE_BOTS: 0.05,
    REPEATS: 0.08,
    RUSH: 0.15,
    STALE: 0.05,
    LIES: 0.05,
    GARBAGE: 0.02,
    STRANGERS: 0.02,
    SAME_IDS: 0.0,
}
"""How often each kind strikes where it can; nought: it is a way of being, not an event."""

STORE_KINDS: Final = frozenset({NOT_WRITTEN, WRITTEN_AFTER_ALL, NOT_READ})
BOT_KINDS: Final = frozenset({SLOW_BOTS, HANGING_BOTS, DYING_BOTS, NONSENSE_BOTS})
BEFORE_PRESSING: Final = (0.01, 0.03, 0.0)
"""The time on the way at best, how much more it may be, and how long it takes once in a while."""
AFTER_JITTER: Final = (0.005, 0.25, 4.0)


class Faults:
    """What may go wrong in one run, and how often it has."""

    def __init__(self, seed: int, kinds: frozenset[str]) -> None:
        self.kinds = kinds
        self.is_on = True
        """Whether anything goes wrong now; at the end of a run all must come to rest."""
        self.counts: Counter[str] = Counter()
        self.latency = AFTER_JITTER if JITTER in kinds else BEFORE_PRESSING
        self._random: dict[str, Random] = {kind: chance(seed, "fault", kind) for kind in KINDS}

    def may(self, kind: str) -> bool:
        """Whether this kind belongs to the run, and may happen now."""
        return self.is_on and kind in self.kinds

    def strikes(self, kind: str, random: Random | None = None) -> bool:
        """Whether something of this kind happens now; then it is counted."""
        if not self.may(kind) or (random or self._random[kind]).random() >= KINDS[kind]:
            return False
        self.counts[kind] += 1
        return True

    def count(self, kind: str) -> None:
        """Something of this kind has happened."""
        self.counts[kind] += 1

    def draw(self, kind: str, low: float, high: float) -> float:
        """Draw how much of it."""
        return self._random[kind].uniform(low, high)
