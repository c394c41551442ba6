"""Stores as a disk may be: slow, or moody."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from broadside.store.interface import StoreError
from broadside.store.memory import MemoryStore

from .harness import FaultyStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from broadside.store.interface import GameResult, Store, TableRow

    from .harness import FakeClock


class SlowStore(MemoryStore):
    """A store whose disk takes a while, measured by the test's clock."""

    def __init__(self, clock: FakeClock, takes_s: float) -> None:
        super().__init__()
        self.clock = clock
        self.takes_s = takes_s

    def append(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None = None,
        result: GameResult | None = None,
    ) -> Awaitable[None]:
        return self._append_later(table, epoch, expected_seq, records, row, result)

    async def _append_later(self, *given: Any) -> None:
        if self.takes_s:
            await self.clock.sleep(self.takes_s)
        await super().append(*given)


class MoodyStore(SlowStore):
    """A slow store that now and then fails, before it has written or after."""

    def __init__(self, clock: FakeClock, seed: int) -> None:
        super().__init__(clock, 0)
        self.chance = random.Random(seed)
        self.is_moody = False

    async def _append_later(self, *given: Any) -> None:
        mood = self.chance.random() if self.is_moody else 1.0
        if mood < 0.1:
            raise StoreError("the disk was not there")
        await super()._append_later(*given)
        if mood < 0.2:
            raise StoreError("the disk went away, and nobody knows what it has")


def every_store(clock: FakeClock) -> list[Store]:
    """A store that answers in the loop's next turn, one that suspends longer, and a slow one."""
    return [MemoryStore(), FaultyStore(), SlowStore(clock, 0)]


EVERY_STORE = pytest.mark.parametrize("which", range(3), ids=["memory", "suspending", "slow"])
