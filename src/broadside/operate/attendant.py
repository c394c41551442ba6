"""What goes on beside the tables of a running server, for whoever operates it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from broadside.operate.admin import Admin, cut_banned, read_bans
from broadside.operate.erasing import erase_old
from broadside.operate.metrics import Metrics
from broadside.store.interface import StoreError

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

    from broadside.operate.served import Served

LOOK_S: Final = 5.0
"""So soon a server hears of what an operator told another one of the same database."""
ERASE_EVERY_S: Final = 3600.0

logger = logging.getLogger(__name__)


class Attendant:
    """Answers the operator, keeps the list of bans, and forgets old tables."""

    def __init__(self, served: Served, socket: Path | None) -> None:
        self._tables = served.tables
        self._socket = socket
        self.metrics = Metrics(served)
        self._admin = Admin(served.tables)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin, once the tables can be asked."""
        house = self._tables.house
        await self._read_bans()
        if self._socket is not None:
            await self._admin.listen(self._socket)
        self._begin(self.metrics.watch_loop())
        if house.store.secret:  # others may change the list
            self._begin(self._keep_bans())
        if house.settings.keep_days is not None:
            self._begin(self._erase_old(house.settings.keep_days))

    async def close(self) -> None:
        """End."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._admin.close()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def _keep_bans(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            await self._read_bans()

    async def _read_bans(self) -> None:
        """Take the list as it is kept; whatever fails, the server goes on with what it has."""
        try:
            if await read_bans(self._tables):
                await cut_banned(self._tables)
        except StoreError as error:
            logger.warning("bans_not_read reason=%s", error)
        except Exception:
            logger.exception("bans_not_read")

    async def _erase_old(self, days: float) -> None:
        while True:
            try:
                count = await erase_old(self._tables, days)
            except StoreError as error:
                logger.warning("old_tables_not_erased reason=%s", error)
            except Exception:
                logger.exception("old_tables_not_erased")
            else:
                if count:
                    logger.info("erased_old tables=%s days=%s", count, days)
            await self._tables.house.clock.sleep(ERASE_EVERY_S)
