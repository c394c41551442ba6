"""Connections to PostgreSQL: made when they are needed, and made anew when they were lost."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from broadside.store.interface import StoreError

CONNECT_S: Final = 5.0
START_S: Final = 15.0
"""How long a server that starts waits for its database, which may be starting, too."""
ANSWER_S: Final = 10.0
"""An answer that takes longer will not come."""
LOST: Final = (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
"""What becomes of a connection that was cut while something was asked."""
ERRORS: Final = (asyncpg.PostgresError, *LOST)
READERS_MAX: Final = 4


def place(url: str) -> str:
    """Where a database is, without the password."""
    parts = urlsplit(url)
    at = parts.netloc.rpartition("@")[2] or "this machine"
    return f"PostgreSQL at {at}{parts.path}"


def failed(url: str, what: str, error: BaseException) -> StoreError:
    """Why something could not be done; without the password, which is nobody's business."""
    reason = " ".join(str(error).split()) or type(error).__name__
    return StoreError(f"Cannot {what} {place(url)}: {reason}.")


def is_broken(error: BaseException) -> bool:
    """Whether it is the connection or the whole database that failed, and not one statement."""
    if isinstance(error, asyncpg.PostgresError):
        # 08: connection, 53: out of memory, disk or connections, 57: shut down, 58: system.
        return (getattr(error, "sqlstate", None) or "")[:2] in ("08", "25", "53", "57", "58")
    return isinstance(error, LOST)


async def connect(url: str, patience_s: float = CONNECT_S) -> asyncpg.Connection:
    """Connect; raises `StoreError` with the place and what is wrong."""
    try:
        async with asyncio.timeout(patience_s):
            connection = await asyncpg.connect(
                url,
                timeout=patience_s,
                command_timeout=ANSWER_S,
                server_settings={"application_name": "broadside"},
            )
            # Acknowledged is durable, whatever the database does for others.
            if await connection.fetchval("SHOW synchronous_commit") == "off":
                await connection.execute("SET synchronous_commit = on")
            return connection
    except (*ERRORS, ValueError) as error:
        raise failed(url, "connect to", error) from error


class Session:
    """One connection for one user, who asks one thing after the other."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection | None = None

    async def get(self) -> asyncpg.Connection:
        """Give the connection, after making it anew if it was lost."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url)
        return self._connection

    def drop(self) -> None:
        """Cut the connection: what was asked is answered by an error."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """End, after what was asked."""
        if self._connection is not None:
            with suppress(*ERRORS):
                await self._connection.close(timeout=CONNECT_S)
            self._connection = None


class Readers:
    """A few connections that many tasks share for reading."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._free: list[Session] = [Session(url) for _ in range(READERS_MAX)]
        self._any_free = asyncio.Semaphore(READERS_MAX)

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """All rows of a query; raises `StoreError`."""
        async with self._any_free:
            session = self._free.pop()
            try:
                return await self._fetch(session, query, values)
            finally:
                self._free.append(session)

    async def _fetch(self, session: Session, query: str, values: tuple[object, ...]) -> list[Any]:
        try:
            try:
                return list(await (await session.get()).fetch(query, *values))
            except ERRORS as error:
                if not is_broken(error):
                    raise
            # The database may have been restarted since this connection was used last.
            session.drop()
            return list(await (await session.get()).fetch(query, *values))
        except (*ERRORS, ValueError) as error:
            session.drop()
            raise failed(self._url, "read from", error) from error
        except BaseException:  # whoever asked has given up; the answer must not be another's
            session.drop()
            raise

    async def close(self) -> None:
        """End, after what was asked."""
        for _ in range(READERS_MAX):
            await self._any_free.acquire()
        for session in self._free:
            await session.close()
