"""Changes of a store on their way to its writer, and back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadside.store.interface import GameResult, TableRow


class Change:
    """Something to be written, and the future of the task that waits for it."""

    __slots__ = ("done", "erases", "error")

    def __init__(self, *, erases: bool = False) -> None:
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.error: Exception | None = None
        self.erases = erases  # whether what was there before must be wiped from the disk


class Append(Change):
    """Records, perhaps a new row, perhaps a result."""

    __slots__ = ("epoch", "expected_seq", "records", "result", "row", "table")

    def __init__(
        self,
        table: str,
        epoch: int,
        expected_seq: int,
        records: Sequence[bytes],
        row: TableRow | None,
        result: GameResult | None,
    ) -> None:
        super().__init__()
        self.table = table
        self.epoch = epoch
        self.expected_seq = expected_seq
        self.records = tuple(records)  # the caller may fill its list again
        self.row = row
        self.result = result


class Rewrite(Change):
    """Another record in the place of one."""

    __slots__ = ("epoch", "record", "seq", "table")

    def __init__(self, table: str, epoch: int, seq: int, record: bytes) -> None:
        super().__init__(erases=True)
        self.table = table
        self.epoch = epoch
        self.seq = seq
        self.record = record


class Erase(Change):
    """The end of a table, and of all that is known of it."""

    __slots__ = ("epoch", "table")

    def __init__(self, table: str, epoch: int) -> None:
        super().__init__(erases=True)
        self.table = table
        self.epoch = epoch


class RewriteResult(Change):
    """Another result in the place of one."""

    __slots__ = ("result", "table")

    def __init__(self, table: str, result: GameResult) -> None:
        super().__init__(erases=True)
        self.table = table
        self.result = result


class Mark(Change):
    """A note of the server, or its end."""

    __slots__ = ("key", "value")

    def __init__(self, key: str, value: bytes | None) -> None:
        super().__init__(erases=value is None)
        self.key = key
        self.value = value


def tell(changes: Sequence[Change]) -> None:
    """Tell the tasks that wait, each in its event loop, with one call for all of a loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Change]] = {}
    for change in changes:
        by_loop.setdefault(change.done.get_loop(), []).append(change)
    for loop, told in by_loop.items():
        try:
            loop.call_soon_threadsafe(settle, told)
        except RuntimeError:
            continue  # that loop has ended: no task waits there any more


def settle(changes: Sequence[Change]) -> None:
    """Tell the tasks that wait, in the event loop that runs."""
    for change in changes:
        if change.done.done():
            continue  # the task has given up waiting
        if change.error is None:
            change.done.set_result(None)
        else:
            change.done.set_exception(change.error)
