"""A database as it was at one moment, while its servers go on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from broadside.store.postgresql.connections import ERRORS, connect, failed
from broadside.store.postgresql.store import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"


class PostgresSnapshot(PostgresStore):
    """Only for reading: nothing can be owned or changed."""

    _connection: asyncpg.Connection

    async def open(self) -> None:
        """Connect; everything is read as it is now."""
        self._connection = await connect(self.url)
        await self._connection.execute(BEGIN)
        self._turn = asyncio.Lock()
        self._is_open = True

    async def _fetch(self, query: str, values: Sequence[str | int]) -> list[Any]:
        async with self._turn:
            try:
                return list(await self._connection.fetch(query, *values))
            except ERRORS as error:
                raise failed(self.url, "read from", error) from error

    async def close(self) -> None:
        """Let go of it."""
        if self._is_open:
            self._is_open = False
            await self._connection.close()
