"""The leases of one process: it says again and again that it lives, and notices if it is too late.

A table belongs to a server, a row that is valid for some seconds and is renewed each second. Who
does not renew it is dead to the others: they take its tables, and what it writes afterwards is
refused. A process that was cut off knows that by its own clock, no later than the others do.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from broadside.store.interface import StoreError
from broadside.store.postgresql.connections import ERRORS, Session, failed

if TYPE_CHECKING:
    from collections.abc import Callable

LEASE_S: Final = 3.0
"""A server that is silent for so long is dead to the others."""
RENEW_S: Final = 0.75

REGISTER: Final = """
INSERT INTO servers (address, until)
VALUES ($1, clock_timestamp() + make_interval(secs => $2)) RETURNING number
"""
RENEW: Final = """
UPDATE servers SET until = clock_timestamp() + make_interval(secs => $2)
WHERE number = $1 AND until > clock_timestamp() RETURNING number
"""
LEAVE: Final = "DELETE FROM servers WHERE number = $1"
# Tables of a server that is gone from here are free: nobody misses the dead.
BURY: Final = "DELETE FROM servers WHERE until < clock_timestamp() - interval '1 hour'"

logger = logging.getLogger(__name__)


class Leases:
    """The number under which this process owns tables, as long as it is known to live."""

    def __init__(self, url: str, address: str, lost: Callable[[], None]) -> None:
        self._url = url
        self._address = address
        self._lost = lost
        self._session = Session(url)
        self._server: int | None = None
        self._until = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def server(self) -> int | None:
        """The number of this server; None while nobody knows that it lives."""
        return self._server if time.monotonic() < self._until else None

    async def open(self) -> None:
        """Become known, and stay so; raises `StoreError`."""
        await self._register()
        self._task = asyncio.create_task(self._keep(), name="renew leases")

    async def close(self) -> None:
        """Give all tables back at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self.server is not None:
            try:
                await (await self._session.get()).execute(LEAVE, self._server)
            except (StoreError, *ERRORS) as error:
                logger.warning("not_left reason=%s", error)  # others find out by themselves
        self._server = None
        await self._session.close()

    async def _register(self) -> None:
        asked = time.monotonic()
        try:
            connection = await self._session.get()
            await connection.execute(BURY)
            asked = time.monotonic()
            self._server = await connection.fetchval(REGISTER, self._address, LEASE_S)
        except ERRORS as error:
            self._session.drop()
            raise failed(self._url, "write to", error) from error
        self._until = asked + LEASE_S
        logger.info("registered server=%s address=%s", self._server, self._address)

    async def _keep(self) -> None:
        """Renew the lease, and tell when it is over."""
        while True:
            await asyncio.sleep(RENEW_S)
            try:
                async with asyncio.timeout_at(self._give_up_at()):
                    await self._renew()
            except (StoreError, *ERRORS) as error:
                self._session.drop()
                logger.warning("not_renewed reason=%s", error)
            if self._server is not None and time.monotonic() >= self._until:
                self._lose()

    def _give_up_at(self) -> float:
        """When to stop waiting for an answer: no later than the lease is over."""
        left_s = self._until - time.monotonic()
        loop = asyncio.get_running_loop()
        return loop.time() + (left_s if self._server is not None and left_s > 0 else LEASE_S)

    async def _renew(self) -> None:
        if self._server is None:
            await self._register()
            return
        connection = await self._session.get()
        asked = time.monotonic()
        if await connection.fetchval(RENEW, self._server, LEASE_S) is None:
            self._lose()
            await self._register()
        else:
            self._until = asked + LEASE_S

    def _lose(self) -> None:
        """All tables are somebody else's, or soon will be."""
        logger.error("leases_lost server=%s", self._server)
        self._server = None
        self._until = 0.0
        self._lost()
