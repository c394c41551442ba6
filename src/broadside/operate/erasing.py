"""Erasing whole tables: because the operator wants it, or because they are old enough."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.store.interface import Fenced, OwnedElsewhere, StoreError

if TYPE_CHECKING:
    from broadside.operate.served import Tables
    from broadside.store.interface import Store

TRIES: Final = 5
"""So often a table is asked for that another server has."""
AT_ONCE: Final = 200
"""So many tables are looked at together."""
DAY_MS: Final = 86_400_000

logger = logging.getLogger(__name__)


class _Moment(msgspec.Struct):
    """When a record was written: all that is to be known of it here."""

    at_ms: int


_moment = msgspec.json.Decoder(_Moment)


async def erase(tables: Tables, name: str) -> bool:
    """Stop a table, wherever it is, and forget it; whether there was one. Raises `StoreError`.

    Its clients come again, and learn that there is no such table.
    """
    store = tables.house.store
    if await store.row(name) is None:
        return False
    for _ in range(TRIES):
        try:
            await store.erase(name, await store.lease(name))
        except OwnedElsewhere as error:
            await tables.let_go(error.address, name)
        except Fenced:
            continue  # somebody asked for it just now
        else:
            await tables.stop(name)
            logger.info("erased table=%s", name)
            return True
    raise StoreError(f"Table {name} is taken by another server again and again. Try once more.")


async def erase_old(tables: Tables, days: float) -> int:
    """Forget all tables that have been over for so many days; how many there were.

    What another server has in memory is its own to forget. Raises `StoreError`.
    """
    store, now = tables.house.store, tables.house.clock.now_ms()
    before_ms = now - round(days * DAY_MS)
    number, count = -1, 0
    while found := await store.finished(number, AT_ONCE):
        for number, name, over_ms in found:  # noqa: B007  the next look begins after the last
            ended_ms = await _last_moment(store, name) if over_ms is None else over_ms
            if ended_ms is None or ended_ms >= before_ms or await store.owner(name) is not None:
                continue
            count += await erase(tables, name)
    return count


async def _last_moment(store: Store, name: str) -> int | None:
    """When a table that has no result was changed last; None if nobody can tell."""
    stored = await store.read(name)
    try:
        return _moment.decode(stored[-1]).at_ms if stored else None
    except msgspec.MsgspecError:
        return None
